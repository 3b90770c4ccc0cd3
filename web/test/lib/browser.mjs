// The system's Chromium, driven by playwright-core.
import {chromium} from 'playwright-core';

export const launch = () => chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
});

/* A page that fails the test on errors and on anything the CSP refuses. */
export async function open(browser, url, {width = 1440, height = 900, settings = {}, script = '', ...options} = {}) {
    const context = await browser.newContext({viewport: {width, height}, ...options});
    const page = await context.newPage(), errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
    if (script) await page.addInitScript(script);
    await page.addInitScript((wanted) => {
        if (!localStorage.getItem('tobago.settings')) localStorage.setItem('tobago.settings', JSON.stringify(wanted));
    }, {pace: 'instant', ...settings});
    await page.goto(url);
    await page.waitForSelector('html:not([data-screen="loading"])');
    return {page, context, errors};
}

/* The record of the game that is being played, through the page's own download. */
export async function recordOf(page) {
    const waiting = page.waitForEvent('download');
    await page.evaluate(() => {
        const button = document.createElement('button');
        button.dataset.do = 'download';
        document.getElementById('app').append(button);
        button.click();
        button.remove();
    });
    const stream = await (await waiting).createReadStream(), parts = [];
    for await (const part of stream) parts.push(part);
    return Buffer.concat(parts).toString('utf8');
}
