/* What the whole page shares: which screen stands, the table that is played, settings. */
import { effect, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Engine } from '../engine/module';
import type { Thinker } from '../engine/client';
import type { Level } from '../engine/protocol';
import type { Game } from '../table/game';
import type { Pace } from '../table/pace';

export type ScreenName = 'loading' | 'start' | 'table' | 'pass' | 'end' | 'replay' | 'rules' | 'about' | 'games' | 'choose' | 'open' | 'broken';

export const screen: Signal<ScreenName> = signal('loading');
/* The clause at which the rules open. */
export const openAt: Signal<string> = signal('');
export const game: Signal<Game | null> = signal(null);
export const engine: Signal<Engine | null> = signal(null);
export const thinker: Signal<Thinker | null> = signal(null);

/* ---- Settings: kept from visit to visit ---- */

/* A seat of the next game: who plays it, or nobody. */
export interface SeatSetting { kind: 'person' | 'none' | Level; name: string }

export interface Settings {
    pace: Pace;
    theme: 'system' | 'light' | 'dark';
    level: Level;
    players: number;
    /* The four seats as they were chosen; null for a person and bots of one level. */
    seats: SeatSetting[] | null;
    island: string;
    options: string[];
    name: string;
}

const KEY = 'tobago.settings';
const DEFAULTS: Settings = { pace: 'normal', theme: 'system', level: 'medium', players: 4, seats: null, island: '', options: [], name: '' };

function stored(): Settings {
    try {
        return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
    } catch {
        return { ...DEFAULTS };
    }
}

export const settings: Signal<Settings> = signal(stored());
export const pace: Signal<Pace> = signal(settings.value.pace);

export function set(change: Partial<Settings>): void {
    settings.value = { ...settings.value, ...change };
    if (change.pace) pace.value = change.pace;
    try {
        localStorage.setItem(KEY, JSON.stringify(settings.value));
    } catch { /* storage is full or forbidden: the settings last for this visit */ }
}

/* The marks of the root: screen, lines of the record, who decides. */
export function markRoot(): void {
    const root = document.documentElement;
    effect(() => {
        root.dataset.screen = screen.value;
        const playing = game.value, position = playing?.position.value;
        if (playing && position && (screen.value === 'table' || screen.value === 'pass' || screen.value === 'end')) {
            root.dataset.line = String(playing.shown.value);
            root.dataset.toMove = String(position.to_move ?? '');
            root.dataset.hash = position.hash;
        } else {
            delete root.dataset.line;
            delete root.dataset.toMove;
            delete root.dataset.hash;
        }
    });
    effect(() => {
        const { theme } = settings.value;
        if (theme === 'system') delete root.dataset.theme;
        else root.dataset.theme = theme;
    });
}
