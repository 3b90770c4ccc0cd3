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

/* Makes a table and returns its invitation. 'seats' are those after the first. */
export async function make(page, name, seats, clock = 'none') {
    await page.waitForSelector('[data-do="together"]');
    await page.click('[data-do="together"]');
    await page.click('[data-do="new-table"]');
    await page.fill('.myname', name);
    for (const [index, kind] of seats.entries()) await page.click(`[data-do="table-seat"][data-seat="${index + 2}"][data-value="${kind}"]`);
    if (clock !== 'none') await page.click(`[data-do="table-clock"][data-value="${clock}"]`);
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

/* Cards that stand open in this view: its own, and those that all have seen. */
export async function nothingHidden(page, view, full) {
    const known = new Set([...view.matchAll(/^nature (?:deal|draw|initial|discard) \d (\S+)$|^\d clue \S+ (\S+)/gm)].map((found) => found[1] ?? found[2]));
    const dealt = [...full.matchAll(/^nature (?:deal|draw) \d (\S+)$/gm)].map((found) => found[1]).filter((card) => !known.has(card));
    const shown = await page.evaluate(() => [...document.querySelectorAll('[data-card]')].map((each) => each.dataset.card).concat(JSON.stringify({...localStorage, ...sessionStorage})));
    for (const card of dealt) assert.ok(!shown.includes(card), `${card} is hidden from this page`);
}
