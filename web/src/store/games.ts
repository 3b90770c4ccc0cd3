/* Games kept in this browser. What the database cannot take stays in memory for this visit,
 * so that play goes on. */
import type { Player } from '../table/source';
import { run } from './db';

export { persist, trouble } from './db';

export interface StoredGame {
    id: string;
    players: Player[];
    record: string;
    rules: string;
    changed: number;
    over: boolean;
}

const memory = new Map<string, StoredGame>();

/* True if the game was really written. */
export async function keep(game: StoredGame): Promise<boolean> {
    memory.set(game.id, game);
    const done = await run('games', 'readwrite', (store) => store.put(game));
    if (done) memory.delete(game.id);
    return !!done;
}

export async function drop(id: string): Promise<void> {
    memory.delete(id);
    await run('games', 'readwrite', (store) => store.delete(id));
}

/* All games, the one changed last first. */
export async function all(): Promise<StoredGame[]> {
    const stored = await run<StoredGame[]>('games', 'readonly', (store) => store.getAll() as IDBRequest<StoredGame[]>);
    const found = new Map((stored?.value ?? []).map((game) => [game.id, game]));
    for (const game of memory.values()) found.set(game.id, game);
    return [...found.values()].sort((a, b) => b.changed - a.changed);
}
