/* Zoom and pan of the island: wheel, pinch, drag, double tap and keys, from 1x to 3x. */
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Box } from './draw/hex';

const MOST = 3;

/* A part of the whole, scaled about a point and kept inside it. */
export function scaled(whole: Box, now: Box, factor: number, cx: number, cy: number): Box {
    const width = Math.min(whole.width, Math.max(whole.width / MOST, now.width / factor)), ratio = width / now.width;
    return clamped(whole, {
        x: cx - (cx - now.x) * ratio, y: cy - (cy - now.y) * ratio, width, height: (whole.height * width) / whole.width,
    });
}

export function clamped(whole: Box, box: Box): Box {
    const x = Math.min(Math.max(box.x, whole.x), whole.x + whole.width - box.width);
    const y = Math.min(Math.max(box.y, whole.y), whole.y + whole.height - box.height);
    return { ...box, x, y };
}

export function useZoom(ref: RefObject<SVGSVGElement | null>, whole: Box, still: boolean): Signal<Box> {
    const view = useSignal(whole);
    useEffect(() => { view.value = whole; }, [whole]);
    useEffect(() => {
        const svg = ref.current;
        if (!svg || still) return;
        const toBoard = (x: number, y: number): DOMPoint => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()!.inverse());
        const zoom = (factor: number, x: number, y: number): void => {
            const centre = toBoard(x, y);
            view.value = scaled(whole, view.value, factor, centre.x, centre.y);
        };
        const wheel = (event: WheelEvent): void => {
            event.preventDefault();
            zoom(event.deltaY < 0 ? 1.18 : 1 / 1.18, event.clientX, event.clientY);
        };
        const fingers = new Map<number, PointerEvent>();
        let moved = 0;
        const spread = (): number => {
            const [a, b] = [...fingers.values()];
            return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
        };
        const down = (event: PointerEvent): void => { fingers.set(event.pointerId, event); moved = 0; };
        const move = (event: PointerEvent): void => {
            const before = fingers.get(event.pointerId);
            if (!before) return;
            const wide = spread();
            fingers.set(event.pointerId, event);
            if (fingers.size === 2 && wide) {
                const [a, b] = [...fingers.values()];
                zoom(spread() / wide, (a!.clientX + b!.clientX) / 2, (a!.clientY + b!.clientY) / 2);
            } else if (view.value.width < whole.width) {
                const scale = view.value.width / svg.clientWidth;
                view.value = clamped(whole, {
                    ...view.value, x: view.value.x - (event.clientX - before.clientX) * scale, y: view.value.y - (event.clientY - before.clientY) * scale,
                });
            }
            moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
        };
        const up = (event: PointerEvent): void => { fingers.delete(event.pointerId); };
        const click = (event: MouseEvent): void => { if (moved > 12) { event.stopPropagation(); event.preventDefault(); } moved = 0; };
        const key = (event: KeyboardEvent): void => {
            const middle = svg.getBoundingClientRect(), x = middle.x + middle.width / 2, y = middle.y + middle.height / 2;
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
    return view;
}
