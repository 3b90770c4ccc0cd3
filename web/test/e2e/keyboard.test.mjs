// A whole game by keyboard alone: no pointer touches the page, no script activates anything.
import assert from 'node:assert/strict';
import {recordOf} from '../lib/browser.mjs';
import {check} from '../lib/native.mjs';
import {open} from '../lib/pool.mjs';
import {browser, site, soon, test} from '../lib/suite.mjs';

/* What a person sees at a glance: the screen, the prompt, the focus, what keys would find. */
const look = () => {
    const focus = document.activeElement, root = document.documentElement;
    const has = (selector) => document.querySelector(selector) !== null;
    return {
        screen: root.dataset.screen, line: root.dataset.line, mine: root.dataset.toMove === '1',
        move: focus?.dataset?.move ?? null, pick: focus?.dataset?.pick ?? null,
        visible: !focus || focus === document.body || focus.matches(':focus-visible'),
        claim: has('[data-move$=" claim"]'), main: has('.actions .btn.main[data-move]'), spaces: has('.spaces [data-pick], .spaces [data-move]'),
        maps: [...document.querySelectorAll('.map:has(.cover[data-pick])')].map((map) => map.dataset.treasure),
        cards: document.querySelectorAll('.hand [data-pick]').length, end: has('.actions [data-move$=" end"]'),
    };
};
const KEY = {white: 'w', grey: 'g', brown: 'b', black: 'k'};

/* Tab until the focus is on what is wanted. */
async function tabTo(page, selector) {
    for (let i = 0; i < 60; i++) {
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
        await page.keyboard.press('Tab');
    }
    assert.fail(`Tab never reaches ${selector}`);
}

/* D brings the focus to the decision, Enter confirms it. */
async function confirm(page) {
    await page.keyboard.press('d');
    const {move} = await page.evaluate(look);
    if (move !== null) await page.keyboard.press('Enter');
}

/* One decision: the next keys of somebody who plays clues, else drives on, else ends the turn. */
async function decide(page, seen, turn) {
    const press = (key) => page.keyboard.press(key);
    if (seen.claim) return press('c');
    if (seen.main && !seen.cards) { await page.evaluate(() => document.activeElement?.blur?.()); return press('Enter'); }
    if (seen.cards && !seen.maps.length) {
        for (let card = 1; card <= 4; card++) {
            await press(String(card));
            const {maps} = await page.evaluate(look);
            if (!maps.length) { await press('Escape'); continue; }
            await press(KEY[maps[turn % maps.length]]);
            return confirm(page);
        }
    }
    if (seen.maps.length) {
        await press(KEY[seen.maps[turn % seen.maps.length]]);
        return confirm(page);
    }
    if (seen.spaces) {
        for (let i = 0; i <= turn % 5; i++) await press('n');
        await press('Enter');
        const {move} = await page.evaluate(look);
        return move === null ? undefined : press('Enter');
    }
    await press('d');
    return press('Enter');
}

test('a whole game is played by keyboard alone, with the focus always to be seen', {work: 60}, async () => {
    const {page, context, errors} = await open(browser, site.url, {width: 1200, height: 800, seed: 5, settings: {players: 4, level: 'greedy'}});
    await tabTo(page, '[data-do="play-now"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('html[data-screen="table"]');
    let turn = 0, same = 0, before = '';
    for (; turn < 900; turn++) {
        const seen = await page.evaluate(look);
        if (seen.screen === 'end') break;
        assert.ok(seen.visible, `the focus cannot be seen at line ${seen.line}`);
        same = seen.line === before ? same + 1 : 0;
        before = seen.line;
        if (!seen.mine) { await page.waitForTimeout(15); continue; }
        assert.ok(same < 60, `no way on by keyboard at line ${seen.line}: ${JSON.stringify(seen)}`);
        if (same > 5) await page.keyboard.press('Escape');
        await decide(page, seen, turn);
    }
    await soon(async () => assert.equal(await page.getAttribute('html', 'data-screen'), 'end'));
    await soon(async () => assert.equal(check(await recordOf(page)).phase, 'over'));
    assert.deepEqual(errors, []);
    await context.close();
});

test('the list of keys opens with ?, closes with Escape and gives the focus back', {}, async () => {
    const {page, context} = await open(browser, site.url);
    await tabTo(page, '[data-do="play-now"]');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog.keylist');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog.keylist', {state: 'detached'});
    await soon(async () => assert.ok(await page.evaluate(() => document.activeElement.matches('[data-do="play-now"]'))));
    await context.close();
});
