// The rooms around the table: choosing, my games, files of games, a store that fails.
import assert from 'node:assert/strict';
import {recordOf, textOf} from '../lib/browser.mjs';
import {check} from '../lib/native.mjs';
import {open} from '../lib/pool.mjs';
import {browser, site, soon, test} from '../lib/suite.mjs';
import {cut, GAME, put} from '../lib/stored.mjs';

const press = (page, act, more = '') => page.locator(`[data-do="${act}"]${more}`).first().click();
const atScreen = (page, name) => page.waitForSelector(`html[data-screen="${name}"]`);

test('a chosen table has its seats, levels, island and options, and play now means the same again', {}, async () => {
    const {page, context, errors} = await open(browser, site.url);
    await press(page, 'choose');
    await atScreen(page, 'choose');
    await soon(async () => assert.equal(await page.locator('.picker .mini path').count() > 32, true));
    await soon(async () => assert.equal(await page.locator('[data-do="island"]').count(), 33));
    await press(page, 'seat-kind', '[data-seat="4"][data-value="none"]');
    await page.selectOption('[data-seat="3"] select', 'greedy');
    await page.fill('[data-seat="1"] input', '<b>Eve</b>');
    await press(page, 'island', '[data-island="aBc1"]');
    await press(page, 'option', '[data-option="volcano-placed"]');
    await soon(async () => assert.equal(await page.getAttribute('[data-option="volcano"]', 'aria-checked'), 'true'));
    await press(page, 'play-now');
    await page.waitForSelector('html[data-to-move]');
    const record = await recordOf(page);
    assert.match(record, /^players <b>Eve<\/b>? Ben Chloé\nisland aBc1\noptions volcano volcano-placed\n/m);
    check(record);
    await soon(async () => assert.equal(await page.locator('.name b').count(), 0));
    await press(page, 'home');
    await page.reload();
    await press(page, 'play-now');
    await page.waitForSelector('html[data-to-move]');
    await soon(async () => assert.match(await recordOf(page), /island aBc1\noptions volcano volcano-placed\n/));
    assert.deepEqual(errors, []);
    await context.close();
});

test('two seats are the fewest', {}, async () => {
    const {page, context} = await open(browser, site.url, {settings: {players: 2}});
    await press(page, 'choose');
    const button = page.locator('[data-do="seat-kind"][data-seat="2"][data-value="none"]');
    await soon(async () => assert.equal(await button.getAttribute('aria-disabled'), 'true'));
    await button.click({force: true});
    await soon(async () => assert.equal(await page.getAttribute('[data-do="seat-kind"][data-seat="2"][data-value="bot"]', 'aria-pressed'), 'true'));
    await context.close();
});

test('my games go on where they were, are deleted and brought back, leave in one file and come in elsewhere', {}, async () => {
    const {page, context, errors} = await open(browser, site.url);
    await put(page, cut(GAME, 255), 2, {id: 'one'});
    await put(page, cut(GAME, 9999), 2, {id: 'two', over: true, changed: 5});
    await page.reload();
    await press(page, 'games');
    await page.waitForSelector('.gc');
    await soon(async () => assert.equal(await page.locator('.gc').count(), 2));
    await press(page, 'delete', '[data-game="two"]');
    await page.waitForSelector('.gc[data-game="two"]', {state: 'detached'});
    await press(page, 'undelete');
    await page.waitForSelector('.gc[data-game="two"]');
    const waiting = page.waitForEvent('download');
    await press(page, 'export');
    const file = await textOf(await waiting);
    assert.equal(JSON.parse(file).games.length, 2);
    await press(page, 'resume', '[data-game="one"]');
    await atScreen(page, 'table');
    await soon(async () => assert.equal(await page.getAttribute('html', 'data-line'), '255'));
    await context.close();

    const other = await open(browser, site.url), data = JSON.parse(file);
    data.games.push({...data.games[0], id: 'bad', record: 'tobago 1\nrm -rf\n'});
    await press(other.page, 'games');
    await other.page.setInputFiles('.filebtn input', {name: 'games.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(data))});
    await other.page.waitForSelector('.gc[data-game="one"]');
    await soon(async () => assert.equal(await other.page.locator('.gc').count(), 2));
    await soon(async () => assert.match(await other.page.textContent('.notice'), /2 games came in\. 1 could not be read\./));
    assert.deepEqual([...errors, ...other.errors], []);
    await other.context.close();
});

test('a browser without a store says so, and the game goes on', {}, async () => {
    const {page, context, errors} = await open(browser, site.url, {level: 'greedy', script: 'Object.defineProperty(window, "indexedDB", {get() { throw new Error("forbidden"); }})'});
    await press(page, 'play-now');
    await page.waitForSelector('html[data-to-move]');
    await page.waitForSelector('.notice');
    await soon(async () => assert.match(await page.textContent('.notice'), /lasts as long as the page is open/));
    const waiting = page.waitForEvent('download');
    await page.click('.notice [data-do="download"]');
    await soon(async () => assert.match(await textOf(await waiting), /^tobago 1\n/));
    await press(page, 'note-close');
    await press(page, 'home');
    await page.waitForSelector('[data-do="resume"]');
    assert.deepEqual(errors, []);
    await context.close();
});

test('a full store says so, and the game is kept for this visit', {}, async () => {
    const {page, context, errors} = await open(browser, site.url, {script: `IDBObjectStore.prototype.put = function () { throw new DOMException('full', 'QuotaExceededError'); }`});
    await press(page, 'play-now');
    await page.waitForSelector('html[data-to-move]');
    await page.waitForSelector('.notice');
    await soon(async () => assert.match(await page.textContent('.notice'), /no room left/));
    await press(page, 'home');
    await page.waitForSelector('[data-do="resume"]');
    await press(page, 'resume');
    await page.waitForSelector('html[data-to-move]');
    assert.deepEqual(errors, []);
    await context.close();
});
