// Renders the icons from their drawings: node icons.mjs writes art/icon-*.png with the system's
// Chromium. The PNGs have a palette, so that all of them together cost a few kilobytes.
import {readFileSync, writeFileSync} from 'node:fs';
import {deflateSync} from 'node:zlib';
import {launch} from './test/lib/browser.mjs';

const ICONS = [['icon', 192], ['icon', 512], ['icon-maskable', 192], ['icon-maskable', 512], ['icon-maskable', 180, 'icon-apple-180']];
const COLOURS = 64;
const art = (name) => new URL(`art/${name}`, import.meta.url);

/* The pixels of a drawing, four bytes each. */
const pixels = (page, svg, size) => page.evaluate(async ({svg, size}) => {
    const image = new Image(size, size);
    image.src = `data:image/svg+xml;base64,${btoa(svg)}`;
    await image.decode();
    const canvas = new OffscreenCanvas(size, size), context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, size, size);
    return [...context.getImageData(0, 0, size, size).data];
}, {svg, size});

/* The most frequent colours, and for every pixel the nearest of them. */
function reduce(data) {
    const counts = new Map(), keys = [];
    for (let at = 0; at < data.length; at += 4) {
        const key = ((data[at] << 24) | (data[at + 1] << 16) | (data[at + 2] << 8) | data[at + 3]) >>> 0;
        keys.push(key);
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const parts = (key) => [key >>> 24, (key >>> 16) & 255, (key >>> 8) & 255, key & 255];
    const palette = [...counts].sort((a, b) => b[1] - a[1]).slice(0, COLOURS).map(([key]) => parts(key)), nearest = new Map();
    for (const key of counts.keys()) {
        const colour = parts(key), far = palette.map((each) => each.reduce((sum, value, index) => sum + (value - colour[index]) ** 2, 0));
        nearest.set(key, far.indexOf(Math.min(...far)));
    }
    return {palette, indices: keys.map((key) => nearest.get(key))};
}

const CRC = Array.from({length: 256}, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n >>> 0; });

function chunk(type, data) {
    const body = Buffer.concat([Buffer.from(type), data]), out = Buffer.alloc(body.length + 8);
    let crc = 0xffffffff;
    for (const byte of body) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4);
    return out;
}

function png(size, {palette, indices}) {
    const header = Buffer.alloc(13), rows = Buffer.alloc(size * (size + 1));
    header.writeUInt32BE(size, 0);
    header.writeUInt32BE(size, 4);
    header.set([8, 3, 0, 0, 0], 8);
    for (let y = 0; y < size; y++) rows.set(indices.slice(y * size, (y + 1) * size), y * (size + 1) + 1);
    return Buffer.concat([
        Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', header), chunk('PLTE', Buffer.from(palette.flatMap((colour) => colour.slice(0, 3)))),
        chunk('tRNS', Buffer.from(palette.map((colour) => colour[3]))), chunk('IDAT', deflateSync(rows, {level: 9})), chunk('IEND', Buffer.alloc(0)),
    ]);
}

const browser = await launch(), page = await browser.newPage();
for (const [name, size, as = `${name}-${size}`] of ICONS) {
    const file = png(size, reduce(await pixels(page, readFileSync(art(`${name}.svg`), 'utf8'), size)));
    writeFileSync(art(`${as}.png`), file);
    console.log(String(file.length).padStart(6), `${as}.png`);
}
await browser.close();
