// Every screen at six widths in both themes: nothing overflows, named boxes do not overlap, no
// text is cut, what is pressed is large enough. axe-core looks at a phone and a desktop too, by all
// of its rules in light, by those about colours in dark: one visit serves both.
import assert from 'node:assert/strict';
import {violations} from '../lib/axe.mjs';
import {open} from '../lib/pool.mjs';
import {screens} from '../lib/screens.mjs';
import {cut} from '../lib/games.mjs';
import {resume} from '../lib/stored.mjs';
import {browser, site, soon, test} from '../lib/suite.mjs';

const GROUPS = [
    {name: 'phones and tablets', parts: 3, options: {hasTouch: true, isMobile: true}, sizes: [[390, 844], [360, 740], [768, 1024], [1024, 768]]},
    {name: 'desktops', parts: 4, options: {}, sizes: [[1440, 900], [1920, 1080]]},
];
const COLOURS = ['color-contrast', 'link-in-text-block'];

/* Runs in the page: what is wrong with its boxes, as sentences. */
function faults() {
    const wrong = [], {innerWidth: width, innerHeight: height} = window, root = document.documentElement;
    const boxes = new Map(), styles = new Map(), seen = new Map();
    const known = (map, element, ask) => map.get(element) ?? map.set(element, ask(element)).get(element);
    const boxOf = (element) => known(boxes, element, (each) => each.getBoundingClientRect());
    /* Of each box what it does with that which leaves it. */
    const styleOf = (element) => known(styles, element, (each) => {
        const {overflowX, overflowY, textOverflow, webkitLineClamp} = getComputedStyle(each);
        return {overflowX, overflowY, textOverflow, webkitLineClamp};
    });
    const visible = (element) => known(seen, element, (each) => each.checkVisibility({visibilityProperty: true, opacityProperty: true}) && boxOf(each).width > 0 && boxOf(each).height > 0);
    const isClipped = (element) => element !== null && getComputedStyle(element).clipPath === 'inset(50%)';
    const told = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent.slice(0, 40)}"`;
    const fixed = document.querySelector('.table') !== null;
    if (root.scrollWidth > width) wrong.push(`the page is ${root.scrollWidth} wide`);
    if (fixed && root.scrollHeight > height + 1) wrong.push(`the page is ${root.scrollHeight} high`);

    /* The parts of a table lie side by side; a scene or a sheet lies over them, inside the screen. */
    const inside = (element) => {
        const box = boxOf(element);
        if (box.left < -1 || box.right > width + 1 || box.top < -1 || box.bottom > height + 1) wrong.push(`${told(element)} leaves the screen: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    };
    const named = ['.topbar', '.players', '.cols', '.hand', '.actions', '.chances', '.steps'].map((name) => document.querySelector(`.table ${name}`)).filter((element) => element && visible(element));
    named.forEach(inside);
    document.querySelectorAll('.scene, .sheet, .drawer, .powring, .passcard, dialog[open]').forEach((element) => {
        if (!visible(element)) return;
        inside(element);
        if (element.scrollWidth > element.clientWidth + 1) wrong.push(`${told(element)} holds ${element.scrollWidth - element.clientWidth} more across`);
    });
    named.forEach((one, index) => named.slice(index + 1).forEach((other) => {
        const a = boxOf(one), b = boxOf(other), x = Math.min(a.right, b.right) - Math.max(a.left, b.left), y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (x > 1 && y > 5 && !one.contains(other) && !other.contains(one)) wrong.push(`${told(one)} and ${told(other)} overlap by ${x.toFixed()} × ${y.toFixed()}`);
    }));

    /* Buttons are large enough. Those that open a rule within a text are small on a mouse's screen. */
    const least = matchMedia('(pointer: coarse)').matches ? 44 : 36;
    for (const button of document.querySelectorAll('.btn, .tile, .ib')) {
        if (!visible(button)) continue;
        const {height: tall} = boxOf(button);
        if (tall < least - 0.5) wrong.push(`${told(button)} is ${tall.toFixed(1)} high`);
    }

    /* No text leaves a box that hides what is outside, unless the box scrolls or ends in dots. */
    const walker = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT), range = document.createRange();
    while (walker.nextNode()) {
        const text = walker.currentNode, parent = text.parentElement;
        if (!text.data.trim() || parent.closest('svg, .unseen, option, textarea') || !visible(parent) || isClipped(parent.closest('.w, .long'))) continue;
        range.selectNodeContents(text);
        const words = range.getBoundingClientRect();
        const {left, right, top, bottom} = words;
        let reached = false;
        for (let box = parent; box && box !== document.body; box = box.parentElement) {
            const style = styleOf(box), around = boxOf(box);
            const scrolls = (way) => way === 'auto' || way === 'scroll';
            if (scrolls(style.overflowX) || scrolls(style.overflowY)) { reached = true; break; }
            /* A box of a point's size is there for screen readers. */
            if (around.width <= 2 && around.height <= 2) { reached = true; break; }
            const cutX = style.overflowX !== 'visible' && (right > around.right + 1 || left < around.left - 1), cutY = style.overflowY !== 'visible' && (bottom > around.bottom + 3 || top < around.top - 3);
            if ((cutX && style.textOverflow !== 'ellipsis') || (cutY && !(Number(style.webkitLineClamp) > 0))) { wrong.push(`cut by ${told(box).slice(0, 60)}: ${told(parent)}`); break; }
            if (cutX || cutY) { reached = true; break; }
        }
        if (!reached && (right > width + 1 || left < -1)) wrong.push(`outside the screen: ${told(parent)}`);
    }
    return [...new Set(wrong)];
}

/* What is wrong with the screen at a size in both themes; the one that is on comes first. */
async function look(page, {sizes}, [width, height]) {
    const index = sizes.findIndex((size) => size[0] === width), themes = ['light', 'dark'];
    const wrong = [];
    await page.setViewportSize({width, height});
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
    for (const colorScheme of index % 2 ? themes.reverse() : themes) {
        await page.emulateMedia({colorScheme});
        wrong.push(...(await page.evaluate(faults)).map((line) => `${colorScheme}: ${line}`));
        if (index === 0) wrong.push(...await violations(page, colorScheme === 'dark' ? COLOURS : null));
    }
    return wrong;
}

for (const group of GROUPS)
    for (let part = 0; part < group.parts; part++)
        test(`every screen fits ${group.name} and axe-core finds nothing, part ${part + 1} of ${group.parts}`, {work: 20}, async () => {
            const [[width, height]] = group.sizes, {page, context, errors} = await open(browser, site.url, {width, height, ...group.options});
            const wrong = [];
            for await (const screen of screens(page, part, group.parts)) {
                for (const size of group.sizes) wrong.push(...(await look(page, group, size)).map((line) => `${screen}, ${size.join(' × ')}: ${line}`));
                await page.setViewportSize({width, height});
            }
            assert.deepEqual(wrong, []);
            assert.deepEqual(errors, []);
            await context.close();
        });

test('six cards in the hand leave room for the buttons of a small laptop', {}, async () => {
    const {page, context} = await open(browser, site.url, {width: 1280, height: 720});
    await resume(page, cut('two', 178), 2);
    await page.waitForSelector('[data-move], [data-pick]');
    await soon(async () => assert.equal(await page.locator('.hand .hcard').count(), 6));
    for (const [width, height] of [[1280, 720], [1366, 768], [1200, 800]]) assert.deepEqual(await look(page, {sizes: []}, [width, height]), [], `${width} × ${height}`);
    await context.close();
});
