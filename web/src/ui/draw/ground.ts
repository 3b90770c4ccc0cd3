/* The ground of an island as markup: sea, coast, areas, streams, textures. It is made once
 * an island and again when lava changes it. Everything in it comes from names of hexes and
 * terrains of the module; no text of a person enters it. */
import type { Board, BoardHex, Space } from '../../engine/types';
import { at, boxOf, H, innerSides, neighbours, outline, point, round, sideMiddle } from './hex';
import type { Box } from './hex';
import { texture } from './textures';

export interface Ground { markup: string; box: Box; land: Set<Space>; terrain: Map<Space, string> }

interface Area { terrain: string; set: Set<Space> }

function areasOf(hexes: BoardHex[]): Area[] {
    const areas = new Map<Space, Area>();
    for (const { name, terrain, area_of, space } of hexes) {
        if (!space) continue;
        const area = areas.get(area_of) ?? { terrain, set: new Set() };
        area.set.add(name);
        areas.set(area_of, area);
    }
    return [...areas.values()];
}

/* The two sides (or more) through which a river runs: to other rivers, else to a lake or
 * to the sea, the one farthest round. */
function riverEnds(name: Space, terrain: Map<Space, string>): number[] {
    const around = neighbours(name);
    const ends = [0, 1, 2, 3, 4, 5].filter((side) => terrain.get(around[side]!) === 'river');
    const away = (side: number): number =>
        ends.length ? Math.min((side - ends[0]! + 6) % 6, (ends[0]! - side + 6) % 6) : 3;
    for (const want of ['lake', undefined, 'any']) {
        if (ends.length >= 2) break;
        const side = [0, 1, 2, 3, 4, 5]
            .filter((i) => !ends.includes(i) && (want === 'any' || terrain.get(around[i]!) === want))
            .sort((a, b) => away(b) - away(a))[0];
        if (side !== undefined) ends.push(side);
    }
    return ends;
}

function streams(hexes: BoardHex[], terrain: Map<Space, string>): string {
    let path = '';
    for (const { name, terrain: kind } of hexes) {
        if (kind !== 'river') continue;
        const [x, y] = point(name), ends = riverEnds(name, terrain);
        for (let k = 1; k < ends.length; k++) {
            const [ax, ay] = sideMiddle(name, ends[k - 1]!), [bx, by] = sideMiddle(name, ends[k]!);
            const length = Math.hypot(bx - ax, by - ay) || 1;
            const px = (-(by - ay) / length) * 19, py = ((bx - ax) / length) * 19;
            const c1 = at(ax + (x - ax) * 0.75 + px, ay + (y - ay) * 0.75 + py);
            const c2 = at(bx + (x - bx) * 0.75 - px, by + (y - by) * 0.75 - py);
            path += Math.abs(ends[k]! - ends[k - 1]!) === 3
                ? `M${at(ax, ay)}C${c1} ${c2} ${at(bx, by)}`
                : `M${at(ax, ay)}Q${at(x, y)} ${at(bx, by)}`;
        }
    }
    return path;
}

const water = (coast: string): string => {
    const line = (width: number, kind: string): string =>
        `<path d="${coast}" class="${kind}" stroke-width="${width}"/>`;
    return `<g fill="none" stroke-linejoin="round">${line(170, 'w1')}${line(126, 'w2')}${line(86, 'w3')}` +
        `${line(50, 'w4')}${line(24, 'foam')}</g>` +
        `<path d="${coast}" transform="translate(0 9)" class="landside" stroke-width="7"/>` +
        `<path d="${coast}" class="landedge" stroke-width="7"/>`;
};

const rivers = (hexes: BoardHex[], areas: Area[], terrain: Map<Space, string>, id: string): string => {
    const course = streams(hexes, terrain);
    const clip = areas.filter((area) => area.terrain === 'river').map((area) => outline(area.set)).join('');
    const run = (kind: string, move = ''): string => `<path d="${course}" class="${kind}"${move}/>`;
    return `<clipPath id="${id}"><path d="${clip}"/></clipPath><g clip-path="url(#${id})">` +
        run('bank') + run('stream') + run('stream1') + run('stream2', ' transform="translate(-7 -3)"') +
        run('stream2 b', ' transform="translate(8 4)"') + '</g>';
};

function compass(box: Box, land: Set<Space>): string {
    const { x, y, width, height } = box;
    const corners = [[x + 66, y + 74], [x + width - 66, y + 74], [x + 66, y + height - 70], [x + width - 66, y + height - 70]]
        .map(([cx, cy]) => {
            const free = Math.min(...[...land].map((name) => {
                const [px, py] = point(name);
                return Math.hypot(px - cx!, py - cy!);
            }));
            return { cx: cx!, cy: cy!, free };
        })
        .sort((a, b) => b.free - a.free);
    const { cx, cy } = corners[0]!, sea = corners[1]!;
    const ripples = [[0, 0], [-34, 22], [20, 34]].map(([dx, dy]) =>
        `<path class="ripple" d="M${at(sea.cx + dx! - 16, sea.cy + dy!)}q8-9 16 0t16 0"/>`).join('');
    return `<g class="compass" transform="translate(${at(cx, cy)})"><circle r="38"/><circle r="31"/>` +
        '<path d="M0-46 7-7 40 0 7 7 0 40-7 7-40 0-7-7z"/><path class="h" d="M0-46V0H40L7 7 0 40V0H-40L-7-7z"/>' +
        `<text y="-52">N</text></g>${ripples}`;
}

/* The volcano is one picture over its seven hexes; connected lava has an ember line. */
function fire(volcano: Set<Space>, lava: Set<Space>): string {
    let markup = '';
    for (const name of lava) {
        const [x, y] = point(name);
        markup += `<use href="#lava" x="${round(x - 50)}" y="${round(y - H)}" width="100" height="86.6"/>`;
    }
    if (!volcano.size) return markup;
    const middle = [...volcano].find((name) => neighbours(name).every((other) => volcano.has(other)))!;
    const [x, y] = point(middle);
    return `${markup}<path d="${outline(volcano)}" class="cone"/>` +
        `<use href="#volcano" x="${round(x - 124.8)}" y="${round(y - 124.8)}" width="249.6" height="249.6"/>` +
        `<path d="${outline(new Set([...volcano, ...lava]))}" class="ember"/>`;
}

let made = 0;

export function drawGround(board: Board, volcano: readonly Space[], lavas: readonly Space[], pad = 34): Ground {
    const { hexes } = board;
    const terrain = new Map<Space, string>(hexes.filter((hex) => hex.space).map((hex) => [hex.name, hex.terrain]));
    const land = new Set([...hexes.map((hex) => hex.name), ...volcano, ...lavas]);
    const areas = areasOf(hexes), box = boxOf(land, pad);
    const fills = areas.map((area) => `<path d="${outline(area.set)}" class="area ${area.terrain}"/>`).join('');
    const textures = areas.filter((area) => area.terrain !== 'river')
        .map((area) => texture(area.terrain, [...area.set].filter((name) => terrain.has(name)))).join('');
    const grid = areas.map((area) => innerSides(area.set)).join('');
    const markup = water(outline(land)) + fills + rivers(hexes, areas, terrain, `river${++made}`) +
        `<g class="tex">${textures}</g><path d="${grid}" class="grid"/>` +
        fire(new Set(volcano), new Set(lavas)) + compass(box, land);
    return { markup, box, land, terrain };
}

/* A small picture of an island: areas only, for lists and pickers. */
export function drawMini(board: Board): { markup: string; box: Box } {
    const land = new Set(board.hexes.map((hex) => hex.name)), coast = outline(land);
    const fills = areasOf(board.hexes)
        .map((area) => `<path d="${outline(area.set)}" class="area mini-${area.terrain} ${area.terrain}"/>`).join('');
    return {
        markup: `<path d="${coast}" transform="translate(0 12)" class="landside"/>` +
            `<path d="${coast}" class="landedge foamed"/>${fills}`,
        box: boxOf(land, 20),
    };
}
