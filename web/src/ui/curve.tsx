/* The curve of chances: a line for each seat, an even share dashed, the treasures on the
 * axis, numbered turning points, and the line at which one stands. */
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Verdict } from '../engine/types';
import { curveOf, thinned, turningPoints } from '../table/study';
import type { Outline } from '../table/study';
import { t } from '../text/gettext';
import { Cube, Use } from './draw/art';
import { round } from './draw/hex';

export interface CurveProps {
    outline: Outline;
    verdicts: readonly Verdict[];
    /* Each seat's share of the win, once the game is over. */
    result: readonly number[] | null;
    at?: ReadonlySignal<number>;
    marks?: boolean;
}

const LEFT = 30, RIGHT = 14, TOP = 10, BOTTOM = 26;

/* The size of the box in pixels, so that text and strokes keep theirs. */
function useSize(): [{ current: SVGSVGElement | null }, number, number] {
    const svg = useRef<SVGSVGElement>(null), [size, setSize] = useState<[number, number]>([600, 150]);
    useLayoutEffect(() => {
        const box = svg.current?.parentElement;
        if (!box) return;
        /* It tells the size before the first paint too, when the layout is known anyway. */
        const observer = new ResizeObserver(() => { const { width, height } = box.getBoundingClientRect(); if (width && height) setSize([Math.round(width), Math.round(height)]); });
        observer.observe(box);
        return () => observer.disconnect();
    }, []);
    return [svg, ...size];
}

const Cursor = ({ at, draw }: { at: ReadonlySignal<number>; draw: (line: number) => string }): JSX.Element => <path class="cur" d={draw(at.value)} />;

export function Curve({ outline, verdicts, result, at, marks = false }: CurveProps): JSX.Element {
    const [svg, width, height] = useSize(), { first, last, players, raises } = outline;
    const x = (line: number): number => LEFT + ((line - first) / Math.max(1, last - first)) * (width - LEFT - RIGHT);
    const y = (chance: number): number => TOP + (1 - chance) * (height - TOP - BOTTOM);
    const seats = Array.from({ length: players }, (_, index) => players - index), even = 1 / players;
    const drawn = useMemo(() => {
        const points = new Map(seats.map((seat) => [seat, curveOf(verdicts, seat, result && verdicts.length ? { line: last, chance: result[seat - 1] ?? 0 } : undefined)]));
        const turns = marks ? turningPoints(verdicts) : [], seen: [number, number][] = [];
        return <>
            {[0, 0.5, 1].map((chance) => <g key={chance}><path class="gl" d={`M${LEFT} ${round(y(chance))}H${width - RIGHT}`} />
                <text class="ax" x={LEFT - 5} y={round(y(chance) + 4)}>{chance * 100}</text></g>)}
            <path class="gl even" d={`M${LEFT} ${round(y(even))}H${width - RIGHT}`} />
            {even !== 0.5 && <text class="ax" x={LEFT - 5} y={round(y(even) + 4)}>{Math.round(even * 100)}</text>}
            {raises.map(({ line, treasure }) => <g key={line}><path class="rz" d={`M${round(x(line))} ${round(y(1))}V${round(y(0))}`} />
                <Cube treasure={treasure} x={x(line)} y={height - 11} k={0.56} /></g>)}
            {seats.map((seat) => points.get(seat)!.length > 1 && <path key={seat} class={`cv c${seat}`} d={`M${thinned(points.get(seat)!, Math.max(60, width / 2)).map(({ line, chance }) => `${round(x(line))} ${round(y(chance))}`).join('L')}`} />)}
            {turns.map((turn, index) => {
                const cx = x(turn.line);
                const own = y(points.get(turn.seat)!.find((point) => point.line === turn.line)?.chance ?? even);
                const free = (at: number): boolean => at >= 12 && at <= height - BOTTOM - 6 && seen.every(([ox, oy]) => Math.hypot(cx - ox, at - oy) >= 21);
                const cy = [0, -22, 22, -44, 44, -66, 66].map((by) => own + by).find(free) ?? own;
                seen.push([cx, cy]);
                return <g key={turn.line} class={`tp p${turn.seat}`} data-do="replay-to" data-line={turn.line}><circle cx={round(cx)} cy={round(cy)} r="10" />
                    <text x={round(cx)} y={round(cy + 4.5)}>{index + 1}</text></g>;
            })}
        </>;
    }, [outline, verdicts, result, marks, width, height]);
    return <svg ref={svg} class="curve" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('Each player’s chance to win over the game')}>
        {at && <Cursor at={at} draw={(line) => `M${round(x(Math.max(line, first)))} 2V${round(y(0))}`} />}
        {drawn}
    </svg>;
}

export const CurveKey = ({ names }: { names: readonly string[] }): JSX.Element =>
    <p class="key">{names.map((name, index) => <span key={index} class={`p${index + 1}`}>
        <svg viewBox="-10 -10 20 20" aria-hidden="true"><g class="keysign"><Use id={`sign${index + 1}`} /></g></svg>{name}</span>)}</p>;

/* How far the analysis is, while it runs. */
export function Progress({ done, total }: { done: number; total: number }): JSX.Element {
    return <p class="working"><span>{t('Working out the chances: {done} of {total}', { done, total })}</span>
        <progress max={total} value={done} aria-label={t('Progress of the analysis')} /></p>;
}
