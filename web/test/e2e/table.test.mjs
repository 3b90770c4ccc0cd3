// The table by hand: previews, refusals, taking back, hints, and a hot seat that hides.
import assert from 'node:assert/strict';
import {act, recordOf} from '../lib/browser.mjs';
import {open} from '../lib/pool.mjs';
import {browser, site, soon, test} from '../lib/suite.mjs';
import {resume} from '../lib/stored.mjs';
import {cut, GAME, VOLCANO} from '../lib/games.mjs';

async function at(record, seat, options = {}) {
    const opened = await open(browser, site.url, options);
    await resume(opened.page, record, seat);
    return opened;
}
const pick = (page, word) => page.locator(`[data-pick="${word}"]`).first().dispatchEvent('click');

test('a lifted card shows on every map what it would leave, or a clause and why', {}, async () => {
    const {page, context, errors} = await at(GAME, 2);
    await pick(page, 'not-sight-statue');
    await soon(async () => assert.match(await page.textContent('[data-treasure="white"] .n'), /11 → 6/));
    await soon(async () => assert.match(await page.textContent('[data-treasure="grey"] .n'), /8 → 4/));
    const locked = page.locator('[data-treasure="brown"] .note');
    await soon(async () => assert.match(await locked.textContent(), /C3\s*It would leave no site\./));
    await soon(async () => assert.equal(await page.locator('[data-treasure="brown"] [data-pick]').count(), 0, 'a locked map is not offered'));
    await pick(page, 'white');
    await soon(async () => assert.equal(await page.locator('.island .vanish').count(), 5));
    await soon(async () => assert.equal(await page.locator('.island .stay').count(), 6));
    await soon(async () => assert.equal(await page.getAttribute('.actions .btn.main', 'data-move'), '2 clue white not-sight-statue'));
    await page.keyboard.press('Escape');
    await soon(async () => assert.equal(await page.locator('.island .vanish').count(), 0));
    assert.deepEqual(errors, []);
    await context.close();
});

test('the clause of a refusal opens the rule', {}, async () => {
    const {page, context} = await at(GAME, 2);
    await pick(page, 'not-sight-statue');
    await page.locator('[data-treasure="brown"] [data-clause="C3"]').dispatchEvent('click');
    await page.waitForSelector('html[data-screen="rules"], [data-drawer="rules"]');
    await page.waitForSelector('#rule-C3');
    await context.close();
});

test('a drive shows legs, way and amulet before it is confirmed, then drives', {}, async () => {
    const {page, context} = await at(GAME, 2);
    await pick(page, 'drive');
    await soon(async () => assert.equal(await page.locator('.island .rn.r1').count() > 3, true));
    await pick(page, 'l10');
    await soon(async () => assert.equal(await page.locator('.island .stop').count(), 3));
    await soon(async () => assert.match(await page.textContent('.island .tag'), /amulet/));
    const button = page.locator('.actions .btn.main');
    await soon(async () => assert.equal(await button.getAttribute('data-move'), '2 move;2 leg k7;2 leg l9;2 leg l10'));
    await button.click();
    await page.waitForFunction(() => document.querySelector('[data-seat="2"] .stats li:nth-child(3) b').textContent === '2');
    await context.close();
});

test('sharing out tells what was seen, what is unseen by value, and what a curse would cost', {}, async () => {
    const {page, context, errors} = await at(cut('four', 270), 2);
    const values = await page.locator('.unk li').allTextContents();
    assert.deepEqual(values, ['×1', '2×3', '3×2', '4×1', '5×1', '6×1']);
    await soon(async () => assert.equal(await page.locator('.fan .peek').count(), 2));
    const risk = await page.textContent('.risk');
    assert.match(risk, /At least 1 of the 3 cards left is a curse\..*you give up an amulet.*claiming takes you out of danger/);
    await soon(async () => assert.match(await page.textContent('.order .now'), /Ben.*not in sight of a statue.*asked now/));
    await page.keyboard.press('p');
    await page.waitForFunction(() => Number(document.documentElement.dataset.line) > 270);
    assert.deepEqual(errors, []);
    await context.close();
});

test('what is taken back is as it was', {}, async () => {
    const {page, context} = await at(GAME, 2);
    const before = await page.evaluate(() => document.documentElement.dataset.line);
    await page.locator('[data-move="2 end"]').click();
    await page.waitForFunction((line) => Number(document.documentElement.dataset.line) > Number(line), before);
    await page.locator('[data-do="undo"]').first().click();
    await page.waitForFunction((line) => document.documentElement.dataset.line === line, before);
    await soon(async () => assert.match(await page.textContent('.prompt'), /Your turn/));
    await context.close();
});

/* Activates something that carries these lines, wherever it would be offered. */
const commit = (page, lines) => page.evaluate((move) => {
    const button = document.createElement('button');
    button.dataset.move = move;
    document.getElementById('app').append(button);
    button.click();
    button.remove();
}, lines);
const onLine = (page, line) => page.waitForSelector(`html[data-line="${line}"]`);
const DRIVE = '2 move;2 leg e7;2 leg c5;2 leg c6';

test('a drive that leaves nothing else to do is confirmed, and can be taken back as long as nothing was shown', {}, async () => {
    const {page, context} = await at(cut('four', 42), 2);
    await commit(page, DRIVE);
    await onLine(page, 46);
    await soon(async () => assert.match(await page.textContent('.prompt'), /end your turn, or take something back/));
    await soon(async () => assert.equal(await page.getAttribute('.actions .btn.main', 'data-move'), '2 end'));
    await act(page, 'undo');
    await onLine(page, 45);
    await commit(page, '2 leg c6');
    await page.locator('.actions .btn.main').click();
    await page.waitForFunction(() => Number(document.documentElement.dataset.line) > 50 && document.documentElement.dataset.toMove === '2');
    await act(page, 'undo');
    await onLine(page, 46);
    await page.waitForTimeout(300);
    await soon(async () => assert.equal(await page.getAttribute('html', 'data-line'), '46', 'it does not end again by itself'));
    await context.close();
});

test('a clue ends its turn by itself, and taking back takes back the clue', {}, async () => {
    const {page, context} = await at(cut('four', 42), 2);
    await commit(page, '2 clue white in-largest-lake');
    await page.waitForFunction(() => Number(document.documentElement.dataset.line) > 50 && document.documentElement.dataset.toMove === '2');
    await act(page, 'undo');
    await onLine(page, 42);
    await context.close();
});

test('on a hot seat a drive is not handed over before it is confirmed', {}, async () => {
    const {page, context} = await at(cut('four', 42), 0);
    await page.focus('[data-do="show-hand"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('html[data-screen="table"]');
    await commit(page, DRIVE);
    await onLine(page, 46);
    await soon(async () => assert.equal(await page.getAttribute('html', 'data-screen'), 'table'));
    await act(page, 'undo');
    await onLine(page, 45);
    await context.close();
});

test('a search of the rules finds clauses with all of its words', {}, async () => {
    const {page, context} = await at(GAME, 2);
    await act(page, 'rules');
    await page.waitForSelector('#rule-C3');
    await page.fill('.search input', 'amulet  curse');
    await soon(async () => assert.ok(await page.locator('.clauses dl > div').count() > 0));
    for (const text of await page.locator('.clauses dl > div').allTextContents()) assert.match(text, /amulet.*curse|curse.*amulet/is);
    await soon(async () => assert.ok(new Set((await page.locator('.clauses mark').allTextContents()).map((word) => word.toLowerCase())).size >= 2, 'both words are marked'));
    await context.close();
});

test('a hint names an act and its chance, where a drive leads, and can be followed', {}, async () => {
    const {page, context} = await at(GAME, 2);
    await page.locator('[data-do="hint"]').first().click();
    await page.waitForSelector('.hintp [data-move]');
    await soon(async () => assert.match(await page.textContent('.hintp'), /\d+\s?%/));
    await page.waitForFunction(() => !document.querySelector('.hintp small'));
    assert.match(await page.getAttribute('.hintp [data-move]', 'data-move'), /^2 move(;2 leg \w+)+$/);
    assert.match(await page.textContent('.hintp .act'), /drive to \w\d/);
    await page.locator('.hintp [data-move]').first().click();
    await page.waitForFunction(() => Number(document.documentElement.dataset.line) >= 257);
    await context.close();
});

test('lava: every target is legal, the chosen tile is previewed and confirmed', {}, async () => {
    const {page, context} = await at(VOLCANO, 2);
    await soon(async () => assert.match(await page.textContent('.prompt'), /lava/i));
    await pick(page, 'i5');
    await soon(async () => assert.equal(await page.getAttribute('.actions .btn.main', 'data-move'), '2 lava i5'));
    await page.locator('.actions .btn.main').click();
    await page.waitForFunction(() => document.querySelector('[data-seat="2"] .stats li:nth-child(3) b').textContent === '1');
    await context.close();
});

test('a tap near a space takes it, a second tap confirms, at the size of a phone', {}, async () => {
    const {page, context} = await at(GAME, 2, {width: 390, height: 844, hasTouch: true, isMobile: true});
    await pick(page, 'drive');
    const box = await page.locator('[data-space="l10"]').boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector('[data-space="l10"][data-move]');
    const again = await page.locator('[data-space="l10"]').boundingBox();
    await page.touchscreen.tap(again.x + again.width / 2, again.y + again.height / 2);
    await page.waitForFunction(() => document.querySelector('[data-seat="2"] .stats li:nth-child(3) b').textContent === '2');
    await context.close();
});

test('between two people nothing hidden is in the document', {}, async () => {
    const {page, context} = await at(GAME, 0);
    const hands = {2: ['sight-palm', 'sight-ocean', 'sight-largest-mountain', 'not-sight-statue']};
    await page.waitForSelector('html[data-screen="pass"]');
    const covered = await page.content();
    for (const card of hands[2]) assert.ok(!covered.includes(`data-card="${card}"`) && !covered.includes(`data-pick="${card}"`), card);
    await soon(async () => assert.equal(await page.locator('.hand, .hcard').count(), 0));
    await page.focus('[data-do="show-hand"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('html[data-screen="table"]');
    await soon(async () => assert.equal(await page.locator('.hand [data-card]').count(), 4));
    await page.locator('[data-move="2 end"]').click();
    await page.waitForSelector('html[data-screen="pass"]');
    await soon(async () => assert.equal(await page.locator('.hand, .hcard').count(), 0));
    const quick = page.locator('[data-do="show-hand"]');
    await quick.click();
    await soon(async () => assert.equal(await page.getAttribute('html', 'data-screen'), 'pass', 'a short press shows nothing'));
    await quick.hover();
    await page.mouse.down();
    await page.waitForSelector('html[data-screen="table"]');
    await page.mouse.up();
    await context.close();
});

test('with reduced motion nothing moves, and only what came up fades in', {}, async () => {
    const {page, context} = await at(GAME, 2, {reducedMotion: 'reduce'});
    const running = () => page.evaluate(() => document.getAnimations().map((each) => each.animationName ?? each.transitionProperty));
    await pick(page, 'not-sight-statue');
    await pick(page, 'white');
    const seen = await running();
    assert.ok(seen.length < 12, `${seen.length} animations`);
    assert.deepEqual(seen.filter((name) => !['fade-in', 'glow'].includes(name)), []);
    await context.close();
});

test('a line that is not legal is refused with its reason and leaves no trace', {}, async () => {
    const {page, context, errors} = await at(GAME, 2);
    const before = await recordOf(page);
    await page.evaluate(() => {
        const button = document.createElement('button');
        button.dataset.move = '2 clue brown not-sight-statue';
        document.getElementById('app').append(button);
        button.click();
        button.remove();
    });
    await page.waitForFunction(() => /not possible/.test(document.querySelector('.prompt').textContent));
    await soon(async () => assert.match(await page.textContent('.prompt'), /C3\s*It would leave no site\./));
    await soon(async () => assert.equal(await recordOf(page), before));
    await pick(page, 'drive');
    await soon(async () => assert.doesNotMatch(await page.textContent('.prompt'), /not possible/, 'the next pick puts the refusal away'));
    assert.deepEqual(errors, []);
    await context.close();
});

test('on a hot seat nothing is taken back over a card that was drawn', {}, async () => {
    const {page, context} = await at(GAME, 0);
    await page.focus('[data-do="show-hand"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('html[data-screen="table"]');
    await pick(page, 'drive');
    await pick(page, 'l10');
    await page.locator('.actions .btn.main').dispatchEvent('click');
    await page.waitForSelector('html[data-line="259"]');
    await act(page, 'undo');
    await page.waitForSelector('html[data-line="258"]');
    await pick(page, 'not-sight-statue');
    await pick(page, 'white');
    await page.locator('.actions .btn.main').dispatchEvent('click');
    await page.waitForFunction(() => Number(document.documentElement.dataset.line) >= 260);
    const line = await page.getAttribute('html', 'data-line');
    await soon(async () => assert.equal(await page.getAttribute('.topbar [data-do="undo"]', 'aria-disabled'), 'true'));
    await act(page, 'undo');
    await soon(async () => assert.equal(await page.getAttribute('html', 'data-line'), line));
    await context.close();
});

test('a triad is previewed with the space on which the ATV starts, and starts there', {}, async () => {
    const {page, context} = await at(cut('volcano', 16), 2);
    await pick(page, 'jungle-mountain');
    await pick(page, 'b4');
    const button = page.locator('.actions .btn.main');
    await soon(async () => assert.equal(await button.getAttribute('data-move'), '2 triad jungle-mountain b4 N'));
    const [, start] = /you start on (\w+)/.exec(await button.textContent());
    await button.dispatchEvent('click');
    await page.waitForSelector('html:not([data-line="16"])');
    const label = await page.getAttribute(`[data-space="${start}"]`, 'aria-label');
    assert.match(label, /ATV of Ben/, label);
    await context.close();
});
