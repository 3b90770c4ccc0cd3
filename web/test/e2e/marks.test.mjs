// The marks: at random moments of real games every legal line is reached in the document with
// at most three activations, and no mark commits anything that is not legal.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {TOBAGO} from '../lib/native.mjs';
import {resume} from '../lib/stored.mjs';
import {open} from '../lib/pool.mjs';
import {browser, site, soon, test} from '../lib/suite.mjs';

const GAMES = new URL('../../../tests/games/', import.meta.url);
const POSITIONS = process.env.LONG === '1' ? 40 : 4;
/* Lines looked for at a position; those of a drive or of a set-up differ in their space alone. */
const LOOKED_FOR = process.env.LONG === '1' ? 60 : 14;

function legal(record) {
    const folder = mkdtempSync(join(tmpdir(), 'tobago-marks-')), file = join(folder, 'game.tobago');
    try {
        writeFileSync(file, record);
        return execFileSync(TOBAGO, ['legal', file], {encoding: 'utf8', maxBuffer: 1 << 24}).split('\n').filter((line) => /^\d /.test(line));
    } finally {
        rmSync(folder, {recursive: true, force: true});
    }
}

/* Runs in the page: how many activations each line takes (0: none leads there), and every line
 * that a mark would commit on the way. Only picks that speak of the line are followed. */
async function reach(lines) {
    const channel = new MessageChannel();
    const frame = () => new Promise((go) => { channel.port1.onmessage = go; channel.port2.postMessage(0); });
    const press = async (element) => { element.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true})); await frame(); };
    const back = async () => { document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true})); await frame(); };
    const marks = (name) => [...new Set([...document.querySelectorAll(`[data-${name}]`)].map((each) => each.dataset[name]))];
    const find = (name, value) => [...document.querySelectorAll(`[data-${name}]`)].find((each) => each.dataset[name] === value);
    const commits = new Set(), MODES = ['clue', 'drive', 'exchange', 'amulet', 'amulet remove', 'amulet clue', 'amulet move', 'amulet exchange', 'amulet double', 'amulet swap'];
    const about = (pick, line) => line.split(' ').includes(pick) || (MODES.includes(pick) && (pick === 'drive' ? / (move|leg)/.test(line) : line.includes(` ${pick.split(' ')[0]}`)));
    const look = (line) => {
        for (const move of marks('move')) commits.add(move.split(';')[0]);
        return marks('move').some((move) => move.split(';')[0] === line);
    };
    const found = {};
    for (const line of lines) {
        await back();
        found[line] = look(line) ? 1 : 0;
        for (const first of found[line] ? [] : marks('pick').filter((word) => word && about(word, line))) {
            await back();
            if (!find('pick', first)) continue;
            await press(find('pick', first));
            if (look(line)) { found[line] = 2; break; }
            for (const second of marks('pick').filter((word) => word && word !== first && about(word, line))) {
                await back();
                await press(find('pick', first));
                if (!find('pick', second)) continue;
                await press(find('pick', second));
                if (look(line)) { found[line] = 3; break; }
            }
            if (found[line]) break;
        }
    }
    await back();
    return {found, commits: [...commits]};
}

for (const name of ['four-experienced-placed', 'volcano-by-hand', 'volcano-four', 'three-experienced'])
    test(`every legal line is at most three activations away in the document: ${name}`, {work: 10}, async () => {
        const record = readFileSync(new URL(`${name}.tobago`, GAMES), 'utf8').trimEnd().split('\n'), {page, context, errors} = await open(browser, site.url, {settings: {autoEnd: false}});
        const own = record.flatMap((line, index) => (/^[1-4] /.test(line) ? [index] : [])), kinds = new Set();
        let state = 20261117 + name.length, asked = 0;
        const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 2 ** 32 * n); };
        for (let i = 0; i < POSITIONS; i++) {
            const at = own[Math.floor((i + random(1000) / 1000) * own.length / POSITIONS)], before = `${record.slice(0, at).join('\n')}\n`, lines = legal(before);
            await resume(page, before, Number(record[at][0]));
            await page.waitForSelector('[data-move], [data-pick]');
            const some = lines.length <= LOOKED_FOR ? lines : Array.from({length: LOOKED_FOR}, () => lines[random(lines.length)]);
            const {found, commits} = await page.evaluate(reach, some);
            for (const line of some) assert.ok(found[line] >= 1, `${line} is not reached after line ${at}`);
            for (const line of commits) assert.ok(lines.includes(line), `${line} is offered after line ${at} and not legal`);
            await soon(async () => assert.equal(await page.getAttribute('html', 'data-line'), String(at), 'looking around commits nothing'));
            some.forEach((line) => kinds.add(line.split(' ')[1]));
            asked += some.length;
        }
        assert.ok(asked > POSITIONS && kinds.size > 1, `${asked} lines of ${[...kinds]}`);
        assert.deepEqual(errors, []);
        await context.close();
    });
