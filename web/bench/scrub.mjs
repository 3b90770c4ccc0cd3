// Scrubbing through a long game: the time between frames while the line changes in each.
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {LIMIT, openReplay, worked} from './devtools.mjs';
import {median, quantile} from './stats.mjs';
import {open} from '../test/lib/browser.mjs';
import {TOBAGO} from '../test/lib/native.mjs';

/* The first lines of a random game that is long enough. */
function longRecord(folder, lines, seed) {
    for (let i = 0; i < 20; i++) {
        execFileSync(TOBAGO, ['simulate', '--games', '1', '--players', '4', '--options', 'experienced', '--seed', String(seed + i), '--out', folder], {stdio: 'pipe'});
        const record = readFileSync(join(folder, '000001.tobago'), 'utf8').trimEnd().split('\n');
        if (record.length >= lines) return `${record.slice(0, lines).join('\n')}\n`;
    }
    throw new Error(`no random game has ${lines} lines`);
}

/* Runs in the page: moves the scrubber once in each frame and tells how far frames lie apart. */
async function drag(targets) {
    const scrub = document.querySelector('.scrub'), gaps = [];
    let last = await new Promise(requestAnimationFrame);
    for (const target of targets) {
        scrub.value = String(target);
        scrub.dispatchEvent(new Event('input', {bubbles: true}));
        const now = await new Promise(requestAnimationFrame);
        gaps.push(now - last);
        last = now;
    }
    return gaps;
}

export async function scrub({browser, url, folder, lines, seed, figure, say}) {
    say(`scrub: a game of ${lines} lines`);
    const record = longRecord(folder, lines, seed);
    const {page, context} = await open(browser, url, {seed}), devtools = await context.newCDPSession(page);
    page.setDefaultTimeout(LIMIT);
    await devtools.send('Performance.enable', {timeDomain: 'threadTicks'});
    await openReplay(page, record);
    await page.waitForTimeout(1500);
    const step = Math.max(1, Math.round(lines / 300)), there = Array.from({length: 300}, (_, i) => Math.min(lines, 5 + i * step));
    let state = seed >>> 0 || 1;
    const random = () => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return state / 2 ** 32; };
    const jumps = Array.from({length: 200}, () => 5 + Math.floor(random() * (lines - 5)));
    for (const [name, targets] of [['through the game and back', [...there, ...[...there].reverse()]], ['by jumps', jumps]]) {
        say(`scrub: ${name}`);
        const before = await worked(devtools), gaps = await page.evaluate(drag, targets), work = (await worked(devtools) - before) / targets.length;
        figure(`scrubbing ${name}, median frame`, median(gaps), 'ms', 17, `p95 ${quantile(gaps, 0.95).toFixed(1)}`);
        figure(`scrubbing ${name}, longest frame`, quantile(gaps, 1), 'ms', 100);
        figure(`scrubbing ${name}, main thread a frame`, work, 'ms', undefined, 'processor time, whatever else the machine does');
    }
    await context.close();
}
