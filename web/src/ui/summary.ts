/* What a list says about a stored game: its island, its round, who decides. */
import type { Position } from '../engine/types';
import type { StoredGame } from '../store/games';
import { list, t, tn } from '../text/gettext';
import { engine } from './state';

export interface Summary { island: string; round: number; asked: number; mine: boolean; over: boolean; places: number[] | null; readable: boolean; names: string[] }

const known = new Map<string, Summary>();

/* Reads a stored record once; a record that the module refuses is still listed. */
export function summaryOf(stored: StoredGame): Summary {
    const key = `${stored.id} ${stored.changed} ${stored.record.length}`, found = known.get(key);
    if (found) return found;
    const module = engine.value, names = stored.players.map((player) => player.name);
    if (!module) return { island: '', round: 0, asked: 0, mine: false, over: stored.over, places: null, readable: true, names };
    const readable = !module.read(stored.record), position: Position | null = module.hasGame ? module.position(5) : null;
    const asked = typeof position?.to_move === 'number' ? position.to_move : 0;
    const summary: Summary = {
        island: position?.island ?? '', round: position?.round ?? 0, asked, names, readable: readable && !!position,
        mine: stored.players[asked - 1]?.kind === 'person', over: position ? position.phase === 'over' : stored.over, places: position?.places ?? null,
    };
    known.set(key, summary);
    return summary;
}

/* The state of a game in a line. */
export function stateWords(summary: Summary, people: number): string {
    const { names, places, asked, round } = summary;
    if (!summary.readable) return t('This record cannot be read any more.');
    if (places) {
        const winners = names.filter((_, index) => places[index] === 1);
        return winners.length > 1 ? t('{names} shared the win', { names: list(winners) }) : t('{name} won', { name: winners[0] ?? '' });
    }
    const when = round ? t('round {n}', { n: round }) : t('setting up');
    const who = summary.mine && people === 1 ? t('Your turn') : asked ? t('{name} decides', { name: names[asked - 1] ?? '' }) : t('Cards are drawn');
    return `${who} · ${when}`;
}

/* How long ago, in the words of the language. */
export function ago(then: number, now = Date.now()): string {
    const minutes = Math.max(0, Math.round((now - then) / 60000));
    if (minutes < 1) return t('now');
    if (minutes < 60) return tn('{n} min', '{n} min', minutes);
    if (minutes < 60 * 48) return tn('{n} h', '{n} h', Math.round(minutes / 60));
    return tn('{n} day', '{n} days', Math.round(minutes / 1440));
}
