// A tiny static server for the tests: serves one folder on loopback, GET and HEAD only.
import {createServer} from 'node:http';
import {readFile} from 'node:fs/promises';
import {extname, join, normalize, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const TYPES = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml',
    '': 'text/plain; charset=utf-8', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json', '.png': 'image/png',
};

export const SITE = resolve(process.env.TOBAGO_SITE ?? fileURLToPath(new URL('../../../build/site', import.meta.url)));

/* Serves the site under a sub-folder, as any web host might; {url, close, root} where root can be changed. */
export async function serve(root = SITE) {
    const site = {root};
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(/^\/sub/, '');
        /* Browsers ask for it beside files that are no page. */
        if (path.endsWith('/favicon.ico')) return response.writeHead(204).end();
        try {
            const file = join(site.root, path.endsWith('/') || path === '' ? `${path}/index.html` : path);
            if (!file.startsWith(site.root)) throw new Error('outside');
            const data = await readFile(file);
            response.writeHead(200, {'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache'});
            response.end(data);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    site.url = `http://127.0.0.1:${server.address().port}/sub/`;
    site.close = () => { server.closeAllConnections?.(); server.close(); };
    return site;
}
