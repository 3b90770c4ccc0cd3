// The bench of the page: its arithmetic, its sizes, its complaints.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {median, quantile, slope} from '../../bench/stats.mjs';

const run = (...words) => spawnSync(process.execPath, [fileURLToPath(new URL('../../bench/page.mjs', import.meta.url)), ...words], {encoding: 'utf8'});

test('quantiles are values that were measured, and a slope is the growth from one to the next', () => {
    const values = [9, 1, 8, 2, 7, 3, 6, 4, 5, 10];
    assert.equal(median(values), 5);
    assert.equal(quantile(values, 0.95), 10);
    assert.equal(quantile([7], 0.01), 7);
    assert.ok(Math.abs(slope([1, 3, 5, 7]) - 2) < 1e-9);
    assert.equal(slope([4, 4, 4]), 0);
});

test('the size is measured as JSON and stays under its bars', () => {
    const {status, stdout, stderr} = run('size', '--json', '-', '--quiet');
    const {figures} = JSON.parse(stdout);
    assert.deepEqual(figures.map(({unit, bar, met}) => [unit, bar, met]), [['kB', 280, true], ['kB', 60, true]], stderr);
    assert.ok(figures[0].value > 100 && figures[1].value > 20, stdout);
    assert.equal(status, 0);
});

test('help, and complaints about what it does not know', () => {
    assert.match(run('--help').stdout, /^usage: node web\/bench\/page\.mjs/);
    for (const words of [['speed'], ['--seed', 'x'], ['--loads', '0'], ['--fast']]) {
        const {status, stderr} = run(...words);
        assert.equal(status, 2, words.join(' '));
        assert.match(stderr, /^page bench: .*see --help/);
    }
});
