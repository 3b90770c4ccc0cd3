/* The page's database: IndexedDB where it works. Every call settles: a database that is
 * missing, broken or full answers undefined and says why through 'trouble'. */
import { signal } from '@preact/signals';

/* Why games are not being kept: 'none' while all is well. */
export const trouble = signal<'none' | 'memory' | 'full'>('none');

export type StoreName = 'games' | 'analyses';

const NAME = 'tobago', VERSION = 2, STORES: Record<StoreName, string> = { games: 'id', analyses: 'key' };
const PATIENCE = 8000;
let opening: Promise<IDBDatabase | null> | null = null;

function open(): Promise<IDBDatabase | null> {
    opening ??= new Promise((resolve) => {
        const timer = setTimeout(() => resolve(null), PATIENCE);
        const settle = (database: IDBDatabase | null): void => { clearTimeout(timer); resolve(database); };
        try {
            const request = indexedDB.open(NAME, VERSION);
            request.onupgradeneeded = () => {
                for (const [name, keyPath] of Object.entries(STORES))
                    if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name, { keyPath });
            };
            request.onsuccess = () => {
                const database = request.result;
                /* A newer version of the page in another tab may change the database. */
                database.onversionchange = () => { database.close(); opening = null; };
                settle(database);
                opening = Promise.resolve(database); /* one that came late is used from now on */
            };
            request.onerror = () => settle(null);
        } catch {
            settle(null);
        }
    });
    return opening;
}

const reason = (error: unknown): 'memory' | 'full' =>
    (error as DOMException | null)?.name === 'QuotaExceededError' ? 'full' : 'memory';

/* Runs one request in a transaction of its own; undefined if it failed. */
export async function run<T>(name: StoreName, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<{ value: T } | undefined> {
    const database = await open();
    const fail = (why: 'memory' | 'full'): undefined => { trouble.value = why; return undefined; };
    if (!database) return fail('memory');
    return new Promise((resolve) => {
        try {
            const transaction = database.transaction(name, mode), request = act(transaction.objectStore(name));
            transaction.oncomplete = () => {
                if (mode === 'readwrite' && name === 'games') trouble.value = 'none';
                resolve({ value: request.result });
            };
            transaction.onabort = () => resolve(fail(reason(transaction.error ?? request.error)));
        } catch (error) {
            resolve(fail(reason(error)));
        }
    });
}

/* Asks the browser not to clear this page's store when room gets short; true if it agreed. */
export async function persist(ask: boolean): Promise<boolean | null> {
    try {
        if (!navigator.storage?.persist) return null;
        return (await navigator.storage.persisted()) || (ask && await navigator.storage.persist());
    } catch {
        return null;
    }
}
