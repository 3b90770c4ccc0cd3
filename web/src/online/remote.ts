/* A table on a server, as the table screen knows tables. The module holds this viewer's
 * record; a person's own lines stand in it at once, and are settled when the server sends
 * them back or taken back when it refuses them. */
import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Engine } from '../engine/module';
import type { Refusal } from '../engine/types';
import { endsByItself } from '../table/pace';
import type { Player, Source } from '../table/source';
import type { Failure, Frame } from './types';

export interface Link {
    /* The number of the last event, and requests to the server. */
    readonly n: number;
    readonly live: boolean;
    readonly over: boolean;
    readonly names: readonly string[];
    /* The places by seat once the game is over, and who resigned. */
    readonly places: readonly number[] | null;
    readonly resigned: readonly boolean[];
    /* A bot plays for this seat. */
    readonly stoodIn: boolean;
    ask(act: string, fields: Record<string, unknown>): Promise<Frame>;
    /* A request was refused. */
    failed(why: Failure): void;
    fullRecord(): Promise<string>;
}

/* Lines that the server has not confirmed, and where they follow: after so many lines, at the
 * position with this hash. */
export interface Waiting { after: number; hash: string; lines: readonly string[] }

export const refusalOf = (why: Failure): Refusal =>
    ({ line: 0, clause: why.clause ?? '', reason: why.reason, word: why.word ?? 0, token: why.token ?? '', name: why.name ?? null }) as Refusal;

export class RemoteSource implements Source {
    changed: (jump?: boolean) => void = () => {};
    refused: (why: Refusal) => void = () => {};
    readonly thinking = false;
    readonly remote = true;
    get names(): readonly string[] {
        return this.link.names;
    }

    /* Lines that the server has confirmed; those after them are pending. */
    private settled = 0;
    private busy = false;
    private still = false;
    /* How many lines are pending, for what is shown. */
    readonly unsettled: Signal<number> = signal(0);

    constructor(readonly engine: Engine, readonly players: readonly Player[], readonly seat: number | null, private link: Link, record: string) {
        const refusal = engine.read(record);
        if (refusal) throw new Error(`line ${refusal.line}: ${refusal.reason}`);
        this.settled = engine.lines;
    }

    /* A view's header has one line more than the record that the server counts in. */
    private get extra(): number {
        return this.engine.viewer ? 1 : 0;
    }

    get pending(): number {
        return this.engine.lines - this.settled;
    }

    private tell(jump = false): void {
        this.unsettled.value = this.pending;
        if (!this.still) this.changed(jump);
    }

    /* Takes much at once: what has changed is told at the end. */
    atOnce(take: () => void): void {
        this.still = true;
        take();
        this.still = false;
        this.tell(true);
    }

    /* ---- From the server ---- */

    private cut(lines: number): void {
        if (this.engine.lines > lines) this.engine.cut(lines);
        this.engine.seek(this.engine.lines);
        this.settled = Math.min(this.settled, this.engine.lines);
    }

    /* The lines of an event: a pending line that comes back is settled, whatever else is
     * pending gives way. False if they do not follow from what is known. */
    take(lines: readonly string[]): boolean {
        let own = 0;
        if (this.pending && this.engine.line(this.settled + 1, this.engine.viewer) === lines[0]) {
            own = 1;
            this.settled++;
        }
        if (lines.length === own) { /* it stands there already */
            this.unsettled.value = this.pending;
            this.run();
            return true;
        }
        this.cut(this.settled);
        for (const line of lines.slice(own)) {
            if (this.engine.feed(line)) return false;
            this.settled = this.engine.lines;
        }
        this.tell();
        this.run();
        return true;
    }

    /* Nothing can be played here any more: the table is over, or this seat is a bot's for good. */
    get over(): boolean {
        return this.link.over || (this.seat !== null && (this.link.resigned[this.seat - 1] ?? false));
    }

    get absent(): boolean {
        return this.link.stoodIn;
    }

    get places(): readonly number[] | null {
        return this.link.places;
    }

    get resigned(): readonly boolean[] {
        return this.link.resigned;
    }

    takeCut(lines: number): void {
        this.cut(Math.min(this.settled, lines + this.extra));
        this.tell();
    }

    get waiting(): Waiting {
        const { engine, settled } = this, { at } = engine;
        engine.seek(settled);
        const { hash } = engine;
        engine.seek(at);
        return { after: settled, hash, lines: Array.from({ length: this.pending }, (_, index) => engine.line(settled + 1 + index, engine.viewer)) };
    }

    /* Makes lines pending that were so before, unless the record went another way since. Those
     * that it holds are settled. */
    await({ after, hash, lines }: Waiting): void {
        const { engine } = this;
        if (!lines.length || !engine.seek(after) || engine.hash !== hash) return;
        let at = after, known = 0;
        while (known < lines.length && at < this.settled && engine.line(at + 1, engine.viewer) === lines[known]) { at++; known++; }
        if (at === this.settled) for (const line of lines.slice(known)) if (engine.feed(line)) break;
        engine.seek(engine.lines);
        this.unsettled.value = this.pending;
    }

    /* Everything anew, from a snapshot; a pending line that it does not hold stays pending. False
     * if the module cannot read it. */
    restart(record: string): boolean {
        const { waiting } = this;
        if (this.engine.read(record)) return false;
        this.settled = this.engine.lines;
        this.busy = false;
        this.await(waiting);
        this.tell(true);
        return true;
    }

    /* ---- To the server ---- */

    /* Sends the first pending line, if none is under way. */
    run(): void {
        if (this.busy || this.still || !this.pending || !this.link.live) return;
        const line = this.engine.line(this.settled + 1, this.engine.viewer);
        this.busy = true;
        this.link.ask('move', { after: this.link.n, line }).then(() => {
            this.busy = false;
            this.run();
        }, (why: Failure) => {
            this.busy = false;
            if (why.code === 'lost') return;
            if (why.code === 'stale') { /* the event that came between has come or will come, and is followed by another try */
                if (this.link.n >= (why.n ?? 0)) this.run();
                return;
            }
            this.cut(this.settled);
            this.tell();
            if (why.code === 'refused') this.refused(refusalOf(why));
            else this.link.failed(why);
        });
    }

    /* The connection is back and in step: what is still pending goes out again. */
    resume(): void {
        this.busy = false;
        this.run();
    }

    send(line: string): Refusal | null {
        const refusal = this.engine.feed(line);
        this.unsettled.value = this.pending;
        return refusal;
    }

    takeBackTo(): number | null {
        if (this.seat === null || this.unsettled.value) return null;
        this.engine.seek(this.engine.lines);
        if (this.engine.toMove === null) return null;
        for (let line = this.settled; line > 0; line--) {
            const text = this.engine.line(line, this.engine.viewer);
            if (text.startsWith(`${this.seat} `) && !(/ end$/.test(text) && endsByItself(this.engine, line - 1, this.engine.viewer))) return line - 1;
        }
        return null;
    }

    takeBack(): void {
        const lines = this.takeBackTo();
        if (lines === null) return;
        this.link.ask('undo', { after: this.link.n, lines: lines - this.extra }).catch((why: Failure) => this.link.failed(why));
    }

    fullRecord(): Promise<string> {
        return this.link.fullRecord();
    }

    close(): void {
        this.changed = () => {};
        this.refused = () => {};
    }
}
