/* The table as signals: what is shown, what is picked, what is offered. The record runs
 * ahead while bots think; the page shows it line by line at its pace. */
import { batch, computed, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Board, Effects, Position, Refusal, Space, Treasure, Viewer } from '../engine/types';
import { SPECTATOR } from '../engine/types';
import { offerOf } from './offers';
import type { Ask, Offer, Situation } from './offer';
import { driveTime, endsByItself, PACES, timeOf } from './pace';
import type { Pace } from './pace';
import { NOTHING, pick } from './picks';
import type { Picks } from './picks';
import type { Source } from './source';

/* Whoever is so many lines behind hastens. */
const MANY = 12;

export interface Shown { line: number; text: string; effects: Effects | null }

/* What moves on the island with the lines shown last. */
export interface Motion {
    line: number;
    drive: { seat: number; path: Space[] } | null;
    gone: { treasure: Treasure; space: Space }[];
    surfaced: Space[];
    flights: Flight[];
}

/* What goes from hand to hand: a clue to its map, a treasure card to its owner, an amulet to
 * its finder. */
export type Flight = { seat: number } & ({ kind: 'clue'; treasure: Treasure } | { kind: 'coins'; coins: number } | { kind: 'amulet'; space: Space });

function flightsOf(text: string, effects: Effects | null): Flight[] {
    const words = text.split(' '), at = words[1] === 'amulet' ? 2 : 1, seat = Number(words[0]), flights: Flight[] = [];
    if (['clue', 'volcanic', 'start'].includes(words[at]!)) flights.push({ kind: 'clue', seat, treasure: words[at + 1] as Treasure });
    if (effects?.claimed) flights.push({ kind: 'coins', ...effects.claimed });
    if (effects?.taken) flights.push({ kind: 'amulet', ...effects.taken });
    return flights;
}

export class Game {
    readonly shown: Signal<number> = signal(0);
    readonly lines: Signal<number> = signal(0);
    readonly viewer: Signal<Viewer>;
    readonly position: Signal<Position>;
    readonly board: Signal<Board>;
    readonly picks: Signal<Picks> = signal(NOTHING);
    /* The space under pointer or focus: previewed, not picked. */
    readonly hover: Signal<Space | null> = signal(null);
    /* The space whose facts stay in sight. */
    readonly pinned: Signal<Space | null> = signal(null);
    readonly hoverMap: Signal<Treasure | null> = signal(null);
    readonly legal: Signal<readonly string[]> = signal([]);
    readonly refused: Signal<Refusal | null> = signal(null);
    /* The line shown last and its effects, for motion and announcements. */
    readonly latest: Signal<Shown | null> = signal(null);
    readonly motion: Signal<Motion | null> = signal(null);
    /* A curse that has just struck. */
    readonly curse: Signal<Shown | null> = signal(null);
    /* The seat to which a hot seat's screen is to be handed. */
    readonly handOver: Signal<number | null> = signal(null);
    readonly pace: Signal<Pace>;
    readonly offer: ReadonlySignal<Offer | null>;
    /* The offer as if what the pointer is over were picked: its picture is the preview. */
    readonly preview: ReadonlySignal<Offer | null>;
    readonly waiting: ReadonlySignal<boolean>;
    readonly canTakeBack: ReadonlySignal<boolean>;
    private timer: ReturnType<typeof setTimeout> | null = null;
    private grounds = '';

    constructor(readonly source: Source, pace: Signal<Pace>) {
        const { engine } = source;
        this.pace = pace;
        this.viewer = signal(this.people.length === 1 ? (this.people[0]! as Viewer) : SPECTATOR);
        engine.seek(engine.lines);
        this.shown.value = engine.lines;
        this.position = signal(this.named(engine.position(this.viewer.value)!));
        this.board = signal(engine.board()!);
        this.offer = computed(() => this.makeOffer(this.picks.value));
        this.preview = computed(() => this.makePreview());
        this.waiting = computed(() => this.shown.value < this.lines.value || !this.legal.value.length);
        this.canTakeBack = computed(() => (void this.position.value, void this.lines.value, source.takeBackTo() !== null));
        source.changed = (jump) => { if (jump && engine.lines - this.shown.value > MANY) this.skip(); else this.catchUp(); };
        source.refused = (why) => { this.refused.value = why; };
        this.refresh();
        source.run();
        this.catchUp();
    }

    get people(): number[] {
        return this.source.players.flatMap((player, index) => (player.kind === 'person' ? [index + 1] : []));
    }

    get hotSeat(): boolean {
        return this.people.length > 1;
    }

    /* Records have names without blanks; people have others. */
    private named(position: Position): Position {
        const { names } = this.source;
        return names ? { ...position, seats: position.seats.map((seat, index) => ({ ...seat, name: names[index] || seat.name })) } : position;
    }

    /* ---- Showing ---- */

    /* Takes everything over from the module where the shown line ends. */
    private refresh(): void {
        const { engine } = this.source;
        engine.seek(this.shown.value);
        const position = this.named(engine.position(this.viewer.value)!);
        const ground = `${position.island} ${position.volcano?.hexes.length ?? 0} ${position.volcano?.lava.join(' ') ?? ''}`;
        const seat = position.to_move, last = this.shown.value === engine.lines;
        batch(() => {
            if (ground !== this.grounds) {
                this.grounds = ground;
                this.board.value = engine.board()!;
            }
            this.lines.value = engine.lines;
            this.position.value = position;
            this.handOver.value = last && this.hotSeat && typeof seat === 'number' && this.people.includes(seat) &&
                this.viewer.value !== seat ? seat : null;
            const mine = last && !this.source.over && typeof seat === 'number' && this.people.includes(seat) && this.viewer.value === seat;
            this.legal.value = mine ? engine.legal(this.viewer.value) : [];
        });
        if (this.handOver.value !== null && this.viewer.value !== SPECTATOR) this.look(SPECTATOR);
        else this.endIfNothingElse();
    }

    private endIfNothingElse(): void {
        const [only] = this.legal.value;
        if (only && !this.source.absent && endsByItself(this.source.engine, this.shown.value, this.viewer.value)) this.commit(only);
    }

    /* Looks with other eyes: a seat's, a spectator's, or all. */
    look(viewer: Viewer): void {
        batch(() => {
            this.viewer.value = viewer;
            this.picks.value = NOTHING;
        });
        this.refresh();
    }

    /* Shows the lines that the record has more, one after the other. */
    private catchUp(): void {
        const { engine } = this.source;
        this.lines.value = engine.lines;
        if (this.pace.value === 'instant' && this.source.thinking && this.shown.value < engine.lines) return;
        if (this.shown.value > engine.lines) {
            this.stopTimer();
            batch(() => {
                this.shown.value = engine.lines;
                this.picks.value = NOTHING;
            });
            this.refresh();
        } else if (this.shown.value === engine.lines) this.refresh();
        if (this.timer === null && this.shown.value < engine.lines) this.showNext();
    }

    private showNext(): void {
        const { engine } = this.source;
        this.timer = null;
        let time = 0;
        const motion: Motion = { line: 0, drive: null, gone: [], surfaced: [], flights: [] };
        this.curse.value = null;
        while (this.shown.value < engine.lines && time === 0) {
            const line = this.shown.value + 1, text = engine.line(line, this.viewer.value), effects = engine.effects(line);
            const own = this.people.includes(Number(text[0])) && !this.hotSeat;
            time = own ? 0 : timeOf(text, effects) * PACES[this.pace.value];
            this.moves(motion, line, text, effects);
            if (time && motion.drive) time = (driveTime(motion.drive.path.length - 1) + 80) * PACES[this.pace.value];
            this.shown.value = line;
            this.latest.value = { line, text, effects };
            if (text === 'nature curse' && time > 0) this.curse.value = this.latest.value;
        }
        if (motion.line && this.pace.value !== 'instant') this.motion.value = motion;
        this.refresh();
        if (this.curse.value && this.shown.value === engine.lines) {
            const struck = this.curse.value;
            setTimeout(() => { if (this.curse.value === struck) this.curse.value = null; }, time);
        }
        if (this.timer === null && this.shown.value < engine.lines) {
            const behind = engine.lines - this.shown.value > MANY ? 1.5 : 1;
            this.timer = setTimeout(() => this.showNext(), time / behind);
        }
    }

    /* Adds what a line moves to what has to be seen. */
    private moves(motion: Motion, line: number, text: string, effects: Effects | null): void {
        const { engine } = this.source, { atv, maps, surfaced } = effects ?? {};
        if (/ leg /.test(text) && atv?.from) {
            engine.seek(line - 1);
            const hex = engine.legs(this.viewer.value)?.hexes.find((each) => each.name === atv.to);
            const way = (hex?.free ?? hex?.paying)?.way[0] ?? [atv.to];
            const before = motion.drive?.seat === atv.seat ? motion.drive.path : [atv.from];
            motion.drive = { seat: atv.seat, path: [...before, ...way] };
        }
        for (const map of maps ?? []) {
            engine.seek(line - 1);
            const lay = !map.started && engine.position(this.viewer.value)?.maps.find((each) => each.treasure === map.treasure)?.markers;
            if (lay) for (const space of map.gone ?? []) motion.gone.push({ treasure: map.treasure, space });
        }
        motion.surfaced.push(...(surfaced ?? []));
        const flights = flightsOf(text, effects);
        motion.flights.push(...flights);
        if (motion.drive || motion.gone.length || motion.surfaced.length || flights.length) motion.line = line;
    }

    private stopTimer(): void {
        if (this.timer !== null) clearTimeout(this.timer);
        this.timer = null;
    }

    /* Shows everything at once. */
    skip(): void {
        this.stopTimer();
        this.curse.value = null;
        this.shown.value = this.source.engine.lines;
        this.refresh();
    }

    /* ---- Deciding ---- */

    pick(word: string): void {
        batch(() => {
            this.refused.value = null;
            this.picks.value = pick(this.picks.value, word, this.position.value);
        });
    }

    /* Plays lines joined by semicolons; the rest is dropped as soon as anyone else or a new
     * choice is asked. */
    commit(lines: string): void {
        const { engine } = this.source;
        if (this.shown.value < engine.lines) this.skip();
        const seat = Number(lines[0]);
        for (const line of lines.split(';')) {
            engine.seek(engine.lines);
            if (engine.toMove !== seat || engine.position(this.viewer.value)?.phase === 'take' && !/ (take|leave)$/.test(line)) break;
            const refusal = this.source.send(line);
            if (refusal) {
                this.refused.value = refusal;
                break;
            }
        }
        this.picks.value = NOTHING;
        this.catchUp();
        this.source.run();
    }

    takeBack(): void {
        this.picks.value = NOTHING;
        this.source.takeBack();
    }

    close(): void {
        this.stopTimer();
        this.source.close();
    }

    /* ---- Offering ---- */

    private ask(): Ask {
        const { engine } = this.source, viewer = this.viewer.value, here = this.shown.value;
        const stand = (): void => { engine.seek(here); };
        return {
            whatIf: (line) => { stand(); return line ? engine.whatIf(line, viewer) : null; },
            legs: (opening) => { stand(); return opening ? engine.legsAfter(opening, viewer) : engine.legs(viewer); },
            drive: engine.tables().legs,
            amulets: (lines) => { stand(); return engine.amuletsOf(lines, viewer); },
            zone: (card) => { stand(); return new Set(engine.clue(card)); },
            distances: (space) => { stand(); return engine.distances(space); },
        };
    }

    private makePreview(): Offer | null {
        const offer = this.offer.value, picks = this.picks.value, hover = this.hover.value, map = this.hoverMap.value;
        if (offer && picks.card && map && map !== picks.map && offer.maps[map]?.count) return this.makeOffer({ ...picks, map });
        if (!offer || !hover || picks.space || !offer.spaces.has(hover)) return offer;
        const driving = picks.mode === 'drive' || picks.mode === 'amulet move';
        return driving || this.position.value.phase !== 'turn' ? this.makeOffer({ ...picks, space: hover }) : offer;
    }

    private makeOffer(picks: Picks): Offer | null {
        const legal = this.legal.value, position = this.position.value;
        if (!legal.length || typeof position.to_move !== 'number') return null;
        const situation: Situation = { position, seat: position.to_move, legal, picks, ask: this.ask() };
        return offerOf(situation);
    }
}
