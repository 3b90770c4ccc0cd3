/* An analysis under way: the worker judges decision after decision, the page shows what is
 * there, and the whole is kept. */
import { batch, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Task } from '../engine/client';
import type { Engine } from '../engine/module';
import type { Verdict } from '../engine/types';
import { analysisKey, keepAnalysis, keptAnalysis } from '../store/analyses';
import { judgingOrder, outlineOf } from '../table/study';
import type { Outline } from '../table/study';
import { thinker } from './state';

const ITERATIONS = 300;

export class Study {
    readonly outline: Outline;
    /* Sorted by line. */
    readonly verdicts: Signal<readonly Verdict[]> = signal([]);
    readonly state: Signal<'idle' | 'running' | 'done' | 'impossible'> = signal('idle');
    private task: Task<true> | null = null;
    private fresh: Verdict[] = [];
    private drawing: ReturnType<typeof setTimeout> | null = null;
    private closed = false;

    constructor(readonly record: string, private key: string, full: boolean) {
        this.outline = outlineOf(record);
        if (!full) this.state.value = 'impossible';
    }

    /* The study of the record that a module holds; what is only a view cannot be judged. */
    static of(engine: Engine): Study {
        engine.seek(engine.lines);
        return new Study(engine.record(), analysisKey(engine.rules, engine.hash, engine.lines), engine.viewer === 0);
    }

    get total(): number {
        return this.outline.decisions.length;
    }

    async start(): Promise<void> {
        if (this.state.value !== 'idle') return;
        this.state.value = 'running';
        const kept = await keptAnalysis(this.key);
        if (kept) {
            batch(() => { this.verdicts.value = kept; this.state.value = 'done'; });
            return;
        }
        if (this.closed || !thinker.value) return;
        this.task = thinker.value.analyse(this.record, judgingOrder(this.outline.decisions), ITERATIONS, (_, verdict) => this.add(verdict));
        const done = await this.task.result;
        if (this.closed) return;
        this.show();
        this.state.value = done ? 'done' : 'impossible';
        if (done) void keepAnalysis(this.key, [...this.verdicts.value]);
    }

    private add(verdict: Verdict | null): void {
        if (!verdict || this.closed) return;
        this.fresh.push(verdict);
        this.drawing ??= setTimeout(() => this.show(), 400);
    }

    private show(): void {
        if (this.drawing) clearTimeout(this.drawing);
        this.drawing = null;
        if (!this.fresh.length) return;
        this.verdicts.value = [...this.verdicts.value, ...this.fresh].sort((a, b) => a.line - b.line);
        this.fresh = [];
    }

    close(): void {
        this.closed = true;
        if (this.drawing) clearTimeout(this.drawing);
        this.task?.stop();
    }
}
