/* The arithmetic of an analysis: which lines are decisions, the smoothed curve of each
 * seat's chance, the turning points, and what a record tells about a game as a whole. */
import type { Treasure, Verdict } from '../engine/types';

export interface Raise { line: number; seat: number; treasure: Treasure }

/* What the lines of a record say without a game: what was decided, what was raised. */
export interface Outline {
    /* The first line of play, after the header. */
    first: number;
    last: number;
    players: number;
    decisions: number[];
    raises: Raise[];
    clues: number;
    spent: number;
    curses: number;
}

const HEADER = /^(tobago|players|island|options|first|view) /;

export function outlineOf(record: string): Outline {
    const lines = record.replace(/\n+$/, '').split('\n');
    const outline: Outline = { first: 0, last: lines.length, players: 2, decisions: [], raises: [], clues: 0, spent: 0, curses: 0 };
    lines.forEach((text, index) => {
        const line = index + 1, words = text.split(' '), seat = Number(words[0]) || 0, verb = words[1] ?? '';
        if (HEADER.test(text)) {
            outline.first = line;
            if (words[0] === 'players') outline.players = words.length - 1;
            return;
        }
        if (!seat) {
            if (verb === 'curse') outline.curses++;
            return;
        }
        outline.decisions.push(line);
        if (verb === 'raise') outline.raises.push({ line, seat, treasure: words[2] as Treasure });
        if (verb === 'amulet') outline.spent++;
        if (verb === 'clue' || verb === 'volcanic' || (verb === 'amulet' && (words[2] === 'clue' || words[2] === 'volcanic'))) outline.clues++;
    });
    return outline;
}

export interface Point { line: number; chance: number }

/* A seat's chance over the game: a running mean of so many decisions, and at the end the
 * result itself, if there is one. */
export function curveOf(verdicts: readonly Verdict[], seat: number, result?: { line: number; chance: number }, window = 7): Point[] {
    const half = window >> 1, sums = [0];
    for (const { chances } of verdicts) sums.push(sums.at(-1)! + (chances[seat - 1] ?? 0));
    const points = verdicts.map(({ line }, index) => {
        const from = Math.max(0, index - half), to = Math.min(verdicts.length, index + half + 1);
        return { line, chance: (sums[to]! - sums[from]!) / (to - from) };
    });
    return result ? [...points, result] : points;
}

/* Fewer points where a picture has less room than a game has decisions; the last stays. */
export function thinned(points: readonly Point[], most: number): readonly Point[] {
    const step = Math.ceil(points.length / most);
    return step <= 1 ? points : points.filter((_, index) => index % step === 0 || index === points.length - 1);
}

/* Each seat's share of the win. */
export const results = (places: readonly number[]): number[] => {
    const winners = places.filter((place) => place === 1).length || 1;
    return places.map((place) => (place === 1 ? 1 / winners : 0));
};

/* The decisions that cost most, in the order of the game. */
export function turningPoints(verdicts: readonly Verdict[], most = 5, least = 0.02): Verdict[] {
    return verdicts.filter((verdict) => verdict.cost >= least && verdict.played !== verdict.expert)
        .sort((a, b) => b.cost - a.cost || a.line - b.line).slice(0, most).sort((a, b) => a.line - b.line);
}

/* The verdict in force at a line: that of the last decision up to it. */
export function verdictAt(verdicts: readonly Verdict[], line: number): Verdict | null {
    let low = 0, high = verdicts.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (verdicts[middle]!.line <= line) low = middle + 1;
        else high = middle;
    }
    return verdicts[low - 1] ?? null;
}

/* The decisions in the order in which they are judged: first a coarse curve over the whole
 * game, then what lies between. */
export function judgingOrder(decisions: readonly number[]): number[] {
    const order: number[] = [], taken = new Set<number>();
    for (let step = 16; step >= 1; step >>= 1)
        for (let index = 0; index < decisions.length; index += step)
            if (!taken.has(index)) { taken.add(index); order.push(decisions[index]!); }
    return order;
}
