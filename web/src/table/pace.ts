/* How long a line stays before the next one is shown, in milliseconds. */
import { signal } from '@preact/signals';
import type { Engine } from '../engine/module';
import type { Effects, Viewer } from '../engine/types';

/* Whether a turn in which nothing but its end is possible ends by itself. */
export const autoEnd = signal(true);

/* Would the turn end by itself after this line? Only its end is legal, and the last act was not
 * one that showed nothing to anybody: that could still be taken back, so its end is confirmed. */
export function endsByItself(engine: Engine, line: number, viewer: Viewer): boolean {
    const at = engine.at;
    engine.seek(line);
    const [only, ...others] = engine.legal(viewer);
    engine.seek(at);
    return autoEnd.value && !!only && !others.length && / end$/.test(only) && (engine.line(line, viewer)[0] !== only[0] || engine.shownTo(line) !== 0);
}

export const PACES = { slow: 1.7, normal: 1, fast: 0.4, instant: 0 } as const;
export type Pace = keyof typeof PACES;

const TIMES: Record<string, number> = {
    clue: 1500, volcanic: 1500, start: 1300, raise: 1200, exchange: 900, atv: 500, object: 350, triad: 700,
    volcano: 700, lava: 1000, take: 500, leave: 400, claim: 800, pass: 450, cannot: 700,
    initial: 500, reveal: 900, curse: 1800, leg: 260,
};

/* The time of a drive: 140 ms a space, 900 at most. */
export const driveTime = (spaces: number): number => Math.min(900, 140 * spaces);

/* The time of a line of the record with what it brought. */
export function timeOf(line: string, effects: Effects | null): number {
    const words = line.split(' '), verb = words[1] === 'amulet' ? words[2]! : words[1]!;
    if (words[1] === 'amulet') return verb === 'move' ? 500 : 1400;
    let time = TIMES[verb] ?? 0;
    if (effects?.surfaced?.length) time += 700;
    if (verb === 'object' && words[0] === 'nature') time = 60;
    if (effects?.paid?.length) time += 400;
    return time;
}
