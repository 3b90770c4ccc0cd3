// Loads a TypeScript file of the page under node, for tests of pure code.
import {build} from 'esbuild';
import {fileURLToPath} from 'node:url';

const here = fileURLToPath(new URL('../../', import.meta.url));

export async function load(path) {
    const {outputFiles} = await build({
        entryPoints: [path], absWorkingDir: here, bundle: true, write: false, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'],
        conditions: ['import'], jsx: 'automatic', jsxImportSource: 'preact', target: 'es2022', logLevel: 'error',
    });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
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
