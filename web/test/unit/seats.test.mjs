// Seats, names and options of the next game.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {source} from '../lib/source.mjs';

const {levelOf, playersOf, seatsOf, switched, tidy, withLevel} = await source('ui/seats.ts');
const settings = {seats: null, players: 3, level: 'hard', name: ''};

test('without a choice there is one person among bots of one level', () => {
    const seats = seatsOf(settings);
    assert.deepEqual(seats.map(({kind}) => kind), ['person', 'hard', 'hard', 'none']);
    assert.deepEqual(playersOf(seats), [{name: 'Ada', kind: 'person'}, {name: 'Ben', kind: 'hard'}, {name: 'Chloé', kind: 'hard'}]);
    assert.equal(levelOf(seats), 'hard');
});

test('every name is given once, and names have no blanks or controls', () => {
    const seat = (kind, name = '') => ({kind, name});
    const players = playersOf([seat('person', 'Ben'), seat('easy'), seat('expert', 'Ben'), seat('person')]);
    assert.equal(new Set(players.map(({name}) => name)).size, 4);
    assert.equal(players[0].name, 'Ben');
    assert.equal(tidy('  a \t b\u202e<x>  '), 'a\u00a0b<x>');
    assert.equal([...tidy('😀'.repeat(30))].length, 10);
});

test('a level chosen for all leaves people and empty seats alone', () => {
    const seats = withLevel([{kind: 'person', name: ''}, {kind: 'easy', name: ''}, {kind: 'hard', name: ''}, {kind: 'none', name: ''}], 'expert');
    assert.deepEqual(seats.map(({kind}) => kind), ['person', 'expert', 'expert', 'none']);
    assert.equal(levelOf([{kind: 'easy', name: ''}, {kind: 'hard', name: ''}]), null);
});

test('an option brings what it needs and takes along what needs it, in the order of the record', () => {
    const known = [{name: 'placed', needs: []}, {name: 'volcano', needs: []}, {name: 'volcano-placed', needs: ['volcano']}];
    assert.deepEqual(switched([], 'volcano-placed', known), ['volcano', 'volcano-placed']);
    assert.deepEqual(switched(['volcano-placed', 'volcano'], 'placed', known), ['placed', 'volcano', 'volcano-placed']);
    assert.deepEqual(switched(['placed', 'volcano', 'volcano-placed'], 'volcano', known), ['placed']);
});
