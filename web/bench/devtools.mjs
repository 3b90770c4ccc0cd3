// What the parts of the benchmark share: how much the main thread worked, a record in a replay.

/* A busy machine may take long over a step; no part gives up before this many milliseconds. */
export const LIMIT = 120000;

/* The milliseconds of processor time that the main thread has worked so far. Needs the domain
 * Performance with thread ticks. */
export async function worked(devtools) {
    const {metrics} = await devtools.send('Performance.getMetrics');
    return metrics.find(({name}) => name === 'TaskDuration').value * 1000;
}

/* Opens a record by the page's own form, from the start. */
export async function openReplay(page, record) {
    await page.waitForSelector('html[data-screen="start"] [data-do="open"]');
    await page.evaluate(() => document.querySelector('[data-do="open"]').click());
    await page.waitForSelector('.paste');
    await page.evaluate((text) => {
        const area = document.querySelector('.paste');
        area.value = text;
        area.dispatchEvent(new Event('input', {bubbles: true}));
        document.querySelector('[data-do="open-text"]').click();
    }, record);
    await page.waitForSelector('html[data-screen="replay"] .scrub');
}
