/* What the table offers: the pure function from a position, its legal lines and the picks
 * so far to buttons, targets and previews. It holds no rule: whatever can be done is one of
 * the legal lines, and whatever cannot has its reason from a line that is tried. */
import type { Card, Direction, Legs, Position, Space, Treasure, WhatIf } from '../engine/types';
import type { Picks } from './picks';

/* The questions that the offer asks of the module. */
export interface Ask {
    whatIf(line: string): WhatIf | null;
    /* The legs of the movement under way, or of one that this line would open. */
    legs(opening: string | null): Legs | null;
    /* The legs of one drive: farther spaces are not shown in a preview. */
    readonly drive: number;
    zone(card: Card): ReadonlySet<Space>;
    /* The amulets that these lines would come upon. */
    amulets(lines: string): Space[];
    /* The fewest legs from a space to every other. */
    distances(space: Space): Record<Space, number | null>;
}

/* Something to press: it commits lines, picks something, or does another act. */
export interface Act {
    label: string;
    /* The same in one word, for narrow screens. */
    short?: string;
    sub?: string;
    icon: string;
    raw?: boolean;
    kind: 'main' | 'plain' | 'quiet' | 'off';
    move?: string;
    pick?: string;
    do?: string;
    clause?: string;
    /* The card that the button shows, if it is about one. */
    card?: Card;
    /* A second card, for a swap; the words of both for those who do not see them. */
    other?: Card;
    words?: string;
}

export interface MapOffer {
    state: '' | 'can' | 'over' | 'cannot';
    pick?: Treasure;
    /* Sites before and after. */
    count?: [number, number];
    reason?: { name: string | null; clause: string };
    /* The card that would lie there. */
    ghost?: Card;
    stay?: Space[];
}

export interface Power {
    mode: string;
    label: string;
    sub: string;
    clause: string;
    icon: string;
    possible: boolean;
}

export interface Overlay {
    zone?: ReadonlySet<Space>;
    lift?: { treasure: Treasure; stay: ReadonlySet<Space> };
    reach?: ReadonlyMap<Space, number>;
    path?: { seat: number; line: Space[]; stops: Space[] };
    targets?: ReadonlySet<Space>;
    /* What the chosen space would hold. */
    ghost?:
        | { kind: 'atv'; at: Space; seat: number }
        | { kind: 'lava' | 'hut' | 'palm' | 'statue'; at: Space; facing?: Direction }
        | { kind: 'volcano'; at: Space; hexes: readonly Space[] }
        | { kind: 'triad'; at: Space; triad: string; facing: Direction; atv: Space | null; seat: number };
    facings?: { at: Space; ways: Direction[]; chosen: Direction | null };
    /* Where a statue that is about to stand would look. */
    sight?: { from: Space; end: Space };
    ring?: Space;
    /* More spaces that are pointed out. */
    rings?: readonly Space[];
    tag?: { at: Space; text: string };
    removable?: ReadonlyMap<Space, Treasure[]>;
}

export interface Offer {
    seat: number;
    title: string;
    detail: string;
    good?: boolean;
    /* The acts are those of a turn at rest. */
    base?: boolean;
    acts: Act[];
    powers: Power[] | null;
    spaces: ReadonlyMap<Space, { pick?: string; move?: string }>;
    cards: ReadonlySet<Card>;
    /* Cards of the hand that no map takes now, with the clause that refuses them. */
    dead: ReadonlyMap<Card, string>;
    clues: ReadonlySet<Card>;
    /* Clues whose roses are picked, and the lines that would change the order of roses. */
    chosen: ReadonlySet<Card>;
    ladder: readonly string[] | null;
    maps: Partial<Record<Treasure, MapOffer>>;
    triads: { name: string; count: number }[] | null;
    /* What there is to know beside the island: messages with marks, clauses, a picture. */
    facts: Fact[];
    overlay: Overlay;
}

export interface Fact { text: string; clauses: string[]; art: string }

export interface Situation {
    position: Position;
    seat: number;
    legal: readonly string[];
    picks: Picks;
    ask: Ask;
}

export const emptyOffer = (seat: number, title: string, detail = ''): Offer => ({
    seat, title, detail, acts: [], powers: null, spaces: new Map(), cards: new Set(), dead: new Map(), clues: new Set(), chosen: new Set(), ladder: null,
    maps: {}, triads: null, facts: [], overlay: {},
});

/* The legal lines that begin with these words after the seat. */
export const linesOf = (situation: Situation, ...words: string[]): string[] => {
    const start = [situation.seat, ...words].join(' ');
    return situation.legal.filter((line) => line === start || line.startsWith(`${start} `));
};

export const has = (situation: Situation, ...words: string[]): boolean =>
    situation.legal.includes([situation.seat, ...words].join(' '));

/* Why a line is not legal. */
export function whyNot(situation: Situation, ...words: string[]): { name: string | null; clause: string } | null {
    const tried = situation.ask.whatIf([situation.seat, ...words].join(' '));
    return tried && !tried.legal ? { name: tried.name, clause: tried.clause } : null;
}

/* Spaces that can be picked; the one that is picked commits these lines. */
export function spaceOffers(spaces: Iterable<Space>, chosen?: Space, move?: string): Offer['spaces'] {
    const offers = new Map<Space, { pick?: string; move?: string }>();
    for (const space of spaces) offers.set(space, space === chosen && move ? { move } : { pick: space });
    return offers;
}
