// What the host does before the game and what clocks bring during it: one page on the real server,
// with friends who speak the protocol.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import {generate} from 'lean-qr';
import {connect, guest, Player, playUntil} from '../../../tests/lib/client.mjs';
import {violations} from '../lib/axe.mjs';
import {startServer} from '../lib/server.mjs';
import {soon, test} from '../lib/suite.mjs';
import {begin, make, onScreen, person} from '../lib/together.mjs';

const shot = (page, name) => process.env.SHOTS ? page.screenshot({path: `${process.env.SHOTS}/${name}.png`}) : null;
const seatsOf = (page) => page.locator('.waiting .seatl .who2 b').allTextContents();

/* Someone sits down by the link and is ready. */
async function friend(server, name, link) {
    const [table, key] = link.split('join=')[1].split('.'), who = await guest(server.url, name), client = await connect(server.url, {cookie: who.cookie});
    await client.do({do: 'join', table, key});
    await client.do({do: 'contribute', table, bytes: crypto.randomBytes(16).toString('hex')});
    client.close();
    const player = new Player(server.url, who, table, key);
    await player.connect();
    return player;
}

/* A page's own person beside it. */
async function beside(server, context, table) {
    const cookie = (await context.cookies(server.url)).map(({name, value}) => `${name}=${value}`).join('; '), player = new Player(server.url, {cookie}, table);
    await player.connect();
    return player;
}

test('the host: a code for cameras, a new link, a bot, the order of seats, sending someone away, a lost connection', {work: 15}, async () => {
    const server = await startServer(), {page, context, errors} = await person(server.url, 'phone', 61);
    try {
        const link = await make(page, 'Ada', ['open', 'open', 'closed']);
        const drawn = (text) => {
            const code = generate(text);
            let path = '';
            for (let y = 0; y < code.size; y++) for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
            return path;
        };
        await soon(async () => assert.equal(await page.getAttribute('.qr path', 'd'), drawn(link), 'the code says the link'));
        const eve = await friend(server, 'Eve', link);
        await soon(async () => assert.deepEqual(await seatsOf(page), ['Ada', 'Eve', 'Free seat']));
        await page.click('[data-do="kick"][data-seat="2"]');
        await soon(async () => assert.deepEqual(await seatsOf(page), ['Ada', 'Free seat', 'Free seat']));
        await page.click('[data-do="revoke-invite"]');
        await soon(async () => assert.notEqual(await page.inputValue('.waiting .linkbox'), link));
        const fresh = await page.inputValue('.waiting .linkbox');
        await soon(async () => assert.equal(await page.getAttribute('.qr path', 'd'), drawn(fresh)));
        await assert.rejects(friend(server, 'Mallory', link), /wrong_link|not_found/);
        const ben = await friend(server, 'Ben', fresh);
        await page.click('[data-do="fill"][data-seat="3"]');
        await soon(async () => assert.deepEqual(await seatsOf(page), ['Ada', 'Ben', 'Medium bot']));
        await page.selectOption('.seatl [data-seat="3"] select', 'hard');
        await soon(async () => assert.deepEqual(await seatsOf(page), ['Ada', 'Ben', 'Hard bot']));
        await page.click('[data-do="seat-up"][data-seat="2"]');
        await soon(async () => assert.deepEqual(await seatsOf(page), ['Ben', 'Ada', 'Hard bot']));
        await page.waitForSelector('[data-do="start-table"]');
        await soon(async () => assert.deepEqual(await violations(page), []));
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it fits a phone');
        await page.click('.notice [data-do="note-close"]').catch(() => {});
        await shot(page, 'waiting-phone');
        await page.setViewportSize({width: 1440, height: 900});
        await shot(page, 'waiting-desktop');

        /* The connection is seen here, too, and what cannot be sent is said. */
        await page.waitForSelector('.topbar .wired.yes');
        await server.kill();
        await page.waitForSelector('.line.lost:not(:empty)');
        await page.waitForSelector('.topbar .wired.no');
        await page.click('[data-do="seat-up"][data-seat="2"]');
        await soon(async () => assert.match(await page.textContent('.notice'), /cannot be reached/));
        await soon(async () => assert.deepEqual(await violations(page), []));
        await shot(page, 'waiting-lost-desktop');
        await server.start();
        await page.waitForSelector('.topbar .wired.yes');
        await begin(page);
        assert.deepEqual(errors.filter((error) => !/WebSocket|ERR_|Failed to load/.test(error)), []);
        eve.close();
        ben.close();
    } finally {
        await context.close();
        await server.close();
    }
});

test('a live clock: pause, more time, out of time with the page open, back; talk that is muted or not sent', {work: 25}, async () => {
    const server = await startServer({clock: true}), {page: ada, context, errors} = await person(server.url, 'host', 71);
    try {
        /* A table whose clock is shorter than those that the page offers. */
        const {cookie} = await guest(server.url, 'Ada'), [name, value] = cookie.split('='), host = await connect(server.url, {cookie});
        const {table, link} = await host.do({do: 'create', seats: ['me', 'open'], clock: {kind: 'live', minutes: 1, increment_s: 0}}), ben = await friend(server, 'Ben', link);
        host.close();
        await context.addCookies([{name, value, url: server.url}]);
        await ada.evaluate((id) => history.replaceState(null, '', `#table=${id}`), table);
        await ada.reload();
        const agree = async (kind) => {
            let proposal = null;
            const heard = ben.client.on;
            ben.client.on = (said) => { if (said.kind === 'consent' && said.what === 'asked' && said.proposal.kind === kind) ({proposal} = said); heard(said); };
            await ada.click('.topbar [data-do="menu"]');
            await ada.click(`.menu [data-do="${kind === 'time' ? 'more-time' : kind}"]`);
            await soon(() => assert.ok(proposal));
            await ada.waitForSelector('.proposal');
            await ben.client.do({do: 'consent', table, proposal: proposal.id, yes: true});
            ben.client.on = heard;
        };
        await begin(ada);
        const own = await beside(server, context, table);
        assert.ok(await playUntil([own, ben], () => own.events.size > 8 && own.legal?.length > 3));
        own.close();
        await soon(async () => assert.match(await ada.title(), /^Your turn/));

        await agree('pause');
        await soon(async () => assert.match(await ada.textContent('.proposal'), /paused/));
        await soon(async () => assert.doesNotMatch(await ada.title(), /Your turn/));
        await ada.click('[data-do="unpause"]');
        await ada.waitForSelector('.proposal', {state: 'detached'});
        await soon(async () => assert.match(await ada.title(), /^Your turn/));

        /* Her time runs out while she looks on: a bot plays, nothing calls her, and she comes back. */
        for (let gone = 0; gone < 75; gone += 15) {
            server.later(15);
            await ben.client.do({do: 'ping'});
            await ada.waitForTimeout(200);
        }
        await ada.waitForSelector('.standin');
        await soon(async () => assert.match(await ada.textContent('.standin'), /A bot plays for you/));
        await soon(async () => assert.doesNotMatch(await ada.title(), /Your turn/));
        await soon(async () => assert.deepEqual(await violations(ada), []));
        await shot(ada, 'standin-desktop');
        await ada.setViewportSize({width: 390, height: 844});
        await shot(ada, 'standin-phone');
        assert.ok(await ada.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await ada.setViewportSize({width: 1440, height: 900});
        await ada.click('[data-do="come-back"]');
        await ada.waitForSelector('.standin', {state: 'detached'});
        await soon(async () => assert.doesNotMatch(await ada.textContent('.player.me'), /a bot plays/));

        await agree('time');
        const left = async () => { const [minutes, seconds] = (await ada.textContent('.player.me .clock')).split(':').map(Number); return minutes * 60 + seconds; };
        await soon(async () => assert.ok(await left() > 4 * 60, 'five minutes more'));

        /* Talk: muted, heard again, and kept where it could not be sent. */
        await ada.click('[data-do="side"][data-value="chat"]');
        await ben.client.do({do: 'say', table, text: 'first word'});
        await ada.waitForSelector('.talk li p');
        await ada.hover('.talk li');
        await ada.click('.talk [data-do="mute"]');
        await soon(async () => assert.equal(await ada.locator('.talk li p').count(), 0));
        await ben.client.do({do: 'say', table, text: 'second word'});
        await soon(async () => assert.match(await ada.textContent('.mutedline'), /Ben is muted/));
        await soon(async () => assert.deepEqual(await violations(ada), []));
        await shot(ada, 'muted-desktop');
        await ada.click('.mutedline [data-do="block"]');
        await soon(async () => assert.match(await ada.textContent('.notice'), /Ben can no longer come/));
        await ada.click('.notice [data-do="unblock"]');
        await soon(async () => assert.match(await ada.textContent('.notice'), /may come to your open tables again/));
        await ada.click('.mutedline [data-do="mute"]');
        await soon(async () => assert.deepEqual(await ada.locator('.talk li p').allTextContents(), ['first word', 'second word']));
        await ada.click('.topbar [data-do="menu"]');
        await ada.click('.menu [data-do="notes"]');
        await ada.fill('.notes textarea', 'Ben wants white');
        await soon(async () => assert.deepEqual(await violations(ada), []));
        await shot(ada, 'notes-desktop');
        await ada.click('[data-do="notes-save"]');
        await ada.waitForSelector('.notes', {state: 'detached'});

        await server.kill();
        await ada.waitForSelector('.line.lost:not(:empty)');
        await ada.fill('.talk input', 'does anyone hear me');
        await ada.keyboard.press('Enter');
        await soon(async () => assert.match(await ada.textContent('.notice'), /cannot be reached/));
        await soon(async () => assert.equal(await ada.inputValue('.talk input'), 'does anyone hear me', 'it is still there'));
        await ada.evaluate(() => { const button = document.createElement('button'); button.dataset.do = 'standing-curse'; document.getElementById('app').append(button); button.click(); button.remove(); });
        await server.start();
        await ada.waitForSelector('.wired.yes');
        await ada.fill('.talk input', 'does anyone hear me now');
        await ada.keyboard.press('Enter');
        await soon(async () => assert.equal(await ada.textContent('.talk .own:not(.sending) p'), 'does anyone hear me now'));
        await soon(async () => assert.equal(await ada.inputValue('.talk input'), ''));
        await ada.reload();
        await onScreen(ada, 'table');
        await ada.click('.topbar [data-do="menu"]');
        await ada.click('.menu [data-do="notes"]');
        await soon(async () => assert.equal(await ada.inputValue('.notes textarea'), 'Ben wants white'));
        await ada.keyboard.press('Escape');
        await ada.click('.topbar [data-do="menu"]');
        await ada.click('.menu [data-do="standing"]');
        await ada.waitForSelector('[data-do="standing-curse"][aria-checked="false"]');
        assert.deepEqual(errors.filter((error) => !/WebSocket|ERR_|Failed to load/.test(error)), []);
        ben.close();
    } finally {
        await context.close();
        await server.close();
    }
});

test('a day game with weekends off and a stand-in by choice; a day more, absent seats, finished tables in my games', {work: 20}, async () => {
    const server = await startServer(), {page: ada, context, errors} = await person(server.url, 'host', 81);
    try {
        await ada.waitForSelector('[data-do="together"]');
        await ada.click('[data-do="together"]');
        await ada.click('[data-do="new-table"]');
        await ada.fill('.myname', 'Ada');
        await ada.click('[data-do="table-seat"][data-seat="3"][data-value="open"]');
        await ada.click('[data-do="table-clock"][data-value="day1"]');
        await ada.selectOption('.standlevel select', 'hard');
        await ada.click('[data-do="table-weekends"]');
        await soon(async () => assert.deepEqual(await violations(ada), []));
        await shot(ada, 'newtable-desktop');
        await ada.setViewportSize({width: 390, height: 844});
        await shot(ada, 'newtable-phone');
        await ada.setViewportSize({width: 1440, height: 900});
        await ada.click('[data-do="make-table"]');
        await ada.waitForSelector('.waiting .linkbox');
        const link = await ada.inputValue('.waiting .linkbox'), ben = await friend(server, 'Ben', link), cyd = await friend(server, 'Cyd', link), {table} = ben;
        await begin(ada);
        const own = await beside(server, context, table), {table: {clock}} = await own.client.do({do: 'follow', table, after: 0});
        assert.deepEqual([clock.days, clock.weekends, clock.stand_in], [1, false, 'hard']);

        /* A day more is asked for by whoever decides; each seat whose player is away can be offered. */
        assert.ok(await playUntil([own, ben, cyd], () => own.events.size > 8 && own.legal?.length > 3));
        const days = [];
        ben.client.on = (said) => { if (said.what === 'asked') days.push(said.proposal.seconds); };
        await ada.click('.topbar [data-do="menu"]');
        await ada.click('.menu [data-do="more-time"]');
        await soon(() => assert.deepEqual(days, [86400]));
        await soon(async () => assert.match(await ada.textContent('.proposal'), /asks for 1 more day/));
        for (const each of [ben, cyd]) {
            each.client.close();
            await soon(async () => assert.ok(await ada.locator('.player .here.no').count() >= (each === cyd ? 2 : 1)));
        }
        await ada.click('.topbar [data-do="menu"]');
        await soon(async () => assert.equal(await ada.locator('.menu [data-do="offer-seat"]').count(), 2));
        await soon(async () => assert.deepEqual(await violations(ada), []));
        await shot(ada, 'menu-desktop');
        await ada.setViewportSize({width: 390, height: 844});
        await shot(ada, 'menu-phone');
        await ada.setViewportSize({width: 1440, height: 900});
        await ada.keyboard.press('Escape');

        /* Both resign, she wins, and the table is found among her games. */
        for (const {who} of [ben, cyd]) {
            const client = await connect(server.url, {cookie: who.cookie});
            await client.do({do: 'resign', table});
            client.close();
        }
        await own.client.do({do: 'claim_win', table});
        own.close();
        await ada.waitForSelector('.proposal [data-do="proof"]');
        await ada.click('.topbar .brand');
        await ada.click('[data-do="games"]');
        await ada.waitForSelector(`.gc[data-table="${table}"] [data-do="replay-table"]`);
        await soon(async () => assert.deepEqual(await violations(ada), []));
        await shot(ada, 'games-desktop');
        await ada.click('[data-do="replay-table"]');
        await onScreen(ada, 'replay');
        await ada.click('[data-do="replay-close"]');
        await onScreen(ada, 'start', 'games');
        if (await ada.getAttribute('html', 'data-screen') === 'start') await ada.click('[data-do="games"]');
        await ada.click(`.gc[data-table="${table}"] [data-do="open-table"]`);
        await ada.waitForSelector('.proposal [data-do="play-again"]');
        await ada.waitForSelector('.proposal [data-do="proof"]');

        /* All her tables on another device. */
        await ada.click('.topbar .brand');
        await ada.click('[data-do="together"]');
        await ada.click('[data-do="guest-link"]');
        await soon(async () => assert.match(await ada.inputValue('.notice .linkbox'), /#guest=/));
        await soon(async () => assert.deepEqual(await violations(ada), []));
        await shot(ada, 'lobby-desktop');
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
        await server.close();
    }
});
