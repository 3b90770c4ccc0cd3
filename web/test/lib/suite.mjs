// The tests in a browser share one Chromium and one server, and run side by side, each in a
// context of its own. 'node --test test/e2e/x.test.mjs' runs one file, e2e/all.test.mjs all of them.
import {after, before, describe, test as one} from 'node:test';
import {launch} from './browser.mjs';
import {serve} from './site.mjs';

/* Two cores are busy with three tests, since each waits now and then for the other side. */
const AT_ONCE = Number(process.env.AT_ONCE ?? 3);

export let browser, site;
const waiting = [];

/* Holds within ten seconds. What a page shows comes a moment after what was done to it. */
export async function soon(holds) {
    for (const late = Date.now() + 10_000; ; await new Promise((go) => setTimeout(go, 50))) {
        try {
            return await holds();
        } catch (why) {
            if (Date.now() > late) throw why;
        }
    }
}

/* A busy machine may fail a test that is right: it gets one more attempt, and says so. */
async function twice(t, run) {
    try {
        return await run(t);
    } catch (why) {
        t.diagnostic(`tried again, since the first time: ${String(why?.stack ?? why).split('\n').slice(0, 8).join(' | ')}`);
        return run(t);
    }
}

/* A test in the browser. Those with more work, in seconds, begin first. */
export function test(name, {work = 1}, run) {
    waiting.push({name, work, run});
}

/* Runs what the files have named. The suite's name is that of a file, which the reporter leaves out. */
export const start = () => describe('e2e.test.mjs', {concurrency: AT_ONCE}, () => {
    before(async () => { [site, browser] = await Promise.all([serve(), launch()]); });
    after(async () => { await browser?.close(); site?.close(); });
    for (const {name, run} of waiting.sort((a, b) => b.work - a.work)) one(name, (t) => twice(t, run));
});

/* A file of tests that is run by itself. */
if (/(?<!all)\.test\.mjs$/.test(process.argv[1] ?? '')) setImmediate(start);
