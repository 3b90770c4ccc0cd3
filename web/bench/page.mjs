// Measures the page in the system's Chromium: how soon it is ready, how fast it answers, how
// smoothly a long game is scrubbed, whether memory stays flat, how large it is.
import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {loadavg, tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {launch} from '../test/lib/browser.mjs';
import {TOBAGO} from '../test/lib/native.mjs';
import {SITE} from '../test/lib/site.mjs';
import {input} from './input.mjs';
import {load} from './load.mjs';
import {memory} from './memory.mjs';
import {scrub} from './scrub.mjs';
import {size} from './size.mjs';
import {together} from './together.mjs';

const HELP = `usage: node web/bench/page.mjs [PART...] [--loads N] [--rounds N] [--lines N] [--games N]
                              [--seed S] [--site DIR] [--json FILE] [--quiet]

Measures the page as 'tobago serve' serves it on loopback and compares it with its bars.
The exit code is 1 if a bar is missed. All chance in the page comes from the seed.

  PART            size, load, input, slow, scrub, memory, together (default: all of them)
  --loads N       cold loads, each in a browser profile of its own (default 20)
  --rounds N      rounds of the interactions (default 3)
  --lines N       lines of the record that is scrubbed (default 3000)
  --games N       games played one after the other for the memory (default 20)
  --seed S        any whole number (default 1)
  --site DIR      the page (default build/site)
  --json FILE     write all figures as JSON; '-' prints them instead of the table
  --quiet         no progress

example: node web/bench/page.mjs load input --loads 5 --json -
`;

const PARTS = {size, load, input, slow: (bench) => input(bench, 4), scrub, memory, together};

function options() {
    try {
        const {values, positionals} = parseArgs({allowPositionals: true, options: {
            loads: {type: 'string', default: '20'}, rounds: {type: 'string', default: '3'}, lines: {type: 'string', default: '3000'}, games: {type: 'string', default: '20'},
            seed: {type: 'string', default: '1'}, site: {type: 'string', default: SITE}, json: {type: 'string'}, quiet: {type: 'boolean'}, help: {type: 'boolean', short: 'h'},
        }});
        for (const part of positionals) if (!PARTS[part]) throw new Error(`there is no part '${part}'`);
        for (const name of ['loads', 'rounds', 'lines', 'games', 'seed'])
            if (!/^\d{1,9}$/.test(values[name]) || (name !== 'seed' && values[name] === '0')) throw new Error(`--${name} wants a whole number, not '${values[name]}'`);
        return {...values, parts: positionals.length ? positionals : Object.keys(PARTS)};
    } catch (error) {
        console.error(`page bench: ${error.message}; see --help`);
        process.exit(2);
    }
}

/* The server that people use, on any free port. */
async function serve(site) {
    const child = spawn(TOBAGO, ['serve', '--listen', '127.0.0.1:0', '--site', site], {stdio: ['ignore', 'pipe', 'inherit']});
    const url = await new Promise((done, fail) => {
        let text = '';
        child.on('error', fail);
        child.on('exit', (code) => fail(new Error(`tobago serve ended with code ${code}`)));
        child.stdout.on('data', (data) => {
            text += data;
            const found = /http:\/\/\S+/.exec(text);
            if (found) done(found[0]);
        });
    });
    return {url, close: () => { child.removeAllListeners('exit'); child.kill(); }};
}

function print({figures, load: busy}) {
    for (const {name, value, unit, bar, met, note} of figures) {
        const verdict = bar === undefined ? '' : `${met ? 'ok  ' : 'OVER'} bar ${bar}`;
        console.log(`${name.padEnd(44)} ${String(value).padStart(9)} ${unit.padEnd(6)} ${verdict.padEnd(16)} ${note ?? ''}`.trimEnd());
    }
    console.log(`load of the machine: ${busy.map((each) => each.toFixed(1)).join(' ')} before, during and after`);
}

const chosen = options();
if (chosen.help) {
    process.stdout.write(HELP);
    process.exit(0);
}
const site = resolve(chosen.site);
for (const needed of [join(site, 'index.html'), TOBAGO])
    if (!existsSync(needed)) {
        console.error(`page bench: ${needed} is missing: make all site`);
        process.exit(2);
    }

const folder = mkdtempSync(join(tmpdir(), 'tobago-bench-')), figures = [], busy = [loadavg()[0]];
/* The size alone needs neither a server nor a browser. */
const shown = chosen.parts.some((part) => part !== 'size'), server = shown ? await serve(site) : null, browser = shown ? await launch() : null;
const bench = {
    site, folder, browser, url: server?.url, seed: Number(chosen.seed), loads: Number(chosen.loads), rounds: Number(chosen.rounds), lines: Number(chosen.lines), games: Number(chosen.games),
    say: (text) => { if (!chosen.quiet) process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`); },
    /* A figure, and whether it stays under its bar. */
    figure: (name, value, unit, bar, note) => {
        const rounded = Math.round(value * 10) / 10;
        figures.push({name, value: rounded, unit, ...(bar === undefined ? {} : {bar, met: rounded <= bar}), ...(note ? {note} : {})});
    },
};
try {
    for (const part of chosen.parts) await PARTS[part](bench);
    busy.push(...loadavg().slice(0, 2).reverse());
} finally {
    bench.say('');
    await browser?.close();
    server?.close();
    rmSync(folder, {recursive: true, force: true});
}
const result = {seed: bench.seed, load: busy, figures};
if (chosen.json === '-') console.log(JSON.stringify(result, null, 2));
else {
    if (chosen.json) writeFileSync(chosen.json, `${JSON.stringify(result, null, 2)}\n`);
    print(result);
}
process.exitCode = figures.some(({met}) => met === false) ? 1 : 0;
