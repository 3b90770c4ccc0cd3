// Replays: opening records in every way, stepping, looking, judging, sharing, playing on.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {deflateRawSync} from 'node:zlib';
import {recordOf} from '../lib/browser.mjs';
import {check, TOBAGO} from '../lib/native.mjs';
import {open} from '../lib/pool.mjs';
import {browser, site, soon, test} from '../lib/suite.mjs';
import {cut, GAME, put, resume, TIE} from '../lib/stored.mjs';

const RECORD = readFileSync(GAME, 'utf8');
const press = (page, act, more = '') => page.locator(`[data-do="${act}"]${more}`).first().click();
const paste = async (page, text) => {
    if (await page.getAttribute('html', 'data-screen') !== 'open') await press(page, 'open');
    await page.waitForSelector('.paste');
    await page.evaluate((value) => { const area = document.querySelector('.paste'); area.value = value; area.dispatchEvent(new Event('input', {bubbles: true})); }, text);
    await press(page, 'open-text');
};
const inReplay = (page) => page.waitForSelector('html[data-screen="replay"] .replay');
const lineOf = async (page) => Number(await page.inputValue('.scrub'));
const link = (text) => `#g=${deflateRawSync(Buffer.from(text)).toString('base64url')}`;

test('a pasted record is stepped through by keys, by the scrubber, by rounds, treasures and the log', {}, async () => {
    const {page, context, errors} = await open(browser, site.url);
    await paste(page, RECORD.replaceAll('\n', '\r\n'));
    await inReplay(page);
    const last = RECORD.trim().split('\n').length;
    await soon(async () => assert.equal(await lineOf(page), last));
    await page.keyboard.press('Home');
    const first = await lineOf(page);
    await page.keyboard.press('ArrowRight');
    await soon(async () => assert.equal(await lineOf(page), first + 1));
    await page.keyboard.press('t');
    await soon(async () => assert.match(RECORD.split('\n')[await lineOf(page) - 1], / raise /));
    await page.keyboard.press('PageDown');
    await soon(async () => assert.match(RECORD.split('\n')[await lineOf(page) - 2], / (end|exchange)$/));
    await page.locator('.scrub').evaluate((input) => { input.value = '226'; input.dispatchEvent(new Event('input', {bubbles: true})); });
    await page.waitForFunction(() => /226/.test(document.querySelector('.verdict .clause').textContent));
    await press(page, 'replay-tab', '[data-value="log"]');
    await page.waitForSelector('.lines .on');
    const target = Number(await page.locator('.lines button').first().getAttribute('data-line'));
    await page.locator('.lines button').first().evaluate((button) => button.click());
    await soon(async () => assert.equal(await lineOf(page), target));
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await press(page, 'replay-play');
    await page.waitForFunction((from) => Number(document.querySelector('.scrub').value) > from + 2, target);
    await press(page, 'replay-play');
    assert.deepEqual(errors, []);
    await context.close();
});

test('a seat sees its own hand only, and the open view sees all', {}, async () => {
    const {page, context} = await open(browser, site.url);
    await paste(page, cut(GAME, 255));
    await inReplay(page);
    await soon(async () => assert.match(await page.textContent('.strip2'), /Hand of/));
    await page.selectOption('.eyes select', '1');
    await page.waitForFunction(() => /Hand of Ada/.test(document.querySelector('.strip2')?.textContent ?? ''));
    await page.selectOption('.eyes select', '5');
    await page.waitForSelector('.strip2', {state: 'detached'});
    await context.close();
});

test('a game of mine that is not over is replayed with my eyes', {}, async () => {
    const {page, context} = await open(browser, site.url);
    await put(page, cut(GAME, 255), 2, {id: 'mine'});
    await page.reload();
    await press(page, 'games');
    await press(page, 'replay-game', '[data-game="mine"]');
    await inReplay(page);
    await soon(async () => assert.equal(await page.inputValue('.eyes select'), '2'));
    await soon(async () => assert.match(await page.textContent('.strip2'), /Hand of Ben/));
    await context.close();
});

test('the chances are worked out in the worker, shown while they come, and kept', {}, async () => {
    const {page, context, errors} = await open(browser, site.url);
    /* The progress may be gone before anyone asks for it, so the page itself notes it. */
    await page.evaluate(() => {
        globalThis.told = [];
        new MutationObserver(() => { const bar = document.querySelector('.working progress'); if (bar) globalThis.told.push(bar.value / bar.max); }).observe(document.body, {subtree: true, childList: true, attributes: true});
    });
    await paste(page, cut(GAME, 90));
    await inReplay(page);
    await page.waitForFunction(() => document.querySelectorAll('.cv').length === 4 && !document.querySelector('.working'), null, {timeout: 60000});
    const told = await page.evaluate(() => globalThis.told);
    assert.ok(told.length > 0 && told.every((share) => share >= 0 && share <= 1), `${told.length} times`);
    const curves = await page.locator('.cv').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    assert.equal(curves.length, 4);
    await page.reload();
    await paste(page, cut(GAME, 90));
    await inReplay(page);
    await page.waitForSelector('.working', {state: 'detached'});
    await soon(async () => assert.deepEqual(await page.locator('.cv').evaluateAll((paths) => paths.map((path) => path.getAttribute('d'))), curves));
    assert.deepEqual(errors, []);
    await context.close();
});

test('while somebody scrubs the analysis rests, and goes on afterwards', {}, async () => {
    const {page, context, errors} = await open(browser, site.url);
    await paste(page, RECORD);
    await inReplay(page);
    /* A scrubber that moves tells the worker to rest; from there on the test tells it for how long. */
    await page.evaluate(async () => {
        const post = Worker.prototype.postMessage, worker = await new Promise((found) => {
            Worker.prototype.postMessage = function (message, ...more) {
                if (message.kind === 'rest') found(this);
                return post.call(this, message, ...more);
            };
            const scrub = document.querySelector('.scrub');
            scrub.value = '20';
            scrub.dispatchEvent(new Event('input', {bubbles: true}));
        });
        globalThis.judged = {count: 0, last: performance.now()};
        worker.addEventListener('message', ({data}) => { if (data.kind === 'verdict') globalThis.judged = {count: globalThis.judged.count + 1, last: performance.now()}; });
        globalThis.rest = (ms) => post.call(worker, {kind: 'rest', ms});
        globalThis.rest(600000);
    });
    await page.waitForFunction(() => performance.now() - globalThis.judged.last > 1000);
    const before = await page.evaluate(() => { globalThis.rest(0); return globalThis.judged.count; });
    await page.waitForFunction((count) => globalThis.judged.count > count, before);
    assert.deepEqual(errors, []);
    await context.close();
});

test('a link that holds the game is copied and opens elsewhere', {}, async () => {
    const {page, context, errors} = await open(browser, site.url, {permissions: ['clipboard-read', 'clipboard-write']});
    await paste(page, RECORD);
    await inReplay(page);
    await press(page, 'copy-link');
    await page.waitForSelector('.notice');
    const address = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(address.startsWith(`${site.url}#g=`) && address.length <= 8000, address.slice(0, 80));
    const other = await context.newPage();
    await other.goto(address);
    await inReplay(other);
    await soon(async () => assert.equal(await other.inputValue('.scrub'), String(RECORD.trim().split('\n').length)));
    const waiting = other.waitForEvent('download');
    await press(other, 'replay-download');
    await soon(async () => assert.equal(readFileSync(await (await waiting).path(), 'utf8'), RECORD));
    await press(other, 'replay-close');
    await soon(async () => assert.equal(await other.evaluate(() => location.hash), ''));
    assert.deepEqual(errors, []);
    await context.close();
});

test('a game that is too long for a link becomes a file', {}, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tobago-page-'));
    execFileSync(TOBAGO, ['simulate', '--games', '1', '--seed', '5', '--out', folder], {stdio: 'pipe'});
    const long = readFileSync(join(folder, '000001.tobago'), 'utf8');
    rmSync(folder, {recursive: true});
    const {page, context} = await open(browser, site.url);
    await paste(page, long);
    await inReplay(page);
    const waiting = page.waitForEvent('download');
    await press(page, 'copy-link');
    await soon(async () => assert.equal(readFileSync(await (await waiting).path(), 'utf8'), long));
    await soon(async () => assert.match(await page.textContent('.notice'), /too long for a link/));
    await context.close();
});

test('playing on from a moment is a new game with the same past', {}, async () => {
    const {page, context, errors} = await open(browser, site.url, {settings: {level: 'random', pace: 'instant'}});
    await paste(page, cut(GAME, 226));
    await inReplay(page);
    await press(page, 'play-on');
    await page.waitForSelector('html[data-screen="table"][data-to-move="3"]');
    const record = await recordOf(page);
    assert.ok(record.startsWith(cut(GAME, 225)));
    check(record);
    assert.deepEqual(errors, []);
    await context.close();
});

test('wrong records are refused with line and reason, and nothing in them runs', {}, async () => {
    const {page, context, errors} = await open(browser, site.url);
    const evil = '<img/src=x/onerror=alert(1)>';
    const cases = [
        ['', /nothing to open/], ['hello', /Line 1:.*begins with the line/], ['tobago 9\n', /Line 1:.*format 1/], ['tobago 1\n', /Line 2:.*names the players/],
        ['tobago 1\nplayers a a\nisland Acb1\n', /Line 2:.*same name/], [`${cut(GAME, 20)}2 clue ${evil} x\n`, /Line 21:/], [`tobago 1\nplayers ${evil} b\nisland nowhere\n`, /Line 3:/],
        [`tobago 1\n${'x'.repeat(3 << 20)}`, /too long/], ['{"tobago-games": 1, "games": 7}', /holds no games/], ['{"a":', /damaged/],
        [`${site.url}#g=%%%`, /link is damaged/], [`${site.url}${link('x').slice(0, -2)}!`, /link is damaged/], [`${site.url}${link('\0'.repeat(8 << 20))}`, /more than any game/],
    ];
    for (const [text, expected] of cases) {
        await paste(page, text);
        await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('.wrong')?.textContent ?? ''), expected.source, {timeout: 8000}).catch(async () =>
            await soon(async () => assert.match(await page.textContent('.wrong').catch(() => 'no message'), expected, text.slice(0, 60))));
    }
    await paste(page, `${cut(GAME, 20)}2 clue ${evil} x\n`);
    await soon(async () => assert.equal(await page.locator('.wrong code').textContent(), `2 clue ${evil} x`));
    await press(page, 'open-good');
    await inReplay(page);
    await soon(async () => assert.equal(await lineOf(page), 20));
    await press(page, 'replay-close');
    await paste(page, `tobago 1\nplayers ${evil} b\nisland Acb1\n`);
    await inReplay(page);
    await soon(async () => assert.equal(await page.locator('.name').first().textContent(), evil));
    await soon(async () => assert.equal(await page.locator('img').count(), 0));
    assert.deepEqual(errors, []);
    await context.close();
});

test('a hostile link on arrival is refused in a sentence', {}, async () => {
    const {page, context, errors} = await open(browser, `${site.url}${link('tobago 1\nplayers a b\nisland <script>alert(1)</script>\n')}`);
    await page.waitForSelector('.wrong');
    await soon(async () => assert.match(await page.textContent('.wrong'), /Line 3:/));
    assert.deepEqual(errors, []);
    await context.close();
});

test('a file that is dropped on the page opens', {}, async () => {
    const {page, context} = await open(browser, site.url);
    const data = await page.evaluateHandle((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'game.tobago'));
        return transfer;
    }, RECORD);
    await page.dispatchEvent('#app', 'drop', {dataTransfer: data});
    await inReplay(page);
    await context.close();
});

test('the end names the winner and the reason, and leads to the replay and to another game', {}, async () => {
    const {page, context, errors} = await open(browser, site.url, {settings: {pace: 'instant', level: 'random'}});
    await resume(page, RECORD, 2);
    await page.waitForSelector('.ending .scene');
    await soon(async () => assert.match(await page.textContent('.scene h2'), /Ada wins with 40 coins/));
    await soon(async () => assert.match(await page.textContent('.scene header p'), /treasure deck ran out.*E1.*You are second, 7 coins behind/));
    await soon(async () => assert.deepEqual(await page.locator('.res').evaluateAll((rows) => rows.map((row) => row.dataset.seat)), ['1', '2', '3', '4']));
    await press(page, 'look-island');
    await page.waitForSelector('.scene', {state: 'detached'});
    await press(page, 'show-result');
    await page.waitForSelector('.scene .cv', {timeout: 30000});
    await press(page, 'replay');
    await inReplay(page);
    await press(page, 'replay-close');
    assert.deepEqual(errors, []);
    await context.close();
});

test('a tie crowns all winners, and a game that stood still names its clause', {}, async () => {
    const {page, context, errors} = await open(browser, site.url, {settings: {pace: 'instant', level: 'random'}});
    await resume(page, readFileSync(TIE, 'utf8'), 2);
    await page.waitForSelector('.scene.tie');
    await soon(async () => assert.match(await page.textContent('.scene h2'), /Ada and Chloé share the win/));
    await soon(async () => assert.equal(await page.locator('.laurel svg').count(), 2));
    await soon(async () => assert.deepEqual(await page.locator('.pl').allTextContents(), ['1', '1', '3']));
    await soon(async () => assert.equal(await page.locator('.tienote [data-clause="E2"]').count(), 1));
    await press(page, 'play-again');
    await page.waitForSelector('html[data-screen="table"]');
    await press(page, 'home');
    await resume(page, readFileSync(fileURLToPath(new URL('../../../tests/games/two-idle.tobago', import.meta.url)), 'utf8'), 1);
    await page.waitForSelector('.scene header [data-clause="E3"]');
    await soon(async () => assert.match(await page.textContent('.scene header p'), /stood still/));
    assert.deepEqual(errors, []);
    await context.close();
});
