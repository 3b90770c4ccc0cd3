/* Hexes as points: names, neighbours and outlines. A hex has a flat top and the
 * circumradius 50. No rule lives here: names and coordinates are those of the notation. */
import type { Direction, Space } from '../../engine/types';
import { kept } from './kept';

export const H = 43.3;
/* Steps to the six neighbours; side i of a hex lies towards STEPS[i]. */
const STEPS: readonly (readonly [number, number])[] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const WAYS: Record<Direction, readonly [number, number]> = {
    SE: [1, 0], S: [0, 1], SW: [-1, 1], NW: [-1, 0], N: [0, -1], NE: [1, -1],
};
export const CORNERS: readonly (readonly [number, number])[] =
    [[50, 0], [25, H], [-25, H], [-50, 0], [-25, -H], [25, -H]];
export const ANGLE: Record<Direction, number> = { N: 0, NE: 60, SE: 120, S: 180, SW: 240, NW: 300 };
export const HEX = 'M-50 0-25-43.3H25L50 0 25 43.3H-25z';

type Axial = [number, number];

export const axial = (name: Space): Axial => {
    const q = name.charCodeAt(0) - 104;
    return [q, Number(name.slice(1)) - 7 - Math.floor(q / 2)];
};

export const nameOf = ([q, r]: Axial): Space =>
    String.fromCharCode(q + 104) + (r + Math.floor(q / 2) + 7);

export const point = (name: Space): [number, number] => {
    const [q, r] = axial(name);
    return [75 * q, 2 * H * (r + q / 2)];
};

export const beside = (name: Space, way: Direction): Space => step(name, WAYS[way]);

const step = (name: Space, [dq, dr]: readonly [number, number]): Space => {
    const [q, r] = axial(name);
    return nameOf([q + dq, r + dr]);
};

export const neighbours = (name: Space): Space[] => STEPS.map((way) => step(name, way));

export const round = (x: number): string => String(Math.round(x * 10) / 10);
export const at = (x: number, y: number): string => `${round(x)} ${round(y)}`;

/* The middle of a hex's side. */
export const sideMiddle = (name: Space, side: number): [number, number] => {
    const [x, y] = point(name), a = CORNERS[side]!, b = CORNERS[(side + 1) % 6]!;
    return [x + (a[0] + b[0]) / 2, y + (a[1] + b[1]) / 2];
};

export const hexPath = (name: Space, scale = 1): string => {
    const [x, y] = point(name);
    return `M${CORNERS.map((corner) => at(x + corner[0] * scale, y + corner[1] * scale)).join('L')}z`;
};

const cornerKey = (x: number, y: number): string => `${Math.round(x / 25)},${Math.round(y / H)}`;

/* The outline of a set of hexes as closed loops. */
export const outline = kept(200, (set: ReadonlySet<Space>) => [...set].join(), traced);

function traced(set: ReadonlySet<Space>): string {
    const next = new Map<string, [number, number, string]>();
    for (const name of set) {
        const [x, y] = point(name);
        STEPS.forEach((way, side) => {
            if (set.has(step(name, way))) return;
            const a = CORNERS[side]!, b = CORNERS[(side + 1) % 6]!;
            next.set(cornerKey(x + a[0], y + a[1]), [x + a[0], y + a[1], cornerKey(x + b[0], y + b[1])]);
        });
    }
    let path = '';
    for (let key = next.keys().next().value; key !== undefined; key = next.keys().next().value) {
        let mark = 'M';
        for (let corner = next.get(key); corner; corner = next.get(key)) {
            next.delete(key);
            path += mark + at(corner[0], corner[1]);
            mark = 'L';
            key = corner[2];
        }
        path += 'z';
    }
    return path;
}

/* The sides between two hexes of one set, for a thin grid inside an area. */
export function innerSides(set: ReadonlySet<Space>): string {
    let path = '';
    for (const name of set)
        for (const side of [0, 1, 2]) {
            if (!set.has(step(name, STEPS[side]!))) continue;
            const [x, y] = point(name), a = CORNERS[side]!, b = CORNERS[side + 1]!;
            path += `M${at(x + a[0], y + a[1])}L${at(x + b[0], y + b[1])}`;
        }
    return path;
}

export interface Box { x: number; y: number; width: number; height: number }

/* The box around some hexes, with so much sea around it. */
export function boxOf(names: Iterable<Space>, pad: number): Box {
    let x0 = Infinity, x1 = -Infinity, y0 = Infinity, y1 = -Infinity;
    for (const name of names) {
        const [x, y] = point(name);
        x0 = Math.min(x0, x - 50 - pad); x1 = Math.max(x1, x + 50 + pad);
        y0 = Math.min(y0, y - H - pad - 8); y1 = Math.max(y1, y + H + pad);
    }
    return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}

/* The space that one arrives at by an arrow key: up and down are N and S; left and right
 * alternate between the two slanted ways so that one keeps the row. */
export function arrow(from: Space, key: string, has: (name: Space) => boolean): Space | null {
    const odd = (axial(from)[0] & 1) !== 0;
    const ways: Record<string, Direction[]> = {
        ArrowUp: ['N'], ArrowDown: ['S'],
        ArrowLeft: odd ? ['NW', 'SW'] : ['SW', 'NW'],
        ArrowRight: odd ? ['NE', 'SE'] : ['SE', 'NE'],
    };
    for (const way of ways[key] ?? []) {
        const to = beside(from, way);
        if (has(to)) return to;
    }
    return null;
}
