// axe-core finds nothing on any screen: all rules in light, the rules about colours in dark.
import assert from 'node:assert/strict';
import {violations} from '../lib/axe.mjs';
import {open} from '../lib/browser.mjs';
import {screens} from '../lib/screens.mjs';
import {browser, site, test} from '../lib/suite.mjs';

const PARTS = 3;

for (let part = 0; part < PARTS; part++)
    test(`axe-core finds nothing on any screen in light and dark, part ${part + 1} of ${PARTS}`, {work: 20}, async () => {
        const {page, context, errors} = await open(browser, site.url, {colorScheme: 'light'});
        const wrong = [];
        for await (const screen of screens(page, part, PARTS)) {
            await page.emulateMedia({colorScheme: 'light'});
            wrong.push(...(await violations(page)).map((line) => `${screen}: ${line}`));
            await page.emulateMedia({colorScheme: 'dark'});
            wrong.push(...(await violations(page, ['color-contrast', 'link-in-text-block'])).map((line) => `${screen}, dark: ${line}`));
        }
        assert.deepEqual(wrong, []);
        assert.deepEqual(errors, []);
        await context.close();
    });
