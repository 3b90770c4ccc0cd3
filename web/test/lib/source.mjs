// Sources of the page for tests under node: bundles a module of src/ and imports it.
import {build} from 'esbuild';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const WASM = process.env.TOBAGO_WASM ?? fileURLToPath(new URL('../../../build/wasm/tobago.wasm', import.meta.url));

/* The exports of several modules of src/, bundled as one so that they share their state. */
export async function source(...paths) {
    const contents = paths.map((path) => `export * from './src/${path}';`).join('\n');
    const {outputFiles} = await build({
        stdin: {contents, resolveDir: root, loader: 'ts'}, bundle: true, write: false, format: 'esm', platform: 'node', target: ['node18'],
        jsx: 'automatic', jsxImportSource: 'preact', logLevel: 'silent',
    });
    const folder = mkdtempSync(join(tmpdir(), 'tobago-unit-')), file = join(folder, 'bundle.mjs');
    writeFileSync(file, outputFiles[0].text);
    try {
        return await import(pathToFileURL(file).href);
    } finally {
        rmSync(folder, {recursive: true, force: true});
    }
}

/* A fresh module of the engine. */
export async function engine() {
    const {webcrypto} = await import('node:crypto');
    globalThis.crypto ??= webcrypto;
    const {Engine} = await source('engine/module.ts');
    return Engine.from(await WebAssembly.compile(readFileSync(WASM)));
}

/* Node 18 has no raw deflate among its web streams. */
export async function rawDeflate() {
    try {
        new CompressionStream('deflate-raw');
    } catch {
        const {Duplex} = await import('node:stream'), zlib = await import('node:zlib');
        globalThis.CompressionStream = class { constructor() { return Duplex.toWeb(zlib.createDeflateRaw()); } };
        globalThis.DecompressionStream = class { constructor() { return Duplex.toWeb(zlib.createInflateRaw()); } };
    }
}
