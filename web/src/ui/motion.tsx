/* What moves: an ATV along its way, sites that vanish, amulets that surface. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Motion } from '../table/game';
import { driveTime } from '../table/pace';
import { Atv, Cube } from './draw/art';
import { hexPath, point } from './draw/hex';

export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/* The ATV on its way; the piece at its end is hidden until it arrives. */
export function Drive({ motion, done }: { motion: Motion; done: () => void }): JSX.Element | null {
    const ref = useRef<SVGGElement>(null), drive = motion.drive;
    useEffect(() => {
        const element = ref.current;
        if (!drive || !element) return;
        const frames = drive.path.map((space) => { const [x, y] = point(space); return { transform: `translate(${x}px, ${y}px)` }; });
        const run = element.animate(frames, { duration: driveTime(drive.path.length - 1), easing: 'linear', fill: 'both' });
        run.onfinish = done;
        return () => run.cancel();
    }, [motion.line]);
    return drive ? <g ref={ref} class="driving"><Atv seat={drive.seat} k={1.08} /></g> : null;
}

/* Sites that went shrink away; places where an amulet came up glow. */
export function Traces({ motion }: { motion: Motion }): JSX.Element {
    return <g key={motion.line} class="traces">
        {motion.gone.map(({ treasure, space }, index) => { const [x, y] = point(space);
            return <g key={treasure + space} class="going" style={{ transformOrigin: `${x}px ${y}px`, animationDelay: `${Math.min(300, index * 15)}ms` }}><Cube treasure={treasure} x={x} y={y} k={1.2} /></g>; })}
        {motion.surfaced.map((space) => <path key={space} class="glow" d={hexPath(space, 0.92)} />)}
    </g>;
}
