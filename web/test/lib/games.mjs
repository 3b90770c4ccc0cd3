// Games for tests and pictures, and positions in which seat 2 decides.
import {readFileSync} from 'node:fs';

const read = (name) => readFileSync(new URL(`../games/${name}.tobago`, import.meta.url), 'utf8');

/* The first lines of a game. */
export const cut = (name, lines) => `${read(name).split('\n').filter(Boolean).slice(0, lines).join('\n')}\n`;

/* A turn of seat 2 with a hand, an amulet and all four maps under way. */
export const GAME = cut('four', 255);
/* Seat 2 has to lay a lava tile. */
export const VOLCANO = cut('volcano', 223);
