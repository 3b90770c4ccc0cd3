/* What page and worker say to each other. Seeds are decimal texts: they have 64 bits. */
import type { Opinions, Verdict } from './types';

interface Asked { id: number; record: string; level: number; seed: string; iterations: number }

export type Request =
    | { kind: 'module'; module: WebAssembly.Module }
    | { kind: 'stop'; stop: number }
    | { kind: 'rest'; ms: number }
    | (Asked & { kind: 'choose' })
    | (Asked & { kind: 'hint' })
    | (Asked & { kind: 'analyse'; lines: number[] });

export type Reply =
    | { id: number; kind: 'line'; line: string; opinions: Opinions | null }
    | { id: number; kind: 'opinions'; opinions: Opinions }
    | { id: number; kind: 'verdict'; line: number; verdict: Verdict | null }
    | { id: number; kind: 'done' }
    | { id: number; kind: 'failed' };

/* The levels of bots by the names of the program, in the module's order. */
export const LEVELS = ['random', 'greedy', 'easy', 'medium', 'hard', 'expert'] as const;
export type Level = (typeof LEVELS)[number];
