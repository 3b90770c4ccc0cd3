/* What a person has picked up so far on the way to a decision. A pick is a word of the
 * notation, the same that stands in data-pick: a card of the hand, a treasure, a space, a
 * direction, a triad, a clue on a map; or the name of an act, such as 'drive'. */
import type { Card, Direction, Position, Space, Treasure } from '../engine/types';
import { DIRECTIONS, TREASURES } from '../engine/types';

export const MODES = [
    'clue', 'drive', 'exchange', 'amulet', 'amulet remove', 'amulet clue', 'amulet move',
    'amulet exchange', 'amulet double', 'amulet swap',
] as const;
export type Mode = (typeof MODES)[number];

export interface Picks {
    mode?: Mode;
    card?: Card;
    map?: Treasure;
    space?: Space;
    facing?: Direction;
    triad?: string;
    clue?: Card;
    /* The second clue of a swap of roses (P2). */
    other?: Card;
}

export const NOTHING: Picks = {};

const isSpace = (word: string): boolean => /^[a-p]\d{1,2}$/.test(word);
const TRIAD = /^(beach|jungle|lake|mountain|river|scrubland)-(beach|jungle|lake|mountain|river|scrubland)$/;

/* The picks after one more. To pick a thing again puts it back. */
export function pick(picks: Picks, word: string, position: Position): Picks {
    if (word === '') return NOTHING;
    if (isSpace(word)) return pickSpace(picks, word);
    if ((DIRECTIONS as readonly string[]).includes(word)) return { ...picks, facing: word as Direction };
    if ((TREASURES as readonly string[]).includes(word))
        return picks.map === word ? without(picks, 'map') : { ...picks, map: word as Treasure };
    if (TRIAD.test(word)) return { triad: word };
    if ((MODES as readonly string[]).includes(word))
        return picks.mode === word ? NOTHING : { mode: word as Mode };
    if (position.maps.some((map) => map.clues.some((clue) => clue.card === word)))
        return pickClue(picks, word);
    return picks.card === word ? NOTHING : { mode: picks.mode === 'amulet clue' ? picks.mode : undefined, card: word, map: undefined };
}

function pickClue(picks: Picks, card: Card): Picks {
    const { mode, clue, other } = picks;
    if (card === other) return { mode, clue };
    if (card === clue) return { mode, clue: other };
    return mode === 'amulet swap' && clue ? { mode, clue, other: card } : { mode, clue: card };
}

function pickSpace(picks: Picks, space: Space): Picks {
    const { mode, triad } = picks;
    return { mode: mode === 'clue' || mode === 'exchange' ? undefined : mode, triad, space };
}

function without(picks: Picks, key: keyof Picks): Picks {
    const rest = { ...picks };
    delete rest[key];
    return rest;
}
