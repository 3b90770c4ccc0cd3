/* The page's side of the worker: promises for lines, callbacks for progress. */
import { LEVELS } from './protocol';
import type { Level, Reply, Request } from './protocol';
import type { Opinions, Verdict } from './types';

type Listener = (reply: Reply) => void;

export interface Task<T> { result: Promise<T | null>; stop(): void }

/* A seed of 64 random bits, as a decimal text. */
export function freshSeed(): string {
    const words = crypto.getRandomValues(new BigUint64Array(1));
    return BigInt.asIntN(64, words[0]!).toString();
}

export class Thinker {
    private listeners = new Map<number, Listener>();
    private last = 0;

    constructor(private worker: Worker, module: WebAssembly.Module) {
        worker.addEventListener('message', (event: MessageEvent<Reply>) =>
            this.listeners.get(event.data.id)?.(event.data));
        this.send({ kind: 'module', module });
    }

    private send(request: Request): void {
        this.worker.postMessage(request);
    }

    private begin<T>(request: (id: number) => Request, heard: (reply: Reply) => T | undefined): Task<T> {
        const id = ++this.last;
        const result = new Promise<T | null>((resolve) => {
            this.listeners.set(id, (reply) => {
                const value = heard(reply);
                if (value === undefined && reply.kind !== 'failed') return;
                this.listeners.delete(id);
                resolve(value ?? null);
            });
        });
        this.send(request(id));
        return { result, stop: () => this.send({ kind: 'stop', stop: id }) };
    }

    /* A bot's line for the seat that decides at the record's end. */
    choose(record: string, level: Level, seed = freshSeed()): Task<string> {
        return this.begin(
            (id) => ({ id, kind: 'choose', record, level: LEVELS.indexOf(level), seed, iterations: 0 }),
            (reply) => (reply.kind === 'line' ? reply.line : undefined));
    }

    /* What an expert thinks of the position at the record's end, with its progress. */
    hint(record: string, iterations: number, progress: (opinions: Opinions) => void): Task<Opinions> {
        return this.begin(
            (id) => ({ id, kind: 'hint', record, level: LEVELS.indexOf('expert'), seed: '1', iterations }),
            (reply) => {
                if (reply.kind === 'opinions') progress(reply.opinions);
                return reply.kind === 'line' ? reply.opinions ?? undefined : undefined;
            });
    }

    /* Holds analyses up for some milliseconds, while the page has its hands full. */
    rest(ms: number): void {
        this.send({ kind: 'rest', ms });
    }

    /* Judges these lines of a record, one after the other. */
    analyse(record: string, lines: number[], iterations: number,
            progress: (line: number, verdict: Verdict | null) => void): Task<true> {
        return this.begin(
            (id) => ({ id, kind: 'analyse', record, lines, level: LEVELS.indexOf('hard'), seed: '1', iterations }),
            (reply) => {
                if (reply.kind === 'verdict') progress(reply.line, reply.verdict);
                return reply.kind === 'done' ? true : undefined;
            });
    }
}
