/* The art of symbols.svg as components: icons, cubes, roses, ATVs, pictograms. All of it is
 * decoration; the words beside it are the label. */
import type { JSX } from 'preact';
import type { Card, Treasure } from '../../engine/types';
import { pure } from '../pure';
import { HEX, round } from './hex';
import { texture } from './textures';

type Box4 = readonly [number, number, number, number];

const BOX: Record<string, Box4> = {
    hex: [-50, -43.3, 100, 86.6], hut: [-30, -38, 60, 60], palm: [-32, -42, 64, 64], statue: [-24, -40, 48, 60],
    gaze: [-20, -50, 40, 100], amulet: [-16, -20, 32, 36], atv: [-32, -26, 64, 46], rose: [-22, -22, 44, 44],
    coin: [-12, -12, 24, 24], curse: [-24, -26, 48, 52], chest: [-22, -20, 44, 40], crown: [-12, -10, 24, 18],
    lava: [-50, -43.3, 100, 86.6], volcano: [-130, -130, 260, 260], cube: [-14, -16, 28, 32],
    wordmark: [-4, -70, 274, 96],
};
const boxOf = (id: string): Box4 =>
    BOX[id] ?? (id.startsWith('i-') ? [0, 0, 24, 24]
        : id.startsWith('sign') ? [-10, -10, 20, 20]
        : id.startsWith('mark-') ? BOX.cube!
        : [-50, -50, 100, 100]);

/* A symbol that stands on a point, scaled. */
export function Use({ id, x = 0, y = 0, k = 1, ...rest }:
    { id: string; x?: number; y?: number; k?: number; class?: string }): JSX.Element {
    const [left, top, width, height] = boxOf(id);
    return <use href={`#${id}`} x={round(x + left * k)} y={round(y + top * k)}
        width={round(width * k)} height={round(height * k)} {...rest} />;
}

export function Icon({ id, raw = false, cls = '' }: { id: string; raw?: boolean; cls?: string }): JSX.Element {
    const box = boxOf(id);
    return <svg class={`i ${raw ? 'raw ' : ''}${cls}`} viewBox={box.join(' ')} aria-hidden="true"><Use id={id} x={0} y={0} /></svg>;
}

export function Cube({ treasure, x = 0, y = 0, k = 1, cls = '' }:
    { treasure: Treasure; x?: number; y?: number; k?: number; cls?: string }): JSX.Element {
    return <g class={`k-${treasure} ${cls}`}>
        <Use id="cube" x={x} y={y} k={k} /><Use id={`mark-${treasure}`} x={x} y={y} k={k} />
    </g>;
}

export const CubeIcon = pure(({ treasure }: { treasure: Treasure }): JSX.Element =>
    <svg class="cubei" viewBox="-16 -18 32 36" aria-hidden="true"><Cube treasure={treasure} /></svg>);

export const Rose = ({ seat, x = 0, y = 0, k = 1 }: { seat: number; x?: number; y?: number; k?: number }): JSX.Element =>
    <g class={`p${seat}`}><Use id="rose" x={x} y={y} k={k} /><Use id={`sign${seat}`} x={x} y={y} k={0.56 * k} class="sign" /></g>;

export const RoseIcon = pure(({ seat }: { seat: number }): JSX.Element =>
    <svg class="rosei" viewBox="-24 -24 48 48" aria-hidden="true"><Rose seat={seat} /></svg>);

export const Atv = ({ seat, x = 0, y = 0, k = 1 }: { seat: number; x?: number; y?: number; k?: number }): JSX.Element =>
    <g class={`p${seat}`}><Use id="atv" x={x} y={y} k={k} /><Use id={`sign${seat}`} x={x - k} y={y - 2 * k} k={0.62 * k} class="sign" /></g>;

export const AtvIcon = pure(({ seat }: { seat: number }): JSX.Element =>
    <svg class="atvi" viewBox="-34 -28 68 52" aria-hidden="true"><Atv seat={seat} /></svg>);

/* A symbol alone in its box, as an inline picture. */
export function Picture({ id, cls = '', margin = 2 }: { id: string; cls?: string; margin?: number }): JSX.Element {
    const [left, top, width, height] = boxOf(id);
    return <svg class={cls} viewBox={`${left - margin} ${top - margin} ${width + 2 * margin} ${height + 2 * margin}`}
        aria-hidden="true"><Use id={id} /></svg>;
}

const CARD = /^(not-)?(in|next|sight)-(largest-)?(\w+)$/;
const TERRAINS = ['jungle', 'beach', 'lake', 'river', 'mountain', 'scrubland', 'ocean'];

export interface Parsed { not: boolean; relation: 'in' | 'next' | 'sight'; largest: boolean; landmark: string }

/* A card's parts, for its picture: relation and landmark. */
export function parseCard(card: Card): Parsed {
    const match = CARD.exec(card);
    if (!match) return { not: false, relation: 'in', largest: false, landmark: 'ocean' };
    return { not: !!match[1], relation: match[2] as Parsed['relation'], largest: !!match[3], landmark: match[4]! };
}

/* The marks of a terrain in a hex around the origin; lava is a picture. */
export const Texture = ({ terrain }: { terrain: string }): JSX.Element => terrain === 'lava' ? <g clip-path="url(#hexclip)"><Use id="lava" /></g>
    : <g clip-path="url(#hexclip)" dangerouslySetInnerHTML={{ __html: texture(terrain) }} />;

function Landmark({ parsed, x, y, radius }: { parsed: Parsed; x: number; y: number; radius: number }): JSX.Element {
    const { landmark } = parsed, k = radius / 50, terrain = TERRAINS.includes(landmark);
    const red = parsed.not && parsed.relation === 'in';
    const ground = terrain ? landmark : landmark === 'lava' || landmark === 'volcano' ? 'lava' : 'plain';
    return <g transform={`translate(${round(x)} ${round(y)}) scale(${Math.round(k * 1000) / 1000})`}>
        <path d={HEX} class={`area ${ground}`} stroke="none" />
        {terrain ? <Texture terrain={landmark} /> : null}
        {landmark === 'lava' ? <Use id="lava" /> : null}
        <path d={HEX} class={red ? 'edge red' : 'edge'} stroke-width={round((red ? 3.4 : 2.2) / k)} />
    </g>;
}

/* How far from what: the landmark in the middle, the relation as rings around it. */
export const Pictogram = pure(function Pictogram({ card }: { card: Card }): JSX.Element {
    const parsed = parseCard(card), { not, relation, largest, landmark } = parsed;
    const radius = relation === 'in' ? (largest ? 46 : 42) : relation === 'next' ? 31 : 25;
    const third = radius * 0.56, rise = third * 0.866;
    const piece = !TERRAINS.includes(landmark) && landmark !== 'lava';
    return <svg class={`pic${not ? ' negative' : ''}`} viewBox="-54 -52 108 104" aria-hidden="true">
        {relation !== 'in' ? <Use id={`r-${relation}`} /> : null}
        {relation !== 'in' && not ? <Use id="r-not" /> : null}
        {largest
            ? <><Landmark parsed={parsed} x={-third * 0.75} y={0} radius={third} />
                <Landmark parsed={parsed} x={third * 0.75} y={-rise} radius={third} />
                <Landmark parsed={parsed} x={third * 0.75} y={rise} radius={third} /></>
            : <Landmark parsed={parsed} x={0} y={0} radius={radius} />}
        {piece && (landmark === 'volcano'
            ? <Use id="volcano" y={4} k={(radius / 130) * 1.05} />
            : <Use id={landmark} y={landmark === 'hut' ? 5 : 6} k={relation === 'next' ? 0.98 : 0.86} />)}
        {relation === 'in' ? <Use id={not ? 'r-not' : 'r-in'} /> : null}
        {largest ? <Use id="crown" x={-36} y={-38} k={1.25} /> : null}
    </svg>;
});
