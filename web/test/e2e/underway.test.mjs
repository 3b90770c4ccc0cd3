// What was under way at a table on the server survives: a reload with a card lifted, with a drive
// half planned, with a line that the server has not seen; and a new version of the page.
import assert from 'node:assert/strict';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startServer, wayTo} from '../lib/server.mjs';
import {SITE} from '../lib/site.mjs';
import {soon, test} from '../lib/suite.mjs';
import {begin, inStep, lineOf, make, onScreen, person, play, sitDown, step, viewOf} from '../lib/together.mjs';

/* What could be committed with the next activation, and what stands out as picked. */
const planned = (page) => page.evaluate(() => [...document.querySelectorAll('[data-move], .is-sel, [data-pick][aria-pressed="true"]')].map((each) => each.dataset.move ?? each.dataset.pick ?? 'picked').sort());

const pick = (page, selector) => page.evaluate((wanted) => document.querySelector(wanted)?.dispatchEvent(new MouseEvent('click', {bubbles: true})), selector);

/* Plays until this page may both play a card and drive. */
async function ownTurn(page, other) {
    for (let i = 0; i < 3000; i++) {
        if (await page.evaluate(() => document.querySelector('.hand [data-pick]') && document.querySelector('[data-pick="drive"]') !== null)) return;
        const done = await Promise.all([step(page, i), step(other, i)]);
        if (done.every((each) => each === null)) await page.waitForTimeout(20);
    }
    throw new Error('no turn with cards comes');
}

/* What is picked now is picked after a reload. */
async function survives(page, what) {
    const before = await planned(page);
    assert.ok(before.length, what);
    await page.reload();
    await onScreen(page, 'table');
    await soon(async () => assert.deepEqual(await planned(page), before, what));
}

test('a lifted card, a half-planned drive and a line on its way survive a reload', {work: 20}, async () => {
    const server = await startServer(), way = await wayTo(server.url), {page: ada, context: adas, errors} = await person(way.url, 'host', 61);
    try {
        const link = await make(ada, 'Ada', ['open', 'closed', 'closed']);
        const {page: ben, context: bens} = await person(`${server.url}#${link.split('#')[1]}`, 'phone', 62);
        await sitDown(ben, 'Ben');
        await begin(ada, ben);
        await ownTurn(ada, ben);
        const nothing = await planned(ada);
        await pick(ada, '.hand [data-pick]');
        assert.notDeepEqual(await planned(ada), nothing, 'the card is lifted');
        await survives(ada, 'the lifted card');
        await pick(ada, '[data-pick=""]');
        await pick(ada, '[data-pick="drive"]');
        await pick(ada, '.spaces [data-pick]');
        await survives(ada, 'the planned drive');

        /* The line is played without a connection, and the page is loaded again before it is back. */
        await ada.evaluate(async () => { await navigator.serviceWorker.ready; while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 20)); });
        const lines = await lineOf(ada), drive = (await planned(ada)).find((each) => / leg /.test(each)).split(';')[0];
        way.cut();
        await ada.waitForSelector('.line.lost:not(:empty)');
        await pick(ada, `[data-move^="${drive}"]`);
        await soon(async () => assert.ok(await lineOf(ada) > lines, 'it shows at once'));
        await ada.waitForSelector('html[data-pending]');
        assert.ok(!(await viewOf(ben)).split('\n').slice(lines - 1).includes(drive), 'the server has not seen it');
        await ada.reload();
        await soon(async () => assert.match(await ada.textContent('main'), /connection is lost|Reaching/));
        way.heal();
        await onScreen(ada, 'table');
        await soon(async () => assert.equal((await viewOf(ben)).split('\n').slice(lines - 1).filter((line) => line === drive).length, 1, 'it is played, once'));
        await ada.waitForSelector('html:not([data-pending])');
        await inStep(ada);
        await inStep(ben);
        assert.deepEqual(errors.filter((error) => !/WebSocket|ERR_|Failed to (load|fetch)/.test(error)), []);
        await bens.close();
    } finally {
        await adas.close();
        way.close();
        await server.close();
    }
});

/* A copy of the site, without what is packed, so that its files can be changed. */
function copyOfSite() {
    const folder = mkdtempSync(join(tmpdir(), 'tobago-next-'));
    cpSync(SITE, folder, {recursive: true, filter: (path) => !/\.(gz|br)$/.test(path)});
    return folder;
}

test('a new version of the page is taken at a table on the server, which goes on', {work: 10}, async () => {
    const site = copyOfSite(), server = await startServer({site}), {page: ada, context: adas} = await person(server.url, 'host', 71);
    try {
        const link = await make(ada, 'Ada', ['open', 'closed', 'closed']), {page: ben, context: bens} = await person(link, 'phone', 72);
        await sitDown(ben, 'Ben');
        await begin(ada, ben);
        await play([ada, ben], 40);
        const worker = readFileSync(join(site, 'sw.js'), 'utf8'), html = readFileSync(join(site, 'index.html'), 'utf8');
        writeFileSync(join(site, 'sw.js'), worker.replace(/"([0-9a-f]{10})"/, '"ffffffffff"'));
        writeFileSync(join(site, 'index.html'), html.replace('<html ', '<html data-version="next" '));
        await server.kill();
        await server.start();
        await ada.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
        await ada.waitForSelector('[data-do="take-version"]');
        await ada.click('[data-do="take-version"]');
        await ada.waitForSelector('html[data-version="next"][data-screen="table"]');
        await play([ada, ben], 50);
        await inStep(ada);
        await bens.close();
    } finally {
        await adas.close();
        await server.close();
        rmSync(site, {recursive: true});
    }
});
