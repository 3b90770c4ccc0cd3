/* Beginning, keeping and leaving a game. */
import { effect } from '@preact/signals';
import { another } from '../engine/load';
import type { Game } from '../table/game';
import { header, LocalSource } from '../table/local';
import type { Setting } from '../table/local';
import type { Player } from '../table/source';
import { all, keep, persist } from '../store/games';
import type { StoredGame } from '../store/games';
import { playersOf, seatsOf } from './seats';
import { engine, game, leaving, pace, screen, settings, thinker } from './state';
import type { SeatSetting } from './state';

let stopKeeping: () => void = () => {};
/* Persistent storage is asked for once a visit, when a game is over. */
let asked = false;

const random = (n: number): number => crypto.getRandomValues(new Uint32Array(1))[0]! % n;

/* The next game as the settings say; the first player and, if so chosen, the island by lot. */
export function quickSetting(): Setting {
    const { island, options } = settings.value, { islands, options: known } = engine.value!.tables();
    const players = playersOf(seatsOf(settings.value));
    return {
        players, island: islands.includes(island) ? island : islands[random(islands.length)]!,
        options: known.map((each) => each.name).filter((name) => options.includes(name)), first: 1 + random(players.length),
    };
}

/* The same seats with people on all of them. */
export function hotSeatSetting(): Setting {
    const seats = seatsOf(settings.value).map((seat): SeatSetting => (seat.kind === 'none' ? seat : { ...seat, kind: 'person' }));
    return { ...quickSetting(), players: playersOf(seats) };
}

/* Writes the game down a moment after each change, and at once when the page is left. */
function keepWhilePlaying(id: string, playing: Game, written: string): void {
    let timer: ReturnType<typeof setTimeout> | undefined, last = written;
    const save = (): void => {
        const { engine: module, players } = playing.source, record = module.record();
        clearTimeout(timer);
        if (record === last) return;
        last = record;
        module.seek(module.lines);
        const over = module.toMove === null;
        void keep({ id, players: [...players], record, rules: module.rules, changed: Date.now(), over });
        if (over && !asked) { asked = true; void persist(true); }
    };
    const stop = effect(() => {
        void playing.lines.value;
        clearTimeout(timer);
        timer = setTimeout(save, 250);
    });
    addEventListener('pagehide', save);
    stopKeeping = () => { stop(); removeEventListener('pagehide', save); save(); };
}

export async function begin(setting: Setting): Promise<void> {
    await enter(newId(), setting.players, header(setting));
}

let entering = 0;
const newId = (): string => crypto.randomUUID?.() ?? `${Date.now()}-${random(1e9)}`;

/* Sits down at a table; of two that are asked for at once the later one counts. */
async function enter(id: string, players: readonly Player[], record: string, written = ''): Promise<void> {
    const own = ++entering;
    leave();
    const [module, { Game: Table }] = await Promise.all([another(), import('../table/game')]);
    if (own !== entering) return;
    const source = new LocalSource(module, thinker.value!, players, record);
    game.value = new Table(source, pace);
    keepWhilePlaying(id, game.value, written);
    screen.value = 'table';
}

/* Goes on with a stored game. */
export async function resume(stored: StoredGame): Promise<void> {
    await enter(stored.id, stored.players, stored.record, stored.record);
}

export async function resumeLatest(): Promise<boolean> {
    const latest = (await all()).find((each) => !each.over);
    if (latest) await resume(latest);
    return !!latest;
}

/* The same table once more: by lot another island, unless one was chosen. */
export async function again(): Promise<void> {
    const fresh = quickSetting(), before = game.value;
    if (!before) return begin(fresh);
    const { island, options } = before.position.value, players = [...before.source.players];
    return begin({ players, options, island: settings.value.island ? island : fresh.island, first: 1 + random(players.length) });
}

/* Goes on from a moment of any record as a new game: these seats are people. */
export async function playOn(record: string, people: readonly number[]): Promise<void> {
    const names = /^players (.*)$/m.exec(record)?.[1]?.split(' ') ?? [], { level } = settings.value;
    await enter(newId(), names.map((name, index): Player => ({ name, kind: people.includes(index + 1) ? 'person' : level })), record);
}

export function leave(): void {
    stopKeeping();
    stopKeeping = () => {};
    game.value?.close();
    game.value = null;
    for (const end of leaving) end();
}
