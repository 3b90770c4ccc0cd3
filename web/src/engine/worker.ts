/* The worker: a module of its own, in which bots, hints and analyses think in slices, so
 * that a message to stop is heard between them. */
import { Engine } from './module';
import type { Request, Reply } from './protocol';

let engine: Engine | null = null;
const stopped = new Set<number>();
const queue: Extract<Request, { id: number }>[] = [];
let busy = false;

/* Until then an analysis leaves the processor to the page. */
let quiet = 0;

const send = (reply: Reply): void => postMessage(reply);
const pause = (ms = 0): Promise<void> => new Promise((go) => setTimeout(go, ms));

/* Makes the game stand after the request's lines; true if the record could be read. */
function stand(record: string, line?: number): boolean {
    if (!engine || engine.read(record)) return false;
    return line === undefined || engine.seek(line);
}

async function think(request: Extract<Request, { kind: 'choose' | 'hint' }>): Promise<void> {
    const { id, level, seed, iterations } = request;
    if (!stand(request.record) || !engine!.botBegin(level, BigInt(seed), iterations))
        return send({ id, kind: 'failed' });
    for (let more = true; more && !stopped.has(id);) {
        more = engine!.botRun(request.kind === 'hint' ? 250 : 1000);
        if (request.kind === 'hint') send({ id, kind: 'opinions', opinions: engine!.botOpinions()! });
        await pause();
    }
    const opinions = engine!.botOpinions();
    const line = engine!.botFinish();
    send(stopped.has(id) || !line ? { id, kind: 'failed' } : { id, kind: 'line', line, opinions });
}

async function analyse(request: Extract<Request, { kind: 'analyse' }>): Promise<void> {
    const { id, level, seed, iterations } = request;
    if (!stand(request.record)) return send({ id, kind: 'failed' });
    for (const line of request.lines) {
        if (stopped.has(id)) return send({ id, kind: 'failed' });
        /* A bot's turn does not wait for an analysis. */
        for (; queue[0] && queue[0].kind !== 'analyse'; stand(request.record)) await think(queue.shift() as Parameters<typeof think>[0]);
        for (let left = quiet - performance.now(); left > 0; left = quiet - performance.now()) await pause(Math.min(left, 50));
        const verdict = engine!.judge(line, level, BigInt(seed), iterations);
        send({ id, kind: 'verdict', line, verdict });
        await pause();
    }
    send({ id, kind: 'done' });
}

async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let request = queue.shift(); request; request = queue.shift()) {
        if (stopped.has(request.id)) send({ id: request.id, kind: 'failed' });
        else if (request.kind === 'analyse') await analyse(request);
        else await think(request);
        stopped.delete(request.id);
    }
    busy = false;
}

addEventListener('message', async (event: MessageEvent<Request>) => {
    const request = event.data;
    if (request.kind === 'stop') stopped.add(request.stop);
    else if (request.kind === 'rest') quiet = performance.now() + request.ms;
    else if (request.kind === 'module') {
        engine = await Engine.from(request.module);
        void work();
    } else {
        if (request.kind === 'choose') queue.unshift(request);
        else queue.push(request);
        if (engine) void work();
    }
});
