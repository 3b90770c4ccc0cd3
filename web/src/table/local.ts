/* A table on this page: people at this screen, bots in the worker, chance from the
 * browser's random numbers. */
import { freshSeed } from '../engine/client';
import type { Task, Thinker } from '../engine/client';
import type { Engine } from '../engine/module';
import type { Level } from '../engine/protocol';
import type { Refusal } from '../engine/types';
import { endsByItself } from './pace';
import type { Player, Source } from './source';

export interface Setting { players: Player[]; island: string; options: string[]; first: number }

/* The header of a new game. */
export function header({ players, island, options, first }: Setting): string {
    const lines = ['tobago 1', `players ${players.map((player) => player.name).join(' ')}`, `island ${island}`];
    if (options.length) lines.push(`options ${options.join(' ')}`);
    if (first > 1) lines.push(`first ${first}`);
    return `${lines.join('\n')}\n`;
}

const seatOf = (line: string): number => (/^[1-4] /.test(line) ? Number(line[0]) : 0);

export class LocalSource implements Source {
    changed: () => void = () => {};
    private task: Task<string> | null = null;
    private closed = false;

    constructor(readonly engine: Engine, private thinker: Thinker, readonly players: readonly Player[], record: string) {
        const refusal = engine.read(record);
        if (refusal) throw new Error(`line ${refusal.line}: ${refusal.reason}`);
    }

    get thinking(): boolean {
        return this.task !== null;
    }

    private isPerson(seat: number): boolean {
        return this.players[seat - 1]?.kind === 'person';
    }

    /* Lets chance decide as long as it has to. */
    private chance(): void {
        for (; ;) {
            this.engine.seek(this.engine.lines);
            if (this.engine.toMove !== 'nature') return;
            const line = this.engine.nature();
            if (!line || this.engine.feed(line)) throw new Error('chance has no line');
        }
    }

    run(): void {
        if (this.closed || this.task) return;
        this.chance();
        this.engine.seek(this.engine.lines);
        const seat = this.engine.toMove;
        if (typeof seat === 'number' && !this.isPerson(seat)) void this.ask(seat);
        this.changed();
    }

    private async ask(seat: number): Promise<void> {
        const { engine } = this, before = engine.lines;
        const task = this.thinker.choose(engine.record(), this.players[seat - 1]!.kind as Level, freshSeed());
        this.task = task;
        const line = await task.result;
        if (this.task !== task || this.closed) return;
        this.task = null;
        if (!line || engine.lines !== before || engine.feed(line)) return;
        this.run();
    }

    send(line: string): Refusal | null {
        const refusal = this.engine.feed(line);
        if (refusal) return refusal;
        this.chance();
        return null;
    }

    takeBackTo(): number | null {
        const { engine } = this, people = this.players.filter((player) => player.kind === 'person').length;
        let shown = 0;
        for (let line = engine.lines; line > 0; line--) {
            const text = engine.line(line, 0);
            if (people > 1) shown |= engine.shownTo(line);
            if (!this.isPerson(seatOf(text)) || (/ end$/.test(text) && endsByItself(engine, line - 1, 0))) continue;
            return shown ? null : line - 1;
        }
        return null;
    }

    takeBack(): void {
        const lines = this.takeBackTo();
        if (lines === null) return;
        this.task?.stop();
        this.task = null;
        this.engine.cut(lines);
        this.run();
    }

    close(): void {
        this.closed = true;
        this.task?.stop();
        this.task = null;
    }
}
