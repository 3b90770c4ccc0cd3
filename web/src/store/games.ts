/* Games kept in this browser: IndexedDB, or memory where there is none. Every call settles;
 * a store that is broken or full says so through 'trouble' and play goes on. */
import { signal } from '@preact/signals';
import type { Player } from '../table/source';

export interface StoredGame {
    id: string;
    players: Player[];
    record: string;
    rules: string;
    changed: number;
    over: boolean;
}

/* Why games are not being kept: null while all is well. */
export const trouble = signal<'none' | 'memory' | 'full'>('none');

const NAME = 'tobago', STORE = 'games';
const memory = new Map<string, StoredGame>();
let opening: Promise<IDBDatabase | null> | null = null;

function open(): Promise<IDBDatabase | null> {
    opening ??= new Promise((resolve) => {
        try {
            const request = indexedDB.open(NAME, 1);
            request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
            request.onsuccess = () => resolve(request.result);
            request.onerror = request.onblocked = () => resolve(null);
        } catch {
            resolve(null);
        }
    });
    return opening;
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
    const database = await open();
    if (!database) {
        trouble.value = 'memory';
        return undefined;
    }
    return new Promise((resolve) => {
        try {
            const transaction = database.transaction(STORE, mode), request = act(transaction.objectStore(STORE));
            transaction.oncomplete = () => resolve(request.result);
            transaction.onabort = transaction.onerror = () => {
                trouble.value = transaction.error?.name === 'QuotaExceededError' ? 'full' : 'memory';
                resolve(undefined);
            };
        } catch {
            trouble.value = 'memory';
            resolve(undefined);
        }
    });
}

export async function keep(game: StoredGame): Promise<void> {
    memory.set(game.id, game);
    await run('readwrite', (store) => store.put(game));
}

export async function drop(id: string): Promise<void> {
    memory.delete(id);
    await run('readwrite', (store) => store.delete(id));
}

/* All games, the one changed last first. */
export async function all(): Promise<StoredGame[]> {
    const stored = await run<StoredGame[]>('readonly', (store) => store.getAll());
    const found = new Map((stored ?? []).map((game) => [game.id, game]));
    for (const game of memory.values()) if (!stored || !found.has(game.id)) found.set(game.id, game);
    return [...found.values()].sort((a, b) => b.changed - a.changed);
}
