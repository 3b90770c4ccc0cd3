// Pictures of the page: node test/shoot.mjs OUT [--forced] NAME...
// A name is a scene of lib/scenes.mjs, a size and perhaps "-dark" (table-phone-dark), or the
// beginning of some with a star (table-*). --forced emulates forced colours.
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {launch, open} from './lib/browser.mjs';
import {SCENES, SIZES} from './lib/scenes.mjs';
import {serve} from './lib/site.mjs';

const [out = '/tmp/shots', ...rest] = process.argv.slice(2);
const forced = rest.includes('--forced'), wanted = rest.filter((word) => word !== '--forced');
mkdirSync(out, {recursive: true});
const site = await serve(), browser = await launch();
for (const [name, scene] of Object.entries(SCENES))
    for (const [size, options] of Object.entries(SIZES))
        for (const theme of ['light', 'dark']) {
            const full = `${name}-${size}${theme === 'dark' ? '-dark' : ''}`;
            if (!wanted.some((part) => full === part || (part.endsWith('*') && full.startsWith(part.slice(0, -1))))) continue;
            const {page, context, errors} = await open(browser, site.url, {
                ...options, colorScheme: theme, forcedColors: forced ? 'active' : 'none', settings: {pace: 'instant', level: 'medium'},
            });
            page.setDefaultTimeout(5000);
            try {
                await scene(page);
                await page.waitForTimeout(/^(end|tie)/.test(name) ? 6000 : 500);
            } catch (error) { console.log(full, String(error)); }
            await page.screenshot({path: join(out, `${full}.png`)});
            if (errors.length) console.log(full, errors);
            await context.close();
        }
await browser.close();
site.close();
