// axe-core finds nothing on any screen, in both themes.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {violations} from '../lib/axe.mjs';
import {launch, open} from '../lib/browser.mjs';
import {GAME, VOLCANO} from '../lib/games.mjs';
import {serve} from '../lib/site.mjs';
import {resume} from '../lib/stored.mjs';

let site, browser;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser?.close(); site?.close(); });

const pick = (page, word) => page.locator(`[data-pick="${word}"]`).first().dispatchEvent('click');
const act = async (page, name) => {
    await page.evaluate((what) => {
        const button = document.createElement('button');
        button.dataset.do = what;
        document.getElementById('app').append(button);
        button.click();
        button.remove();
    }, name);
};

/* Every screen in turn; the name is told when axe complains. */
async function* screens(page) {
    yield 'start';
    for (const name of ['choose', 'games', 'open', 'rules', 'about']) {
        await act(page, name);
        await page.waitForSelector(`html[data-screen="${name}"] main h1`);
        yield name;
        await act(page, 'home');
    }
    for (const name of ['menu', 'settings', 'keys']) {
        await act(page, name);
        await page.waitForSelector('dialog[open]');
        yield name;
        await page.keyboard.press('Escape');
    }
    await resume(page, GAME, 2);
    yield 'table';
    await pick(page, 'not-sight-statue');
    await page.locator('[data-treasure="brown"] [data-clause="C3"]').dispatchEvent('click');
    await page.waitForSelector('#rule-C3');
    yield 'the rules beside the table';
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await pick(page, 'drive');
    await pick(page, 'l10');
    yield 'driving';
    await page.keyboard.press('Escape');
    await pick(page, 'amulet');
    yield 'powers';
    await resume(page, VOLCANO, 2);
    yield 'volcano';
    await resume(page, GAME, 0);
    yield 'pass';
}

for (const colorScheme of ['light', 'dark'])
    test(`axe-core finds nothing on any screen, ${colorScheme}`, async () => {
        const {page, context} = await open(browser, site.url, {colorScheme, reducedMotion: 'reduce'});
        const all = [];
        for await (const screen of screens(page)) {
            await page.waitForTimeout(140);
            all.push(...(await violations(page)).map((line) => `${screen}: ${line}`));
        }
        assert.deepEqual(all, []);
        await context.close();
    });
