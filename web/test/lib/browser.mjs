// The system's Chromium, driven by playwright-core.
import {chromium} from 'playwright-core';

export const launch = (...more) => chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', ...more],
});

/* Runs in the page before its scripts: all chance comes from a seed. */
export function seeded(seed) {
    let state = seed >>> 0 || 1;
    crypto.getRandomValues = (array) => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let at = 0; at < bytes.length; at++) {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            bytes[at] = state >>> 24;
        }
        return array;
    };
}

/* Tells errors of the page and whatever its policy refuses. */
export function record(page, tell) {
    page.on('pageerror', (error) => tell(String(error)));
    page.on('console', (message) => { if (message.type() === 'error') tell(message.text()); });
}

/* A page that keeps errors and whatever the CSP refuses. The same seed deals the same cards
 * and lets the bots play alike. */
export async function open(browser, url, {width = 1440, height = 900, seed = 1, settings = {}, script = '', ...options} = {}) {
    const context = await browser.newContext({viewport: {width, height}, reducedMotion: 'reduce', ...options});
    const page = await context.newPage(), errors = [];
    record(page, (error) => errors.push(error));
    await page.addInitScript(seeded, seed);
    if (script) await page.addInitScript(script);
    await page.addInitScript((wanted) => {
        if (!localStorage.getItem('tobago.settings')) localStorage.setItem('tobago.settings', JSON.stringify(wanted));
    }, {pace: 'instant', ...settings});
    await page.goto(url);
    await page.waitForSelector('html:not([data-screen="loading"])');
    return {page, context, errors};
}

/* Does an act of the page, wherever it would be offered. */
export const act = (page, name, marks = {}) => page.evaluate(([what, more]) => {
    const button = document.createElement('button');
    Object.assign(button.dataset, {do: what, ...more});
    document.getElementById('app').append(button);
    button.click();
    button.remove();
}, [name, marks]);

/* The text of a file that the page gives out. */
export async function textOf(download) {
    const parts = [];
    for await (const part of await download.createReadStream()) parts.push(part);
    return Buffer.concat(parts).toString('utf8');
}

/* The record of the game that is being played, through the page's own download. */
export async function recordOf(page) {
    const waiting = page.waitForEvent('download');
    await act(page, 'download');
    return textOf(await waiting);
}
