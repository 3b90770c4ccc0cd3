// The screens of the page and their states in between, made from real games. shoot.mjs takes
// pictures of them; a scene is a function of a page that stands at the start.
import {fileURLToPath} from 'node:url';
import {join} from 'node:path';
import {cut, put, resume} from './stored.mjs';

const GAMES = fileURLToPath(new URL('../games', import.meta.url));
const record = (name, line) => cut(join(GAMES, `${name}.tobago`), line);
const wait = (page, ms) => page.waitForTimeout(ms);

export async function press(page, ...picks) {
    for (const pick of picks) {
        await page.locator(`[data-pick="${pick}"]`).first().dispatchEvent('click');
        await wait(page, 80);
    }
}

const act = (page, name) => page.locator(`[data-do="${name}"]`).first().dispatchEvent('click');

/* A game after some of its lines, a seat's person before it, then some picks. */
const at = (name, line, seat, ...picks) => async (page) => {
    await resume(page, record(name, line), seat);
    await press(page, ...picks);
};

const then = (scene, ...more) => async (page) => { await scene(page); for (const each of more) await each(page); };
const table = at('four', 255, 2);

/* A few stored games, under way and finished. */
async function mine(page) {
    const now = Date.now();
    await put(page, record('four', 255), 2, {id: 'a', level: 'medium', changed: now - 120e3});
    await put(page, record('volcano', 223), 0, {id: 'b', changed: now - 3600e3});
    await put(page, record('tie', 9999), 2, {id: 'c', over: true, level: 'hard', changed: now - 86400e3 * 3});
    await put(page, record('four', 9999), 1, {id: 'd', over: true, level: 'expert', changed: now - 86400e3 * 9});
    await page.reload();
}

async function longPress(page) {
    const box = await page.locator('[data-space="f8"]').boundingBox(), cdp = await page.context().newCDPSession(page);
    await cdp.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: [{x: box.x + box.width / 2, y: box.y + box.height / 2}]});
    await wait(page, 900);
    await cdp.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
}

async function openRecord(page, text) {
    await page.click('[data-do="open"]');
    await page.fill('.paste', text);
    await page.click('[data-do="open-text"]');
}

/* A replay at a line, its analysis done. */
const replayAt = (name, line) => async (page) => {
    await openRecord(page, record(name, 9999));
    await page.waitForSelector('.replay .curve .tp', {timeout: 30000});
    await page.waitForSelector('.replay .working', {state: 'detached', timeout: 90000});
    await page.locator('.scrub').evaluate((input, to) => { input.value = to; input.dispatchEvent(new Event('input', {bubbles: true})); }, String(line));
};

export const SCENES = {
    start: async () => {},
    home: mine,
    choose: (page) => page.click('[data-do="choose"]'),
    'choose-volcano': async (page) => {
        await page.click('[data-do="choose"]');
        for (const option of ['volcano', 'experienced']) await page.click(`[data-option="${option}"]`);
        await page.click('[data-island]:not([data-island=""])');
        await page.click('[data-do="seat-kind"][data-seat="4"][data-value="none"]');
    },
    games: then(mine, (page) => page.click('[data-do="games"]')),
    open: then(mine, (page) => openRecord(page, 'tobago 1\nplayers <b>x</b> y\nisland Acb1\nnature object statue a1 N\n')),
    rulespage: then((page) => page.click('[data-do="rules"]'), (page) => page.waitForSelector('.clauses dl')),
    search: then((page) => page.click('[data-do="rules"]'), (page) => page.waitForSelector('.clauses dl'), (page) => page.fill('.search input', 'amulet')),
    about: (page) => page.click('[data-do="about"]'),
    settings: then((page) => page.click('[data-do="menu"]'), (page) => page.click('[data-do="settings"]')),
    keys: then((page) => page.click('[data-do="menu"]'), (page) => page.click('[data-do="keys"]')),
    table,
    lift: at('four', 255, 2, 'not-sight-statue', 'white'),
    lifted: at('four', 255, 2, 'not-sight-statue'),
    drive: at('four', 255, 2, 'drive'),
    move: at('four', 255, 2, 'drive', 'l10'),
    exchange: at('four', 255, 2, 'exchange'),
    powers: at('four', 255, 2, 'amulet'),
    remove: at('four', 255, 2, 'amulet', 'amulet remove', 'h6'),
    share: at('four', 270, 2),
    'share-first': at('four', 268, 2),
    'share-other': at('four', 270, 3),
    first: at('four', 19, 2, 'brown'),
    atv: at('four', 14, 2, 'h8'),
    setup: at('setup', 5, 2, 'k6'),
    facing: at('setup', 5, 2, 'k6', 'NW'),
    triad: at('volcano', 16, 2, 'jungle-mountain', 'b4'),
    lava: at('volcano', 223, 2),
    volcano: at('volcano', 223, 2, 'i5'),
    volcanic: at('volcano', 99, 3, 'in-lake', 'brown'),
    ring: at('experienced', 256, 2, 'amulet'),
    roses: at('experienced', 256, 2, 'amulet', 'amulet swap'),
    double: at('experienced', 256, 2, 'amulet', 'amulet double'),
    hint: then(table, (page) => act(page, 'hint'), (page) => wait(page, 4000)),
    inspect: then(table, (page) => page.hover('[data-space="f8"]')),
    long: then(table, longPress),
    rules: then(at('four', 255, 2, 'not-sight-statue'), (page) => page.locator('.map.cannot .clause').first().dispatchEvent('click'), (page) => page.waitForSelector('.clauses dl')),
    menu: then(table, (page) => act(page, 'menu')),
    log: then(table, (page) => act(page, 'menu'), (page) => page.click('[data-do="log"]')),
    map: then(table, (page) => act(page, 'map')),
    names: then(async (page) => { await page.evaluate(() => { const key = 'tobago.settings'; localStorage.setItem(key, JSON.stringify({...JSON.parse(localStorage.getItem(key)), names: true, textures: true})); }); await page.reload(); }, table),
    contrast: then(async (page) => { await page.evaluate(() => { const key = 'tobago.settings'; localStorage.setItem(key, JSON.stringify({...JSON.parse(localStorage.getItem(key)), contrast: 'high'})); }); await page.reload(); }, table),
    pass: at('four', 255, 0),
    end: at('four', 9999, 2),
    tie: at('tie', 9999, 2),
    replay: replayAt('four', 226),
    'replay-volcano': replayAt('volcano', 223),
};

export const SIZES = {
    desktop: {width: 1440, height: 900},
    phone: {width: 390, height: 844, deviceScaleFactor: 2, hasTouch: true, isMobile: true},
    tablet: {width: 1024, height: 768, hasTouch: true},
    portrait: {width: 768, height: 1024, hasTouch: true},
    small: {width: 360, height: 740, deviceScaleFactor: 2, hasTouch: true, isMobile: true},
    wide: {width: 1920, height: 1080},
};
