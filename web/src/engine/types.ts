/* The answers of the module, key by key as docs/notation.md describes them. */

export type Treasure = 'white' | 'grey' | 'brown' | 'black';
export type Terrain = 'beach' | 'jungle' | 'lake' | 'mountain' | 'river' | 'scrubland';
export type Direction = 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
export type ObjectKind = 'statue' | 'hut' | 'palm';
export type Seat = 1 | 2 | 3 | 4;
/* A seat's name in the notation, a space's ('h8') and a card's ('next-hut'). */
export type Space = string;
export type Card = string;

/* 1 to 4 for a seat, 5 for a spectator, 0 for all cards. */
export type Viewer = 0 | 1 | 2 | 3 | 4 | 5;
export const OPEN: Viewer = 0;
export const SPECTATOR: Viewer = 5;

export type Phase =
    | 'volcano' | 'object' | 'triad' | 'atv' | 'initial' | 'start' | 'deal' | 'turn' | 'take'
    | 'lava' | 'discard' | 'draw' | 'peek' | 'add' | 'reveal' | 'offer' | 'restart' | 'over';

export interface ClueOnMap { card: Card; seat: number; roses: number }

export interface TreasureMap {
    treasure: Treasure;
    known: boolean;
    markers: boolean;
    sites: Space[];
    clues: ClueOnMap[];
}

export interface SeatState {
    seat: number;
    name: string;
    atv: Space | null;
    amulets: number;
    roses: number;
    hand_size: number;
    hand?: Card[];
    pile: number[];
}

export interface Movement { kind: 'none' | 'main' | 'extra'; legs: number; lava_paid: boolean }

export interface Raised {
    treasure: Treasure;
    seat: number;
    rose: number;
    left: number;
    shown: number[];
    peeked: { coins: number[] }[];
}

/* The cards of a treasure that are still face down, and what a curse among them would cost. */
export interface Ahead {
    known: number[];
    unknown: number;
    /* Cards by their coins that are in the deck or unknown; the first are curses. */
    unseen: number[];
    /* Curses that are still to come. */
    least: number;
    most: number;
    price: { seat: number; amulets: number; coins: number }[];
}

export interface StatueSight {
    space: Space;
    facing: Direction;
    sees: Space[];
    end: Space | null;
    amulet: Space | null;
}

export interface Position {
    line: number;
    island: string;
    hash: string;
    objects: { kind: ObjectKind; space: Space; facing?: Direction }[];
    amulets: Space[];
    maps: TreasureMap[];
    seats: SeatState[];
    clue_deck: number;
    treasure_deck: number;
    amulet_pile: number;
    to_move: number | 'nature' | null;
    turn: number;
    phase: Phase;
    /* From 1 on; 0 while setting up. */
    round: number;
    legs: number;
    clue_discards: Card[];
    treasure_discards: number[];
    card?: Card;
    raised?: Raised;
    volcano?: { hexes: Space[]; lava: Space[]; tiles: number; clues: Card[] };
    offer?: { treasure: Treasure; coins: number };
    ending: string | null;
    view: number | 'spectator' | null;
    options: string[];
    first: number;
    main_done: boolean;
    movement: Movement & { suspended: Movement | null };
    statues: StatueSight[];
    totals: (number | null)[];
    places: number[] | null;
    roses?: { order: { seat: number; clue: Card | null }[]; now: number | null };
    ahead?: Ahead;
}

export interface MapEffect {
    treasure: Treasure;
    started?: boolean;
    cleared?: boolean;
    gone?: Space[];
    back?: Space[];
}

export interface Effects {
    taken?: { seat: number; space: Space };
    surfaced?: Space[];
    paid?: { seat: number; for: 'power' | 'curse' | 'lava'; amulets: number; coins?: number }[];
    claimed?: { seat: number; coins: number };
    unclaimed?: number[] | number;
    roses?: { seat: number; number: number }[];
    maps?: MapEffect[];
    side?: Card[];
    drawn?: { seat: number; last: boolean };
    clues_returned?: number;
    treasure_returned?: number;
    atv?: { seat: number; from: Space | null; to: Space };
    lava?: Space;
    destroyed?: 'hut' | 'palm';
    turned?: { space: Space; from: Direction; to: Direction }[];
    turn?: number;
    ending?: string;
}

export interface Refusal {
    line: number;
    clause: string;
    reason: string;
    word: number;
    token: string;
    name: string | null;
}

export type WhatIf =
    | { legal: true; effects: Effects; position: Position }
    | ({ legal: false } & Omit<Refusal, 'line'>);

export interface Arrival { legs: number; way: Space[][] }

export interface Legs {
    seat: number;
    from: Space | null;
    kind: Movement['kind'];
    legs: number;
    lava_paid: boolean;
    toll: { kind: 'cannot' | 'nothing' | 'amulet' | 'card'; coins: number };
    hexes: { name: Space; space: boolean; free: Arrival | null; paying: Arrival | null }[];
}

export interface BoardHex {
    name: Space;
    terrain: Terrain | 'lava' | 'volcano';
    q: number;
    r: number;
    area: number;
    area_of: Space;
    largest: boolean;
    coast: boolean;
    space: boolean;
}

export interface Board { island: string; hexes: BoardHex[] }

export interface Tables {
    version: string;
    rules: string;
    islands: string[];
    options: { name: string; clause: string; meaning: string; needs: string[] }[];
    terrains: Terrain[];
    directions: Direction[];
    objects: ObjectKind[];
    treasures: Treasure[];
    triads: string[];
    cards: { name: Card; relation: string; landmark: string; volcanic: boolean }[];
    treasure_cards: number[];
    /* The legs of one drive. */
    legs: number;
    phases: { name: Phase; meaning: string }[];
    reasons: { name: string; clause: string; text: string }[];
}

export interface Opinions {
    seat: number;
    iterations: number;
    budget: number;
    moves: { line: string; share: number; wins: number[] }[];
}

export interface Verdict {
    line: number;
    seat: number;
    played: string;
    expert: string;
    best: number;
    chance: number;
    cost: number;
    searched: boolean;
    chances: number[];
}

export const TREASURES: readonly Treasure[] = ['white', 'grey', 'brown', 'black'];
export const DIRECTIONS: readonly Direction[] = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];

/* What the module says of a proof (docs/fairness.md). */
export interface Proof { ok: boolean; reason: string; draws: number; events: number; lines: number; line?: number; clause?: string; drawn?: string }

export interface ProofStep { line: number; part: string; text: string; about: string; event?: number; draw?: number }
