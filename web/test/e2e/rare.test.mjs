// What a server says only now and then: a seat that resigned at the end of a game, rules that are
// gone, another version. A stand-in speaks for the server, so that a game need not be played for it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {violations} from '../lib/axe.mjs';
import {textOf} from '../lib/browser.mjs';
import {positionOf} from '../lib/native.mjs';
import {startServer} from '../lib/server.mjs';
import {soon, test} from '../lib/suite.mjs';
import {onScreen, person} from '../lib/together.mjs';

const ID = 'k7q2m4xh9d', OVER = readFileSync(new URL('../games/four.tobago', import.meta.url), 'utf8');
const ASKED = {claim_from: 0, claim_all: false, pass_below: false, pass_if_curse: false};

/* Runs in the page before its scripts: a socket that greets, and tells the snapshot 'said'. */
function standIn(said, rules) {
    globalThis.WebSocket = class {
        static OPEN = 1;
        readyState = 0;
        constructor() {
            setTimeout(() => { this.readyState = 1; this.tell({is: 'hello', server: 'tobago 0', rules, guest: {id: 'a', name: 'Ada'}, now: Date.now()}); }, 5);
        }
        tell(frame) { this.onmessage?.({data: JSON.stringify(frame)}); }
        send(text) {
            const {id, do: act} = JSON.parse(text);
            if (id !== undefined) setTimeout(() => this.tell({re: id, ...(act === 'follow' ? said : {ok: true, tables: []})}), 1);
        }
        close() { this.readyState = 3; this.onclose?.({}); }
    };
}

/* A page at a table of which the stand-in tells 'said', the snapshot's keys that matter. */
async function at(server, size, said, rules = '') {
    const snapshot = {is: 'table', n: 9, seat: 1, record: '', commitment: 'c0', to_move: null, clock: {left: null, running: null, paused: false}, proposal: null, legal: null, standing: ASKED, notes: '', muted: [], chat: [], ...said};
    return person(`${server.url}#table=${ID}`, size, 7, {script: `(${standIn})(${JSON.stringify(snapshot)}, '${rules}')`, serviceWorkers: 'block', settings: {name: 'Ada'}});
}

const table = (names, more = {}) => ({
    id: ID, state: 'over', open: false, watchable: true, host: 1, seats: names.map((name) => ({who: 'person', name, here: true, ready: true})),
    island: 'ABC0', options: [], clock: {kind: 'none'}, to_move: null, round: 9, at: Date.now(), n: 9, ...more,
});

test('at the end a seat that resigned is last, whatever it owns; who watched has no rematch', {work: 10}, async () => {
    const server = await startServer(), {seats, totals, places} = positionOf(OVER), names = seats.map(({name}) => name);
    const rich = places.indexOf(1), order = [...totals.keys()].filter((seat) => seat !== rich).sort((a, b) => totals[b] - totals[a]);
    const given = totals.map((_, seat) => (seat === rich ? totals.length : order.indexOf(seat) + 1)), me = order[0] + 1;
    const about = table(names);
    about.seats[rich].resigned = true;
    const said = {table: about, record: OVER, seat: me, result: {why: 'E1', coins: totals, places: given}};
    try {
        const {page, context, errors} = await at(server, 'host', said);
        await onScreen(page, 'end');
        await soon(async () => assert.match(await page.textContent('.scene h2'), new RegExp(`^${names[order[0]]} wins with ${totals[order[0]]}`)));
        await soon(async () => assert.deepEqual(await page.locator('.rank .nm').allTextContents(), [...order, rich].map((seat) => names[seat])));
        assert.deepEqual(await page.locator('.rank .pl').allTextContents(), given.map((_, place) => String(place + 1)));
        assert.equal(await page.locator('.laurel svg').count(), 1);
        await soon(async () => assert.match(await page.textContent(`.rank [data-seat="${rich + 1}"]`), /resigned/));
        await soon(async () => assert.match(await page.textContent('.scene header p'), new RegExp(`You are ${totals[order[0]] - totals[order[1]]} coins? ahead`)));
        await page.waitForSelector('[data-do="play-again"]');
        await soon(async () => assert.deepEqual(await violations(page), []));
        assert.deepEqual(errors, []);
        if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/resigned-desktop.png`});
        await context.close();

        const eve = await at(server, 'phone', {...said, seat: null, standing: undefined});
        await onScreen(eve.page, 'end');
        await eve.page.waitForSelector('.scene [data-do="replay"]');
        assert.equal(await eve.page.locator('[data-do="play-again"]').count(), 0);
        if (process.env.SHOTS) await eve.page.screenshot({path: `${process.env.SHOTS}/resigned-phone.png`});
        await eve.context.close();
    } finally {
        await server.close();
    }
});

test('a game that cannot be shown is said to be so, with its record and a way back; another version offers to reload once', {work: 10}, async () => {
    const server = await startServer(), record = 'tobago 1\nplayers Ada Ben\nnobody knows this line\n';
    try {
        const {page, context} = await at(server, 'phone', {table: table(['Ada', 'Ben'], {state: 'playing', playable: false}), record}, '0123456789abcdef');
        await soon(async () => assert.match(await page.textContent('.unreadable'), /rules that the server no longer has/));
        await soon(async () => assert.deepEqual(await violations(page), []));
        await soon(async () => assert.match(await page.textContent('.notice'), /different versions/));
        if (process.env.SHOTS) await page.screenshot({path: `${process.env.SHOTS}/unreadable-phone.png`});
        await page.route('**/api/table/*/record', (route) => route.fulfill({contentType: 'text/plain', body: record}));
        const file = page.waitForEvent('download');
        await page.click('[data-do="record-file"]');
        assert.equal(await textOf(await file), record);
        await page.click('.notice [data-do="reload-page"]');
        await soon(async () => assert.match(await page.textContent('.notice'), /still of different versions/));
        assert.equal(await page.locator('.notice [data-do="reload-page"]').count(), 0, 'once, and not again and again');
        await page.click('.unreadable [data-do="together"]');
        await onScreen(page, 'lobby');
        await context.close();

        const other = await at(server, 'host', {table: table(['Ada', 'Ben'], {state: 'playing'}), record});
        await soon(async () => assert.match(await other.page.textContent('.unreadable'), /cannot read the record/));
        await soon(async () => assert.deepEqual(await violations(other.page), []));
        if (process.env.SHOTS) await other.page.screenshot({path: `${process.env.SHOTS}/unreadable-desktop.png`});
        await other.context.close();
    } finally {
        await server.close();
    }
});
