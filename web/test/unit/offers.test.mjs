// What the table offers, against the module: every legal line can be reached with at most
// three activations, and nothing is offered that is not legal.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {cut, GAME} from '../lib/games.mjs';
import {engine as fresh, source} from '../lib/source.mjs';

const {offerOf, pick, NOTHING} = await source('table/offers.ts', 'table/picks.ts');
const engine = await fresh();
const LONG = process.env.LONG === '1';

const asker = (viewer) => ({
    whatIf: (line) => engine.whatIf(line, viewer),
    legs: (opening) => (opening ? engine.legsAfter(opening, viewer) : engine.legs(viewer)),
    drive: engine.tables().legs,
    amulets: (lines) => engine.amuletsOf(lines, viewer),
    zone: (card) => new Set(engine.clue(card)),
    distances: (space) => engine.distances(space),
});

/* Everything that the offer lets one activate: lines to commit and words to pick. */
function activations(offer) {
    const moves = [], picks = [];
    const add = ({move, pick: word}) => { if (move) moves.push(move); else if (word) picks.push(word); };
    offer.acts.filter((act) => act.kind !== 'off').forEach(add);
    for (const can of offer.spaces.values()) add(can);
    for (const map of Object.values(offer.maps)) add({pick: map.pick});
    for (const power of offer.powers ?? []) if (power.possible) picks.push(power.mode);
    for (const way of offer.overlay.facings?.ways ?? []) picks.push(way);
    picks.push(...offer.cards, ...offer.clues, ...(offer.triads ?? []).map(({name}) => name));
    return {moves, picks: [...new Set(picks)]};
}

/* The first lines of everything that can be committed within three activations. */
function reachable(position, legal, viewer) {
    const seat = position.to_move, found = new Set(), ask = asker(viewer);
    const look = (picks, left) => {
        const offer = offerOf({position, seat, legal, picks, ask}), {moves, picks: words} = activations(offer);
        for (const move of moves) found.add(move);
        if (left > 1) for (const word of words) look(pick(picks, word, position), left - 1);
    };
    look(NOTHING, 3);
    return found;
}

const random = (seed) => {
    let state = seed;
    return (n) => { state ^= state << 13; state ^= state >>> 17; state ^= state << 5; state >>>= 0; return state % n; };
};

const HEADERS = [
    'tobago 1\nplayers a b\nisland AbC1\n', 'tobago 1\nplayers a b c d\nisland aBc0\noptions experienced\n',
    'tobago 1\nplayers a b c\nisland Acb1\noptions experienced placed volcano volcano-placed\nfirst 2\n', 'tobago 1\nplayers a b\nisland ABC0\noptions volcano triads-random\n',
];

for (const [index, header] of HEADERS.entries())
    test(`every legal line is at most three activations away: ${header.split('\n').slice(1, 4).join(', ')}`, () => {
        const next = random(4711 + index);
        Object.defineProperty(globalThis, 'crypto', {configurable: true, value: {getRandomValues: (bytes) => { for (let at = 0; at < bytes.length; at++) bytes[at] = next(256); return bytes; }}});
        assert.equal(engine.read(header), null);
        const kinds = new Set();
        let asked = 0;
        for (let step = 0; engine.toMove !== null && step < (LONG ? 4000 : 600); step++) {
            if (engine.toMove === 'nature') {
                assert.equal(engine.feed(engine.nature()), null);
                continue;
            }
            const viewer = engine.toMove, legal = engine.legal(viewer), position = engine.position(viewer), at = engine.lines;
            const fresh = legal.some((line) => !kinds.has(kindOf(line)));
            if (fresh || next(LONG ? 5 : 40) === 0) {
                const found = reachable(position, legal, viewer), first = new Set([...found].map((move) => move.split(';')[0]));
                for (const line of legal) assert.ok(first.has(line), `${line} after line ${at}`);
                for (const move of found) check(move, at);
                legal.forEach((line) => kinds.add(kindOf(line)));
                asked++;
            }
            const good = legal.filter((line) => / (clue|raise|claim|take|lava|volcanic|remove|swap|double)/.test(line));
            assert.equal(engine.feed((good.length && next(3) ? good : legal)[next((good.length && next(3) ? good : legal).length)] ?? legal[0]), null);
        }
        assert.ok(asked > 8, `${asked} positions were asked`);
    });

const kindOf = (line) => line.split(' ').slice(1, line.includes(' amulet ') ? 3 : 2).join(' ');

/* Lines joined by semicolons are legal one after the other until someone else is asked. */
function check(move, at) {
    const seat = Number(move[0]);
    for (const line of move.split(';')) {
        if (engine.toMove !== seat || (engine.position(seat).phase === 'take' && !/take|leave/.test(line))) break;
        assert.equal(engine.feed(line), null, `${move} after line ${at}`);
    }
    engine.cut(at);
}

test('the ring has the powers that the module knows in this game', () => {
    const ring = (record) => {
        assert.equal(engine.read(record), null);
        const position = engine.position(2);
        return offerOf({position, seat: 2, legal: engine.legal(2), picks: {mode: 'amulet'}, ask: asker(2)}).powers.map((power) => power.mode);
    };
    assert.deepEqual(ring(GAME), ['amulet remove', 'amulet clue', 'amulet move', 'amulet exchange']);
    assert.deepEqual(ring(cut('experienced', 256)).slice(4), ['amulet double', 'amulet swap']);
});
