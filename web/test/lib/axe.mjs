// axe-core in the page: evaluated there by the browser's debugger, past the page's own policy.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/* What axe finds wrong, one line each; by all of its rules or by these. */
export async function violations(page, rules = null) {
    if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(AXE);
    /* What fades in has its colour once it has arrived. */
    const found = await page.evaluate(async (only) => {
        await Promise.all(document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity).map((each) => each.finished.catch(() => {})));
        return (await globalThis.axe.run(document, {resultTypes: ['violations'], ...(only ? {runOnly: only} : {})})).violations;
    }, rules);
    return found.flatMap(({id, nodes}) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.html.slice(0, 140)} ${(node.any[0]?.message ?? node.all[0]?.message ?? '').slice(0, 160)}`));
}
