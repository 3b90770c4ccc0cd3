// The arithmetic of an analysis, and what a record tells as a whole.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {source} from '../lib/source.mjs';

const {curveOf, judgingOrder, outlineOf, results, thinned, turningPoints, verdictAt} = await source('table/study.ts');
const RECORD = ['tobago 1', 'players a b', 'island Acb1', 'nature object hut e8', '1 atv f8', '2 atv f8', 'nature initial 1 in-lake', '1 start brown',
    '1 clue white in-river', '1 end', '2 raise white', 'nature curse', '2 amulet clue grey in-lake', '2 exchange', '1 amulet move', '1 end', '2 end', ''].join('\n');
const verdict = (line, seat, cost, chances = [0.5, 0.5]) => ({line, seat, cost, chances, played: `${seat} end`, expert: cost ? `${seat} move` : `${seat} end`});

test('the outline of a record has its decisions, raises and sums', () => {
    const outline = outlineOf(RECORD);
    assert.equal(outline.first, 3);
    assert.equal(outline.last, 17);
    assert.equal(outline.players, 2);
    assert.deepEqual(outline.decisions, [5, 6, 8, 9, 10, 11, 13, 14, 15, 16, 17]);
    assert.deepEqual(outline.raises, [{line: 11, seat: 2, treasure: 'white'}]);
    assert.deepEqual([outline.clues, outline.spent, outline.curses], [2, 2, 1]);
});

test('the curve is a running mean of seven decisions and ends at the result', () => {
    const verdicts = Array.from({length: 9}, (_, index) => verdict(index + 1, 1, 0, [index === 4 ? 0.8 : 0.1, 0]));
    const points = curveOf(verdicts, 1, {line: 20, chance: 1});
    assert.equal(points.length, 10);
    assert.ok(Math.abs(points[4].chance - (0.8 + 0.6) / 7) < 1e-9);
    assert.ok(Math.abs(points[0].chance - 0.1) < 1e-9);
    assert.deepEqual(points.at(-1), {line: 20, chance: 1});
    assert.deepEqual(curveOf([], 1), []);
});

test('turning points are the dearest decisions in the order of the game', () => {
    const verdicts = [0.3, 0, 0.05, 0.2, 0.01, 0.4, 0.1, 0.06].map((cost, index) => verdict(index + 1, 1, cost));
    assert.deepEqual(turningPoints(verdicts, 4).map(({line}) => line), [1, 4, 6, 7]);
    assert.deepEqual(turningPoints([verdict(1, 1, 0.019)]), []);
});

test('the verdict in force is that of the last decision', () => {
    const verdicts = [verdict(5, 1, 0), verdict(9, 2, 0)];
    assert.equal(verdictAt(verdicts, 4), null);
    assert.equal(verdictAt(verdicts, 8).line, 5);
    assert.equal(verdictAt(verdicts, 99).line, 9);
});

test('a shared win is split', () => assert.deepEqual(results([1, 3, 1]), [0.5, 0, 0.5]));

test('judging begins with a coarse curve and takes every decision once', () => {
    const decisions = Array.from({length: 100}, (_, index) => index * 3 + 5), order = judgingOrder(decisions);
    assert.deepEqual(order.slice(0, 3), [5, 53, 101]);
    assert.deepEqual([...order].sort((a, b) => a - b), decisions);
});

test('a thinned curve keeps its first and last point and no more than asked for', () => {
    const points = Array.from({length: 1001}, (_, line) => ({line, chance: 0})), thin = thinned(points, 100);
    assert.ok(thin.length <= 101 && thin[0].line === 0 && thin.at(-1).line === 1000);
    assert.equal(thinned(points.slice(0, 50), 100).length, 50);
});
