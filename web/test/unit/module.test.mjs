// The module as an object: lines that are only tried leave no trace.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {cut, GAME, VOLCANO} from '../lib/games.mjs';
import {engine as fresh} from '../lib/source.mjs';

const engine = await fresh();

test('the amulets that a drive comes upon are those of the module, and nothing is played (M3, A3)', () => {
    assert.equal(engine.read(GAME), null);
    const {lines, hash} = engine;
    assert.deepEqual(engine.amuletsOf('2 move;2 leg k7;2 leg l9;2 leg l10', 2), ['l10']);
    assert.deepEqual(engine.amuletsOf('2 move;2 leg k7;2 leg l9', 2), []);
    assert.deepEqual(engine.amuletsOf('2 amulet move;2 leg k7;2 leg l9;2 leg l10', 2), [], 'an extra drive takes none');
    assert.deepEqual(engine.amuletsOf('2 raise white', 2), [], 'a line that is refused brings nothing');
    assert.deepEqual([engine.lines, engine.hash], [lines, hash]);
});

test('with the Volcano a drive stops where it is asked whether it takes the amulet (V3)', () => {
    const record = VOLCANO.split('\n').filter(Boolean), at = record.findLastIndex((line) => / take$/.test(line));
    const leg = record[at - 1];
    assert.equal(engine.read(`${record.slice(0, at - 1).join('\n')}\n`), null);
    assert.deepEqual(engine.amuletsOf(`${leg};${leg[0]} leg h8`, Number(leg[0])), [leg.split(' ')[2]]);
});

test('a round is the module’s', () => {
    engine.read(GAME);
    assert.equal(engine.position(2).round, 6);
    engine.seek(20);
    assert.equal(engine.position(2).round, 0);
});

test('what a curse would cost and how many may come is the module’s (K2, S1)', () => {
    assert.equal(engine.read(cut('four', 270)), null);
    const {known, unknown, least, most, price} = engine.position(2).ahead;
    assert.deepEqual([known, unknown, least, most], [[0, 2], 1, 1, 2]);
    assert.deepEqual(price.map(({seat, amulets, coins}) => [seat, amulets, coins]), [[2, 1, 0], [3, 0, 6], [4, 0, 6]]);
    const claimed = engine.whatIf('2 claim', 2);
    assert.deepEqual(claimed.position.ahead.price.map(({seat}) => seat), [3, 4], 'who has no rose left is safe');
    assert.deepEqual(engine.position(5).ahead.known, [], 'a spectator saw none');
});
