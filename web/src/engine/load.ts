/* Loads the module once for page and worker. The build replaces the two addresses. */
import { Engine } from './module';
import { Thinker } from './client';

declare const WASM_URL: string;
declare const WORKER_URL: string;

export interface Loaded { engine: Engine; thinker: Thinker; module: WebAssembly.Module }

async function compile(url: URL): Promise<WebAssembly.Module> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
}

let loading: Promise<Loaded> | null = null;

export function load(): Promise<Loaded> {
    loading ??= (async () => {
        const module = await compile(new URL(WASM_URL, document.baseURI));
        const worker = new Worker(new URL(WORKER_URL, document.baseURI), { type: 'module' });
        return { module, engine: await Engine.from(module), thinker: new Thinker(worker, module) };
    })();
    return loading;
}

/* A further module, for screens that read another record than the table's. */
export async function another(): Promise<Engine> {
    return Engine.from((await load()).module);
}
