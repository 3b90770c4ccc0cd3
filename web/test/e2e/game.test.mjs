// Whole games in a real browser, by activating marked elements.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {launch, open, recordOf} from '../lib/browser.mjs';
import {check} from '../lib/native.mjs';
import {playRandomly} from '../lib/play.mjs';
import {serve} from '../lib/site.mjs';
import {engine as fresh} from '../lib/source.mjs';

let site, browser, engine;
before(async () => { engine = await fresh(); site = await serve(); browser = await launch(); });
after(async () => { await browser?.close(); site?.close(); });

const LONG = process.env.LONG === '1';
const KINDS = [
    {players: 2, level: 'easy', options: []},
    {players: 4, level: 'greedy', options: ['experienced']},
    {players: 3, level: 'greedy', options: ['placed', 'volcano', 'volcano-placed']},
    {players: 2, level: 'greedy', options: ['experienced', 'placed', 'volcano', 'triads-random']},
];

for (let i = 0; i < (LONG ? 50 : KINDS.length); i++) {
    const kind = KINDS[i % KINDS.length];
    test(`a random game ${i + 1} of ${kind.players} with ${kind.options.join(', ') || 'no options'} is legal and ends`, async () => {
        const begin = Date.now();
        const {page, context, errors} = await open(browser, site.url, {settings: {...kind, pace: 'instant'}});
        await page.click('[data-do="play-now"]');
        await page.waitForSelector('html[data-screen="table"]');
        const result = await page.evaluate(playRandomly, {seed: 77 + i * 1013, steps: 6000, keepsPicking: 6});
        assert.equal(result.screen, 'end', JSON.stringify(result));
        const record = await recordOf(page), position = check(record);
        assert.equal(engine.read(record), null);
        assert.equal(engine.hash, position.hash, 'the module and the program come to the same hash');
        assert.equal(position.phase, 'over');
        assert.equal(position.line, result.line);
        assert.deepEqual(errors, []);
        console.log(`# ${result.moves} moves, ${result.picks} picks, ${result.line} lines in ${Date.now() - begin} ms: ${Object.keys(result.kinds).sort().join(', ')}`);
        await context.close();
    });
}
