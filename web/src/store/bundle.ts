/* All local games as one file, and back. The file is JSON; whatever comes in is checked
 * field by field, and its records are read by the module before anything is kept. */
import type { StoredGame } from './games';
import { LEVELS } from '../engine/protocol';
import type { Player } from '../table/source';

const MARK = 'tobago-games', MOST_GAMES = 5000;

export function bundle(games: readonly StoredGame[], now = new Date()): string {
    return `${JSON.stringify({ [MARK]: 1, written: now.toISOString(), games }, null, 1)}\n`;
}

export type BundleProblem = 'not-json' | 'not-games' | 'newer' | 'too-many';

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length > 0 && value.length <= most;

function isPlayer(value: unknown): value is Player {
    const player = value as Player | null;
    return typeof player === 'object' && player !== null && isText(player.name, 64) &&
        (player.kind === 'person' || (LEVELS as readonly string[]).includes(player.kind));
}

/* A game with nothing but the known fields, or null if one of them is wrong. */
function cleaned(value: unknown): StoredGame | null {
    const game = value as StoredGame | null;
    if (typeof game !== 'object' || game === null) return null;
    const { id, players, record, rules, changed, over } = game;
    if (!isText(id, 64) || !isText(record, 1 << 20) || !Array.isArray(players) || players.length < 2 || players.length > 4) return null;
    if (!players.every(isPlayer) || typeof changed !== 'number' || !Number.isFinite(changed)) return null;
    return {
        id, record, changed, rules: isText(rules, 64) ? rules : '', over: over === true,
        players: players.map(({ name, kind }) => ({ name, kind })),
    };
}

export function unbundle(text: string): { games: StoredGame[]; refused: number } | BundleProblem {
    let data: Record<string, unknown>;
    try {
        data = JSON.parse(text) as Record<string, unknown>;
    } catch {
        return 'not-json';
    }
    if (typeof data !== 'object' || data === null || typeof data[MARK] !== 'number' || !Array.isArray(data.games)) return 'not-games';
    if (data[MARK] > 1) return 'newer';
    if (data.games.length > MOST_GAMES) return 'too-many';
    const games = data.games.map(cleaned);
    return { games: games.filter((game): game is StoredGame => game !== null), refused: games.filter((game) => game === null).length };
}

export interface Merge { add: StoredGame[]; same: number }

/* What to take over: games that are not there yet, or that went on elsewhere. */
export function merge(mine: readonly StoredGame[], theirs: readonly StoredGame[]): Merge {
    const known = new Map(mine.map((game) => [game.id, game])), add: StoredGame[] = [];
    for (const game of theirs) {
        const here = known.get(game.id);
        if (here && (here.record === game.record || here.changed >= game.changed)) continue;
        known.set(game.id, game);
        add.push(game);
    }
    return { add, same: theirs.length - add.length };
}
