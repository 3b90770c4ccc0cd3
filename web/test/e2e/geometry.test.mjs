// Every screen at six widths in both themes: nothing overflows, named boxes do not overlap, no
// text is cut, what is pressed is large enough.
import assert from 'node:assert/strict';
import {open} from '../lib/browser.mjs';
import {screens} from '../lib/screens.mjs';
import {browser, site, test} from '../lib/suite.mjs';

const TOUCH = {hasTouch: true, isMobile: true};
const GROUPS = [
    ['phones', TOUCH, [[360, 740], [390, 844]]], ['tablets', {hasTouch: true}, [[768, 1024], [1024, 768]]], ['desktops', {}, [[1440, 900], [1920, 1080]]],
];

/* Runs in the page: what is wrong with its boxes, as sentences. */
function faults() {
    const wrong = [], {innerWidth: width, innerHeight: height} = window, root = document.documentElement;
    const boxOf = (element) => element.getBoundingClientRect();
    const visible = (element) => element.checkVisibility({visibilityProperty: true, opacityProperty: true}) && boxOf(element).width > 0 && boxOf(element).height > 0;
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
    document.querySelectorAll('.scene, .sheet, .drawer, .powring, .passcard, dialog[open]').forEach((element) => { if (visible(element)) inside(element); });
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
        if (!text.data.trim() || parent.closest('svg, .unseen, option, textarea') || !visible(parent)) continue;
        range.selectNodeContents(text);
        const words = range.getBoundingClientRect();
        const {left, right, top, bottom} = words;
        let reached = false;
        for (let box = parent; box && box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box), around = boxOf(box);
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

for (const [name, options, sizes] of GROUPS)
    for (let part = 0; part < 2; part++)
        test(`every screen fits ${name}, part ${part + 1} of 2`, {work: 15}, async () => {
            const {page, context} = await open(browser, site.url, {width: sizes[0][0], height: sizes[0][1], ...options});
            const wrong = [];
            for await (const screen of screens(page, part, 2))
                for (const [width, height] of sizes) {
                    await page.setViewportSize({width, height});
                    for (const colorScheme of ['light', 'dark']) {
                        await page.emulateMedia({colorScheme});
                        await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
                        wrong.push(...(await page.evaluate(faults)).map((line) => `${screen}, ${width} × ${height}, ${colorScheme}: ${line}`));
                    }
                }
            assert.deepEqual(wrong, []);
            await context.close();
        });
