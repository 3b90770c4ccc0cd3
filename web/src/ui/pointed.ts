/* Spaces that the rules point out on the island beside them. What lies where comes from the
 * module: the island, the position, the spaces of a clue. */
import { signal } from '@preact/signals';
import type { Space } from '../engine/types';
import type { Game } from '../table/game';
import type { Overlay } from '../table/offer';
import { cardWords } from '../text/cards';
import { t, tn } from '../text/gettext';
import { does } from './acts';
import { game } from './state';

export interface Pointed { clause: string; text: string; overlay: Overlay }

export const pointed = signal<Pointed | null>(null);

type Found = { text: string; overlay: Overlay } | null;

/* Few spaces are ringed; many are a bright part of the island. */
export const FEW = 12;
function found(spaces: Iterable<Space>, text: (n: number) => string): Found {
    const set = new Set(spaces);
    return set.size ? { text: text(set.size), overlay: set.size <= FEW ? { rings: [...set] } : { zone: set } } : null;
}

/* A clue in sight whose relation a clause explains: the newest on a map, or one of the hand. */
function example({ position, viewer }: Game, relation: RegExp): string | undefined {
    const clues = position.value.maps.flatMap((map) => map.clues.map((clue) => clue.card));
    return [...(position.value.seats[viewer.value - 1]?.hand ?? []), ...clues].reverse().find((card) => relation.test(card));
}

const meaning = (relation: RegExp) => (playing: Game): Found => {
    const card = example(playing, relation);
    return card ? found(playing.source.engine.clue(card), (n) => tn('{clue}: {n} space', '{clue}: {n} spaces', n, { clue: cardWords(card) })) : null;
};
const sites = ({ position }: Game): Found => found(position.value.maps.filter((map) => map.markers).flatMap((map) => map.sites), (n) => tn('Markers lie on {n} space.', 'Markers lie on {n} spaces.', n));
const amulets = ({ position }: Game): Found => found(position.value.amulets, (n) => tn('An amulet lies on {n} space.', 'Amulets lie on {n} spaces.', n));
const statues = ({ position }: Game): Found => found(position.value.statues.map((statue) => statue.space), (n) => tn('{n} statue', '{n} statues', n));
const next = ({ position }: Game): Found => found(position.value.statues.flatMap((statue) => statue.amulet ?? []), (n) => tn('The next amulet surfaces on {n} space.', 'The next amulets surface on {n} spaces.', n));

function reach({ position, viewer, source }: Game): Found {
    const atv = position.value.seats[viewer.value - 1]?.atv;
    if (!atv) return null;
    const drive = source.engine.tables().legs;
    const legs = Object.entries(source.engine.distances(atv)).filter((entry): entry is [Space, number] => entry[1] !== null && entry[1] > 0 && entry[1] <= drive);
    return { text: t('How far your ATV gets with one, two and three legs.'), overlay: { reach: new Map(legs) } };
}

/* The clauses that speak of places, and how to find those. */
const PLACES: Record<string, (playing: Game) => Found> = {
    I4: ({ board }) => found(board.value.hexes.filter((hex) => hex.space && hex.coast).map((hex) => hex.name), (n) => tn('{n} space lies on the coast.', '{n} spaces lie on the coast.', n)),
    I5: ({ board }) => found(board.value.hexes.filter((hex) => hex.largest).map((hex) => hex.name), (n) => tn('The largest areas cover {n} space.', 'The largest areas cover {n} spaces.', n)),
    O1: ({ position }) => found(position.value.objects.map((object) => object.space), (n) => tn('{n} object', '{n} objects', n)),
    O3: statues, T1: amulets, M3: amulets, M1: reach, C5: sites, A1: sites, N3: next, N4: statues,
    R1: ({ position }) => found(position.value.maps.filter((map) => map.known).flatMap((map) => map.sites), (n) => tn('{n} treasure is located.', '{n} treasures are located.', n)),
    L1: meaning(/^in-/), L2: meaning(/^next-/), L3: meaning(/^sight-/), L4: meaning(/^not-/), L5: meaning(/(hut|palm|statue|ocean)$/),
    V1: ({ position }) => found(position.value.volcano?.hexes ?? [], () => t('The volcano')),
    V3: ({ position }) => found(position.value.volcano?.lava ?? [], (n) => tn('Lava covers {n} hex.', 'Lava covers {n} hexes.', n)),
};

export const speaksOfPlaces = (clause: string): boolean => clause in PLACES;

/* The sites of a map that a refused card is about. */
export const pointAtSites = (clause: string, spaces: readonly Space[]): void => {
    pointed.value = { clause: `why-${clause}`, text: '', overlay: { ...game.value?.offer.value?.overlay, rings: spaces } };
};

does('show-clause', (element) => {
    const clause = (element as HTMLElement).dataset.clause ?? '', playing = game.value;
    if (!playing || pointed.value?.clause === clause) { pointed.value = null; return; }
    playing.source.engine.seek(playing.shown.value);
    const place = PLACES[clause]?.(playing) ?? null;
    pointed.value = { clause, text: place?.text ?? t('There is none on the island now.'), overlay: place?.overlay ?? {} };
});
