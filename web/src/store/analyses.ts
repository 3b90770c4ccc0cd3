/* Analyses that are kept, so that a game is judged once. The newest stay. */
import type { Verdict } from '../engine/types';
import { run } from './db';

export interface KeptAnalysis { key: string; changed: number; verdicts: Verdict[] }

const MOST = 60;
const memory = new Map<string, KeptAnalysis>();

/* One game at one line under one set of rules. */
export const analysisKey = (rules: string, hash: string, lines: number): string => `1 ${rules} ${hash} ${lines}`;

export async function keptAnalysis(key: string): Promise<Verdict[] | null> {
    const found = memory.get(key) ?? (await run<KeptAnalysis | undefined>('analyses', 'readonly', (store) => store.get(key) as IDBRequest<KeptAnalysis | undefined>))?.value;
    return Array.isArray(found?.verdicts) ? found.verdicts : null;
}

export async function keepAnalysis(key: string, verdicts: Verdict[], changed = Date.now()): Promise<void> {
    const analysis = { key, changed, verdicts };
    memory.set(key, analysis);
    await run('analyses', 'readwrite', (store) => store.put(analysis));
    const all = (await run<KeptAnalysis[]>('analyses', 'readonly', (store) => store.getAll() as IDBRequest<KeptAnalysis[]>))?.value ?? [];
    for (const old of all.sort((a, b) => b.changed - a.changed).slice(MOST)) await run('analyses', 'readwrite', (store) => store.delete(old.key));
}
