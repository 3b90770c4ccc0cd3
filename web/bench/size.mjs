// The size of the page: the sum of gzip -9 over its files, and over those of the first screen.
import {readdirSync, readFileSync} from 'node:fs';
import {join, posix} from 'node:path';
import {gzipSync} from 'node:zlib';

const zipped = (site, path) => gzipSync(readFileSync(join(site, path)), {level: 9}).length;

const filesOf = (site, folder = '') => readdirSync(join(site, folder), {withFileTypes: true}).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? filesOf(site, path) : /\.(gz|br|map)$/.test(path) ? [] : [path];
});

/* The files that the first screen waits for: the document, its style, its script and what that imports. */
function firstScreen(site) {
    const html = readFileSync(join(site, 'index.html'), 'utf8'), found = new Set(['index.html']);
    for (const [, path] of html.matchAll(/(?:src|href)="(assets\/[^"]+\.(?:js|css))"/g)) found.add(path);
    for (const path of found)
        if (path.endsWith('.js'))
            for (const [, other] of readFileSync(join(site, path), 'utf8').matchAll(/(?:^|[;}\s])(?:import|export)[^"'()]*["'](\.\/[^"']+\.js)["']/g)) found.add(posix.join(posix.dirname(path), other));
    return [...found];
}

export function size({site, figure, say}) {
    say('size');
    const sum = (paths) => paths.reduce((total, path) => total + zipped(site, path), 0) / 1000, files = filesOf(site), first = firstScreen(site);
    figure('size of the page, gzip -9', sum(files), 'kB', 280, `${files.length} files`);
    figure('size of the first screen, gzip -9', sum(first), 'kB', 60, `${first.length} files`);
}
