// People at tables of the real server, each in a browser context of her own.
import assert from 'node:assert/strict';
import {open} from './browser.mjs';
import {check} from './native.mjs';
import {browser} from './suite.mjs';

/* A whole game by random clicks takes minutes: it is played with LONG=1. */
export const LONG = process.env.LONG === '1';

export const SIZES = {host: {width: 1440, height: 900}, phone: {width: 390, height: 844, hasTouch: true}};

/* A page of a person who has not been here before; its chance is its own. */
export const person = async (url, size, seed, more = {}) => (await open(browser, url, {...SIZES[size], seed, ...more, settings: {pace: 'instant', autoEnd: true, ...more.settings}}));
export const onScreen = (page, ...names) => page.waitForFunction((wanted) => wanted.includes(document.documentElement.dataset.screen), names);

/* Makes a table and returns its invitation. 'seats' are those after the first; a closed one is not watched. */
export async function make(page, name, seats, clock = 'none', {closed = false} = {}) {
    await page.waitForSelector('[data-do="together"]');
    await page.click('[data-do="together"]');
    await page.click('[data-do="new-table"]');
    await page.fill('.myname', name);
    for (const [index, kind] of seats.entries()) await page.click(`[data-do="table-seat"][data-seat="${index + 2}"][data-value="${kind}"]`);
    if (clock !== 'none') await page.click(`[data-do="table-clock"][data-value="${clock}"]`);
    if (closed) await page.click('[data-do="table-access"][data-value="watch"]');
    await page.click('[data-do="make-table"]');
    await page.waitForSelector('.waiting .linkbox');
    return page.inputValue('.waiting .linkbox');
}

export async function sitDown(page, name) {
    await onScreen(page, 'join');
    await page.fill('.joinbox input', name);
    await page.click('[data-do="sit-down"]');
    await onScreen(page, 'waiting');
}

export async function begin(host, ...others) {
    await host.waitForSelector('[data-do="start-table"]');
    await host.click('[data-do="start-table"]');
    for (const page of [host, ...others]) await onScreen(page, 'table');
}

/* Activates something that leads on; returns what, or null if nothing is asked of this page. */
export const step = (page, seed) => page.evaluate((number) => {
    const press = (element) => element.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
    const moves = [...document.querySelectorAll('[data-move]')], picks = [...document.querySelectorAll('[data-pick]:not([data-pick=""])')];
    const good = moves.filter((each) => / (raise|clue|claim|start|atv)/.test(each.dataset.move));
    const from = good.length ? good : moves.length && number % 3 ? moves : picks.length ? picks : moves, chosen = from[number % Math.max(1, from.length)];
    if (chosen) press(chosen);
    return chosen ? chosen.dataset.move ?? `pick ${chosen.dataset.pick}` : null;
}, seed);

export const lineOf = (page) => page.evaluate(() => Number(document.documentElement.dataset.line ?? -1));
export const isOver = async (page) => await page.getAttribute('html', 'data-screen') === 'end';

/* Plays on at random until the record has this many lines, or to the end. */
export async function play(pages, until, {seed = 7, most = LONG ? 1_200_000 : 120_000} = {}) {
    const deadline = Date.now() + most;
    for (let turn = 0; Date.now() < deadline; turn++) {
        seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
        const done = await Promise.all(pages.map((page) => step(page, seed >>> 8)));
        if (await isOver(pages[0]) || await lineOf(pages[0]) >= until) return;
        if (done.every((each) => each === null)) await pages[0].waitForTimeout(15);
    }
    throw new Error(`the game stands still at line ${await lineOf(pages[0])}`);
}

export const viewOf = (page) => page.evaluate(async () => (await fetch(`api/table/${location.hash.slice(7)}/record`)).text());

/* The page holds what the server would give it, and nothing that it may not know. */
export async function inStep(page) {
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

/* Everything that a page holds, as text: its document, and all that it stores. */
const heldBy = (page) => page.evaluate(async () => {
    const wait = (request) => new Promise((done, failed) => { request.onsuccess = () => done(request.result); request.onerror = () => failed(request.error); });
    const parts = [document.documentElement.outerHTML, document.title, JSON.stringify({...localStorage}), JSON.stringify({...sessionStorage})];
    for (const {name} of await indexedDB.databases()) {
        const database = await wait(indexedDB.open(name));
        for (const store of database.objectStoreNames) parts.push(JSON.stringify(await wait(database.transaction(store).objectStore(store).getAll())));
        database.close();
    }
    return parts.join('\n');
});

/* Cards that a view names: its own, and those that all have seen. */
const named = (view) => new Set([...view.matchAll(/^nature (?:deal|draw|initial|discard) \d (\S+)$|^\d clue \S+ (\S+)/gm)].map((found) => found[1] ?? found[2]));

/* Of all cards that were dealt, the page holds none that stands only in the views of others. */
export async function nothingHidden(page, view, full) {
    const known = named(view), held = await heldBy(page);
    const dealt = [...full.matchAll(/^nature (?:deal|draw) \d ([a-z][a-z-]+)$/gm)].map((found) => found[1]).filter((card) => !known.has(card));
    for (const card of new Set(dealt)) assert.ok(!new RegExp(`(?<![\\w-])${card}(?![\\w-])`).test(held), `${card} is hidden from this page`);
    return dealt.length;
}

/* All pages of a table stand where the server stands, each with its own view, and none holds
 * what it may not know. 'players' are those of the seats, 'others' may know less. */
export async function allInStep(players, others = []) {
    const pages = [...players, ...others], views = await Promise.all(pages.map(inStep)), full = views.slice(0, players.length).join('');
    const hidden = await Promise.all(pages.map((page, index) => nothingHidden(page, views[index], full)));
    return {views, hidden: hidden.reduce((sum, each) => sum + each, 0)};
}

/* Runs in the page: plays at random through what carries data-move until the game is over. */
export function playAlone(seed) {
    let state = seed >>> 0 || 1;
    const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return (state >>> 8) % n; };
    const press = (element) => element?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
    const step = () => {
        if (document.documentElement.dataset.screen === 'end') return;
        setTimeout(step, 8);
        const moves = [...document.querySelectorAll('[data-move]')], picks = [...document.querySelectorAll('[data-pick]:not([data-pick=""])')];
        const good = moves.filter((each) => / (raise|clue|claim|start|atv)/.test(each.dataset.move));
        const from = good.length && random(8) ? good : moves.length && random(3) ? moves : picks.length ? picks : moves;
        press(from[random(Math.max(1, from.length))]);
    };
    step();
}
