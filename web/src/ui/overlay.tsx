/* What lies over the island while something is picked: the zone of a card, the reach of a
 * drive, targets, ways, ghosts. Below the pieces or above them. */
import type { JSX } from 'preact';
import type { Direction, Position, Space } from '../engine/types';
import { DIRECTIONS } from '../engine/types';
import type { Overlay } from '../table/offer';
import { word } from '../text/words';
import { t } from '../text/gettext';
import { Atv, Texture, Use } from './draw/art';
import type { Ground } from './draw/ground';
import { ANGLE, at, beside, HEX, hexPath, outline, point, round } from './draw/hex';

const notIn = (ground: Ground, set: { has(space: Space): boolean }): Set<Space> =>
    new Set([...ground.terrain.keys()].filter((space) => !set.has(space)));

/* Where an ATV is only being placed, what it would reach dims nothing: any space will do. */
function Reach({ reach, seat, ground, veiled }: { reach: ReadonlyMap<Space, number>; seat: number; ground: Ground; veiled: boolean }): JSX.Element {
    const by = (legs: number): Set<Space> => new Set([...reach].filter(([, n]) => n === legs).map(([space]) => space));
    return <g class={`p${seat}`}>
        {veiled && <path d={outline(notIn(ground, reach))} class="veil" />}
        {[3, 2, 1].map((legs) => <path key={legs} d={outline(by(legs))} class={`reach r${legs}`} />)}
    </g>;
}

export function Below({ overlay, ground, position }: { overlay: Overlay; ground: Ground; position: Position }): JSX.Element {
    const { zone, reach, targets, path } = overlay, seat = Number(position.to_move) || position.turn;
    const line = path && `M${path.line.map((space) => at(...point(space))).join('L')}`;
    return <>
        {zone && <><path d={outline(notIn(ground, zone))} class="veil" /><path d={outline(zone)} class="zone" /></>}
        {reach && <Reach reach={reach} seat={seat} ground={ground} veiled={overlay.ghost?.kind !== 'atv'} />}
        {targets && <><path d={outline(notIn(ground, targets))} class="veil soft" />
            <path d={outline(targets)} class="target" /><path d={outline(targets)} class="target d" /></>}
        {path && <g class={`path p${path.seat}`}><path d={line!} class="pc" /><path d={line!} class="pl" /></g>}
    </>;
}

function Tag({ space, text }: { space: Space; text: string }): JSX.Element {
    const [x, y] = point(space), width = text.length * 9.6 + 30, top = y + 66;
    return <g class="tag"><rect x={round(x - width / 2)} y={round(top - 20)} width={round(width)} height="34" rx="17" />
        <text x={round(x)} y={round(top + 3)}>{text}</text></g>;
}

/* Six arrows round a statue that is about to be placed. */
function Facings({ space, ways, chosen }: { space: Space; ways: Direction[]; chosen: Direction | null }): JSX.Element {
    const [x, y] = point(space);
    return <>{ways.map((way) => <g key={way} class={`fac${way === chosen ? ' on' : ''}`} data-pick={way} role="button" tabindex={0}
        aria-label={t('Facing {way}', { way: word(way) })} transform={`translate(${at(x, y)}) rotate(${ANGLE[way]})`}>
        <circle cy="-72" r="24" /><path d="M0-89 11-64 0-70-11-64z" /></g>)}</>;
}

function Tile({ space, terrain }: { space: Space; terrain: string }): JSX.Element {
    return <g transform={`translate(${at(...point(space))})`}>
        <path d={HEX} class={`area ${terrain}`} /><Texture terrain={terrain} />
    </g>;
}

/* The three hexes of a triad: lava, first terrain, second terrain clockwise. */
export const triadHexes = (space: Space, way: Direction): [Space, Space, Space] =>
    [space, beside(space, way), beside(space, DIRECTIONS[(DIRECTIONS.indexOf(way) + 1) % 6]!)];

function GhostTriad({ ghost }: { ghost: Extract<NonNullable<Overlay['ghost']>, { kind: 'triad' }> }): JSX.Element {
    const hexes = triadHexes(ghost.at, ghost.facing), [first, second] = ghost.triad.split('-') as [string, string];
    const points = hexes.map(point), middle = (axis: 0 | 1): string => round(points.reduce((sum, each) => sum + each[axis], 0) / 3);
    return <g>
        <Tile space={hexes[0]} terrain="lava" /><Tile space={hexes[1]} terrain={first} /><Tile space={hexes[2]} terrain={second} />
        <path d={outline(new Set(hexes))} class="ring" /><circle class="rivet" cx={middle(0)} cy={middle(1)} r="9" />
        {ghost.atv && <Atv seat={ghost.seat} x={point(ghost.atv)[0]} y={point(ghost.atv)[1]} />}
    </g>;
}

function Ghost({ ghost }: { ghost: NonNullable<Overlay['ghost']> }): JSX.Element {
    const [x, y] = point(ghost.at);
    switch (ghost.kind) {
    case 'triad': return <GhostTriad ghost={ghost} />;
    case 'atv': return <g opacity=".8"><Atv seat={ghost.seat} x={x} y={y} k={1.08} /></g>;
    case 'lava': return <g opacity=".82"><Use id="lava" x={x} y={y} k={0.94} /></g>;
    case 'volcano': return <g opacity=".85"><path d={outline(new Set(ghost.hexes))} class="cone" />
        <Use id="volcano" x={x} y={y} k={0.96} /></g>;
    default: return <Use id={ghost.kind} x={x} y={y + 4} />;
    }
}

/* A line of sight: dotted, to a dotted ring where the amulet will surface. */
export function Sight({ from, end }: { from: Space; end: Space }): JSX.Element {
    const [x, y] = point(from), [ex, ey] = point(end), length = Math.hypot(ex - x, ey - y) || 1;
    const c = (ex - x) / length, s = (ey - y) / length;
    const line = `M${at(x + 60 * c, y + 60 * s)}L${at(ex - 22 * c, ey - 22 * s)}`;
    return <g class="los">
        {length > 100 && <><path d={line} /><path class="d" d={line} /></>}
        <circle cx={round(ex)} cy={round(ey)} r="19" /><circle class="d" cx={round(ex)} cy={round(ey)} r="19" />
    </g>;
}

export function Above({ overlay }: { overlay: Overlay }): JSX.Element {
    const { path, reach, ring, tag, ghost, facings, sight } = overlay;
    const stops = new Set(path?.stops ?? []);
    return <>
        {path?.stops.map((space, index) => { const [x, y] = point(space);
            return <g key={space} class={`stop p${path.seat}`}><circle cx={round(x + 25)} cy={round(y - 19)} r="13" />
                <text x={round(x + 25)} y={round(y - 13)}>{index + 1}</text></g>; })}
        {reach && [...reach].filter(([space]) => !stops.has(space)).map(([space, legs]) => { const [x, y] = point(space);
            return <text key={space} class={`rn r${legs}`} x={round(x - 25)} y={round(y - 20)}>{legs}</text>; })}
        {sight && <Sight from={sight.from} end={sight.end} />}
        {ghost && <Ghost ghost={ghost} />}
        {[...(ring ? [ring] : []), ...(overlay.rings ?? [])].map((space) => <path key={space} d={hexPath(space, 0.94)} class="ring" />)}
        {facings && <Facings space={facings.at} ways={facings.ways} chosen={facings.chosen} />}
        {tag && <Tag space={tag.at} text={tag.text} />}
    </>;
}
