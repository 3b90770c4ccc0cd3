// All local games as one file, and back.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {source} from '../lib/source.mjs';

const {bundle, merge, unbundle} = await source('store/bundle.ts');
const game = (id, changed = 1, record = 'tobago 1\nplayers a b\nisland Acb1\n') =>
    ({id, players: [{name: 'a', kind: 'person'}, {name: 'b', kind: 'hard'}], record, rules: 'r', changed, over: false});

test('games come back from their file as they were', () => {
    const games = [game('x'), game('y', 7)];
    assert.deepEqual(unbundle(bundle(games)), {games, refused: 0});
});

test('a file that is something else is told apart', () => {
    assert.equal(unbundle('{"tobago-games": 1'), 'not-json');
    for (const text of ['null', '[]', '7', '{"games": []}', '{"tobago-games": 1}', '{"tobago-games": "1", "games": []}']) assert.equal(unbundle(text), 'not-games', text);
    assert.equal(unbundle('{"tobago-games": 2, "games": []}'), 'newer');
    assert.equal(unbundle(JSON.stringify({'tobago-games': 1, games: Array(5001).fill(0)})), 'too-many');
});

test('a game with a wrong field is refused, and unknown fields are dropped', () => {
    const bad = [null, 7, {}, {...game('a'), record: ''}, {...game('a'), record: 'x'.repeat((1 << 20) + 1)}, {...game('a'), players: [{name: 'a', kind: 'person'}]},
        {...game('a'), players: [{name: 'a', kind: 'god'}, {name: 'b', kind: 'easy'}]}, {...game('a'), changed: 'now'}, {...game('a'), id: {}}];
    const found = unbundle(JSON.stringify({'tobago-games': 1, games: [...bad, {...game('z'), onclick: 'alert(1)', __proto__: {over: true}}]}));
    assert.equal(found.refused, bad.length);
    assert.deepEqual(found.games, [game('z')]);
});

test('only what is new or went on elsewhere is taken over', () => {
    const longer = `${game('x').record}nature object hut e8\n`;
    const {add, same} = merge([game('x', 5), game('y', 5)], [game('x', 9, longer), game('y', 4, longer), game('z'), game('z')]);
    assert.deepEqual(add.map(({id, changed}) => [id, changed]), [['x', 9], ['z', 1]]);
    assert.equal(same, 2);
});
