/* How the pieces of one space share it: a stage above for object and ATVs, a shelf below
 * for cubes, so that no piece covers another's meaning. */
import type { JSX } from 'preact';
import type { Direction, ObjectKind, Position, Space, Treasure } from '../../engine/types';
import { TREASURES } from '../../engine/types';
import { ANGLE, point, round } from './hex';
import { pure } from '../pure';
import { Atv, Cube, Use } from './art';

export interface Pieces {
    object: { kind: ObjectKind; facing?: Direction } | null;
    amulet: boolean;
    cubes: Treasure[];
    atvs: number[];
}

/* What lies where, by space. */
export function piecesOf(position: Position): Map<Space, Pieces> {
    const found = new Map<Space, Pieces>();
    const on = (space: Space): Pieces => {
        let pieces = found.get(space);
        if (!pieces) found.set(space, (pieces = { object: null, amulet: false, cubes: [], atvs: [] }));
        return pieces;
    };
    for (const object of position.objects) on(object.space).object = object;
    for (const space of position.amulets) on(space).amulet = true;
    for (const map of position.maps)
        if (map.markers && map.clues.length) for (const space of map.sites) on(space).cubes.push(map.treasure);
    for (const seat of position.seats) if (seat.atv) on(seat.atv).atvs.push(seat.seat);
    for (const pieces of found.values())
        pieces.cubes.sort((a, b) => TREASURES.indexOf(a) - TREASURES.indexOf(b));
    return found;
}

type Spot = readonly [number, number, number];
const ALONE: Record<number, readonly Spot[]> = {
    1: [[0, 1, 1.35]], 2: [[-17, 1, 1.15], [17, 1, 1.15]], 3: [[-20, -8, 1], [20, -8, 1], [0, 14, 1]],
    4: [[-15, -15, 0.95], [17, -15, 0.95], [-15, 15, 0.95], [17, 15, 0.95]],
};
const SHELF: Record<number, readonly Spot[]> = {
    1: [[0, 24, 1]], 2: [[-14, 25, 0.95], [14, 25, 0.95]], 3: [[-23, 25, 0.85], [0, 27, 0.85], [23, 25, 0.85]],
    4: [[-31, 23, 0.8], [-10.5, 27, 0.8], [10.5, 27, 0.8], [31, 23, 0.8]],
};

/* Where each ATV stands: side by side, or parked in rows inside the hex. */
export function parking(count: number, cubes: number, object: boolean): Spot[] {
    const shelf = cubes > 0, spots: Spot[] = [], up = shelf ? -9 : 3;
    if (count > 2 || (count > 1 && object)) {
        const k = shelf ? 0.54 : 0.6, pair = object && count < 3;
        for (let i = 0; i < count; i++) {
            const column = pair ? 0 : i % 2, row = pair ? i : i >> 1, last = count === 3 && i === 2;
            const dx = object ? (pair ? 17 : [2, 31][column]! + (last ? 14 : 0)) : last ? 0 : [-20, 20][column]!;
            spots.push([dx, (shelf ? -25 : -12) + row * (shelf ? 21 : 27) + (object ? 2 : 0), k]);
        }
        return spots;
    }
    const k = count > 1 || object ? 0.84 : shelf ? 0.96 : 1.08;
    for (let i = 0; i < count; i++) {
        const side = i - (count - 1) / 2;
        spots.push(object ? [17 + side * 12, up + 3, k] : [side * 30, up + (count > 1 ? side * 9 : 0), k]);
    }
    return spots;
}

export type CubeState = 'stay' | 'vanish' | 'mute' | '';

interface CellProps {
    space: Space;
    pieces: Pieces;
    cubeState?: (treasure: Treasure, space: Space) => CubeState;
    /* The seat whose ATV is on the way and drawn elsewhere. */
    hidden?: number | null;
}

const told = ({ space, pieces, cubeState, hidden }: CellProps): string =>
    `${space} ${pieces.object?.kind} ${pieces.amulet} ${pieces.atvs} ${hidden} ${pieces.cubes.map((cube) => cube + (cubeState?.(cube, space) ?? ''))}`;

export const Cell = pure(function Cell({ space, pieces, cubeState, hidden }: CellProps): JSX.Element {
    const [x, y] = point(space), count = pieces.cubes.length;
    const atvs = pieces.atvs.filter((seat) => seat !== hidden);
    const stage = (pieces.object ? 1 : 0) + atvs.length, up = count ? -9 : 3, alone = !atvs.length;
    const spots = count ? (!stage && !pieces.amulet ? ALONE : SHELF)[count]! : [];
    const amulet: Spot = !stage && !count ? [0, 2, 1] : count ? [stage ? 36 : 0, stage ? 2 : -19, 0.8] : [31, 19, 0.82];
    return <g class="sp">
        {pieces.object && <Use id={pieces.object.kind} x={x + (alone ? 0 : -19)} y={y + up + (alone ? 3 : -7)}
            k={alone ? (count ? 0.84 : 0.98) : 0.8} />}
        {parking(atvs.length, count, !!pieces.object).map(([dx, dy, k], i) =>
            <Atv key={atvs[i]} seat={atvs[i]!} x={x + dx} y={y + dy} k={k} />)}
        {pieces.amulet && <Use id="amulet" class="amulet" x={x + amulet[0]} y={y + amulet[1]} k={amulet[2]} />}
        {pieces.cubes.map((treasure, i) => {
            const [dx, dy, k] = spots[i]!, state = cubeState?.(treasure, space) ?? '';
            return <g key={treasure}>
                <Cube treasure={treasure} x={x + dx} y={y + dy} k={state === 'stay' ? k * 1.08 : k} cls={state} />
                {state === 'vanish' && <path class="cross" d={`M${round(x + dx - 9)} ${round(y + dy - 9)}l18 18m0-18l-18 18`} />}
            </g>;
        })}
    </g>;
}, told);

/* A statue's arrow, always on the edge of its hex. */
export function Gaze({ space, facing }: { space: Space; facing: Direction }): JSX.Element {
    const [x, y] = point(space);
    return <g transform={`translate(${round(x)} ${round(y)}) rotate(${ANGLE[facing]})`}><Use id="gaze" y={4} k={1.1} /></g>;
}
