// Tables on the real server, in several browser contexts: making, joining, playing, losing the
// connection, the server and the page, and what each of them may know.
import assert from 'node:assert/strict';
import {open} from '../lib/browser.mjs';
import {violations} from '../lib/axe.mjs';
import {check} from '../lib/native.mjs';
import {startServer} from '../lib/server.mjs';
import {browser, test} from '../lib/suite.mjs';

/* A whole game by random clicks takes minutes: it is played with LONG=1, and its first rounds always. */
const LONG = process.env.LONG === '1', UNTIL = LONG ? Infinity : 200;

const SIZES = {host: {width: 1440, height: 900}, phone: {width: 390, height: 844, hasTouch: true}};

/* A page of a person who has not been here before; its chance is its own. */
const person = async (url, size, seed) => (await open(browser, url, {...SIZES[size], seed, settings: {pace: 'instant', autoEnd: true}}));
const onScreen = (page, ...names) => page.waitForFunction((wanted) => wanted.includes(document.documentElement.dataset.screen), names);

/* Makes a table and returns its invitation. 'seats' are those after the first. */
async function make(page, name, seats) {
    await page.waitForSelector('[data-do="together"]');
    await page.click('[data-do="together"]');
    await page.click('[data-do="new-table"]');
    await page.fill('.myname', name);
    for (const [index, kind] of seats.entries()) await page.click(`[data-do="table-seat"][data-seat="${index + 2}"][data-value="${kind}"]`);
    await page.click('[data-do="make-table"]');
    await page.waitForSelector('.waiting .linkbox');
    return page.inputValue('.waiting .linkbox');
}

async function sitDown(page, name) {
    await onScreen(page, 'join');
    await page.fill('.joinbox input', name);
    await page.click('[data-do="sit-down"]');
    await onScreen(page, 'waiting');
}

async function begin(host, ...others) {
    await host.waitForSelector('[data-do="start-table"]');
    await host.click('[data-do="start-table"]');
    for (const page of [host, ...others]) await onScreen(page, 'table');
}

/* Activates something that leads on; returns what, or null if nothing is asked of this page. */
const step = (page, seed) => page.evaluate((number) => {
    const press = (element) => element.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
    const moves = [...document.querySelectorAll('[data-move]')], picks = [...document.querySelectorAll('[data-pick]:not([data-pick=""])')];
    const good = moves.filter((each) => / (raise|clue|claim|start|atv)/.test(each.dataset.move));
    const from = good.length ? good : moves.length && number % 3 ? moves : picks.length ? picks : moves, chosen = from[number % Math.max(1, from.length)];
    if (chosen) press(chosen);
    return chosen ? chosen.dataset.move ?? `pick ${chosen.dataset.pick}` : null;
}, seed);

const lineOf = (page) => page.evaluate(() => Number(document.documentElement.dataset.line ?? -1));
const isOver = async (page) => await page.getAttribute('html', 'data-screen') === 'end';

/* Plays on at random until the record has this many lines, or to the end. */
async function play(pages, until, {seed = 7, most = LONG ? 1_200_000 : 120_000} = {}) {
    const deadline = Date.now() + most;
    for (let turn = 0; Date.now() < deadline; turn++) {
        seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
        const done = await Promise.all(pages.map((page) => step(page, seed >>> 8)));
        if (await isOver(pages[0]) || await lineOf(pages[0]) >= until) return;
        if (done.every((each) => each === null)) await pages[0].waitForTimeout(15);
    }
    throw new Error(`the game stands still at line ${await lineOf(pages[0])}`);
}

const viewOf = (page) => page.evaluate(async () => (await fetch(`api/table/${location.hash.slice(7)}/record`)).text());

/* The page holds what the server would give it, and nothing that it may not know. */
async function inStep(page) {
    let view, held;
    for (let attempt = 0; attempt < 40; attempt++) {
        view = await viewOf(page);
        held = await page.evaluate(() => [Number(document.documentElement.dataset.line), document.documentElement.dataset.hash]);
        if (view.split('\n').length - 1 === held[0]) break;
        await page.waitForTimeout(50);
    }
    assert.equal(held[0], view.split('\n').length - 1, 'as many lines as the server');
    assert.equal(held[1], check(view).hash, 'the same state as the server');
    return view;
}

/* Cards that stand open in this view: its own, and those that all have seen. */
async function nothingHidden(page, view, full) {
    const known = new Set([...view.matchAll(/^nature (?:deal|draw|initial|discard) \d (\S+)$|^\d clue \S+ (\S+)/gm)].map((found) => found[1] ?? found[2]));
    const dealt = [...full.matchAll(/^nature (?:deal|draw) \d (\S+)$/gm)].map((found) => found[1]).filter((card) => !known.has(card));
    const shown = await page.evaluate(() => [...document.querySelectorAll('[data-card]')].map((each) => each.dataset.card).concat(JSON.stringify({...localStorage, ...sessionStorage})));
    for (const card of dealt) assert.ok(!shown.includes(card), `${card} is hidden from this page`);
}

test('two people play on the server, through a kill, reloads and a lost network', {work: 40}, async () => {
    const server = await startServer();
    const {page: ada, context: adas, errors} = await person(server.url, 'host', 1);
    try {
        const link = await make(ada, 'Ada B.', ['open', 'closed', 'closed']);
        assert.match(link, /#join=\w+\.\w+$/);
        const {page: ben, context: bens, errors: more} = await person(link, 'phone', 2);
        await sitDown(ben, 'Ben');
        assert.ok(!(await ben.evaluate(() => location.href)).includes('join='), 'the secret leaves the address');
        await begin(ada, ben);
        await play([ada, ben], 60);
        await inStep(ada);
        await inStep(ben);

        await ben.reload();
        await onScreen(ben, 'table');
        await play([ada, ben], 110);
        await server.kill();
        await ada.waitForSelector('.line.lost:not(:empty)');
        await server.start();
        await play([ada, ben], 150);
        await bens.setOffline(true);
        await play([ada], 165, {most: 3000}).catch(() => {}); /* until Ben would have to decide */
        await bens.setOffline(false);
        await ada.reload();
        await onScreen(ada, 'table', 'end');
        await play([ada, ben], UNTIL);
        const view = await inStep(ada), other = await inStep(ben);
        if (LONG) {
            await onScreen(ben, 'end');
            assert.ok(!view.includes('\nview '), 'after the end the record is whole');
            assert.equal(view, other);
            assert.equal(check(view).phase, 'over');
            await ada.click('[data-do="play-again"]');
            await onScreen(ada, 'waiting');
        } else assert.notEqual(view, other, 'each has a view of its own');
        assert.deepEqual(errors.filter((error) => !/WebSocket|ERR_|Failed to load/.test(error)), []);
        assert.deepEqual(more.filter((error) => !/WebSocket|ERR_|Failed to load/.test(error)), []);
        await bens.close();
    } finally {
        await adas.close();
        await server.close();
    }
});

test('a table of three: a spectator sees no hand, hostile names and words stay words', {work: 25}, async () => {
    const server = await startServer(), hostile = '<img src=x onerror=alert(1)>';
    const {page: ada, context: adas, errors} = await person(server.url, 'host', 3);
    try {
        const link = await make(ada, hostile, ['open', 'bot', 'closed']);
        const {page: ben, context: bens} = await person(link, 'host', 4);
        await sitDown(ben, 'Ben');
        await ben.waitForSelector('.waiting .seatl');
        assert.deepEqual(await violations(ben), []);
        const {page: eve, context: eves} = await person(link, 'phone', 5);
        await onScreen(eve, 'join');
        await eve.waitForSelector('.joinbox');
        assert.deepEqual(await violations(eve), []);
        assert.ok(await eve.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the invitation fits a phone');
        await eve.click('[data-do="watch-table"]');
        await begin(ada, ben, eve);
        await play([ada, ben], 50);

        const full = `${await viewOf(ada)}${await viewOf(ben)}`;
        for (const page of [ada, ben, eve]) await nothingHidden(page, await inStep(page), full);
        assert.equal(await eve.locator('.hand .hcard').count(), 0, 'a spectator holds no cards');

        await ada.click('[data-do="side"][data-value="chat"]');
        await ada.fill('.talk input', `hello ${hostile}`);
        await ada.keyboard.press('Enter');
        await ben.waitForSelector('.unread');
        await ben.click('[data-do="side"][data-value="chat"]');
        assert.equal(await ben.textContent('.talk p'), `hello ${hostile}`);
        assert.equal(await ben.locator('img').count(), 0);
        assert.deepEqual(await violations(ben), []);

        assert.deepEqual(errors, []);
        await bens.close();
        await eves.close();
    } finally {
        await adas.close();
        await server.close();
    }
});

test('links that are forged or make no sense are refused in a sentence', {work: 5}, async () => {
    const server = await startServer();
    try {
        for (const link of ['join=aaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaa', 'seat=zzzz.1', 'guest=x.y']) {
            const {page, context} = await person(`${server.url}#${link}`, 'phone', 9);
            await page.waitForSelector('.notice');
            assert.match(await page.textContent('.notice'), /no longer works/);
            await context.close();
        }
    } finally {
        await server.close();
    }
});
