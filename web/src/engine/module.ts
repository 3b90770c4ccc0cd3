/* The WebAssembly module as a typed object: one record and the game after any of its
 * lines. src/wasm/wasm.h describes every function; this file adds no rule and no state. */
import type {
    Board, Card, Effects, Legs, Opinions, Position, Proof, ProofStep, Refusal, Space, Tables, Verdict, Viewer, WhatIf,
} from './types';

interface Exports {
    memory: WebAssembly.Memory;
    input(): number;
    output(): number;
    buffer_size(): number;
    reset(): void;
    feed(length: number): number;
    read(length: number): number;
    seek(line: number): number;
    cut(lines: number): number;
    record(): number;
    redact(viewer: number): number;
    line(line: number, viewer: number): number;
    lines(): number;
    at(): number;
    moves(): number;
    viewer(): number;
    has_game(): number;
    error(): number;
    to_move(): number;
    hash(): bigint;
    shown_to(line: number): number;
    rules_id(): bigint;
    position(viewer: number): number;
    legal(viewer: number): number;
    legs(viewer: number): number;
    what_if(length: number, viewer: number): number;
    effects(line: number): number;
    board(): number;
    clue(length: number): number;
    distances(length: number): number;
    tables(): number;
    nature(length: number): number;
    verify(length: number): number;
    verify_steps(length: number, from: number, most: number): number;
    bot_begin(level: number, seed: bigint, iterations: number): number;
    bot_run(iterations: number): number;
    bot_finish(): number;
    bot_opinions(): number;
    choose(level: number, seed: bigint, iterations: number): number;
    judge(line: number, level: number, seed: bigint, iterations: number): number;
    chances(level: number, seed: bigint, iterations: number): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Engine {
    private wasm: Exports;
    private known: Tables | null = null;

    constructor(instance: WebAssembly.Instance) {
        this.wasm = instance.exports as unknown as Exports;
    }

    static async from(module: WebAssembly.Module): Promise<Engine> {
        return new Engine(await WebAssembly.instantiate(module, {}));
    }

    private bytes(at: number): Uint8Array<ArrayBuffer> {
        return new Uint8Array(this.wasm.memory.buffer as ArrayBuffer, at, this.wasm.buffer_size());
    }

    private give(text: string): number {
        const { read, written } = encoder.encodeInto(text, this.bytes(this.wasm.input()));
        if (read !== text.length) throw new RangeError('the text is too long for the module');
        return written;
    }

    private take(length: number): string {
        return decoder.decode(this.bytes(this.wasm.output()).subarray(0, length));
    }

    private json<T>(length: number): T | null {
        return length ? (JSON.parse(this.take(length)) as T) : null;
    }

    private refusal(done: number): Refusal | null {
        return done ? null : this.json<Refusal>(this.wasm.error());
    }

    /* ---- The record ---- */

    /* Replaces the record: null, or what is wrong with it; the lines before are read. */
    /* Checks the proof of a game that a server hosted. Its record takes the place of the one here. */
    verify(proof: string): Proof {
        return this.json<Proof>(this.wasm.verify(this.give(proof)))!;
    }

    /* Its lines from a number on, each with what was checked of it. */
    verifySteps(proof: string, from: number, most: number): ProofStep[] {
        return this.json<ProofStep[]>(this.wasm.verify_steps(this.give(proof), from, most)) ?? [];
    }

    read(text: string): Refusal | null {
        if (text.length > this.wasm.buffer_size() / 3 &&
            encoder.encode(text).length > this.wasm.buffer_size())
            return { line: 0, clause: '', reason: '', word: 0, token: '', name: 'TOO_LONG' };
        return this.refusal(this.wasm.read(this.give(text)));
    }

    reset(): void {
        this.wasm.reset();
    }

    /* Adds one line at the record's end, where the game then stands. */
    feed(line: string): Refusal | null {
        this.wasm.seek(this.wasm.lines());
        return this.refusal(this.wasm.feed(this.give(line)));
    }

    seek(line: number): boolean {
        return this.wasm.seek(line) === 1;
    }

    cut(lines: number): boolean {
        return this.wasm.cut(lines) === 1;
    }

    record(): string {
        return this.take(this.wasm.record());
    }

    redact(viewer: Viewer): string {
        return this.take(this.wasm.redact(viewer));
    }

    line(line: number, viewer: Viewer): string {
        return this.take(this.wasm.line(line, this.eyes(viewer)));
    }

    get lines(): number {
        return this.wasm.lines();
    }

    get at(): number {
        return this.wasm.at();
    }

    get hasGame(): boolean {
        return this.wasm.has_game() === 1;
    }

    /* The viewer whose record it is: 0 for a full one. */
    get viewer(): Viewer {
        return this.wasm.viewer() as Viewer;
    }

    /* ---- The game as it stands ---- */

    /* A seat from 1, 'nature', or null when the game is over. */
    get toMove(): number | 'nature' | null {
        const seat = this.wasm.to_move();
        return seat < 4 ? seat + 1 : seat === 4 ? 'nature' : null;
    }

    get hash(): string {
        return BigInt.asUintN(64, this.wasm.hash()).toString(16).padStart(16, '0');
    }

    get rules(): string {
        return BigInt.asUintN(64, this.wasm.rules_id()).toString(16).padStart(16, '0');
    }

    /* The viewers to whom a line of the record showed something new, as bits. */
    shownTo(line: number): number {
        return this.wasm.shown_to(line);
    }

    /* A view has its holder's eyes alone, whoever is named. */
    private eyes(viewer: Viewer): Viewer {
        return this.viewer || viewer;
    }

    position(viewer: Viewer): Position | null {
        return this.json<Position>(this.wasm.position(this.eyes(viewer)));
    }

    legal(viewer: Viewer): string[] {
        return this.json<{ moves: string[] }>(this.wasm.legal(this.eyes(viewer)))?.moves ?? [];
    }

    legs(viewer: Viewer): Legs | null {
        return this.json<Legs>(this.wasm.legs(this.eyes(viewer)));
    }

    /* The legs after a line that is only tried: the record stays as it is. */
    legsAfter(line: string, viewer: Viewer): Legs | null {
        const at = this.wasm.at();
        if (at !== this.wasm.lines() || this.feed(line)) return null;
        const legs = this.legs(viewer);
        this.wasm.cut(at);
        return legs;
    }

    /* The spaces of the amulets that lines joined by semicolons would take, or be asked to. */
    amuletsOf(lines: string, viewer: Viewer): Space[] {
        const at = this.wasm.at(), spaces: Space[] = [];
        if (at !== this.wasm.lines()) return spaces;
        for (const line of lines.split(';')) {
            if (this.feed(line)) break;
            const { taken } = this.effects(this.lines) ?? {}, position = this.position(viewer)!, asked = position.phase === 'take';
            if (taken) spaces.push(taken.space);
            else if (asked) spaces.push(position.seats[position.turn - 1]!.atv!);
            if (asked) break;
        }
        this.wasm.cut(at);
        return spaces;
    }

    whatIf(line: string, viewer: Viewer): WhatIf | null {
        return this.json<WhatIf>(this.wasm.what_if(this.give(line), this.eyes(viewer)));
    }

    effects(line: number): Effects | null {
        return this.json<Effects>(this.wasm.effects(line));
    }

    board(): Board | null {
        return this.json<Board>(this.wasm.board());
    }

    /* The spaces that a clue allows on the island as it is now. */
    clue(card: Card): Space[] {
        return this.json<Space[]>(this.wasm.clue(this.give(card))) ?? [];
    }

    /* The fewest legs from a space to every other; null where no drive leads. */
    distances(space: Space): Record<Space, number | null> {
        return this.json<{ legs: Record<Space, number | null> }>(this.wasm.distances(this.give(space)))?.legs ?? {};
    }

    tables(): Tables {
        this.known ??= this.json<Tables>(this.wasm.tables());
        return this.known!;
    }

    /* Nature's next line from fresh random bytes; null if nature does not decide. */
    nature(): string | null {
        for (let attempt = 0; attempt < 8; attempt++) {
            crypto.getRandomValues(this.bytes(this.wasm.input()).subarray(0, 64));
            const length = this.wasm.nature(64);
            if (length) return this.take(length);
        }
        return null;
    }

    /* ---- Bots: the worker calls these ---- */

    choose(level: number, seed: bigint, iterations = 0): string | null {
        return this.take(this.wasm.choose(level, seed, iterations)) || null;
    }

    botBegin(level: number, seed: bigint, iterations: number): boolean {
        return this.wasm.bot_begin(level, seed, iterations) === 1;
    }

    botRun(iterations: number): boolean {
        return this.wasm.bot_run(iterations) === 1;
    }

    botOpinions(): Opinions | null {
        return this.json<Opinions>(this.wasm.bot_opinions());
    }

    botFinish(): string | null {
        return this.take(this.wasm.bot_finish()) || null;
    }

    judge(line: number, level: number, seed: bigint, iterations: number): Verdict | null {
        return this.json<Verdict>(this.wasm.judge(line, level, seed, iterations));
    }

    chances(level: number, seed: bigint, iterations: number): number[] | null {
        return this.json<{ chances: number[] }>(this.wasm.chances(level, seed, iterations))?.chances ?? null;
    }
}
