/* What was under way at a table on the server, so that a reload goes on with it: what is picked
 * up, the lines that the server has not confirmed, the message half typed. It is kept for this
 * tab and one table alone. */
import { effect, signal } from '@preact/signals';
import type { RemoteSource, Waiting } from '../online/remote';
import { table } from '../online/session';
import type { Game } from '../table/game';
import type { Picks } from '../table/picks';
import { game } from './state';

interface Underway { table: string; draft: string; game?: { hash: string; picks: Picks; waiting: Waiting } }

const KEY = 'tobago.underway';

function stored(): Underway | null {
    try {
        return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Underway | null;
    } catch {
        return null;
    }
}

let kept = stored();
const of = (id: string): Underway => (kept?.table === id ? kept : { table: id, draft: '' });

function keep(next: Underway | null): void {
    kept = next;
    try {
        if (next) sessionStorage.setItem(KEY, JSON.stringify(next));
        else sessionStorage.removeItem(KEY);
    } catch { /* then it lasts as long as the page */ }
}

export const forget = (): void => keep(null);

/* The message that is being typed, and those that are sent and not confirmed. */
export const draft = signal('');
export const sending = signal<readonly string[]>([]);

/* Each table has its own. Until the server has a message it counts as half typed. */
let typing = '';
effect(() => {
    const id = table.value?.id ?? '', text = [...sending.value, draft.value].filter(Boolean).join(' ');
    if (id !== typing) {
        typing = id;
        sending.value = [];
        draft.value = of(id).draft;
    } else if (id && text !== of(id).draft) keep({ ...of(id), draft: text });
});

effect(() => {
    const playing = game.value, now = table.value;
    if (!now?.source || playing?.source !== now.source) return;
    void playing.lines.value;
    keep({ ...of(now.id), game: { hash: playing.position.value.hash, picks: playing.picks.value, waiting: now.source.waiting } });
});

/* Makes the game of a table, where it was left. */
export function goOnWith(id: string, source: RemoteSource, make: () => Game): Game {
    const before = of(id).game;
    if (before) source.await(before.waiting);
    const playing = make();
    if (before && playing.position.value.hash === before.hash) playing.picks.value = before.picks;
    return playing;
}
