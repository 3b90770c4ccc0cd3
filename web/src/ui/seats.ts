/* Who sits where in the next game: the settings as four seats, and back. */
import type { Level } from '../engine/protocol';
import type { Player } from '../table/source';
import type { SeatSetting, Settings } from './state';

export const NAMES = ['Ada', 'Ben', 'Chloé', 'Dev', 'Emil', 'Fay', 'Gus', 'Hana'];

/* Names have no blanks in the notation; a blank becomes one that does not break. */
export const tidy = (name: string): string => [...name.trim().replace(/\s+/g, '\u00a0').replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')].slice(0, 10).join('');

/* The four seats: as they were chosen, or a person and bots of one level. */
export function seatsOf({ seats, players, level, name }: Settings): SeatSetting[] {
    if (seats?.length === 4) return seats;
    return [0, 1, 2, 3].map((index) => index === 0 ? { kind: 'person', name } : { kind: index < players ? level : 'none', name: '' });
}

/* What changes in the settings if the seats become these. */
export const chosen = (seats: SeatSetting[]): Partial<Settings> =>
    ({ seats, players: seats.filter((seat) => seat.kind !== 'none').length });

/* The players of the next game: every name is given once. */
export function playersOf(seats: readonly SeatSetting[]): Player[] {
    const taken = seats.filter((seat) => seat.kind !== 'none');
    const used = new Set<string>(), own = taken.map((seat) => tidy(seat.name));
    return taken.map(({ kind }, index) => {
        const wished = [own[index]!, ...[...NAMES.slice(index), ...NAMES].filter((name) => !own.includes(name))];
        const name = wished.find((each) => each && !used.has(each)) ?? `P${index + 1}`;
        used.add(name);
        return { name, kind: kind as Player['kind'] };
    });
}

/* The level that all bots share, or null. */
export function levelOf(seats: readonly SeatSetting[]): Level | null {
    const levels = new Set(seats.map((seat) => seat.kind).filter((kind) => kind !== 'none' && kind !== 'person'));
    return levels.size === 1 ? [...levels][0] as Level : null;
}

export const withLevel = (seats: readonly SeatSetting[], level: Level): SeatSetting[] =>
    seats.map((seat) => (seat.kind === 'none' || seat.kind === 'person' ? seat : { ...seat, kind: level }));

/* The options with one switched; what it needs goes on with it, what needs it goes off. */
export function switched(options: readonly string[], name: string, known: readonly { name: string; needs: string[] }[]): string[] {
    const on = new Set(options);
    if (on.has(name)) {
        on.delete(name);
        for (const each of known) if (each.needs.includes(name)) on.delete(each.name);
    } else {
        on.add(name);
        for (const need of known.find((each) => each.name === name)?.needs ?? []) on.add(need);
    }
    return known.filter((each) => on.has(each.name)).map((each) => each.name);
}
