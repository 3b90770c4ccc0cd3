// A table on a server as this page keeps it, without a server: what comes in and what goes out.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {webcrypto} from 'node:crypto';
import {engine, source} from '../lib/source.mjs';

globalThis.crypto ??= webcrypto;
globalThis.navigator ??= {};
globalThis.document ??= {title: 'Tobago', hidden: false, baseURI: 'http://127.0.0.1/', addEventListener() {}};
globalThis.window ??= globalThis;
const kept = new Map();
Object.defineProperty(globalThis, 'localStorage', {configurable: true, value: {getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, String(value)), removeItem: (key) => kept.delete(key)}});

const {OnlineTable, promises, table: followed, mine, waits} = await source('online/table.ts', 'online/session.ts', 'ui/turn.tsx');

const LOST = {code: 'lost', name: 'lost', reason: ''}, ID = 'k7q2m4xh9d';
const ASKED = {claim_from: 0, claim_all: false, pass_below: false, pass_if_curse: false};
const clock = (left, more = {}) => ({left, running: 1, paused: false, ...more});
const about = (more = {}) => ({
    id: ID, state: 'playing', open: false, watchable: true, host: 1, seats: [{who: 'person', name: 'Ada', here: true, ready: true}, {who: 'person', name: 'Ben', here: true, ready: true}],
    island: 'ABC0', options: [], clock: {kind: 'live', minutes: 10}, to_move: 1, round: 1, at: 1, n: 7, ...more,
});
const snapshot = (more = {}) => ({is: 'table', table: about(), n: 7, seat: 1, record: '', commitment: 'c0', to_move: 1, clock: clock([9000, 9000]), proposal: null, legal: null, standing: ASKED, notes: '', muted: [], chat: [], ...more});
const message = (n, more = {}) => ({n, at: n, seat: 2, name: 'Ben', guest: 'b', text: `word ${n}`, ...more});
const settle = () => new Promise((go) => setTimeout(go, 5));

/* A table whose requests are answered by 'answer', which throws a refusal. */
function seated(answer = () => ({ok: true, n: 7}), first = snapshot(), module = engine) {
    const asked = [], failed = [];
    const wire = {ask: async (act, fields) => { asked.push([act, fields]); return answer(act, fields); }};
    const table = new OnlineTable(ID, wire, module);
    table.failed = (why) => failed.push(why);
    table.hear(first);
    return {table, asked, failed};
}

test('a page that was away takes table, clock, answers, notes and mutes from the answer', async () => {
    const chat = [message(2)], {table} = seated((act) => ({ok: true, n: 7, chat, about: about({seats: [{who: 'person', name: 'Ada', here: true, stood_in: true}, {who: 'person', name: 'Ben', here: false}]}),
        clock: clock([1000, 500], {paused: true}), standing: {...ASKED, claim_all: true}, notes: 'Ben bluffs', muted: ['x']}));

    await table.follow();

    assert.equal(table.about.value.id, ID);
    assert.deepEqual(table.about.value.seats.map(({here, stood_in: out}) => [here, out ?? false]), [[true, true], [false, false]]);
    assert.deepEqual(table.times.value.clock, clock([1000, 500], {paused: true}));
    assert.equal(table.standing.value.claim_all, true);
    assert.equal(table.notes.value, 'Ben bluffs');
    assert.deepEqual([...table.muted.value], ['x']);
    assert.deepEqual(table.chat.value, chat);
});

test('the answer holds after the events that were missed, and may say nothing of the kind', async () => {
    const {table} = seated(() => ({ok: true, n: 8, about: about({n: 8, to_move: 2, round: 4}), clock: clock([1, 2])}));
    await table.follow();
    assert.equal(table.about.value.round, 1, 'an event is still missing');

    table.hear({is: 'event', table: ID, n: 8, at: 8, kind: 'clock', what: 'time', seat: 1, seconds: 300, clock: clock([3, 4])});

    assert.equal(table.about.value.round, 4);
    assert.deepEqual(table.times.value.clock.left, [1, 2]);
    const old = seated().table;
    await old.follow();
    assert.deepEqual([old.standing.value, old.notes.value, old.about.value.round], [ASKED, '', 1]);
});

test('presence brings the clock along, and another device of the seat its answers, notes and mutes', () => {
    const {table} = seated();

    table.hear({is: 'presence', table: ID, seat: 2, here: false, clock: clock([700, 800], {running: null})});
    table.hear({is: 'private', table: ID, standing: {...ASKED, claim_from: 4, pass_below: true}, notes: 'from the phone', muted: ['b']});

    assert.equal(table.about.value.seats[1].here, false);
    assert.deepEqual(table.times.value.clock, clock([700, 800], {running: null}));
    assert.equal(table.standing.value.claim_from, 4);
    assert.equal(table.notes.value, 'from the phone');
    assert.deepEqual([...table.muted.value], ['b']);
    table.hear({is: 'presence', table: ID, seat: 2, here: true});
    assert.deepEqual(table.times.value.clock.left, [700, 800], 'a frame without a clock leaves it');
});

test('messages stand by their numbers, none twice, also those that come late', () => {
    const {table} = seated(undefined, snapshot({chat: [message(1), message(4)]}));

    for (const n of [5, 2, 4, 3, 2]) table.hear({is: 'chat', table: ID, message: message(n, {seat: null})});

    assert.deepEqual(table.chat.value.map(({n}) => n), [1, 2, 3, 4, 5]);
    assert.equal(table.unread.value, 3);
});

test('a page that was away when the game ended asks for the spectators\' messages, too', async () => {
    const {table, asked} = seated((act, {chat_after: after}) => ({ok: true, n: 8, chat: after === 0 ? [message(2, {seat: null}), message(3)] : []}), snapshot({chat: [message(3)]}));
    await table.follow();

    table.hear({is: 'event', table: ID, n: 8, at: 8, kind: 'end', why: 'E1', coins: [3, 4], places: [1, 2]});
    await settle();

    assert.deepEqual(table.chat.value.map(({n}) => n), [2, 3]);
    assert.deepEqual(asked.map(([, fields]) => fields.chat_after), [3, 0]);
    assert.deepEqual(table.places, [1, 2]);
});

test('what could not be sent is said, and what it changed here is taken back', async () => {
    const {table, failed} = seated(() => { throw LOST; });

    assert.equal(await table.act('consent', {proposal: 1, yes: true}), false);
    assert.equal(await table.say('hello'), false);
    await table.answer({...ASKED, claim_all: true});
    await table.mute('b', true);
    assert.equal(await table.writeNotes('a thought'), false);

    assert.equal(failed.length, 5);
    assert.deepEqual(table.standing.value, ASKED);
    assert.deepEqual([...table.muted.value], []);
    assert.equal(table.notes.value, '');
});

test('of two answers in a row the one that the server has stays', async () => {
    let lost = false;
    const {table} = seated(() => { if (lost) throw LOST; return {ok: true}; });
    await table.answer({...ASKED, claim_from: 4, pass_below: true});
    lost = true;

    await Promise.all([table.answer({...ASKED, claim_all: true}), table.answer({...ASKED, pass_if_curse: true})]);

    assert.equal(table.standing.value.claim_from, 4);
});

test('who is heard again has her messages fetched; who watches mutes on this page alone', async () => {
    const {table, asked} = seated((act) => ({ok: true, n: 7, chat: act === 'follow' ? [message(1), message(2)] : undefined}), snapshot({chat: [message(1)], muted: ['b']}));
    await table.mute('b', false);
    assert.deepEqual(table.chat.value.map(({n}) => n), [1, 2]);

    const eve = seated(undefined, snapshot({seat: null, muted: undefined, standing: undefined}));
    await eve.table.mute('b', true);
    assert.deepEqual([...eve.table.muted.value], ['b']);
    assert.deepEqual(eve.asked, []);
    assert.ok(asked.length);
});

test('the number for the draws is kept before it is sent, and the same one goes out again', async () => {
    let answer = () => { throw LOST; };
    const waiting = snapshot({table: about({state: 'waiting', seats: [{who: 'person', name: 'Ada', here: true, ready: false}, {who: 'open'}]})});
    kept.clear();
    const {table, asked} = seated((act) => answer(act), waiting);
    await settle();
    const [[, {bytes}]] = asked;
    assert.deepEqual(promises(), [[ID, {commitment: 'c0', share: bytes}]], 'the answer never came');

    answer = (act) => { if (act === 'contribute') throw {code: 'forbidden', name: 'contributed', reason: ''}; return {ok: true, n: 7, about: waiting.table}; };
    await table.follow();
    await settle();
    assert.deepEqual(asked.map(([act, fields]) => [act, fields.bytes]), [['contribute', bytes], ['follow', undefined], ['contribute', bytes]]);
    assert.deepEqual(promises(), [[ID, {commitment: 'c0', share: bytes}]]);

    kept.clear();
    seated((act) => answer(act), waiting);
    await settle();
    assert.deepEqual(promises(), [], 'another device sent its own');
});

test('a game that cannot be read is said to be so', async () => {
    const record = seated(undefined, snapshot({record: 'tobago 99\nwhat is this\n'})).table;
    const rules = seated(undefined, snapshot({table: about({playable: false}), record: 'tobago 1\n'})).table;
    await settle();
    for (let i = 0; i < 100 && !record.unreadable.value; i++) await new Promise((go) => setTimeout(go, 50));

    assert.equal(record.unreadable.value, 'record');
    assert.equal(rules.unreadable.value, 'rules');
    assert.equal(record.source, null);
});

test('my turn: not while a bot plays for me, the game is paused or my standing answer answers', async () => {
    const {table} = seated();
    followed.value = table;
    assert.deepEqual(waits.value, [ID]);
    const own = (more) => { table.about.value = about({seats: [{...about().seats[0], ...more}, about().seats[1]]}); };

    own({stood_in: true});
    assert.deepEqual(waits.value, [], 'a bot stands in');
    own({resigned: true});
    assert.deepEqual(waits.value, [], 'resigned');
    own({});
    assert.deepEqual(waits.value, [ID]);
    table.times.value = {clock: clock([1, 1], {paused: true}), at: 0};
    assert.deepEqual(waits.value, [], 'paused');
    table.times.value = {clock: clock([1, 1]), at: 0};

    table.offered.value = true;
    assert.deepEqual(waits.value, [ID], 'asked each time');
    table.standing.value = {...ASKED, claim_from: 4, pass_below: true};
    assert.deepEqual(waits.value, [], 'the answer answers');
    table.standing.value = {...ASKED, pass_if_curse: true};
    assert.deepEqual(waits.value, [], 'it may answer in a moment');
    table.offered.value = false;
    assert.deepEqual(waits.value, [ID], 'it only answers offers');

    followed.value = null;
    mine.value = new Map([['a', about({id: 'a', seat: 1, my_turn: true})], ['b', about({id: 'b', seat: 1, my_turn: true, seats: [{who: 'person', stood_in: true}, {who: 'open'}]})]]);
    assert.deepEqual(waits.value, ['a']);
});
