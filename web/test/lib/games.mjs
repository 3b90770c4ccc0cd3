// Positions for the tests: records that stop where something is to be decided by seat 2.
import {readFileSync} from 'node:fs';

const read = (name) => readFileSync(new URL(`../games/${name}.tobago`, import.meta.url), 'utf8');

/* A turn of seat 2 with a hand, an amulet and all four maps under way. */
export const GAME = read('four');
/* Seat 2 has to lay a lava tile. */
export const VOLCANO = read('volcano');
