// Tables on the real server, in several browser contexts: making, joining, playing, losing the
// connection, the server and the page, and what each of them may know.
import assert from 'node:assert/strict';
import {violations} from '../lib/axe.mjs';
import {check} from '../lib/native.mjs';
import {startServer} from '../lib/server.mjs';
import {soon, test} from '../lib/suite.mjs';
import {LONG, begin, inStep, make, nothingHidden, onScreen, person, play, sitDown, viewOf} from '../lib/together.mjs';

/* The first rounds are always played. */
const UNTIL = LONG ? Infinity : 200;

test('two people play on the server, through a kill, reloads and a lost network', {work: 40}, async () => {
    const server = await startServer();
    const {page: ada, context: adas, errors} = await person(server.url, 'host', 1);
    try {
        const link = await make(ada, 'Ada B.', ['open', 'closed', 'closed']);
        assert.match(link, /#join=\w+\.\w+$/);
        const {page: ben, context: bens, errors: more} = await person(link, 'phone', 2);
        await sitDown(ben, 'Ben');
        await soon(async () => assert.ok(!(await ben.evaluate(() => location.href)).includes('join='), 'the secret leaves the address'));
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
        await soon(async () => assert.deepEqual(await violations(ben), []));
        const {page: eve, context: eves} = await person(link, 'phone', 5);
        await onScreen(eve, 'join');
        await eve.waitForSelector('.joinbox');
        await soon(async () => assert.deepEqual(await violations(eve), []));
        await soon(async () => assert.ok(await eve.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the invitation fits a phone'));
        await eve.click('[data-do="watch-table"]');
        await begin(ada, ben, eve);
        await play([ada, ben], 50);

        const full = `${await viewOf(ada)}${await viewOf(ben)}`;
        for (const page of [ada, ben, eve]) await nothingHidden(page, await inStep(page), full);
        await soon(async () => assert.equal(await eve.locator('.hand .hcard').count(), 0, 'a spectator holds no cards'));

        await ada.click('[data-do="side"][data-value="chat"]');
        await ada.fill('.talk input', `hello ${hostile}`);
        await ada.keyboard.press('Enter');
        await ben.waitForSelector('.unread');
        await ben.click('[data-do="side"][data-value="chat"]');
        await soon(async () => assert.equal(await ben.textContent('.talk p'), `hello ${hostile}`));
        await soon(async () => assert.equal(await ben.locator('img').count(), 0));
        await soon(async () => assert.deepEqual(await violations(ben), []));

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
            await soon(async () => assert.match(await page.textContent('.notice'), /no longer works/));
            await context.close();
        }
    } finally {
        await server.close();
    }
});
