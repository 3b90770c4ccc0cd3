/* Zoom and pan of the island: wheel, pinch, drag, double tap and keys, from 1x to 3x. While
 * that goes on the picture that is there is stretched; at rest it is drawn anew, sharp. */
import { batch, useSignal, useSignalEffect } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Space } from '../engine/types';
import { boxOf } from './draw/hex';
import type { Box } from './draw/hex';

const MOST = 3;
/* A mode comes no closer than this, so that one still sees where on the island it is. */
const CLOSE = 2.1;

/* A part of the whole, scaled about a point and kept inside it. */
export function scaled(whole: Box, now: Box, factor: number, cx: number, cy: number): Box {
    const width = Math.min(whole.width, Math.max(whole.width / MOST, now.width / factor)), ratio = width / now.width;
    return clamped(whole, {
        x: cx - (cx - now.x) * ratio, y: cy - (cy - now.y) * ratio, width, height: (whole.height * width) / whole.width,
    });
}

export function clamped(whole: Box, box: Box): Box {
    const within = (at: number, size: number, from: number, all: number): number =>
        size >= all ? from + (all - size) / 2 : Math.min(Math.max(at, from), from + all - size);
    return { ...box, x: within(box.x, box.width, whole.x, whole.width), y: within(box.y, box.height, whole.y, whole.height) };
}

/* The box around some spaces, with what lies about them and within the whole. */
export function around(whole: Box, spaces: readonly Space[], ratio: number): Box {
    const part = boxOf(spaces, 40), cx = part.x + part.width / 2, cy = part.y + part.height / 2;
    const width = Math.min(whole.width, Math.max(part.width, part.height * ratio, whole.width / CLOSE)), height = width / ratio;
    return clamped(whole, { x: cx - width / 2, y: cy - height / 2, width, height });
}

const SMALL = 600;
/* So many milliseconds without a change are rest. */
const REST = 140;

/* How many pixels a unit of the island has if this part of it fills a box. */
const scaleIn = (part: Box, { width, height }: Box): number => Math.min(width / part.width, height / part.height);
const middleOf = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height / 2];

/* The transform about its middle by which a picture of one part shows another. */
export function stretch(box: Box, drawn: Box, view: Box): string {
    const scale = scaleIn(view, box), [x0, y0] = middleOf(drawn), [x1, y1] = middleOf(view);
    return `translate(${(scale * (x0 - x1)).toFixed(2)}px, ${(scale * (y0 - y1)).toFixed(2)}px) scale(${(scale / scaleIn(drawn, box)).toFixed(5)})`;
}
/* Two taps of a finger within this time and distance are a double tap. */
const DOUBLE = { time: 280, distance: 24, factor: 2 };

/* The part of the island that is shown: the whole, or what the person or the mode chose; and
 * the part that is drawn, which follows. */
export function useZoom(ref: RefObject<SVGSVGElement | null>, whole: Box, still: boolean, part: readonly Space[] | null): { view: Signal<Box>; drawn: Signal<Box>; whole(): void } {
    const view = useSignal(whole), drawn = useSignal(whole), moved = useRef(false);
    /* The picture's place on the screen, as long as nothing is stretched. */
    const place = useRef<Box | null>(null);
    const measured = (svg: SVGSVGElement): Box => (place.current ??= svg.getBoundingClientRect());
    const lay = (svg: SVGSVGElement, transform: string): void => {
        for (const layer of [svg, svg.previousElementSibling as SVGSVGElement | null]) if (layer) layer.style.transform = transform;
    };
    useEffect(() => { batch(() => { view.value = drawn.value = whole; }); moved.current = false; }, [whole]);
    useSignalEffect(() => {
        const next = view.value, svg = ref.current;
        if (!svg || next === drawn.value) {
            if (svg?.style.transform) lay(svg, '');
            place.current = null;
            return;
        }
        lay(svg, stretch(measured(svg), drawn.value, next));
        const rest = setTimeout(() => { drawn.value = next; }, REST);
        return () => clearTimeout(rest);
    });
    useEffect(() => {
        const svg = ref.current;
        if (!svg || still || svg.clientWidth > SMALL) return;
        if (part) view.value = around(whole, part, svg.clientWidth / Math.max(1, svg.clientHeight));
        else if (!moved.current) view.value = whole;
    }, [part?.join(), whole]);
    useEffect(() => {
        const svg = ref.current;
        if (!svg || still) return;
        const zoom = (factor: number, x: number, y: number): void => {
            const box = measured(svg), scale = scaleIn(view.value, box), [left, top] = middleOf(box), [cx, cy] = middleOf(view.value);
            view.value = scaled(whole, view.value, factor, cx + (x - left) / scale, cy + (y - top) / scale);
            moved.current = view.value.width < whole.width;
        };
        const wheel = (event: WheelEvent): void => {
            event.preventDefault();
            zoom(event.deltaY < 0 ? 1.18 : 1 / 1.18, event.clientX, event.clientY);
        };
        const fingers = new Map<number, PointerEvent>();
        let way = 0;
        const spread = (): number => {
            const [a, b] = [...fingers.values()];
            return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
        };
        const down = (event: PointerEvent): void => { fingers.set(event.pointerId, event); way = 0; };
        const move = (event: PointerEvent): void => {
            const before = fingers.get(event.pointerId);
            if (!before) return;
            const wide = spread();
            fingers.set(event.pointerId, event);
            if (fingers.size === 2 && wide) {
                const [a, b] = [...fingers.values()];
                zoom(spread() / wide, (a!.clientX + b!.clientX) / 2, (a!.clientY + b!.clientY) / 2);
            } else if (view.value.width < whole.width) {
                const scale = scaleIn(view.value, measured(svg));
                view.value = clamped(whole, {
                    ...view.value, x: view.value.x - (event.clientX - before.clientX) / scale, y: view.value.y - (event.clientY - before.clientY) / scale,
                });
            }
            way += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
        };
        const up = (event: PointerEvent): void => { fingers.delete(event.pointerId); };
        let last: { time: number; x: number; y: number } | null = null;
        /* A double tap zooms in, or back out, and confirms nothing: what the first tap
         * previewed stays a preview. */
        const doubled = (event: MouseEvent): boolean => {
            if ((event as PointerEvent).pointerType !== 'touch') return false;
            const before = last, now = { time: event.timeStamp, x: event.clientX, y: event.clientY };
            const twice = before !== null && now.time - before.time < DOUBLE.time && Math.hypot(now.x - before.x, now.y - before.y) < DOUBLE.distance;
            last = twice ? null : now;
            if (!twice) return false;
            if (moved.current) { moved.current = false; view.value = whole; } else zoom(DOUBLE.factor, event.clientX, event.clientY);
            return true;
        };
        const click = (event: MouseEvent): void => {
            const dragged = way > 12;
            way = 0;
            if (dragged) last = null;
            if (dragged || doubled(event)) { event.stopPropagation(); event.preventDefault(); }
        };
        const key = (event: KeyboardEvent): void => {
            const [x, y] = middleOf(measured(svg));
            if (event.key === '+') zoom(1.3, x, y);
            else if (event.key === '-') zoom(1 / 1.3, x, y);
            else if (event.key === '0') view.value = whole;
        };
        svg.addEventListener('wheel', wheel, { passive: false });
        svg.addEventListener('pointerdown', down);
        svg.addEventListener('pointermove', move);
        for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) svg.addEventListener(end, up);
        svg.addEventListener('click', click, true);
        svg.addEventListener('keydown', key);
        return () => {
            svg.removeEventListener('wheel', wheel);
            svg.removeEventListener('pointerdown', down);
            svg.removeEventListener('pointermove', move);
            for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) svg.removeEventListener(end, up);
            svg.removeEventListener('click', click, true);
            svg.removeEventListener('keydown', key);
        };
    }, [whole, still]);
    return { view, drawn, whole: () => { moved.current = false; view.value = whole; } };
}
