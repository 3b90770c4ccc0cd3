// The pictures of docs/page: node shots.mjs [NAME]... takes them anew from build/site with the
// system's Chromium, all of them or those that are named. WebP, so that all stay small. OUT=DIR
// writes them elsewhere.
import {mkdirSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {launch, open} from './test/lib/browser.mjs';
import {gathering} from './test/lib/gathering.mjs';
import {SCENES, SIZES} from './test/lib/scenes.mjs';
import {serve} from './test/lib/site.mjs';

const OUT = process.env.OUT ? `${process.env.OUT}/` : fileURLToPath(new URL('../docs/page/', import.meta.url));
const PICTURES = [
    'start-desktop', 'choose-volcano-desktop', 'games-desktop', 'open-desktop', 'table-desktop', 'table-desktop-dark', 'lift-desktop', 'move-desktop', 'share-desktop',
    'ring-desktop', 'roses-desktop', 'setup-desktop', 'triad-desktop', 'volcano-desktop', 'inspect-desktop', 'hint-desktop', 'rules-desktop', 'pass-desktop',
    'end-desktop', 'replay-desktop', 'settings-desktop', 'about-desktop', 'home-phone', 'table-phone', 'lift-phone', 'move-phone', 'share-phone', 'end-phone',
    'replay-phone', 'table-phone-dark', 'table-portrait',
];
const wanted = process.argv.slice(2), QUALITY = 78;
/* Of an evening with friends, these are shown in the dark, too. */
const DARK = ['lobby', 'online'];
/* Large screens are shrunk to the width of a document. */
const SCALE = {desktop: 0.8, phone: 0.8, portrait: 0.8};

async function take(page, picture, size) {
    const cdp = await page.context().newCDPSession(page), {width, height} = SIZES[size];
    const {data} = await cdp.send('Page.captureScreenshot', {format: 'webp', quality: QUALITY, clip: {x: 0, y: 0, width, height, scale: SCALE[size]}});
    const file = Buffer.from(data, 'base64');
    writeFileSync(`${OUT}${picture}.webp`, file);
    console.log(String(file.length).padStart(7), `${picture}.webp`);
}

mkdirSync(OUT, {recursive: true});
const site = await serve(), browser = await launch('--font-render-hinting=none'); /* letters stand where they belong, whatever the scale */
for (const picture of PICTURES) {
    if (wanted.length && !wanted.includes(picture)) continue;
    const [, name, size, dark] = /^(.*)-(desktop|phone|portrait)(-dark)?$/.exec(picture);
    const {page, context} = await open(browser, site.url, {...SIZES[size], deviceScaleFactor: 1, colorScheme: dark ? 'dark' : 'light', settings: {pace: 'instant', level: 'medium'}});
    await SCENES[name](page);
    if (name === 'end') await page.waitForSelector('.pan .working', {state: 'detached', timeout: 90000});
    await page.waitForTimeout(800);
    await take(page, picture, size);
    await context.close();
}
/* Tables on a server: all screens of an evening, or none. */
for (const [size, colorScheme] of [['desktop', 'light'], ['phone', 'light'], ['desktop', 'dark'], ['phone', 'dark']]) {
    const end = `${size}${colorScheme === 'dark' ? '-dark' : ''}`;
    if (wanted.length && !wanted.includes(`together-${end}`)) continue;
    await gathering(browser, {...SIZES[size], colorScheme}, async (page, name) => {
        if (colorScheme === 'dark' && !process.env.OUT && !DARK.includes(name)) return;
        await page.waitForTimeout(600);
        await take(page, `${name}-${end}`, size);
    });
}
await browser.close();
site.close();
