/* Beginning, keeping and leaving a game. */
import { effect } from '@preact/signals';
import { another } from '../engine/load';
import type { Game } from '../table/game';
import { header, LocalSource } from '../table/local';
import type { Setting } from '../table/local';
import type { Player } from '../table/source';
import { all, keep } from '../store/games';
import type { StoredGame } from '../store/games';
import { t } from '../text/gettext';
import { engine, game, pace, screen, settings, thinker } from './state';

const BOTS = ['Ada', 'Ben', 'Chloé', 'Dev', 'Emil', 'Fay', 'Gus', 'Hana'];

let stopKeeping: () => void = () => {};
let current: Setting | null = null;

const random = (n: number): number => crypto.getRandomValues(new Uint32Array(1))[0]! % n;

/* Names have no blanks in the notation; a blank becomes one that does not break. */
export const tidy = (name: string): string => [...name.trim().replace(/\s+/g, '\u00a0').replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')].slice(0, 10).join('');

/* A person and bots of the chosen level, as the settings say. */
export function quickSetting(): Setting {
    const { level, players, island, options, name } = settings.value, islands = engine.value!.tables().islands;
    const mine = tidy(name) || t('You');
    const bots = BOTS.filter((each) => each !== mine).slice(0, players - 1);
    const seats: Player[] = [{ name: mine, kind: 'person' }, ...bots.map((each): Player => ({ name: each, kind: level }))];
    return { players: seats, island: islands.includes(island) ? island : islands[random(islands.length)]!, options, first: 1 + random(players) };
}

function keepWhilePlaying(id: string, playing: Game): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = (): void => {
        const { engine: module, players } = playing.source, record = module.record();
        const over = playing.position.value.phase === 'over';
        void keep({ id, players: [...players], record, rules: module.rules, changed: Date.now(), over });
    };
    const stop = effect(() => {
        void playing.lines.value;
        clearTimeout(timer);
        timer = setTimeout(save, 250);
    });
    stopKeeping = () => { stop(); clearTimeout(timer); save(); };
}

export async function begin(setting: Setting): Promise<void> {
    current = setting;
    await enter(crypto.randomUUID?.() ?? String(Date.now()), setting.players, header(setting));
}

async function enter(id: string, players: readonly Player[], record: string): Promise<void> {
    leave();
    const [module, { Game: Table }] = await Promise.all([another(), import('../table/game')]);
    const source = new LocalSource(module, thinker.value!, players, record);
    game.value = new Table(source, pace);
    keepWhilePlaying(id, game.value);
    screen.value = 'table';
}

/* Goes on with a stored game. */
export async function resume(stored: StoredGame): Promise<void> {
    current = null;
    await enter(stored.id, stored.players, stored.record);
}

export async function resumeLatest(): Promise<boolean> {
    const latest = (await all()).find((each) => !each.over);
    if (latest) await resume(latest);
    return !!latest;
}

export async function again(): Promise<void> {
    const setting = current ?? quickSetting();
    await begin({ ...setting, first: 1 + random(setting.players.length) });
}

export function leave(): void {
    stopKeeping();
    stopKeeping = () => {};
    game.value?.close();
    game.value = null;
}
