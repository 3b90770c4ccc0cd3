// Pictures of the page from real games: node test/shoot.mjs OUT GAMES [part of a name]...
// GAMES is a folder with four.tobago, volcano.tobago, setup.tobago and experienced.tobago.
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {launch, open} from './lib/browser.mjs';
import {serve} from './lib/site.mjs';
import {cut, put, resume} from './lib/stored.mjs';

const [out = '/tmp/shots', games = '', ...wanted] = process.argv.slice(2);
const press = async (page, ...picks) => { for (const pick of picks) { await page.locator(`[data-pick="${pick}"]`).first().dispatchEvent('click'); await page.waitForTimeout(80); } };
const at = (name, line, seat, ...picks) => async (page) => {
    await resume(page, cut(join(games, name), line), seat);
    await press(page, ...picks);
};
/* A few stored games, under way and finished. */
const mine = async (page) => {
    const now = Date.now();
    await put(page, cut(join(games, 'four.tobago'), 255), 2, {id: 'a', level: 'medium', changed: now - 120e3});
    await put(page, cut(join(games, 'volcano.tobago'), 223), 0, {id: 'b', changed: now - 3600e3});
    await put(page, cut(join(games, 'tie.tobago'), 9999), 2, {id: 'c', over: true, level: 'hard', changed: now - 86400e3 * 3});
    await put(page, cut(join(games, 'four.tobago'), 9999), 1, {id: 'd', over: true, level: 'expert', changed: now - 86400e3 * 9});
};
const SCENES = {
    start: async () => {},
    table: at('four.tobago', 255, 2),
    lift: at('four.tobago', 255, 2, 'not-sight-statue', 'white'),
    move: at('four.tobago', 255, 2, 'drive', 'l10'),
    powers: at('four.tobago', 255, 2, 'amulet'),
    remove: at('four.tobago', 255, 2, 'amulet', 'amulet remove', 'h6'),
    share: at('four.tobago', 270, 2),
    first: at('four.tobago', 19, 2, 'brown'),
    atv: at('four.tobago', 14, 2, 'h8'),
    setup: at('setup.tobago', 5, 2, 'k6'),
    triad: at('volcano.tobago', 16, 2, 'jungle-mountain', 'b4'),
    volcano: at('volcano.tobago', 223, 2, 'i5'),
    ring: at('experienced.tobago', 256, 2, 'amulet'),
    roses: at('experienced.tobago', 256, 2, 'amulet', 'amulet swap'),
    hint: async (page) => { await at('four.tobago', 255, 2)(page); await page.locator('[data-do="hint"]').first().dispatchEvent('click'); await page.waitForTimeout(4000); },
    inspect: async (page) => { await at('four.tobago', 255, 2)(page); await page.hover('[data-space="f8"]'); },
    long: async (page) => { await at('four.tobago', 255, 2)(page); const box = await page.locator('[data-space="f8"]').boundingBox(); const cdp = await page.context().newCDPSession(page); await cdp.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: [{x: box.x + box.width / 2, y: box.y + box.height / 2}]}); await page.waitForTimeout(900); await cdp.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []}); },
    menu: async (page) => { await at('four.tobago', 255, 2)(page); await page.locator('[data-do="menu"]').first().click(); },
    log: async (page) => { await at('four.tobago', 255, 2)(page); await page.locator('[data-do="menu"]').first().click(); await page.click('[data-do="log"]'); },
    end: at('four.tobago', 9999, 2),
    tie: at('tie.tobago', 9999, 2),
    home: async (page) => { await mine(page); await page.reload(); },
    choose: async (page) => { await page.click('[data-do="choose"]'); },
    games: async (page) => { await mine(page); await page.reload(); await page.click('[data-do="games"]'); },
    open: async (page) => { await mine(page); await page.reload(); await page.click('[data-do="open"]'); await page.fill('.paste', 'tobago 1\nplayers <b>x</b> y\nisland Acb1\nnature object statue a1 N\n'); await page.click('[data-do="open-text"]'); },
    replay: async (page) => {
        await page.click('[data-do="open"]');
        await page.fill('.paste', cut(join(games, 'four.tobago'), 9999));
        await page.click('[data-do="open-text"]');
        await page.waitForSelector('.replay .curve .tp', {timeout: 30000});
        await page.waitForSelector('.replay .working', {state: 'detached', timeout: 60000});
        await page.locator('.scrub').evaluate((input) => { input.value = '226'; input.dispatchEvent(new Event('input', {bubbles: true})); });
    },
    pass: at('four.tobago', 255, 0),
};
const SIZES = {
    desktop: {width: 1440, height: 900}, phone: {width: 390, height: 844, deviceScaleFactor: 2, hasTouch: true, isMobile: true},
    tablet: {width: 1024, height: 768},
};
mkdirSync(out, {recursive: true});
const site = await serve(), browser = await launch();
for (const [name, scene] of Object.entries(SCENES))
    for (const [size, options] of Object.entries(SIZES))
        for (const theme of ['light', 'dark']) {
            const full = `${name}-${size}${theme === 'dark' ? '-dark' : ''}`;
            if (!wanted.some((part) => full === part || (part.endsWith('*') && full.startsWith(part.slice(0, -1))))) continue;
            const {page, context, errors} = await open(browser, site.url, {...options, colorScheme: theme, settings: {pace: 'instant', level: 'medium'}});
            await scene(page);
            await page.waitForTimeout(/^(end|tie)/.test(name) ? 6000 : 500);
            await page.screenshot({path: join(out, `${full}.png`)});
            if (errors.length) console.log(full, errors);
            await context.close();
        }
await browser.close();
site.close();
