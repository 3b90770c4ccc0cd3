// Whole games by hand: with a mouse on a large screen, with a finger on a phone. Every
// element is pressed where it is seen, so that nothing may lie over it.
import assert from 'node:assert/strict';
import {recordOf} from '../lib/browser.mjs';
import {check} from '../lib/native.mjs';
import {open} from '../lib/pool.mjs';
import {browser, site, soon, test} from '../lib/suite.mjs';

/* The first element of these that can be seen, or null. */
const seen = (page, ...selectors) => page.evaluate((list) => {
    for (const selector of list) {
        const index = [...document.querySelectorAll(selector)].findIndex((element) => {
            const box = element.getBoundingClientRect();
            return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== 'hidden';
        });
        if (index >= 0) return [selector, index];
    }
    return null;
}, selectors);

/* Plays to the end: claims what is offered, raises, plays the first card that fits a map. */
async function play(page, press, most) {
    const act = async (...selectors) => {
        const found = await seen(page, ...selectors);
        if (found) await press(page.locator(found[0]).nth(found[1]));
        return found !== null;
    };
    for (let turn = 0; turn < most; turn++) {
        await page.waitForFunction(() => document.documentElement.dataset.screen === 'end' || document.querySelector('[data-move], .hand [data-pick], .map [data-pick], .hit[data-pick]'));
        if (await page.getAttribute('html', 'data-screen') === 'end') return;
        if (await act('.scene [data-move]', '.actions [data-move*=" raise "]', '.actions [data-move$=" cannot"]')) continue;
        const phase = await page.textContent('.prompt');
        if (/ATV/.test(phase)) await act('.hit[data-pick="h8"]', '.hit[data-pick]');
        else if (/Start a map/.test(phase)) await act('.map.can .cover');
        else {
            const cards = await page.locator('.hand [data-pick]').count();
            for (let card = 0; card < cards; card++) {
                await press(page.locator('.hand [data-pick]').nth(card));
                if (await act('.map.can .cover')) break;
                await act('.actions [data-pick=""]');
            }
        }
        if (!await act('.actions .btn.main[data-move]')) await act('.actions [data-move$=" end"]');
    }
}

for (const [name, options, press] of [
    ['with a mouse', {width: 1440, height: 900}, (element) => element.click({timeout: 15000})],
    ['with a finger at 390 × 844', {width: 390, height: 844, hasTouch: true, isMobile: true}, (element) => element.tap({timeout: 15000})],
])
    test(`a whole game against bots ${name}`, {work: 40}, async () => {
        const {page, context, errors} = await open(browser, site.url, {...options, seed: 3, settings: {level: 'greedy', players: 4}});
        await press(page.locator('[data-do="play-now"]'));
        await page.waitForSelector('html[data-screen="table"]');
        await play(page, press, 400);
        await soon(async () => assert.equal(await page.getAttribute('html', 'data-screen'), 'end'));
        await soon(async () => assert.equal(check(await recordOf(page)).phase, 'over'));
        assert.deepEqual(errors, []);
        await context.close();
    });
