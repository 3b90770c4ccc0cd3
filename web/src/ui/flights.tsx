/* What flies over the table: a clue from its player to its map, a treasure card to its owner,
 * an amulet to its finder. Copies fly in a layer of their own and are gone when they land;
 * without a wish for motion nothing flies. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Flight, Game } from '../table/game';
import { calm } from './motion';

const SVG = 'http://www.w3.org/2000/svg';
const box = (selector: string): DOMRect | null => {
    const found = document.querySelector(selector)?.getBoundingClientRect();
    return found && found.width > 0 ? found : null;
};
const playerBox = (seat: number): DOMRect | null => box(`.player[data-seat="${seat}"] .atvi`) ?? box(`.player[data-seat="${seat}"]`);
const middle = (rect: DOMRect): [number, number] => [rect.x + rect.width / 2, rect.y + rect.height / 2];

/* A copy of size w × h flies from one middle to the other on a low arc. */
function fly(layer: HTMLElement, copy: Element, [w, h]: [number, number], from: DOMRect, to: DOMRect, scales: [number, number], time: number, landed?: () => void): void {
    const holder = document.createElement('div'), [x, y] = middle(from), [tx, ty] = middle(to), lift = Math.min(90, Math.hypot(tx - x, ty - y) / 5);
    holder.className = 'flight';
    holder.style.width = `${w}px`;
    holder.style.height = `${h}px`;
    holder.append(copy);
    layer.append(holder);
    const at = (px: number, py: number, scale: number): string => `translate(${px - w / 2}px, ${py - h / 2}px) scale(${scale})`;
    const run = holder.animate([
        { transform: at(x, y, scales[0]), opacity: 0.6 },
        { transform: at((x + tx) / 2, (y + ty) / 2 - lift, (scales[0] + scales[1]) / 2), opacity: 1, offset: 0.5 },
        { transform: at(tx, ty, scales[1]), opacity: 1 },
    ], { duration: time, easing: 'cubic-bezier(.2, .7, .2, 1)', fill: 'both' });
    run.onfinish = run.oncancel = () => { holder.remove(); landed?.(); };
}

/* A symbol alone, as a picture of its own. */
function picture(id: string, view: string): SVGSVGElement {
    const svg = document.createElementNS(SVG, 'svg'), use = document.createElementNS(SVG, 'use'), [x, y, w, h] = view.split(' ') as [string, string, string, string];
    svg.setAttribute('viewBox', view);
    for (const [name, value] of Object.entries({ href: `#${id}`, x, y, width: w, height: h })) use.setAttribute(name, value);
    svg.append(use);
    return svg;
}

function start(layer: HTMLElement, flight: Flight, lifted: DOMRect | null): void {
    const player = playerBox(flight.seat);
    if (flight.kind === 'clue') {
        const target = document.querySelector<HTMLElement>(`.maps [data-treasure="${flight.treasure}"] ol > .clue:not(.ghost):nth-last-child(1 of .clue)`), to = target?.getBoundingClientRect();
        const from = lifted ?? player, time = lifted ? 200 : 320;
        if (!target || !to || !from || !to.width) return;
        const hidden = target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time, fill: 'none' });
        fly(layer, target.cloneNode(true) as Element, [to.width, to.height], from, to, [lifted ? 1.1 : 0.5, 1], time, () => hidden.cancel());
    } else if (flight.kind === 'coins') {
        const from = box('.tcard.big') ?? box('.board');
        if (!from || !player) return;
        const card = document.createElement('figure'), number = document.createElement('b');
        card.className = 'tcard';
        number.textContent = String(flight.coins);
        card.append(number);
        fly(layer, card, [92, 128], from, player, [1.4, 0.3], 360);
    } else {
        const from = box(`.spaces [data-space="${flight.space}"]`);
        if (from && player) fly(layer, picture('amulet', '-16 -20 32 36'), [36, 40], from, player, [1.1, 0.6], 360);
    }
}

export function Flights({ game }: { game: Game }): JSX.Element {
    const layer = useRef<HTMLDivElement>(null), lifted = useRef<DOMRect | null>(null), motion = game.motion.value, card = game.picks.value.card;
    useEffect(() => { if (card) lifted.current = box('.hcard.is-sel'); }, [card, game.picks.value.map]);
    useEffect(() => {
        if (!motion || calm()) return;
        for (const flight of motion.flights) start(layer.current!, flight, game.people.includes(flight.seat) && game.viewer.value === flight.seat ? lifted.current : null);
        lifted.current = null;
    }, [motion?.line]);
    return <div ref={layer} class="flights" aria-hidden="true" />;
}
