/* The record in words: who did what, and what came of it. Entries hold messages with marks:
 * @2@ is a player's name, *stars* are bold. */
import type { Engine } from '../engine/module';
import type { Effects, TreasureMap, Viewer } from '../engine/types';
import { cardWords } from '../text/cards';
import { list, t, tn } from '../text/gettext';
import { lower } from '../text/words';

export interface Entry { line: number; seat: number; text: string; kind: 'move' | 'nature' | 'result' }

const who = (seat: number | string): string => `@${seat}@`;

function moveWords(words: string[], coins: string): string | null {
    const [seat, verb, a, b, c] = words as [string, string, string, string, string];
    const map = (name: string): string => lower(name), me = who(seat);
    switch (verb) {
    case 'atv': return t('{who} starts on *{space}*', { who: me, space: a });
    case 'start': return t('{who} starts the {map} map', { who: me, map: map(a) });
    case 'clue': return t('{who} adds *{clue}* to {map}', { who: me, clue: cardWords(b), map: map(a) });
    case 'volcanic': return t('{who} adds *{clue}* to {map} (V6)', { who: me, clue: cardWords(b), map: map(a) });
    case 'leg': return t('{who} drives to *{space}*', { who: me, space: a });
    case 'raise': return t('{who} raises the *{treasure}* treasure', { who: me, treasure: map(a) });
    case 'exchange': return t('{who} exchanges their hand', { who: me });
    case 'claim': return t('{who} takes the *{coins}*', { who: me, coins });
    case 'cannot': return t('{who} cannot start the map', { who: me });
    case 'lava': return t('{who} lays lava on *{space}*', { who: me, space: a });
    case 'leave': return t('{who} leaves the amulet', { who: me });
    case 'volcano': return t('{who} places the volcano around *{space}*', { who: me, space: a });
    case 'triad': return t('{who} lays a triad at *{space}*', { who: me, space: b });
    case 'object': return t('{who} places an object on *{space}*', { who: me, space: b });
    case 'amulet': return powerWords(me, a, b, c);
    default: return null;
    }
}

function powerWords(me: string, power: string, a: string, b: string): string | null {
    switch (power) {
    case 'remove': return t('{who} rules out *{space}* for {treasure} (amulet)', { who: me, treasure: lower(a), space: b });
    case 'clue': return t('{who} adds *{clue}* to {map} (amulet)', { who: me, clue: cardWords(b), map: lower(a) });
    case 'volcanic': return t('{who} adds *{clue}* to {map} (amulet, V6)', { who: me, clue: cardWords(b), map: lower(a) });
    case 'move': return t('{who} spends an amulet to drive', { who: me });
    case 'exchange': return t('{who} spends an amulet for a new hand', { who: me });
    case 'double': return t('{who} doubles the claim on *{clue}*', { who: me, clue: cardWords(a) });
    case 'swap': return t('{who} swaps two roses', { who: me });
    default: return null;
    }
}

function natureWords(words: string[]): string | null {
    const [, verb, a, b] = words as [string, string, string, string];
    if (verb === 'curse') return t('A *curse* turns up');
    if (verb === 'reveal') return tn('A card of *{n}* turns up', 'A card of *{n}* turns up', Number(a));
    if (verb === 'initial') return t('{who} draws *{clue}*', { who: who(a), clue: cardWords(b) });
    if (verb === 'volcano') return t('The volcano rises around *{space}*', { space: a });
    if (verb === 'triad') return t('A triad comes to lie at *{space}*', { space: b });
    return null;
}

/* What a line brought with it: why it matters. */
export function resultWords(effects: Effects): string[] {
    const out: string[] = [];
    if (effects.taken) out.push(t('{who} takes an amulet on *{space}*', { who: who(effects.taken.seat), space: effects.taken.space }));
    if (typeof effects.unclaimed === 'number' && effects.unclaimed) out.push(tn('Nobody takes the *{n}*', 'Nobody takes the *{n}*', effects.unclaimed));
    for (const map of effects.maps ?? []) {
        if (map.cleared) out.push(t('The {map} map is cleared', { map: lower(map.treasure) }));
        else if (map.back?.length) out.push(tn('{n} site of {map} is back', '{n} sites of {map} are back', map.back.length, { map: lower(map.treasure) }));
    }
    for (const paid of effects.paid ?? [])
        if (paid.for === 'curse') out.push(paid.amulets ? t('{who} gives up an amulet', { who: who(paid.seat) })
            : paid.coins ? t('{who} loses a *{coins}*', { who: who(paid.seat), coins: paid.coins }) : t('{who} has nothing to lose', { who: who(paid.seat) }));
        else if (paid.for === 'lava') out.push(paid.amulets ? t('{who} pays an amulet for the lava', { who: who(paid.seat) })
            : t('{who} pays a *{coins}* for the lava', { who: who(paid.seat), coins: paid.coins ?? 0 }));
    if (effects.surfaced?.length) out.push(tn('An amulet surfaces on {spaces}', 'Amulets surface on {spaces}', effects.surfaced.length, { spaces: list(effects.surfaced) }));
    if (effects.destroyed) out.push(effects.destroyed === 'hut' ? t('A hut is destroyed') : t('A palm is destroyed'));
    return out;
}

/* How many sites of a map a line has left of how many. */
function left(effects: Effects, maps: readonly TreasureMap[]): string {
    const [changed, ...others] = effects.maps?.filter((map) => map.gone?.length && !map.cleared) ?? [];
    const after = maps.find((map) => map.treasure === changed?.treasure)?.sites.length;
    return !changed || others.length || after === undefined ? '' : ` (${t('{before} → {after}', { before: after + changed.gone!.length, after })})`;
}

/* Maps whose location a line made known. */
const becameKnown = (effects: Effects, maps: readonly TreasureMap[]): string[] => (effects.maps ?? []).flatMap(({ treasure }) => {
    const map = maps.find((each) => each.treasure === treasure);
    return map?.known && map.clues.length ? [t('The {treasure} treasure is *known*: {space}', { treasure: lower(treasure), space: map.sites[0]! })] : [];
});

/* Keeps the words of a record as it grows or is cut. */
export class Log {
    private entries: Entry[] = [];
    private upTo = 0;

    constructor(private engine: Engine) {}

    forget(): void {
        this.entries = [];
        this.upTo = 0;
    }

    /* The entries of the lines up to this one. */
    read(upTo: number, viewer: Viewer): Entry[] {
        if (upTo < this.upTo) {
            this.entries = this.entries.filter((entry) => entry.line <= upTo);
            this.upTo = upTo;
        }
        for (let line = this.upTo + 1; line <= upTo; line++) this.add(line, viewer);
        this.upTo = upTo;
        return this.entries;
    }

    private add(line: number, viewer: Viewer): void {
        const text = this.engine.line(line, viewer), words = text.split(' ');
        const effects = this.engine.effects(line);
        if (!effects) return;
        const seat = Number(words[0]) || 0, coins = String(effects.claimed?.coins ?? '');
        const said = seat ? moveWords(words, coins) : natureWords(words);
        const last = this.entries.at(-1);
        if (said && words[1] === 'leg' && last?.seat === seat && last.line === line - 1 && / leg /.test(this.engine.line(line - 1, viewer)))
            this.entries.pop();
        const maps = effects.maps?.some((map) => map.gone?.length) ? this.mapsAfter(line) : [];
        if (said) this.entries.push({ line, seat, text: said + (seat ? left(effects, maps) : ''), kind: seat ? 'move' : 'nature' });
        for (const result of [...resultWords(effects), ...becameKnown(effects, maps)])
            this.entries.push({ line, seat: 0, text: result, kind: 'result' });
    }

    private mapsAfter(line: number): readonly TreasureMap[] {
        const at = this.engine.at;
        this.engine.seek(line);
        const maps = this.engine.position(5)?.maps ?? [];
        this.engine.seek(at);
        return maps;
    }
}
