// Interactions by mouse and keys, measured by Event Timing: from the event to the next paint.
import {open} from '../test/lib/browser.mjs';
import {cut, GAME, VOLCANO} from '../test/lib/games.mjs';
import {resume} from '../test/lib/stored.mjs';
import {LIMIT, openReplay, worked} from './devtools.mjs';
import {quantile} from './stats.mjs';

/* Events shorter than this are not reported; they count as this long. */
const LEAST = 16;
/* Seat 2 is asked whether it claims. */
const SHARING = cut('four', 350);

/* Runs in the page before anything else: keeps what Event Timing reports. */
const WATCH = `globalThis.timed = [];
new PerformanceObserver((list) => { for (const {name, startTime, duration} of list.getEntries()) timed.push({name, startTime, duration}); })
    .observe({type: 'event', durationThreshold: ${LEAST}, buffered: true});`;

/* The middle of the first of these elements that can be seen and hit. */
const spot = (page, selector) => page.evaluate((wanted) => {
    document.querySelector(wanted)?.scrollIntoView({block: 'nearest'});
    for (const element of document.querySelectorAll(wanted)) {
        const box = element.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        const hit = box.width && box.height && document.elementFromPoint(x, y);
        if (hit && (element.contains(hit) || hit.closest(wanted) === element)) return {x, y};
    }
    return null;
}, selector);

class Tour {
    acts = [];

    constructor(page, devtools) { Object.assign(this, {page, devtools}); }

    settle() {
        return this.page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go, 0)))));
    }

    async timed(name, act) {
        const before = await worked(this.devtools), begin = await this.page.evaluate(() => performance.now());
        await act();
        await this.settle();
        const end = await this.page.evaluate(() => performance.now());
        this.acts.push({name, begin, end, work: await worked(this.devtools) - before});
    }

    async click(selector, name = selector) {
        await this.page.waitForSelector(selector, {state: 'attached'});
        const at = await spot(this.page, selector);
        if (!at) throw new Error(`nothing to click: ${selector}`);
        await this.page.mouse.move(at.x, at.y);
        await this.settle();
        await this.timed(`click ${name}`, () => this.page.mouse.click(at.x, at.y));
    }

    async hover(selector) {
        const at = await spot(this.page, selector);
        if (at) await this.timed(`point at ${selector}`, () => this.page.mouse.move(at.x, at.y));
    }

    async key(key) { await this.timed(`key ${key}`, () => this.page.keyboard.press(key)); }

    /* How long each act took to be painted: the longest of its events. */
    async durations() {
        await this.page.waitForTimeout(300);
        const events = await this.page.evaluate(() => globalThis.timed);
        return this.acts.map(({name, begin, end, work}) => ({
            name, work, ms: Math.max(LEAST, ...events.filter(({startTime}) => startTime >= begin && startTime <= end).map(({duration}) => duration)),
        }));
    }
}

const pick = (word) => `[data-pick="${word}"]`, act = (name) => `[data-do="${name}"]`;

async function rooms(tour) {
    await tour.click('[data-do="level"][data-level="hard"]');
    await tour.click(act('menu'));
    await tour.page.waitForSelector('dialog[open]');
    await tour.key('Escape');
    await tour.click(act('choose'));
    await tour.click('[data-island="aBc1"]');
    await tour.click('[data-option="volcano"]');
    await tour.click('[data-option="volcano"]');
    await tour.key('Escape');
    await tour.click(act('rules'));
    await tour.page.waitForSelector('#rule-C3');
    await tour.click('.search input');
    for (const key of 'clue') await tour.key(key);
    await tour.key('Enter');
    await tour.page.keyboard.press('Escape');
    await tour.page.evaluate(() => document.activeElement.blur());
    await tour.key('Escape');
}

async function table(tour) {
    for (const card of ['not-sight-statue', 'sight-palm', 'sight-ocean']) {
        await tour.click(pick(card));
        for (const map of ['white', 'grey', 'black']) await tour.hover(`[data-treasure="${map}"]`);
        if (await spot(tour.page, pick('white'))) await tour.click(pick('white'));
        await tour.key('Escape');
    }
    for (const key of ['1', 'w', 'Escape', '2', 'g', 'Escape']) await tour.key(key);
    await tour.click(pick('drive'));
    for (const space of ['k7', 'l9', 'l10', 'j6', 'i8', 'k9']) await tour.hover(`[data-space="${space}"]`);
    await tour.click('[data-space="l10"]');
    await tour.key('Escape');
    await tour.click(pick('amulet'));
    await tour.click(pick('amulet remove'));
    await tour.key('Escape');
    for (const space of ['h8', 'g7', 'f6', 'e7']) await tour.hover(`[data-space="${space}"]`);
    await tour.key('n');
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', '+', '+', '0']) await tour.key(key);
    await tour.click('.topbar [data-do="rules"]');
    await tour.page.waitForSelector('.drawer');
    await tour.key('Escape');
    await tour.click(pick('drive'));
    await tour.click('[data-space="l10"]');
    await tour.click('.actions .btn.main', 'drive to l10');
    await tour.key('u');
    await tour.click(pick('not-sight-statue'));
    await tour.click(pick('white'));
    await tour.click('.actions .btn.main', 'play a clue');
    await tour.key('u');
    await tour.click('[data-move="2 end"]');
}

async function lava(tour) {
    for (const space of ['i5', 'h6']) await tour.hover(`[data-space="${space}"]`);
    await tour.click('[data-space="i5"]');
    await tour.click('.actions .btn.main', 'lay lava');
}

async function sharing(tour) {
    await tour.click('[data-move="2 pass"], [data-move="2 claim"]', 'claim or pass');
}

async function replay(tour) {
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'PageDown', 't', 't', 'ArrowLeft', 'End', '1', '0']) await tour.key(key);
    await tour.click('[data-do="replay-tab"][data-value="log"]');
    await tour.key('ArrowLeft');
    await tour.click('[data-do="replay-tab"][data-value="turns"]');
}

export async function input({browser, url, rounds, seed, figure, say}, slowdown = 1) {
    const all = [], label = slowdown > 1 ? `at ${slowdown}x slow-down` : 'at full speed';
    for (let round = 0; round < rounds; round++) {
        say(`input ${label}: round ${round + 1} of ${rounds}`);
        const {page, context} = await open(browser, url, {seed: seed + round, script: WATCH});
        const devtools = await context.newCDPSession(page);
        page.setDefaultTimeout(LIMIT);
        await devtools.send('Performance.enable', {timeDomain: 'threadTicks'});
        await devtools.send('Emulation.setCPUThrottlingRate', {rate: slowdown});
        const at = async (name, go) => {
            const tour = new Tour(page, devtools);
            await go(tour);
            all.push(...(await tour.durations()).map((each) => ({...each, part: name})));
        };
        await at('start', rooms);
        for (const [name, record, go] of [['table', GAME, table], ['lava', VOLCANO, lava], ['sharing', SHARING, sharing]]) {
            await resume(page, record, 2);
            await page.waitForSelector('[data-move], .spaces [data-pick]');
            await at(name, go);
        }
        await page.goto(url);
        await openReplay(page, cut('four', 9999));
        await page.waitForTimeout(500);
        await at('replay', replay);
        await context.close();
    }
    const worst = (key) => [...all].sort((a, b) => b[key] - a[key]).slice(0, 6).map((each) => `${each.part}: ${each.name} ${Math.round(each[key])}`).join('; ');
    const times = all.map(({ms}) => ms), works = all.map(({work}) => work);
    figure(`interactions ${label}, p95 to paint`, quantile(times, 0.95), 'ms', slowdown > 1 ? 150 : 50, `median ${quantile(times, 0.5)}, ${times.length} interactions`);
    figure(`interactions ${label}, slowest`, quantile(times, 1), 'ms', undefined, worst('ms'));
    figure(`interactions ${label}, p95 of main thread`, quantile(works, 0.95), 'ms', undefined, worst('work'));
}
