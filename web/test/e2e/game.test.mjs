// Whole games in a real browser, by activating marked elements.
import assert from 'node:assert/strict';
import {recordOf} from '../lib/browser.mjs';
import {check} from '../lib/native.mjs';
import {playRandomly} from '../lib/play.mjs';
import {open} from '../lib/pool.mjs';
import {browser, site, soon, test} from '../lib/suite.mjs';

const LONG = process.env.LONG === '1';
const SHORT = [
    {players: 2, level: 'easy', options: []},
    {players: 4, level: 'greedy', options: ['experienced']},
    {players: 3, level: 'greedy', options: ['placed', 'volcano', 'volcano-placed']},
    {players: 2, level: 'greedy', options: ['experienced', 'placed', 'volcano', 'triads-random']},
];
/* Every set of options that the rules allow, for 2 to 4 players. */
const SETS = [0, 1, 2, 3].flatMap((base) => {
    const own = [...(base & 1 ? ['experienced'] : []), ...(base & 2 ? ['placed'] : [])];
    return [own, ...[[], ['volcano-placed'], ['triads-random'], ['volcano-placed', 'triads-random']].map((more) => [...own, 'volcano', ...more])];
});
const KINDS = LONG ? Array.from({length: 50}, (_, i) => ({players: 2 + i % 3, level: i % 2 ? 'random' : 'greedy', options: SETS[i % SETS.length]})) : SHORT;

for (const [i, kind] of KINDS.entries()) {
    test(`a random game ${i + 1} of ${kind.players} with ${kind.options.join(', ') || 'no options'} is legal and ends`, {work: 15}, async () => {
        const begin = Date.now();
        const {page, context, errors} = await open(browser, site.url, {width: 400, height: 300, seed: 9 + i, settings: kind});
        await page.click('[data-do="play-now"]');
        await page.waitForSelector('html[data-screen="table"]');
        const result = await page.evaluate(playRandomly, {seed: 77 + i * 1013, steps: 6000, keepsPicking: 6});
        assert.equal(result.screen, 'end', `${result.screen} at line ${result.line}`);
        const record = await recordOf(page), position = check(record, 1);
        await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.dataset.hash), position.hash));
        const lines = record.split('\n');
        for (const [at, line] of result.committed) assert.equal(lines[at - 1], line, 'what carries data-move commits it');
        assert.equal(position.phase, 'over');
        assert.equal(position.line, result.line);
        assert.deepEqual(errors, []);
        console.log(`# ${result.moves} moves, ${result.picks} picks, ${result.line} lines in ${Date.now() - begin} ms: ${Object.keys(result.kinds).sort().join(', ')}`);
        await context.close();
    });
}
