// Memory over many games: played at random, left, collected, measured.
import {readFileSync} from 'node:fs';
import {open} from '../test/lib/browser.mjs';
import {playRandomly} from '../test/lib/play.mjs';
import {LIMIT} from './devtools.mjs';
import {slope} from './stats.mjs';

/* Kilobytes of the renderers' own memory. */
async function resident(browser) {
    const session = await browser.newBrowserCDPSession(), {processInfo} = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    return processInfo.filter(({type}) => type === 'renderer').reduce((sum, {id}) => {
        try {
            return sum + Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0);
        } catch {
            return sum;
        }
    }, 0);
}

export async function memory({browser, url, games, seed, figure, say}) {
    const {page, context} = await open(browser, url, {seed, settings: {level: 'greedy', players: 3}});
    const devtools = await context.newCDPSession(page), heaps = [], nodes = [], listeners = [], sizes = [];
    page.setDefaultTimeout(LIMIT);
    await devtools.send('Performance.enable');
    for (let i = 0; i < games; i++) {
        await page.click('[data-do="play-now"]');
        await page.waitForSelector('html[data-screen="table"]');
        const {screen, line} = await page.evaluate(playRandomly, {seed: seed * 1000 + i, steps: 6000, keepsPicking: 4});
        if (screen !== 'end') throw new Error(`game ${i + 1} did not end`);
        await page.evaluate(() => document.querySelector('.brand').click());
        await page.waitForSelector('html[data-screen="start"]');
        await page.waitForTimeout(300);
        for (let twice = 0; twice < 2; twice++) await devtools.send('HeapProfiler.collectGarbage');
        const {metrics} = await devtools.send('Performance.getMetrics'), metric = (name) => metrics.find((each) => each.name === name).value;
        heaps.push(metric('JSHeapUsedSize') / 1000);
        nodes.push(metric('Nodes'));
        listeners.push(metric('JSEventListeners'));
        sizes.push(await resident(browser));
        say(`memory: game ${i + 1} of ${games}, ${line} lines, heap ${heaps.at(-1).toFixed()} kB, ${nodes.at(-1)} nodes, ${listeners.at(-1)} listeners, renderer ${Math.round(sizes.at(-1) / 1000)} MB`);
    }
    /* The first games still fill caches and compile. */
    const late = (values) => values.slice(Math.floor(values.length / 4));
    figure('heap after the last game', heaps.at(-1), 'kB');
    figure('growth of the heap a game', slope(late(heaps)), 'kB', 40, 'a kept record has some 10 kB');
    figure('growth of nodes a game', slope(late(nodes)), 'nodes', 2);
    figure('growth of listeners a game', slope(late(listeners)), '', 0.5);
    figure('growth of the renderer a game', slope(late(sizes)), 'kB', 500, `${Math.round(sizes.at(-1) / 1000)} MB at the end`);
    await context.close();
}
