// What people do to each other at a table: taking back by consent, a seat on a second device, a
// revoked link, someone who gives up, an early end, the proof and the rematch.
import assert from 'node:assert/strict';
import {connect} from '../../../tests/lib/client.mjs';
import {violations} from '../lib/axe.mjs';
import {startServer} from '../lib/server.mjs';
import {soon, test} from '../lib/suite.mjs';
import {begin, inStep, lineOf, make, onScreen, person, play, sitDown, step} from '../lib/together.mjs';

const idOf = (page) => page.evaluate(() => location.hash.slice(7));

/* A connection of this person's beside her page. */
async function wireOf(context, url) {
    const cookie = (await context.cookies(url)).map(({name, value}) => `${name}=${value}`).join('; ');
    return connect(url, {cookie});
}

/* Plays until this seat has to decide in its page. */
async function until(pages, seat) {
    for (let i = 0; i < 900; i++) {
        if (await pages[seat - 1].getAttribute('html', 'data-to-move') === String(seat)) return;
        const done = await Promise.all(pages.map((page) => step(page, i)));
        if (done.every((each) => each === null)) await pages[0].waitForTimeout(20);
    }
    throw new Error(`seat ${seat} is never asked`);
}

test('taking back by consent, a second device, standing answers of a day game, a revoked link', {work: 20}, async () => {
    const server = await startServer(), {page: ada, context: adas, errors} = await person(server.url, 'host', 31);
    try {
        const link = await make(ada, 'Ada', ['open', 'closed', 'closed'], 'day1', {closed: true});
        const {page: ben, context: bens} = await person(link, 'phone', 32);
        await sitDown(ben, 'Ben');
        await begin(ada, ben);
        await play([ada, ben], 34);

        /* Standing answers stay with the seat. */
        await ben.click('.topbar [data-do="menu"]');
        await ben.click('[data-do="standing"]');
        await ben.click('[data-do="standing-set"][data-value="4"]');
        await soon(async () => assert.deepEqual(await violations(ben), []));
        await ben.keyboard.press('Escape');
        await ben.reload();
        await onScreen(ben, 'table');
        await ben.click('.topbar [data-do="menu"]');
        await ben.click('[data-do="standing"]');
        await ben.waitForSelector('[data-do="standing-set"][data-value="4"][aria-pressed="true"]');
        await ben.keyboard.press('Escape');

        /* Ben has moved since: Ada asks, Ben agrees, and the record is shorter for both. */
        await until([ada, ben], 1);
        await until([ada, ben], 2);
        await until([ada, ben], 1);
        await inStep(ada);
        const before = await lineOf(ada);
        await ada.click('.topbar [data-do="undo"]');
        await ben.waitForSelector('.proposal [data-do="consent"][data-value="yes"]');
        await soon(async () => assert.equal(await lineOf(ada), before, 'nothing is taken back before he agrees'));
        await ben.click('[data-do="consent"][data-value="yes"]');
        await ada.waitForFunction((line) => Number(document.documentElement.dataset.line) < line, before);
        await inStep(ada);
        await inStep(ben);

        /* The seat on another device: both see the same, and either plays. */
        const wire = await wireOf(adas, server.url), table = await idOf(ada);
        const {seat} = await wire.do({do: 'links', table});
        const {page: second, context: seconds} = await person(`${server.url}#${seat}`, 'phone', 33);
        await onScreen(second, 'table');
        await soon(async () => assert.ok(!(await second.evaluate(() => location.href)).includes('seat='), 'the secret leaves the address'));
        await inStep(second);
        await soon(async () => assert.equal(await second.getAttribute('html', 'data-hash'), await ada.getAttribute('html', 'data-hash')));
        await play([second, ben], before + 12);
        await soon(async () => assert.equal(await inStep(ada), await inStep(second), 'two devices, one view'));

        /* What is half typed outlives a reload. */
        await ada.click('[data-do="side"][data-value="chat"]');
        await ada.fill('.talk input', 'I was just going to');
        await ada.reload();
        await onScreen(ada, 'table');
        await ada.click('[data-do="side"][data-value="chat"]');
        await soon(async () => assert.equal(await ada.inputValue('.talk input'), 'I was just going to'));
        await ada.keyboard.press('Enter');
        await ada.fill('.talk input', 'say hello');
        await ada.keyboard.press('Enter');
        await ben.waitForSelector('.talkb .unread', {state: 'attached'});
        await soon(async () => assert.equal(await ben.evaluate(() => getComputedStyle(document.querySelector('.topbar .right .ib:last-child'), '::after').width), '11px', 'the menu of a phone has a mark'));
        await ben.click('.topbar [data-do="menu"]');
        await ben.waitForSelector('.menu [data-do="log"] .unread');
        await ben.keyboard.press('Escape');

        /* Revoked links are refused; the devices that came by them are gone. */
        await wire.do({do: 'revoke', what: 'join', table});
        await wire.do({do: 'revoke', what: 'seat', table});
        await onScreen(second, 'lobby');
        await soon(async () => assert.match(await second.textContent('.notice'), /no longer see this table/));
        await soon(async () => assert.equal(await second.evaluate(() => sessionStorage.getItem('tobago.underway')), null, 'nothing is kept of it'));
        const {page: eve, context: eves} = await person(link, 'phone', 34);
        await eve.waitForSelector('.notice');
        await soon(async () => assert.match(await eve.textContent('.notice'), /no longer works/));
        wire.close();
        assert.deepEqual(errors.filter((error) => !/Failed to load|WebSocket/.test(error)), []);
        await Promise.all([bens, seconds, eves].map((context) => context.close()));
    } finally {
        await adas.close();
        await server.close();
    }
});

test('one gives up, the other wins, checks the cards and asks for a rematch', {work: 20}, async () => {
    const server = await startServer(), {page: ada, context: adas} = await person(server.url, 'host', 41);
    try {
        const link = await make(ada, 'Ada', ['open', 'closed', 'closed']);
        const {page: ben, context: bens} = await person(link, 'host', 42);
        await sitDown(ben, 'Ben');
        await begin(ada, ben);
        await play([ada, ben], 34);
        await ben.click('.topbar [data-do="menu"]');
        await ben.click('[data-do="resign"]');
        await ben.click('[data-do="resign"]');
        await ada.waitForFunction(() => /resigned/.test(document.querySelector('.side').textContent));
        await ada.click('.topbar [data-do="menu"]');
        await ada.click('[data-do="claim-win"]');
        await ada.waitForSelector('.proposal [data-do="proof"]');
        await ada.keyboard.press('Escape');
        await soon(async () => assert.equal(await ada.locator('[data-move]').count(), 0, 'nothing can be played any more'));
        await soon(async () => assert.equal(await ada.locator('[data-pick]').count(), 0, 'nor picked up'));

        /* The proof, line by line, in the page. */
        await ada.click('.proposal [data-do="proof"]');
        await ada.waitForSelector('.proof .psteps li');
        await soon(async () => assert.equal(await ada.locator('.points .good').count(), 3, await ada.textContent('.points')));
        await soon(async () => assert.match(await ada.textContent('.psteps'), /commitment/));
        await soon(async () => assert.deepEqual(await violations(ada), []));
        await ada.keyboard.press('Escape');

        /* A rematch: the same people, one seat further. */
        await ada.click('.proposal [data-do="play-again"]');
        await onScreen(ada, 'waiting');
        await ada.waitForSelector('.waiting .seatl');
        const seats = await ada.locator('.waiting .seatl b').allTextContents();
        assert.deepEqual(seats, ['Ben', 'Ada']);

        /* Her tables stand in the list of her games, too. */
        await ada.click('.topbar [data-do="together"]');
        await ada.click('.topbar [data-do="home"]:not(.brand)');
        await ada.click('[data-do="games"]');
        await ada.waitForSelector('.lobby [data-do="open-table"]');
        await soon(async () => assert.deepEqual(await violations(ada), []));
        await bens.close();
    } finally {
        await adas.close();
        await server.close();
    }
});
