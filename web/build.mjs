// Builds the page: node build.mjs [--out DIR] [--wasm FILE] [--compress]
// Writes hashed assets, index.html, the manifest, icons and the service worker.
import {build} from 'esbuild';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {brotliCompressSync, gzipSync, constants} from 'node:zlib';
import {rulesData} from './rules.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const option = (name, otherwise) => {
    const at = process.argv.indexOf(`--${name}`);
    return at > 0 ? resolve(process.argv[at + 1]) : otherwise;
};
const out = option('out', resolve(here, '../build/site'));
const wasm = option('wasm', resolve(here, '../build/wasm/tobago.wasm'));
const compress = process.argv.includes('--compress');

const CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; " +
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

const text = (path) => readFileSync(join(here, path), 'utf8');
const hash = (data) => createHash('sha256').update(data).digest('hex').slice(0, 10);
const files = new Map();

/* Adds a file under a name that changes with its content. */
const hashed = (name, ending, data) => {
    const path = `assets/${name}-${hash(data)}.${ending}`;
    files.set(path, Buffer.from(data));
    return path;
};

/* The dark colours once more for those who chose dark on a light system. */
const darkAgain = (css) => {
    const found = /@media\s*\(prefers-color-scheme:\s*dark\)\s*\{\s*:root:not\(\[data-theme="light"\]\)\s*(\{[^}]*\})\s*\}/.exec(css);
    return `${css}\n:root[data-theme="dark"] ${found[1].replace('{', '{ color-scheme: dark;')}\n`;
};

const tokens = {
    name: 'tokens',
    setup: (b) => b.onLoad({filter: /tokens\.css$/}, ({path}) => ({contents: darkAgain(readFileSync(path, 'utf8')), loader: 'css'})),
};

const licences = ['preact', '@preact/signals', '@preact/signals-core', 'lean-qr'].flatMap((name) => {
    const path = join(here, 'node_modules', name, 'package.json');
    if (!existsSync(path)) return [];
    const {version, license} = JSON.parse(readFileSync(path, 'utf8'));
    const file = ['LICENSE', 'LICENSE.md'].map((each) => join(here, 'node_modules', name, each)).find(existsSync);
    return [{name, version, licence: license, text: file ? readFileSync(file, 'utf8').trim() : ''}];
});

const common = {
    bundle: true, minify: true, format: 'esm', target: ['es2022'], write: false, legalComments: 'none',
    jsx: 'automatic', jsxImportSource: 'preact', absWorkingDir: here, logLevel: 'warning',
};

/* The scripts that are there before the first screen is painted. */
function firstFiles(outputs, entry) {
    const found = new Set([entry]);
    for (const path of found)
        for (const {path: other, kind} of outputs[path].imports) if (kind === 'import-statement') found.add(other);
    return found;
}

async function main() {
    const wasmPath = hashed('tobago', 'wasm', readFileSync(wasm));
    const rulesPath = hashed('rules', 'json', JSON.stringify(rulesData(readFileSync(join(here, '../docs/rules.md'), 'utf8'))));
    const worker = await build({...common, entryPoints: ['src/engine/worker.ts'], outfile: 'worker.js'});
    const workerPath = hashed('worker', 'js', worker.outputFiles[0].contents);
    const late = await build({...common, entryPoints: ['src/style/late.css'], outfile: 'late.css'});
    const latePath = hashed('late', 'css', late.outputFiles[0].contents);
    const page = await build({
        ...common, entryPoints: ['src/main.tsx'], outdir: 'assets', plugins: [tokens], splitting: true, metafile: true,
        entryNames: '[name]-[hash]', chunkNames: '[name]-[hash]',
        define: {WASM_URL: JSON.stringify(wasmPath), WORKER_URL: JSON.stringify(workerPath), RULES_URL: JSON.stringify(rulesPath), LATE_URL: JSON.stringify(latePath), LICENCES: JSON.stringify(licences)},
    });
    for (const [path] of Object.entries(page.metafile.outputs))
        files.set(path, Buffer.from(page.outputFiles.find((file) => file.path.endsWith(path)).contents));
    const script = Object.keys(page.metafile.outputs).find((path) => page.metafile.outputs[path].entryPoint === 'src/main.tsx');
    const style = page.metafile.outputs[script].cssBundle, first = firstFiles(page.metafile.outputs, script);
    const icon = hashed('icon', 'svg', text('art/icon.svg')), maskable = hashed('icon-maskable', 'svg', text('art/icon-maskable.svg'));
    const picture = (name) => hashed(name, 'png', readFileSync(join(here, `art/${name}.png`)));
    const pictures = [192, 512].flatMap((size) => ['icon', 'icon-maskable'].map((name) => ({
        src: picture(`${name}-${size}`), sizes: `${size}x${size}`, type: 'image/png', purpose: name === 'icon' ? 'any' : 'maskable',
    })));
    const symbols = text('art/symbols.svg').replace(/<!--[^]*?-->/g, '').replace(/\n\s*/g, '\n');
    files.set('manifest.webmanifest', Buffer.from(JSON.stringify({
        name: 'Tobago', short_name: 'Tobago', start_url: './', scope: './', display: 'standalone', background_color: '#bfe0e4', theme_color: '#0a6a73',
        icons: [{src: icon, sizes: 'any', type: 'image/svg+xml'}, {src: maskable, sizes: 'any', type: 'image/svg+xml', purpose: 'maskable'}, ...pictures],
    })));
    const html = text('src/index.html').replace('@CSP@', CSP).replace('@STYLE@', style).replace('@SCRIPT@', script)
        .replace('@ICON@', icon).replace('@APPLE@', picture('icon-apple-180')).replace('@WASM@', wasmPath).replace('@SYMBOLS@', () => symbols.trim());
    files.set('index.html', Buffer.from(html));
    if (existsSync(join(here, 'src/sw.ts'))) {
        const assets = [...files.keys()].sort(), version = hash(assets.map((path) => path + hash(files.get(path))).join());
        const sw = await build({...common, entryPoints: ['src/sw.ts'], outfile: 'sw.js', format: 'iife', define: {ASSETS: JSON.stringify(assets), VERSION: JSON.stringify(version)}});
        files.set('sw.js', Buffer.from(sw.outputFiles[0].contents));
    }
    /* A server with tables says "ok" here (docs/protocol.md). */
    files.set('healthz', Buffer.from('files only\n'));
    rmSync(out, {recursive: true, force: true});
    let total = 0, firstBytes = 0;
    for (const [path, data] of files) {
        const to = join(out, path);
        mkdirSync(dirname(to), {recursive: true});
        writeFileSync(to, data);
        const zipped = gzipSync(data, {level: 9});
        total += zipped.length;
        if (path === 'index.html' || path === style || first.has(path)) firstBytes += zipped.length;
        console.log(`${String(zipped.length).padStart(7)} ${path}`);
        if (!compress) continue;
        writeFileSync(`${to}.gz`, zipped);
        writeFileSync(`${to}.br`, brotliCompressSync(data, {params: {[constants.BROTLI_PARAM_QUALITY]: 11}}));
    }
    console.log(`${total} bytes gzipped, ${firstBytes} for the first screen`);
    if (total > 280_000 || firstBytes > 60_000) throw new Error('the page is too large');
}

await main();
