// The page without network after one visit, and a new version that waits for the person.
import assert from 'node:assert/strict';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {open} from '../lib/browser.mjs';
import {SITE, serve} from '../lib/site.mjs';
import {browser, soon, test} from '../lib/suite.mjs';

const kept = (page) => page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 20));
});
const playing = (page) => page.waitForSelector('html[data-screen="table"][data-line]');

test('after one visit everything works without network, reload and all', {}, async () => {
    const site = await serve(), {page, context, errors} = await open(browser, site.url);
    await kept(page);
    site.close();
    await page.reload();
    await page.click('[data-do="play-now"]');
    await playing(page);
    await page.waitForSelector('.actions');
    await page.click('.topbar [data-do="rules"]');
    await page.waitForSelector('#rule-C3');
    await page.reload();
    await page.waitForSelector('[data-do="resume"]');
    await page.goto(`${site.url}index.html?again`);
    await page.waitForSelector('[data-do="about"]');
    await page.click('[data-do="about"]');
    await page.waitForSelector('.aboutpage details');
    await page.waitForFunction(() => /works without network/.test(document.querySelector('.aboutpage').textContent));
    assert.deepEqual(errors, []);
    await context.close();
});

test('a new version announces itself, leaves the game alone, and goes on with it when taken', {}, async () => {
    const next = mkdtempSync(join(tmpdir(), 'tobago-next-'));
    cpSync(SITE, next, {recursive: true});
    const worker = readFileSync(join(next, 'sw.js'), 'utf8'), version = /"([0-9a-f]{10})"/.exec(worker)[1];
    writeFileSync(join(next, 'sw.js'), worker.replace(version, 'ffffffffff'));
    const html = readFileSync(join(next, 'index.html'), 'utf8');
    writeFileSync(join(next, 'index.html'), html.replace('<html ', '<html data-version="next" '));
    const site = await serve(), {page, context} = await open(browser, site.url);
    try {
        await kept(page);
        await page.click('[data-do="play-now"]');
        await playing(page);
        await page.waitForSelector('.actions [data-move], .actions [data-pick], .spaces [data-pick]');
        await page.waitForTimeout(600);
        const line = await page.getAttribute('html', 'data-line');
        site.root = next;
        await page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
        await page.waitForSelector('[data-do="take-version"]');
        await soon(async () => assert.equal(await page.getAttribute('html', 'data-line'), line, 'the game stands'));
        await soon(async () => assert.equal(await page.getAttribute('html', 'data-version'), null));
        await page.click('[data-do="take-version"]');
        await page.waitForSelector('html[data-version="next"][data-screen="table"]');
        await soon(async () => assert.ok(Number(await page.getAttribute('html', 'data-line')) >= Number(line)));
    } finally {
        await context.close();
        site.close();
        rmSync(next, {recursive: true});
    }
});

test('without WebAssembly the page says so in a sentence and still shows the rules', {}, async () => {
    const site = await serve(), context = await browser.newContext(), page = await context.newPage();
    await page.addInitScript(() => { delete globalThis.WebAssembly; });
    await page.goto(site.url);
    await page.waitForSelector('html[data-screen="broken"]');
    await soon(async () => assert.match(await page.textContent('main'), /WebAssembly/));
    await page.click('[data-do="rules"]');
    await page.waitForSelector('#rule-I1');
    await context.close();
    site.close();
});
