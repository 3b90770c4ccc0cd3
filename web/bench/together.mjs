// Tables on a server: how soon a move is settled on the screen of its player and seen on another,
// while a hundred other tables play at human pace; and how soon a page that was away for a day is in step.
import {spawn} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {Player, pick, playSome, random} from '../../tests/lib/client.mjs';
import {open} from '../test/lib/browser.mjs';
import {startServer, wayTo} from '../test/lib/server.mjs';
import {begin, make, sitDown} from '../test/lib/together.mjs';
import {median, quantile} from './stats.mjs';

const LOAD = process.env.TOBAGO_LOAD ?? fileURLToPath(new URL('../../build/load', import.meta.url));
const TABLES = 100, MOVES = 200, LINES_AWAY = 150, TIMES_AWAY = 5, SIZE = {width: 1440, height: 900};

/* Runs in the page: writes down when each number of lines was painted, on the clock of all pages. */
function watchLines() {
    const root = document.documentElement, painted = globalThis.painted = {};
    let last = '';
    const look = () => {
        const {line} = root.dataset;
        if (line !== last) { last = line; requestAnimationFrame(() => setTimeout(() => { painted[line] = performance.timeOrigin + performance.now(); })); }
    };
    new MutationObserver(look).observe(root, {attributes: true});
}

/* Runs in the page: activates something; if that was a decision, tells when, how long until it was
 * painted as settled, and after which line. */
async function decide(number) {
    const root = document.documentElement, moves = [...document.querySelectorAll('[data-move]')], picks = [...document.querySelectorAll('[data-pick]:not([data-pick=""])')];
    const from = moves.length && number % 4 ? moves : picks.length ? picks : moves, chosen = from[number % Math.max(1, from.length)];
    if (!chosen) return null;
    const at = performance.now(), decides = chosen.dataset.move !== undefined;
    chosen.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
    if (!decides) return {decides};
    const line = Number(root.dataset.line);
    while ('pending' in root.dataset) await new Promise((go) => { const seen = new MutationObserver(() => { seen.disconnect(); go(); }); seen.observe(root, {attributes: true, attributeFilter: ['data-pending']}); });
    await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    return {decides, line, at: performance.timeOrigin + at, settled: performance.now() - at};
}

/* Quotas are for people; the other tables all come from one address. */
const LIMITS = ['connections', 'connections_address', 'frames_s', 'tables', 'tables_guest', 'tables_address', 'guests_address'].flatMap((name) => ['--limit', `${name}=1000000`]);

/* As many other tables as people play at once, for as long as the bench runs. */
function others(url) {
    const child = spawn(LOAD, ['--url', url.replace(/\/$/, ''), '--tables', String(TABLES), '--rate', '1', '--seconds', '3600', '--seed', '1'], {stdio: ['ignore', 'ignore', 'inherit']});
    let ended = null;
    child.on('error', (why) => { ended = why.message; });
    child.on('exit', (code) => { ended ??= `it ended with ${code}`; });
    return {stop: () => child.kill(), check: () => { if (ended !== null) throw new Error(`no other tables play: ${LOAD}: ${ended}`); }};
}

async function moves(pages, rng, say) {
    const settled = [], starts = [];
    while (settled.length < MOVES) {
        const done = await Promise.all(pages.map((page) => page.evaluate(decide, Math.floor(rng() * 1e6))));
        for (const [index, each] of done.entries()) if (each?.decides) { settled.push(each.settled); starts.push({...each, other: 1 - index}); }
        if (done.every((each) => each === null)) await pages[0].waitForTimeout(5);
        if (await pages[0].getAttribute('html', 'data-screen') === 'end') break;
        say(`move ${settled.length} of ${MOVES}`);
    }
    await pages[0].waitForTimeout(500);
    const seen = await Promise.all(pages.map((page) => page.evaluate(() => globalThis.painted)));
    /* A line that was followed by others within the same frame was painted with them. */
    const when = (painted, line) => Math.min(...Object.entries(painted).filter(([known]) => Number(known) >= line).map(([, at]) => at));
    return {settled, elsewhere: starts.map(({line, at, other}) => when(seen[other], line) - at).filter(Number.isFinite)};
}

/* The page's network is gone while the game goes on elsewhere for a while, and comes back. */
async function away(page, way, players, rng) {
    way.cut();
    await page.waitForSelector('.line.lost:not(:empty)');
    await playSome(players, pick(rng), LINES_AWAY);
    way.heal();
    return page.evaluate(async () => {
        const root = document.documentElement, at = performance.now();
        let last = at, known = root.dataset.line;
        dispatchEvent(new Event('online'));
        while (performance.now() - last < 1500) {
            await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
            if (root.dataset.line !== known) { known = root.dataset.line; last = performance.now(); }
        }
        return last - at;
    });
}

export async function together({browser, seed, figure, say}) {
    const server = await startServer({options: LIMITS}), way = await wayTo(server.url), rng = random(seed);
    const settings = {pace: 'instant', autoEnd: true};
    const ada = await open(browser, server.url, {...SIZE, seed, settings}), beside = others(server.url);
    let ben = null;
    try {
        const link = await make(ada.page, 'Ada', ['open', 'closed', 'closed']);
        ben = await open(browser, `${way.url}#${link.split('#')[1]}`, {...SIZE, seed: seed + 1, settings});
        await sitDown(ben.page, 'Ben');
        await begin(ada.page, ben.page);
        for (const {page} of [ada, ben]) await page.evaluate(watchLines);
        const {settled, elsewhere} = await moves([ada.page, ben.page], rng, say);
        beside.check();
        figure('a move, from the click to painted as settled, p95', quantile(settled, 0.95), 'ms', 60, `of ${settled.length}; median ${Math.round(median(settled))}; ${TABLES} tables beside it`);
        figure('a move, from the click to another screen, p95', quantile(elsewhere, 0.95), 'ms', 100, `of ${elsewhere.length}; median ${Math.round(median(elsewhere))}`);
        const table = (await ada.page.evaluate(() => location.hash)).slice(7), back = [];
        const players = await Promise.all([[ada, server.url], [ben, way.url]].map(async ([{context}, url]) => {
            const player = new Player(server.url, {cookie: (await context.cookies(url)).map(({name, value}) => `${name}=${value}`).join('; ')}, table);
            await player.connect();
            return player;
        }));
        for (let time = 0; time < TIMES_AWAY && !players[0].over; time++) {
            say(`away ${time + 1} of ${TIMES_AWAY}`);
            back.push(await away(ben.page, way, players, rng));
        }
        for (const player of players) player.close();
        if (back.length) figure('a page that was away, until it is in step, median', median(back), 'ms', 300, `of ${back.length}, each up to ${LINES_AWAY} moves behind; slowest ${Math.round(quantile(back, 1))}`);
    } finally {
        beside.stop();
        await ada.context.close();
        await ben?.context.close();
        way.close();
        await server.close();
    }
}
