// Pages that tests borrow one after the other. A fresh context costs three times as much as a page
// that is loaded again, so a page goes back when its test closes the context: everything that the
// site keeps is deleted, and the next test begins with a fresh document and its own seed.
import {open as fresh, record, seeded} from './browser.mjs';

const free = new Map();
const LIMIT = 60000;

/* Runs in the page before its scripts: seed and settings wait in the window's name. */
function settle() {
    try {
        const {settings} = JSON.parse(window.name);
        if (!localStorage.getItem('tobago.settings')) localStorage.setItem('tobago.settings', JSON.stringify(settings));
    } catch { /* nobody has borrowed it yet */ }
}

async function make(browser, options) {
    const context = await browser.newContext({serviceWorkers: 'block', ...options}), page = await context.newPage();
    const kept = {context, page, cdp: await context.newCDPSession(page), errors: []};
    record(page, (error) => kept.errors.push(error));
    await page.addInitScript(`(${seeded})(JSON.parse(window.name || '{}').seed ?? 1)`);
    await page.addInitScript(settle);
    page.setDefaultTimeout(LIMIT);
    return kept;
}

/* Empties what the site keeps, on a page of it that runs no script. */
async function clear({page, cdp}, url) {
    await page.goto(new URL('healthz', url).href);
    await page.evaluate(() => { window.name = ''; localStorage.clear(); sessionStorage.clear(); });
    await cdp.send('Storage.clearDataForOrigin', {origin: new URL(url).origin, storageTypes: 'all'});
}

/* As open in browser.mjs; whoever runs a script of its own in the page gets a fresh one. */
export async function open(browser, url, given = {}) {
    const {width = 1440, height = 900, seed = 1, settings = {}, script = '', colorScheme = 'light', reducedMotion = 'reduce', ...options} = given;
    if (script) return fresh(browser, url, given);
    const key = JSON.stringify(options), kept = free.get(key)?.pop() ?? await make(browser, options), {page, context} = kept;
    const errors = kept.errors = [];
    await page.setViewportSize({width, height});
    await page.emulateMedia({colorScheme, reducedMotion, forcedColors: 'none'});
    await clear(kept, url);
    await page.evaluate((name) => { window.name = name; }, JSON.stringify({seed, settings: {pace: 'instant', ...settings}}));
    await page.goto(url);
    await page.waitForSelector('html:not([data-screen="loading"])');
    context.close = async () => {
        await Promise.all(context.pages().filter((other) => other !== page).map((other) => other.close()));
        await clear(kept, url);
        free.set(key, [...(free.get(key) ?? []), kept]);
    };
    return {page, context, errors};
}
