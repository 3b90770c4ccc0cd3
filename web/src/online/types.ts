/* What a server says, key by key as docs/protocol.md describes it. */
import type { Level } from '../engine/protocol';

export interface Guest { id: string; name: string }

export interface TableSeat {
    who: 'person' | 'open' | 'program' | Level | 'random' | 'greedy';
    name?: string;
    here?: boolean;
    ready?: boolean;
    stood_in?: boolean;
    resigned?: boolean;
    offered?: boolean;
    /* Days on which this clock stands, like '2026-12-24'. */
    away?: string[];
}

export interface ClockSetting {
    kind: 'none' | 'live' | 'days';
    minutes?: number;
    increment_s?: number;
    days?: number;
    offer_h?: number;
    away_days?: number;
    weekends?: boolean;
    stand_in?: string;
}

/* A table as everyone may see it. */
export interface About {
    id: string;
    state: 'waiting' | 'playing' | 'over' | 'closed';
    open: boolean;
    watchable: boolean;
    host: number | null;
    seats: TableSeat[];
    island: string;
    options: string[];
    clock: ClockSetting;
    to_move: number | null;
    round: number;
    at: number;
    n: number;
    next?: string;
    /* False for a game that began under rules which this server no longer has. */
    playable?: boolean;
    /* Among one's own tables. */
    seat?: number | null;
    my_turn?: boolean;
}

export interface Clock { left: (number | null)[] | null; running: number | null; paused: boolean }

export interface Proposal {
    id: number;
    kind: 'undo' | 'pause' | 'time' | 'seat';
    seat: number;
    lines?: number;
    target?: number;
    seconds?: number;
    answers: (boolean | null)[];
}

export interface Message { n: number; at: number; seat: number | null; name: string; guest: string; text: string }

export interface Standing { claim_from: number; claim_all: boolean; pass_below: boolean; pass_if_curse: boolean }

/* Why the server says no. */
export interface Failure {
    code: 'refused' | 'stale' | 'forbidden' | 'not_found' | 'bad' | 'full' | 'limit' | 'unavailable' | 'lost';
    name: string | null;
    reason: string;
    clause?: string;
    word?: number;
    token?: string;
    retry_ms?: number;
    n?: number;
}

/* What only this seat sees of its table. */
export interface Own { standing?: Standing; notes?: string; muted?: string[] }

export interface Snapshot extends Own {
    table: About;
    n: number;
    seat: number | null;
    record: string;
    commitment: string;
    to_move: number | null;
    clock: Clock;
    proposal: Proposal | null;
    legal?: string[] | null;
    chat?: Message[];
    result?: { why: string; coins: number[]; places: number[] };
}

export interface TableEvent {
    table: string;
    n: number;
    at: number;
    kind: 'seats' | 'start' | 'lines' | 'undo' | 'patch' | 'clock' | 'consent' | 'end';
    what?: string;
    seat?: number | null;
    by?: 'person' | 'bot' | 'standing' | 'stand_in';
    lines?: string[] | number;
    record?: string;
    about?: Omit<About, 'id'>;
    proposal?: Proposal;
    why?: string;
    days?: string[];
    to_move?: number | null;
    clock?: Clock;
    legal?: string[];
}

/* What the answer to a page that was away says beside the events that it missed. */
export interface Resumed extends Own { n: number; about?: Omit<About, 'id'>; clock?: Clock; proposal?: Proposal | null; chat?: Message[] }

/* Any frame: 'is' names what the server says by itself, 're' the request it answers. */
export type Frame = { is?: string; re?: number; ok?: boolean; error?: Failure } & Record<string, unknown>;
