// A hot seat: at every hand-over the document is searched for what the others may not see.
import assert from 'node:assert/strict';
import {recordOf} from '../lib/browser.mjs';
import {positionOf} from '../lib/native.mjs';
import {open} from '../lib/pool.mjs';
import {browser, site, soon, test} from '../lib/suite.mjs';

const HANDS = process.env.LONG === '1' ? 400 : 14;

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

/* The hidden cards of these seats that are in a document. */
const found = (html, seats) => seats.flatMap(({hand = []}) => hand.filter((card) => html.includes(`"${card}"`)));

test('at every hand-over of a hot seat nothing hidden is in the document', {work: 20}, async () => {
    const {page, context, errors} = await open(browser, site.url, {settings: {players: 3, level: 'greedy', pace: 'instant'}});
    await page.locator('[data-do="hot-seat"]').first().dispatchEvent('click');
    let searched = 0;
    for (let i = 0; i < HANDS; i++) {
        await page.waitForSelector('html[data-screen="pass"]');
        const {seats} = positionOf(await recordOf(page));
        await soon(async () => assert.deepEqual(await page.locator('[data-card], .hcard, .hand').count(), 0, 'no card is in the document'));
        await soon(async () => assert.deepEqual(found(await page.content(), seats), [], 'between two people'));
        await page.focus('[data-do="show-hand"]');
        await page.keyboard.press('Enter');
        await page.waitForSelector('html[data-screen="table"]');
        const mine = Number(await page.getAttribute('html', 'data-to-move')), others = seats.filter(({seat}) => seat !== mine);
        await soon(async () => assert.deepEqual(found(await page.content(), others), [], `while seat ${mine} decides`));
        searched += others.reduce((sum, {hand = []}) => sum + hand.length, 0);
        await page.evaluate(untilHandOver);
        if (await page.getAttribute('html', 'data-screen') === 'end') break;
    }
    assert.ok(searched > 30, `${searched} cards were looked for`);
    assert.deepEqual(errors, []);
    await context.close();
});
