/* What tells the terrains apart without colour, as path data around the middle of a hex. All
 * hexes of an area are drawn by one path a layer: with an element for each mark the browser
 * spends its time on elements, with a path over the whole island on paths. */
import type { Space } from '../../engine/types';
import { point, round } from './hex';
import { kept } from './kept';

interface Layer { style: string; d: string }

/* Path data moved by (x, y), and mirrored before if 'flip'. Knows every command but arcs. */
export function moved(d: string, x: number, y: number, flip = false): string {
    const side = flip ? -1 : 1;
    let command = '', across = true, out = '';
    for (const [token] of d.matchAll(/[a-z]|-?\d*\.?\d+/gi)) {
        if (/[a-z]/i.test(token)) {
            out += command = token;
            across = !/v/i.test(command);
            continue;
        }
        const relative = command > 'Z', value = Number(token), to = across ? side * value + (relative ? 0 : x) : value + (relative ? 0 : y), text = round(to);
        out += /[a-z]$/i.test(out) || text.startsWith('-') ? text : ` ${text}`;
        if (!/[hv]/i.test(command)) across = !across;
    }
    return out;
}

/* The same mark at each of these places. */
const strewn = (d: string, ...places: [number, number][]): string => places.map(([x, y]) => moved(d, x, y)).join('');

const round2 = 'stroke-linejoin="round"', ends = 'stroke-linecap="round"';

const LAYERS: Record<string, Layer[]> = {
    jungle: [{ style: `fill="var(--jungle-2)" stroke="var(--jungle-3)" stroke-width="2" ${round2}`,
        d: strewn('M-20-19v7M-27-19c-7 0-8-8-2-10 0-9 12-10 14-3 7-2 9 9 3 13z', [0, 0], [31, -6], [46, 13], [-14, 22], [18, 21], [1, 46], [37, 45]) }],
    beach: [
        { style: `stroke="var(--beach-3)" stroke-width="4" ${ends}`, d: 'M-24-30h0M-8-35h0M12-28h0M22-36h0M-36-8h0M-20-14h0M4-12h0M30-14h0M39 1h0M-30 10h0M-10 6h0M18 8h0M-22 28h0M-6 24h0M10 34h0M26 24h0M-14 37h0M36 14h0' },
        { style: 'fill="var(--beach-1)" stroke="var(--beach-3)" stroke-width="1.6"', d: 'M18 22c1-8 12-8 13 0zM24.5 22v-6M21 21l-1-4M28 21l1-4' },
    ],
    lake: [
        { style: `fill="none" stroke="var(--lake-3)" stroke-width="3" ${ends}`, d: 'M-22-28q5-6 10 0t10 0 10 0M-36-6q5-6 10 0t10 0M8-8q5-6 10 0t10 0M-20 14q5-6 10 0t10 0 10 0 10 0M-8 33q5-6 10 0t10 0' },
        { style: `fill="none" stroke="var(--lake-1)" stroke-width="2.5" ${ends}`, d: 'M2-20q4-5 8 0t8 0M-32 5q4-5 8 0M22 8q4-5 8 0' },
    ],
    river: [
        { style: 'fill="none" stroke="var(--stream-3)" stroke-width="37"', d: 'M-13-46C22-24-30-10-4 12 10 24 16 32 11 46' },
        { style: 'fill="none" stroke="var(--stream)" stroke-width="30"', d: 'M-13-46C22-24-30-10-4 12 10 24 16 32 11 46' },
        { style: `fill="none" stroke="var(--stream-2)" stroke-width="3" ${ends}`, d: 'M-14-34C-2-22-12-16-14-8M-2-38C8-28 6-20 0-14M-8 2C-4 12 2 16 4 22M-14 8C-10 16-6 20-1 24M10 22C16 30 17 34 16 40M4 34L4 41' },
    ],
    mountain: [
        { style: `fill="var(--mountain-1)" stroke="var(--mountain-3)" stroke-width="2" ${round2}`, d: 'M-36-4-20-32-4-4zM4-8 20-34 36-8z' },
        { style: `fill="var(--mountain-2)" stroke="var(--mountain-3)" stroke-width="2" ${round2}`, d: 'M-20-32-4-4h-12l3-10zM20-34 36-8H24l3-9z' },
        { style: `fill="var(--mountain-1)" stroke="var(--mountain-3)" stroke-width="2" ${round2}`, d: 'M-20 32 0-2 20 32z' },
        { style: `fill="var(--mountain-2)" stroke="var(--mountain-3)" stroke-width="2" ${round2}`, d: 'M0-2 20 32H4L8 19z' },
        { style: `fill="none" stroke="var(--mountain-3)" stroke-width="2" ${round2}`, d: 'M-34 12l6-9 6 9M26 16l6-9 6 9' },
    ],
    scrubland: [
        { style: `fill="none" stroke="var(--scrubland-3)" stroke-width="2.6" ${ends}`,
            d: strewn('M-24-20q-1-7-7-9M-24-20v-13M-24-20q1-7 7-9', [0, 0], [38, -4], [-10, 26], [22, 20], [56, 24], [8, 50], [40, 48]) },
        { style: `stroke="var(--scrubland-2)" stroke-width="3" ${ends}`, d: 'M-6-26h5M28 12h5M-22 18h5M4 12h4M-38 6h3' },
    ],
    ocean: [
        { style: 'fill="var(--ocean-2)"', d: 'M-52 8c9 0 9-9 17-9s9 9 17 9 9-9 18-9 9 9 17 9 9-9 17-9 9 9 18 9v40h-104z' },
        { style: `fill="none" stroke="var(--foam)" stroke-width="4.5" ${ends}`, d: 'M-52 8c9 0 9-9 17-9s9 9 17 9 9-9 18-9 9 9 17 9 9-9 17-9 9 9 18 9M-40 28c8 0 8-7 14-7s8 7 14 7M10 28c8 0 8-7 14-7s8 7 14 7' },
        { style: `fill="#8a5122" stroke="var(--ink)" stroke-width="2.8" ${round2}`, d: 'M-20-3h40l-7 13h-26z' },
        { style: `fill="#fffdf7" stroke="var(--ink)" stroke-width="2.8" ${round2}`, d: 'M1-36V-7h21Q19-26 1-36zM-4-28V-7h-15Q-14-14-4-28z' },
    ],
};

const isMirrored = (name: Space): boolean => (name.charCodeAt(0) * 7 + Number(name.slice(1)) * 3) % 2 === 1;

/* The marks of one terrain on all these hexes; on a single hex around (0, 0) if there are none. */
export const texture: (terrain: string, names?: readonly Space[]) => string = kept(100, (terrain, names?) => `${terrain} ${names?.join() ?? '-'}`, (terrain: string, names?: readonly Space[]) =>
    (LAYERS[terrain] ?? []).map(({ style, d }) =>
        `<path ${style} d="${names ? names.map((name) => moved(d, ...point(name), isMirrored(name))).join('') : d}"/>`).join(''));
