// Pictures of the page: node test/shoot.mjs OUT RECORD[:LINE] SEAT [actions...]
import {mkdirSync} from 'node:fs';
import {launch, open} from './lib/browser.mjs';
import {serve} from './lib/site.mjs';

const [out = '/tmp/shots', ...names] = process.argv.slice(2);
mkdirSync(out, {recursive: true});
const site = await serve(), browser = await launch();
const SIZES = {desktop: {width: 1440, height: 900}, phone: {width: 390, height: 844, deviceScaleFactor: 2, hasTouch: true, isMobile: true}};
for (const [size, options] of Object.entries(SIZES)) {
    if (names.length && !names.includes(size)) continue;
    const {page, errors} = await open(browser, site.url, {...options, settings: {pace: 'instant', level: 'medium'}});
    await page.waitForTimeout(400);
    await page.screenshot({path: `${out}/start-${size}.png`});
    await page.click('[data-do="play-now"]');
    await page.waitForTimeout(800);
    await page.screenshot({path: `${out}/setup-${size}.png`});
    console.log(size, errors);
}
await browser.close();
site.close();
