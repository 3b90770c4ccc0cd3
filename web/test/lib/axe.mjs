// axe-core in the page: evaluated there by the browser's debugger, past the page's own policy.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/* What axe finds wrong, one line each. */
export async function violations(page) {
    await page.evaluate(AXE);
    const {violations: found} = await page.evaluate(() => globalThis.axe.run(document, {resultTypes: ['violations']}));
    return found.flatMap(({id, nodes}) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.html.slice(0, 140)} ${(node.any[0]?.message ?? node.all[0]?.message ?? '').slice(0, 160)}`));
}
