// Four people at one table, two of them with phones, through everything that can happen to a
// connection. At every stop of play each page is compared with the server's view for its seat, and
// everything that it holds is searched for what that seat may not know.
import assert from 'node:assert/strict';
import {check} from '../lib/native.mjs';
import {startServer, wayTo} from '../lib/server.mjs';
import {soon, test} from '../lib/suite.mjs';
import {LONG, allInStep, begin, inStep, isOver, lineOf, make, onScreen, person, play, playAlone, sitDown, step, viewOf} from '../lib/together.mjs';

const NAMES = ['Ada', 'Ben', 'Cyd', 'Dan'], SIZES = ['host', 'phone', 'host', 'phone'];
const known = (errors) => errors.filter((error) => !/WebSocket|ERR_|Failed to load/.test(error));

/* Four people who have sat down at a table and begun, each on a way of her own to the server. */
async function four(server, seed) {
    const ways = await Promise.all(NAMES.map(() => wayTo(server.url))), people = [await person(ways[0].url, 'host', seed)];
    const link = await make(people[0].page, NAMES[0], ['open', 'open', 'open']), secret = link.split('#')[1];
    for (let seat = 1; seat < 4; seat++) {
        people.push(await person(`${ways[seat].url}#${secret}`, SIZES[seat], seed + seat));
        await sitDown(people[seat].page, NAMES[seat]);
    }
    const close = async () => {
        await Promise.all(people.map(({context}) => context.close()));
        for (const way of ways) way.close();
    };
    return {ways, people, pages: people.map(({page}) => page), secret, close};
}

/* Plays a few lines more. */
const some = async (pages, lines, options) => play(pages, await lineOf(pages[0]) + lines, options);

/* The connection of each is lost in turn; what she decides meanwhile is settled once it is back. */
async function lostInTurn(pages, ways) {
    for (const [seat, page] of pages.entries()) {
        ways[seat].cut();
        await page.waitForSelector('.line.lost:not(:empty)');
        const others = pages.filter((other) => other !== page);
        await some(others, 6, {most: 2500}).catch(() => {}); /* until she would have to decide */
        for (let i = 0; i < 4; i++) await step(page, i);
        ways[seat].heal();
        await page.waitForSelector('.line.open', {state: 'attached'});
        await some(pages, 3);
        await allInStep(pages);
    }
}

/* A seat on another device: both show the same, and either plays. */
async function secondDevice(pages, server) {
    const [, ben] = pages;
    await ben.click('.topbar [data-do="menu"]');
    await ben.click('[data-do="seat-link"]');
    await ben.waitForSelector('.notice .linkbox');
    const link = await ben.inputValue('.notice .linkbox'), {page, context} = await person(`${server.url}#${link.split('#')[1]}`, 'host', 9);
    await onScreen(page, 'table');
    await ben.click('[data-do="note-close"]');
    await some([pages[0], page, pages[2], pages[3]], 12);
    const {views} = await allInStep(pages, [page]);
    assert.equal(views[1], views[4], 'two devices, one view');

    /* She keeps the seat on this device alone: the other one watches from now on, like anyone. */
    await ben.click('.topbar [data-do="menu"]');
    await ben.click('[data-do="revoke-seat"]');
    await soon(async () => assert.equal(await page.locator('.hand .hcard').count(), 0, 'no hand is left there'));
    await some(pages, 4);
    await allInStep(pages, [page]);
    await page.goto('about:blank');
    await page.goto(`${server.url}#${link.split('#')[1]}`);
    await page.waitForSelector('.notice');
    await soon(async () => assert.match(await page.textContent('.notice'), /no longer works/));
    await context.close();
}

/* Dan is away for more than ten minutes; the others let Fay sit down in his place. */
async function substitute({pages, people, ways, secret}, server) {
    const [ada, ben, cyd] = pages;
    await people[3].context.close();
    await ada.waitForSelector('.here.no', {state: 'attached'});
    server.later(700);
    await ada.click('.topbar [data-do="menu"]');
    await ada.click('[data-do="offer-seat"][data-seat="4"]');
    await ada.keyboard.press('Escape');
    for (const page of [ben, cyd]) await page.click('[data-do="consent"][data-value="yes"]', {timeout: 60_000});
    const fay = await person(`${ways[3].url}#${secret}`, 'phone', 19);
    await onScreen(fay.page, 'join');
    await fay.page.fill('.joinbox input', 'Fay');
    await fay.page.click('[data-do="sit-down"]');
    await onScreen(fay.page, 'table');
    await soon(async () => assert.ok((await fay.page.textContent('.side')).includes('Fay')));
    people[3] = fay;
    pages[3] = fay.page;
    await some(pages, 12);
    await allInStep(pages);
}

test('four at one table: a killed server, lost networks, reloads, a second device, a spectator, a substitute', {work: 60}, async () => {
    const server = await startServer({clock: true}), table = await four(server, 51), {pages, people, ways} = table;
    try {
        const [ada] = pages, eve = await person(`${server.url}#${table.secret}`, 'phone', 55);
        await onScreen(eve.page, 'join');
        await eve.page.click('[data-do="watch-table"]');
        await begin(...pages, eve.page);
        await play(pages, 80);
        const {hidden} = await allInStep(pages, [eve.page]);
        assert.ok(hidden > 12, 'there are hands to be hidden');
        await soon(async () => assert.equal(await eve.page.locator('.hand .hcard').count(), 0, 'a spectator holds no cards'));
        await eve.context.close();

        await server.kill();
        for (const page of pages) await page.waitForSelector('.line.lost:not(:empty)');
        await server.start();
        await some(pages, 12);
        await allInStep(pages);

        await lostInTurn(pages, ways);
        for (const page of pages) {
            await page.reload();
            await onScreen(page, 'table');
        }
        await some(pages, 8);
        await allInStep(pages);
        await secondDevice(pages, server);
        await substitute(table, server);
        if (LONG) {
            while (!await isOver(ada)) { await some(pages, 1); await allInStep(pages); }
            await Promise.all(pages.map((page) => onScreen(page, 'end')));
        }
        for (const {errors} of people) assert.deepEqual(known(errors), []);
    } finally {
        await table.close();
        await server.close();
    }
});

/* The record at the end is whole, the same for all, and one that could have been played. */
async function wholeGame(seed) {
    const server = await startServer(), table = await four(server, seed), {pages} = table;
    let killing = true;
    try {
        await begin(...pages);
        for (const [seat, page] of pages.entries()) await page.evaluate(playAlone, seed * 7 + seat);
        const kills = (async () => {
            for (let count = 0; ; count++) {
                await pages[0].waitForTimeout(2000 + (seed * 37 + count * 911) % 3000);
                if (!killing) return count;
                await server.kill();
                await server.start();
            }
        })();
        for (const page of pages) await page.waitForSelector('html[data-screen="end"]', {timeout: 900_000});
        killing = false;
        const killed = await kills, views = await Promise.all(pages.map(inStep));
        assert.ok(views.every((view) => view === views[0] && !view.includes('\nview ')), 'after the end all have the same record, whole');
        assert.equal(check(await viewOf(pages[0])).phase, 'over');
        return killed;
    } finally {
        killing = false;
        await table.close();
        await server.close();
    }
}

if (LONG) test('twenty games of four pages at random, with a server that is killed every few seconds', {work: 900}, async (t) => {
    const first = Number(process.env.SEED ?? Date.now() % 100_000);
    t.diagnostic(`SEED=${first}`);
    for (let game = 0; game < 20; game++) assert.ok(await wholeGame(first + game * 10) >= 0);
});
