/* The log of a whole record, written in slices while the page is idle, so that scrubbing
 * through a long game never waits for it. */
import { signal } from '@preact/signals';
import type { Engine } from '../../engine/module';
import type { Viewer } from '../../engine/types';
import { Log } from '../../table/log';
import type { Entry } from '../../table/log';

const SLICE = 7, AROUND = 40;

/* While somebody scrubs, the log waits: frames come first. */
export const scrubbing = { until: 0 };

export class Words {
    /* The line up to which the log is written. */
    readonly written = signal(0);
    private log: Log;
    private entries: Entry[] = [];
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private engine: Engine, private viewer: Viewer) {
        this.log = new Log(engine);
        this.timer = setTimeout(() => this.write(), 0);
    }

    private write(): void {
        const now = performance.now(), end = now + SLICE, { lines } = this.engine;
        let at = this.written.peek();
        if (now < scrubbing.until) {
            this.timer = setTimeout(() => this.write(), scrubbing.until - now);
            return;
        }
        while (at < lines && performance.now() < end) this.entries = this.log.read(++at, this.viewer);
        this.written.value = at;
        if (at < lines) this.timer = setTimeout(() => this.write(), 12);
    }

    look(viewer: Viewer): void {
        this.viewer = viewer;
        clearTimeout(this.timer);
        this.log = new Log(this.engine);
        this.entries = [];
        this.written.value = 0;
        this.write();
    }

    /* The number of entries of the lines up to this one. */
    private count(line: number): number {
        let low = 0, high = this.entries.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.entries[middle]!.line <= line) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /* The entries around a line. */
    around(line: number): Entry[] {
        void this.written.value;
        const middle = this.count(line);
        return this.entries.slice(Math.max(0, middle - AROUND), middle + AROUND);
    }

    /* What a line itself says. */
    at(line: number): Entry[] {
        void this.written.value;
        return this.entries.slice(this.count(line - 1), this.count(line));
    }

    close(): void {
        clearTimeout(this.timer);
    }
}
