/* What the whole page shares: which screen stands, the table that is played, settings. */
import { effect, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Engine } from '../engine/module';
import type { Thinker } from '../engine/client';
import type { Level } from '../engine/protocol';
import type { Game } from '../table/game';
import { autoEnd } from '../table/pace';
import type { Pace } from '../table/pace';

export type ScreenName = 'loading' | 'start' | 'table' | 'pass' | 'end' | 'replay' | 'rules' | 'about' | 'games' | 'choose' | 'open' | 'lobby' | 'newtable' | 'join' | 'waiting' | 'broken';

export const screen: Signal<ScreenName> = signal('loading');
/* The clause at which the rules open. */
export const openAt: Signal<string> = signal('');
/* Whether the rules stand beside the table, and which sheet lies over the page. */
export const drawer: Signal<boolean> = signal(false);
export const menuOpen: Signal<boolean> = signal(false);
export const sheet: Signal<'settings' | 'keys' | 'password' | null> = signal(null);
export const game: Signal<Game | null> = signal(null);
/* Whether a server with tables is behind this page. */
export const served: Signal<boolean> = signal(false);
/* How many tables on the server this person sits at that are not over. */
export const tablesWaiting: Signal<number> = signal(0);
/* How many of hers that are over are known. */
export const tablesOver: Signal<number> = signal(0);
/* What a server knows of the players beside the game: clocks, presence. */
export interface SeatNote { clock: string; low: boolean; here: boolean | null; text: string }
export const seatNotes: Signal<readonly SeatNote[] | null> = signal(null);
/* What else ends when a table is left. */
export const leaving: Set<() => void> = new Set();
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
    contrast: 'system' | 'high';
    /* Terrains with strong patterns, names on the spaces, turns that end by themselves. */
    textures: boolean;
    names: boolean;
    autoEnd: boolean;
    /* What is heard and felt when it is one's turn at a table with others. */
    sound: boolean;
    vibrate: boolean;
}

const KEY = 'tobago.settings';
const DEFAULTS: Settings = {
    pace: 'normal', theme: 'system', level: 'medium', players: 4, seats: null, island: '', options: [], name: '',
    contrast: 'system', textures: false, names: false, autoEnd: true, sound: false, vibrate: false,
};

function stored(): Settings {
    try {
        return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
    } catch {
        return { ...DEFAULTS };
    }
}

export const settings: Signal<Settings> = signal(stored());
export const pace: Signal<Pace> = signal(settings.value.pace);
autoEnd.value = settings.value.autoEnd;

export function set(change: Partial<Settings>): void {
    settings.value = { ...settings.value, ...change };
    if (change.pace) pace.value = change.pace;
    autoEnd.value = settings.value.autoEnd;
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
        root.toggleAttribute('data-pending', (playing?.source.unsettled?.value ?? 0) > 0);
    });
    effect(() => {
        const { theme, contrast, textures } = settings.value;
        if (theme === 'system') delete root.dataset.theme;
        else root.dataset.theme = theme;
        root.toggleAttribute('data-contrast', contrast === 'high');
        root.toggleAttribute('data-textures', textures);
    });
}
