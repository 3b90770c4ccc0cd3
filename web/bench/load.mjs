// Cold loads: each in a profile of its own, without cache, store or service worker.
import {median, quantile} from './stats.mjs';
import {open} from '../test/lib/browser.mjs';

export async function load({browser, url, loads, seed, figure, say}) {
    const ready = [], painted = [], inGame = [];
    for (let i = 0; i < loads; i++) {
        say(`load ${i + 1} of ${loads}`);
        const {page, context} = await open(browser, url, {seed: seed + i, settings: {pace: 'normal'}});
        const times = await page.evaluate(async () => {
            const mark = (name) => performance.getEntriesByName(name)[0]?.startTime;
            while (mark('playable') === undefined) await new Promise((go) => setTimeout(go, 20));
            return {ready: mark('playable'), painted: mark('first-contentful-paint')};
        });
        const from = await page.evaluate(() => performance.now());
        await page.click('[data-do="play-now"]');
        await page.waitForSelector('html[data-screen="table"] .island');
        inGame.push(await page.evaluate((before) => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go(performance.now() - before)))), from));
        ready.push(times.ready);
        if (times.painted !== undefined) painted.push(times.painted);
        await context.close();
    }
    figure('first paint after a cold load, median', median(painted), 'ms');
    figure('ready to play after a cold load, median', median(ready), 'ms', 1000, `of ${loads}; slowest ${Math.round(quantile(ready, 1))}`);
    figure('from Play now to the table, median', median(inGame), 'ms');
}
