// A hot seat: at every hand-over the document is searched for what the others may not see.
import assert from 'node:assert/strict';
import {open, recordOf} from '../lib/browser.mjs';
import {browser, site, test} from '../lib/suite.mjs';

const HANDS = process.env.LONG === '1' ? 400 : 10;

/* Plays on until the next hand-over. */
async function untilHandOver() {
    const root = document.documentElement;
    const press = (element) => element.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
    for (let step = 0; step < 400 && root.dataset.screen === 'table'; step++) {
        const moves = [...document.querySelectorAll('[data-move]')], picks = [...document.querySelectorAll('[data-pick]:not([data-pick=""])')];
        const chosen = moves.find((each) => / (raise|clue|start|end|claim|pass)/.test(each.dataset.move)) ?? moves[0] ?? picks[step * 7 % Math.max(1, picks.length)];
        if (chosen) press(chosen);
        await new Promise((go) => setTimeout(go, 4));
    }
}

test('at every hand-over of a hot seat nothing hidden is in the document', {work: 20}, async () => {
    const {page, context, errors} = await open(browser, site.url, {settings: {players: 2, level: 'greedy', pace: 'instant'}});
    await page.locator('[data-do="hot-seat"]').first().dispatchEvent('click');
    let searched = 0;
    for (let i = 0; i < HANDS; i++) {
        await page.waitForSelector('html[data-screen="pass"]');
        const record = await recordOf(page), dealt = new Set([...record.matchAll(/^nature deal \d (.*)$/gm)].flatMap((found) => found[1].split(' ')));
        const covered = await page.evaluate(() => ({
            cards: [...document.querySelectorAll('[data-card], .hcard, .hand')].map((each) => each.outerHTML.slice(0, 80)), html: document.getElementById('app').outerHTML,
        }));
        assert.deepEqual(covered.cards, [], 'no card is in the document');
        for (const card of dealt) {
            searched++;
            assert.ok(!covered.html.includes(`"${card}"`), `${card} is in the document`);
        }
        await page.focus('[data-do="show-hand"]');
        await page.keyboard.press('Enter');
        await page.waitForSelector('html[data-screen="table"]');
        await page.evaluate(untilHandOver);
        if (await page.getAttribute('html', 'data-screen') === 'end') break;
    }
    assert.ok(searched > 0, 'hands were dealt and searched for');
    assert.deepEqual(errors, []);
    await context.close();
});
