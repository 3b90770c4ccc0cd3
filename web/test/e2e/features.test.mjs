// What the page does beyond the moves: icons, ladders of a swap, places that the rules point
// out, cards that fly, a double tap that zooms.
import assert from 'node:assert/strict';
import {fileURLToPath} from 'node:url';
import {recordOf} from '../lib/browser.mjs';
import {open} from '../lib/pool.mjs';
import {cut, resume} from '../lib/stored.mjs';
import {browser, site, soon, test} from '../lib/suite.mjs';

const game = (name, lines) => cut(fileURLToPath(new URL(`../games/${name}.tobago`, import.meta.url)), lines);
const press = (page, selector) => page.locator(selector).first().dispatchEvent('click');

test('the manifest names PNG icons of their sizes, plain and maskable, and the page one for home screens', {}, async () => {
    const manifest = await (await fetch(new URL('manifest.webmanifest', site.url))).json();
    const pictures = manifest.icons.filter((icon) => icon.type === 'image/png');
    assert.deepEqual(pictures.map((icon) => `${icon.sizes} ${icon.purpose}`).sort(), ['192x192 any', '192x192 maskable', '512x512 any', '512x512 maskable']);
    const html = await (await fetch(site.url)).text(), apple = /rel="apple-touch-icon" href="([^"]+)"/.exec(html)[1];
    for (const [path, size] of [...pictures.map((icon) => [icon.src, Number(icon.sizes.split('x')[0])]), [apple, 180]]) {
        const response = await fetch(new URL(path, site.url)), data = Buffer.from(await response.arrayBuffer());
        assert.equal(response.status, 200, path);
        assert.deepEqual([data.toString('latin1', 1, 4), data.readUInt32BE(16), data.readUInt32BE(20)], ['PNG', size, size], path);
    }
});

test('two roses picked for a swap show who is asked now and afterwards (P2)', {}, async () => {
    const {page, context, errors} = await open(browser, site.url);
    await resume(page, game('experienced', 256), 2);
    for (const pick of ['amulet', 'amulet swap', 'in-largest-scrubland', 'not-sight-hut']) await press(page, `[data-pick="${pick}"]`);
    const names = (side) => page.locator(`.ladders > div:nth-of-type(${side}) li .nm`).allTextContents();
    await soon(async () => assert.deepEqual(await names(1), ['Chloé', 'Ada', 'Ben'], 'from the lowest rose up'));
    await soon(async () => assert.deepEqual(await names(2), ['Ben', 'Ada', 'Chloé']));
    await soon(async () => assert.equal(await page.locator('.ladders .lit').count(), 4));
    await soon(async () => assert.equal(await page.locator('.actions [data-move]').count(), 1));
    await press(page, '.actions [data-move]');
    await soon(async () => assert.match(await recordOf(page), /^2 amulet swap in-largest-scrubland not-sight-hut$/m));
    assert.deepEqual(errors, []);
    await context.close();
});

test('a clause that speaks of places shows them on the island, until the drawer closes', {}, async () => {
    const {page, context, errors} = await open(browser, site.url);
    await resume(page, game('four', 255), 2);
    await press(page, '[data-do="rules"]');
    await page.waitForSelector('[data-do="show-clause"]');
    const shown = () => page.locator('.island .zone').count();
    await soon(async () => assert.equal(await shown(), 0));
    await press(page, '[data-do="show-clause"][data-clause="I4"]');
    await soon(async () => assert.equal(await shown(), 1));
    await soon(async () => assert.match(await page.locator('.showp [role="status"]').allTextContents().then((texts) => texts.join('')), /^\d+ spaces lie on the coast\.$/));
    await press(page, '[data-do="show-clause"][data-clause="M1"]');
    await soon(async () => assert.equal(await shown(), 0));
    await soon(async () => assert.ok(await page.locator('.island .reach').count() > 0));
    await press(page, '[data-do="rules-close"]');
    await page.waitForFunction(() => !document.querySelector('.island .reach'), null, {timeout: 5000});
    assert.deepEqual(errors, []);
    await context.close();
});

test('the refusal of a card shows the sites that it is about', {}, async () => {
    const {page, context} = await open(browser, site.url);
    await resume(page, game('four', 255), 2);
    await press(page, '[data-pick="not-sight-statue"]');
    await press(page, '.map.cannot .clause');
    await page.waitForSelector('.whynot');
    const rings = (n, why) => soon(async () => assert.equal(await page.locator('.island .ring').count(), n, why));
    await rings(2, 'brown has two sites');
    await press(page, '[data-do="show-sites"]');
    await rings(0, 'they can be hidden');
    await press(page, '[data-do="show-sites"]');
    await rings(2, 'and shown again');
    await press(page, '.actions [data-pick="black"]');
    await rings(0, 'another map is looked at');
    await context.close();
});

test('a lifted card offers its maps in the dock as well', {}, async () => {
    const {page, context} = await open(browser, site.url);
    await resume(page, game('four', 255), 2);
    await press(page, '[data-pick="not-sight-statue"]');
    const buttons = page.locator('.actions .btn');
    await soon(async () => assert.deepEqual((await buttons.allTextContents()).slice(0, 3), ['On white11 → 6', 'On grey8 → 4', 'On black2 → 1']));
    await press(page, '.actions [data-pick="black"]');
    await soon(async () => assert.ok(await page.locator('.actions [data-move="2 clue black not-sight-statue"]').count()));
    await context.close();
});

test('a double tap zooms and confirms nothing', {}, async () => {
    const {page, context} = await open(browser, site.url, {width: 390, height: 844, hasTouch: true, isMobile: true});
    await resume(page, game('four', 255), 2);
    const width = () => page.locator('.island').evaluate((svg) => svg.viewBox.baseVal.width), line = () => page.getAttribute('html', 'data-line');
    const before = await width(), at = await line(), box = await page.locator('.board').boundingBox();
    const cdp = await page.context().newCDPSession(page);
    /* The events say themselves when they happened, however busy the machine is. */
    const twice = async (x, y) => {
        const now = Date.now() / 1000;
        for (const after of [0, 0.12]) {
            await cdp.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints: [{x, y}], timestamp: now + after});
            await cdp.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: [], timestamp: now + after + 0.03});
        }
    };
    const becomes = (least, most) => page.waitForFunction(([from, to]) => { const {width} = document.querySelector('.island').viewBox.baseVal; return width >= from && width <= to; }, [least, most]);
    await twice(box.x + 20, box.y + box.height - 30);
    await becomes(0, before * 0.6);
    await soon(async () => assert.deepEqual(await page.evaluate(() => ['.island', '.ground'].map((name) => document.querySelector(name)).map((svg) => [svg.style.transform, svg.getAttribute('viewBox')])),
        Array(2).fill(['', await page.getAttribute('.island', 'viewBox')]), 'what was stretched is drawn anew'));
    await soon(async () => assert.equal(await page.locator('[data-do="whole-island"]').count(), 1));
    await twice(box.x + 20, box.y + box.height - 60);
    await becomes(before, before);
    await soon(async () => assert.equal(await line(), at));
    await context.close();
});

for (const reducedMotion of ['no-preference', 'reduce'])
    test(`a clue that is played ${reducedMotion === 'reduce' ? 'does not fly without a wish for motion' : 'flies to its map'}`, {}, async () => {
        const {page, context, errors} = await open(browser, site.url, {reducedMotion, settings: {pace: 'slow'}});
        await resume(page, game('four', 255), 2);
        await page.evaluate(() => {
            window.flown = 0;
            new MutationObserver((changes) => { for (const change of changes) window.flown += change.addedNodes.length; }).observe(document.querySelector('.flights'), {childList: true});
        });
        await press(page, '[data-pick="not-sight-statue"]');
        await press(page, '[data-pick="white"]');
        await press(page, '[data-move="2 clue white not-sight-statue"]');
        if (reducedMotion === 'reduce') await page.waitForTimeout(200);
        else await page.waitForFunction(() => window.flown > 0);
        await soon(async () => assert.equal(await page.evaluate(() => window.flown), reducedMotion === 'reduce' ? 0 : 1));
        await page.waitForFunction(() => !document.querySelector('.flight'));
        assert.deepEqual(errors, []);
        await context.close();
    });
