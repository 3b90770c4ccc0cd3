// The table at six widths in both themes: nothing overflows, named boxes do not overlap,
// no text of a button is cut.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {launch, open} from '../lib/browser.mjs';
import {GAME} from '../lib/games.mjs';
import {serve} from '../lib/site.mjs';
import {resume} from '../lib/stored.mjs';

let site, browser;
before(async () => { site = await serve(); browser = await launch(); });
after(async () => { await browser?.close(); site?.close(); });

const SIZES = [[360, 740], [390, 844], [768, 1024], [1024, 768], [1440, 900], [1920, 1080]];

/* What is wrong with the boxes of the page, as sentences. */
function faults() {
    const wrong = [], {innerWidth: width, innerHeight: height} = window;
    const visible = (element) => { const box = element.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
    if (document.documentElement.scrollWidth > width) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
    if (document.documentElement.scrollHeight > height + 1) wrong.push(`the page is ${document.documentElement.scrollHeight} high`);
    const names = ['.players', '.cols', '.hand', '.actions', '.topbar .right'];
    const boxes = names.map((name) => [name, document.querySelector(name)]).filter(([, element]) => element && visible(element))
        .map(([name, element]) => [name, element.getBoundingClientRect()]);
    for (const [name, box] of boxes)
        if (box.left < -1 || box.right > width + 1 || box.top < -1 || box.bottom > height + 1) wrong.push(`${name} leaves the screen: ${JSON.stringify(box)}`);
    boxes.forEach(([a, first], index) => boxes.slice(index + 1).forEach(([b, second]) => {
        const x = Math.min(first.right, second.right) - Math.max(first.left, second.left), y = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
        if (x > 1 && y > 1) wrong.push(`${a} and ${b} overlap by ${x.toFixed()} × ${y.toFixed()}`);
    }));
    for (const button of document.querySelectorAll('.btns .btn')) {
        if (!visible(button)) continue;
        const box = button.getBoundingClientRect(), least = matchMedia('(pointer: coarse)').matches ? 44 : 36;
        if (box.height < least - 0.5) wrong.push(`a button is ${box.height} high: ${button.textContent}`);
        const words = button.querySelector('span');
        for (const part of [button, words])
            if (getComputedStyle(part).position !== 'absolute' && part.scrollWidth > part.clientWidth + 1) wrong.push(`a button is cut: ${button.textContent}`);
    }
    const dock = document.querySelector('.btns');
    if (dock.scrollHeight > dock.clientHeight + 1) wrong.push(`the dock is ${dock.scrollHeight - dock.clientHeight} too low: ${dock.textContent}`);
    return wrong;
}

for (const [width, height] of SIZES)
    for (const colorScheme of ['light', 'dark'])
        test(`the table fits ${width} × ${height}, ${colorScheme}`, async () => {
            const touch = width < 1100 ? {hasTouch: true, isMobile: width < 700} : {};
            const {page, context} = await open(browser, site.url, {width, height, colorScheme, ...touch});
            await resume(page, GAME, 2);
            await page.waitForSelector('.actions .btn');
            assert.deepEqual(await page.evaluate(faults), [], 'at rest');
            await page.locator('[data-pick="not-sight-statue"]').first().dispatchEvent('click');
            await page.locator('[data-pick="white"]').first().dispatchEvent('click');
            await page.waitForTimeout(250);
            assert.deepEqual(await page.evaluate(faults), [], 'with a card over a map');
            await page.keyboard.press('Escape');
            await page.locator('[data-pick="drive"]').first().dispatchEvent('click');
            await page.locator('[data-pick="l10"]').first().dispatchEvent('click');
            assert.deepEqual(await page.evaluate(faults), [], 'driving');
            await context.close();
        });
