/* The island with its pieces. The ground is markup made once an island, in a layer of its own
 * that need not be painted again when a piece moves; pieces are keyed groups; the spaces on top
 * carry the marks and the labels. */
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Board as BoardData, Position, Space } from '../engine/types';
import type { Offer, Overlay } from '../table/offer';
import { t } from '../text/gettext';
import { activate } from './acts';
import { Cell, Gaze, piecesOf } from './draw/cell';
import { drawGround } from './draw/ground';
import { arrow, hexPath, neighbours, point, round } from './draw/hex';
import { Above, Below, Sight } from './overlay';
import { spaceLabel } from './labels';
import type { Motion } from '../table/game';
import { calm, Drive, Traces } from './motion';
import { pure } from './pure';
import { settings } from './state';
import { useZoom } from './zoom';

export interface BoardProps {
    board: BoardData;
    position: Position;
    offer?: Offer | null;
    overlay?: Overlay;
    /* Called with the space under pointer or focus. */
    onHover?: (space: Space | null) => void;
    still?: boolean;
    pad?: number;
    motion?: Motion | null;
    /* A space that is looked at for longer. */
    marked?: Space | null;
    /* Called with a space that is pressed for long by a finger. */
    onLong?: (space: Space) => void;
}

const NEAR = 28;
const NONE: Overlay = {};

/* The nearest space that is offered within 28 pixels of a tap. */
function nearest(svg: SVGSVGElement, event: MouseEvent, offered: Iterable<Space>): Space | null {
    const matrix = (svg.querySelector('.world') as SVGGraphicsElement | null)?.getScreenCTM();
    if (!matrix) return null;
    let best: Space | null = null, least = NEAR;
    for (const space of offered) {
        const [x, y] = point(space);
        const dx = matrix.a * x + matrix.c * y + matrix.e - event.clientX, dy = matrix.b * x + matrix.d * y + matrix.f - event.clientY;
        const distance = Math.hypot(dx, dy);
        if (distance < least) { least = distance; best = space; }
    }
    return best;
}

function Sights({ position }: { position: Position }): JSX.Element {
    return <g class="sights">{position.statues.map(({ space, end, facing }) => end && <Sight key={space + facing} from={space} end={end} />)}</g>;
}

function Known({ position }: { position: Position }): JSX.Element {
    return <>{position.maps.filter((map) => map.known && map.clues.length).map(({ sites, treasure }) =>
        <g key={treasure}><path d={hexPath(sites[0]!, 0.93)} class="known1" /><path d={hexPath(sites[0]!, 0.93)} class="known2" /></g>)}</>;
}

/* A space: what can be touched, named and focused. */
interface Hit { name: Space; label: string; pick?: string; move?: string; entry: boolean }

const Row = pure(({ row, hits }: { row: number; hits: readonly Hit[] }): JSX.Element => <g role="row" aria-label={t('Row {n}', { n: row })}>
    {hits.map(({ name, label, pick, move, entry }) => <path key={name} class={`hit${pick || move ? ' can' : ''}`} d={hexPath(name)} data-space={name} data-pick={pick} data-move={move}
        role="gridcell" aria-label={label} tabindex={entry ? 0 : -1} />)}</g>, ({ hits }) => hits.map(({ name, label, pick, move, entry }) => `${name}|${label}|${pick}|${move}|${entry}`).join());

/* The rows of the island from north to south: numbers of hexes from west to east. */
function rowsOf(board: BoardData): [number, number[]][] {
    const rows = new Map<number, number[]>();
    board.hexes.forEach(({ name }, index) => {
        const row = Number(name.slice(1));
        rows.set(row, [...(rows.get(row) ?? []), index]);
    });
    const column = (index: number): number => board.hexes[index]!.name.charCodeAt(0);
    return [...rows].sort((a, b) => a[0] - b[0]).map(([row, members]) => [row, members.sort((a, b) => column(a) - column(b))]);
}

/* The names of the spaces, if they are wanted. */
const Names = pure(({ board }: { board: BoardData }): JSX.Element => <g class="names" aria-hidden="true">{board.hexes.map(({ name }) => {
    const [x, y] = point(name);
    return <text key={name} x={round(x)} y={round(y - 29)}>{name}</text>;
})}</g>);

const LONG = 500;

/* Handlers that tell when a finger rests on a space. */
function useLongPress(onLong?: (space: Space) => void): Pick<JSX.IntrinsicElements['svg'], 'onPointerDown' | 'onPointerUp' | 'onPointerMove' | 'onPointerCancel' | 'onClickCapture'> {
    const pressed = useRef(false), timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
    const stop = (): void => clearTimeout(timer.current);
    return {
        onPointerDown: (event) => {
            const space = (event.target as SVGElement).dataset?.space;
            stop();
            if (space && event.pointerType === 'touch') timer.current = setTimeout(() => { pressed.current = true; onLong?.(space); }, LONG);
        },
        onPointerUp: stop, onPointerCancel: stop,
        onClickCapture: (event) => { if (pressed.current) { pressed.current = false; event.stopPropagation(); event.preventDefault(); } },
        onPointerMove: (event) => { if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) stop(); },
    };
}

/* The part of the island that matters now, for small screens. */
function focusOf(overlay: Overlay, position: Position): Space[] | null {
    const me = typeof position.to_move === 'number' ? position.seats[position.to_move - 1]?.atv : null;
    if (overlay.path) return [...overlay.path.line, ...neighbours(overlay.path.line.at(-1)!)];
    if (overlay.facings) return [overlay.facings.at, ...neighbours(overlay.facings.at).flatMap(neighbours)];
    if (overlay.ghost?.kind === 'triad' || overlay.ghost?.kind === 'lava') return neighbours(overlay.ghost.at).flatMap(neighbours);
    if (overlay.reach && me && overlay.ghost?.kind !== 'atv') return [...overlay.reach.keys(), me];
    return null;
}

export function Board({ board, position, offer, overlay = NONE, onHover, still = false, pad, motion = null, marked = null, onLong }: BoardProps): JSX.Element {
    const volcano = position.volcano;
    const ground = useMemo(() => drawGround(board, volcano?.hexes ?? [], volcano?.lava ?? [], pad), [board]);
    const pieces = useMemo(() => piecesOf(position), [position]);
    const labels = useMemo(() => (still ? [] : board.hexes.map((hex) => spaceLabel(hex, position, pieces))), [board, pieces]);
    const order = useMemo(() => [...pieces.keys()].sort((a, b) => point(a)[1] - point(b)[1]), [pieces]);
    const rows = useMemo(() => rowsOf(board), [board]);
    const focus = useSignal<Space | null>(null), arrived = useSignal(0);
    const driving = motion?.drive && motion.line !== arrived.value && !calm() ? motion : null;
    const svg = useRef<SVGSVGElement>(null);
    const part = focusOf(overlay, position);
    const { view: shown, drawn, whole } = useZoom(svg, ground.box, still, part);
    const view = useComputed(() => { const { x, y, width, height } = drawn.value; return [x, y, width, height].map(round).join(' '); });
    const cubeState = overlay.lift
        ? (treasure: string, space: Space) => treasure !== overlay.lift!.treasure ? 'mute' as const : overlay.lift!.stay.has(space) ? 'stay' as const : 'vanish' as const
        : overlay.removable
            ? (treasure: string, space: Space) => overlay.removable!.get(space)?.some((each) => each === treasure) ? '' as const : 'mute' as const
            : undefined;
    const tap = (event: MouseEvent): void => {
        const own = (event.target as Element).closest<SVGElement>('[data-space]');
        if (own?.dataset.pick !== undefined || own?.dataset.move !== undefined || (event.target as Element).closest('[data-pick]')) return;
        const space = offer && svg.current && nearest(svg.current, event, offer.spaces.keys());
        if (!space) return;
        event.preventDefault();
        event.stopPropagation();
        activate(svg.current!.querySelector(`[data-space="${space}"]`));
    };
    const key = (event: KeyboardEvent): void => {
        const from = (event.target as SVGElement).dataset?.space;
        if (!from) {
            if ((event.key === 'Enter' || event.key === ' ') && activate(event.target as Element)) event.preventDefault();
            return;
        }
        if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            activate(event.target as Element);
            return;
        }
        const to = arrow(from, event.key, (space) => ground.land.has(space));
        if (!to) return;
        event.preventDefault();
        focus.value = to;
        svg.current?.querySelector<SVGElement>(`[data-space="${to}"]`)?.focus();
    };
    const long = useLongPress(onLong);
    const entry = focus.value ?? position.seats[(position.view as number) - 1]?.atv ?? board.hexes[0]!.name;
    const grid = useMemo(() => rows.map(([row, members]) => <Row key={row} row={row} hits={members.map((index) => {
        const { name } = board.hexes[index]!, can = offer?.spaces.get(name);
        return { name, label: labels[index]!, pick: can?.pick, move: can?.move, entry: name === entry };
    })} />), [rows, labels, offer?.spaces, entry]);
    const near = useComputed(() => shown.value.width < ground.box.width * 0.98);
    const earth = useMemo(() => <g dangerouslySetInnerHTML={{ __html: ground.markup }} />, [ground]);
    return <>{!still && <svg class="ground" viewBox={view} aria-hidden="true">{earth}</svg>}<svg ref={svg} class="island" {...long} viewBox={view} role={still ? 'img' : 'application'} aria-label={t('The island')}
        onClick={still ? undefined : tap} onKeyDown={still ? undefined : key}
        onPointerOver={(event) => event.pointerType === 'mouse' && onHover?.((event.target as SVGElement).dataset?.space ?? null)} onPointerLeave={() => onHover?.(null)}
        onFocusIn={(event) => { const name = (event.target as SVGElement).dataset?.space; if (name) { focus.value = name; onHover?.(name); } }}>
        <g class="world">
            {still && earth}
            {useMemo(() => <Below overlay={overlay} ground={ground} position={position} />, [overlay, ground, position.to_move])}
            {useMemo(() => <><Sights position={position} /><Known position={position} /></>, [position])}
            {useMemo(() => <>
                {order.map((space) => { const object = pieces.get(space)!.object; return object?.facing && <Gaze key={space} space={space} facing={object.facing} />; })}
                {order.map((space) => <Cell key={space} space={space} pieces={pieces.get(space)!} cubeState={cubeState} hidden={driving?.drive?.path.at(-1) === space ? driving.drive.seat : null} />)}
            </>, [pieces, overlay.lift, overlay.removable, driving])}
            {useMemo(() => <Above overlay={overlay} />, [overlay])}
            {marked && <path d={hexPath(marked, 0.94)} class="ring" />}
            {motion && <Traces motion={motion} />}
            {driving && <Drive key={driving.line} motion={driving} done={() => { arrived.value = driving.line; }} />}
            {settings.value.names && <Names board={board} />}
            {!still && <g class="spaces" role="grid" aria-label={t('Spaces of the island')}>
                {grid}
            </g>}
        </g>
    </svg>{near.value && !still && <button type="button" class="chip whole" data-do="whole-island" onClick={whole}>{t('Whole island')}</button>}</>;
}
