/* A record that is stepped through: where it stands, with whose eyes, how fast it runs. */
import { batch, computed, effect, signal } from '@preact/signals';
import type { Engine } from '../../engine/module';
import { another } from '../../engine/load';
import { SPECTATOR } from '../../engine/types';
import type { Board, Position, Refusal, Viewer } from '../../engine/types';
import { timeOf } from '../../table/pace';
import type { Player } from '../../table/source';
import { results } from '../../table/study';
import { screen, thinker } from '../state';
import { Study } from '../study';
import { scrubbing, Words } from './words';

export interface Replay { engine: Engine; study: Study; words: Words; players: readonly Player[] | null; names: string[];
    /* Each seat's share of the win, if the record goes to the end. */
    result: number[] | null }

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

export const replay = signal<Replay | null>(null);
export const line = signal(0);
/* Where the scrubber's thumb stands: the line, or ahead of it while it is moved. */
export const thumb = signal(0);
export const viewer = signal<Viewer>(0);
export const playing = signal(false);
export const speed = signal<number>(1);

let ground = '', board: Board | null = null;

/* The game as it stands at the line, and what the line brought. */
export const shown = computed(() => {
    const current = replay.value;
    if (!current) return null;
    const { engine } = current;
    engine.seek(line.value);
    const position: Position = engine.position(viewer.value)!;
    const now = `${position.island} ${position.volcano?.hexes.length ?? 0} ${position.volcano?.lava.join(' ') ?? ''} ${engine.hash.length}`;
    if (now !== ground || !board) { ground = now; board = engine.board()!; }
    const text = line.value > current.study.outline.first ? engine.line(line.value, viewer.value) : '';
    return { position, board, text, effects: text ? engine.effects(line.value) : null };
});

const NO_RECORD: Refusal = { line: 1, clause: '', reason: "a record begins with the line 'tobago 1'", word: 1, token: '', name: null };
const MISSING = [NO_RECORD.reason, 'the second line names the players', "the third line names the island, like 'island AbC1'"];

/* With whose eyes a replay begins: a game of one's own that is not over keeps its secrets. */
function firstEyes(engine: Engine, players: readonly Player[] | null, over: boolean): Viewer {
    if (engine.viewer !== 0 || over || !players) return engine.viewer;
    const people = players.flatMap((player, index) => (player.kind === 'person' ? [index + 1] : []));
    return people.length === 1 ? people[0] as Viewer : people.length ? SPECTATOR : 0;
}

/* Opens a record on the replay screen; null, or what is wrong with it. A record that stops
 * at a wrong line opens up to there unless it has to be whole. */
export async function openReplay(record: string, players: readonly Player[] | null = null, whole = false): Promise<Refusal | null> {
    const [engine, reader] = await Promise.all([another(), another()]), refusal = engine.read(record);
    if (refusal && (whole || !engine.hasGame)) return refusal;
    if (!engine.hasGame) return { ...NO_RECORD, line: engine.lines + 1, reason: MISSING[engine.lines] ?? NO_RECORD.reason };
    close();
    const text = engine.record(), study = Study.of(engine), { places } = engine.position(engine.viewer)!, names = /^players (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
    const eyes = firstEyes(engine, players, places !== null);
    reader.read(text);
    ground = '';
    batch(() => {
        viewer.value = eyes;
        line.value = thumb.value = engine.lines;
        playing.value = false;
        replay.value = { engine, study, words: new Words(reader, eyes), players, names, result: places && results(places) };
        screen.value = 'replay';
    });
    void study.start();
    return null;
}

export function close(): void {
    const current = replay.value;
    stop();
    current?.study.close();
    current?.words.close();
    replay.value = null;
}

/* Frames come first while lines are gone through by hand: what thinks and writes beside them
 * rests for a moment. */
const REST = 250;

function rest(): void {
    const now = performance.now();
    if (playing.peek() || now < scrubbing.until - REST / 2) return;
    scrubbing.until = now + REST;
    thinker.value?.rest(REST);
}

const within = (to: number): number => {
    const current = replay.value;
    return current ? Math.min(Math.max(Math.round(to), current.study.outline.first), current.engine.lines) : 0;
};

export function go(to: number): void {
    rest();
    batch(() => { line.value = within(to); thumb.value = line.value; });
}

let following = false;

/* Draws the line at which the thumb stands, then leaves the page as much time as that took. */
function follow(): void {
    following = line.peek() !== thumb.peek();
    if (!following) return;
    const begin = performance.now();
    line.value = thumb.peek();
    requestAnimationFrame(() => setTimeout(() => setTimeout(follow, performance.now() - begin)));
}

/* The thumb is drawn to a line and never waits; the game follows as fast as it can be drawn. */
export function scrub(to: number): void {
    rest();
    thumb.value = within(to);
    if (!following) follow();
}

/* Looks with other eyes; a record that is a view itself has no others. */
export function look(eyes: Viewer): void {
    const current = replay.value;
    if (!current || current.engine.viewer !== 0) return;
    viewer.value = eyes;
    current.words.look(eyes);
}

/* ---- Jumps ---- */

/* The line with which a round begins, or the last line if the game does not come to it. */
function beginOf({ engine, study }: Replay, round: number): number {
    const at = engine.at;
    let low = study.outline.first, high = engine.lines;
    while (low < high) {
        const middle = (low + high) >> 1;
        engine.seek(middle);
        if (engine.position(SPECTATOR)!.round >= round) high = middle;
        else low = middle + 1;
    }
    engine.seek(at);
    return low + 1;
}

export function jumpRound(by: number): void {
    const current = replay.value;
    if (!current) return;
    const { round } = shown.value!.position, { first } = current.study.outline, begin = round ? beginOf(current, round) : first;
    if (by > 0) go(line.value < begin ? begin : beginOf(current, round + 1));
    else go(line.value > begin ? begin : round > 1 ? beginOf(current, round - 1) : first);
}

/* The next treasure that is raised, or the end. */
export function nextTreasure(): void {
    const current = replay.value;
    if (current) go(current.study.outline.raises.find((raise) => raise.line > line.value)?.line ?? current.engine.lines);
}

/* ---- Running ---- */

let timer: ReturnType<typeof setTimeout> | undefined;

function stop(): void {
    clearTimeout(timer);
    playing.value = false;
}

function step(): void {
    const current = replay.value;
    if (!current || !playing.value) return;
    const { engine } = current;
    let time = 0, next = line.value;
    for (; next < engine.lines && time === 0; next++) time = timeOf(engine.line(next + 1, 0), engine.effects(next + 1));
    go(next);
    if (next >= engine.lines) stop();
    else timer = setTimeout(step, Math.max(40, time / speed.value));
}

export function toggle(): void {
    const current = replay.value;
    if (playing.value || !current) return stop();
    if (line.value >= current.engine.lines) go(0);
    playing.value = true;
    timer = setTimeout(step, 200);
}

export function faster(by: number): void {
    const at = SPEEDS.findIndex((each) => each === speed.value) + by;
    speed.value = SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)]!;
}

/* ---- Playing on ---- */

/* The line to begin at and the seat that then decides: before the decision that is shown,
 * or else where the game stands. */
export function branch(): { lines: number; seat: number } | null {
    const current = replay.value, now = shown.value;
    if (!current || !now || current.engine.viewer !== 0) return null;
    const own = Number(now.text[0]);
    if (own) return { lines: line.value - 1, seat: viewer.value >= 1 && viewer.value <= 4 ? viewer.value : own };
    if (now.position.phase === 'over') return null;
    return { lines: line.value, seat: viewer.value >= 1 && viewer.value <= 4 ? viewer.value : Number(now.position.to_move) || now.position.turn || 1 };
}

/* The record up to a line. */
export const upTo = (current: Replay, lines: number): string => `${current.engine.record().split('\n').slice(0, lines).join('\n')}\n`;

effect(() => { if (screen.value !== 'replay' && screen.value !== 'rules' && screen.value !== 'about') stop(); });
