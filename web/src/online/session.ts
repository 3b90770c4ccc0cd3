/* This page and the server: whether there is one, who we are, the table we follow, and the
 * lists of the lobby. */
import { batch, computed, effect, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import { another } from '../engine/load';
import { OnlineTable } from './table';
import type { About, Failure, Frame, Guest } from './types';
import { Wire } from './wire';

const at = (path: string): URL => new URL(path, document.baseURI);

let wire: Wire | null = null;

export const table: Signal<OnlineTable | null> = signal(null);
/* Tables that can be joined or watched, and one's own, by id. */
export const lobby: Signal<ReadonlyMap<string, About>> = signal(new Map());
export const mine: Signal<ReadonlyMap<string, About>> = signal(new Map());
/* What whoever runs the server has to say to all, and whether no game may begin now. */
export const motd: Signal<string> = signal('');
export const draining: Signal<boolean> = signal(false);
/* The id of the server's rules. */
export const rules: Signal<string> = signal('');
const connected: Signal<Wire | null> = signal(null);
export const connection: ReadonlySignal<'off' | 'connecting' | 'open' | 'lost'> = computed(() => connected.value?.state.value ?? 'off');
export const guest: ReadonlySignal<Guest | null> = computed(() => connected.value?.guest.value ?? null);
let browsing = false;

/* ---- HTTP ---- */

async function post<T>(path: string, body: unknown): Promise<T> {
    let answer: Response;
    try {
        answer = await fetch(at(path), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    } catch {
        throw { code: 'lost', name: 'lost', reason: '' } satisfies Failure;
    }
    const said = await answer.json().catch(() => ({})) as { error?: Failure };
    if (!answer.ok) throw said.error ?? { code: 'bad', name: null, reason: '' } satisfies Failure;
    return said as T;
}

/* Asks the person for the password of this server, for the first time or since it was wrong; null
 * if she does not say it. */
export const door: { ask: (wrong: boolean) => Promise<string | null> } = { ask: () => Promise.resolve(null) };

/* A request that may make a guest: a server may want its password for that. */
async function postAtDoor<T>(path: string, body: Record<string, unknown>): Promise<T> {
    try {
        return await post<T>(path, body);
    } catch (why) {
        const { name } = why as Failure, password = name === 'password_wanted' || name === 'wrong_password' ? await door.ask(name === 'wrong_password') : null;
        if (password === null) throw why;
        return postAtDoor(path, { ...body, password });
    }
}

export interface Entered { kind: 'join' | 'seat' | 'guest'; table?: string; seat?: number; guest?: string; name?: string; about?: About }

/* Opens a link: 'join=ID.SECRET', 'seat=...' or 'guest=...'. A new cookie takes effect with
 * the next connection. */
export async function enter(link: string): Promise<Entered> {
    const entered = await postAtDoor<Entered>('api/enter', { link });
    if (entered.kind !== 'join') wire?.again();
    return entered;
}

/* Is named so from now on; makes a guest where there was none. */
export async function beNamed(name: string): Promise<void> {
    const before = guest.value;
    if (before?.name === name) return;
    await postAtDoor('api/guest', { name });
    connect();
    wire!.again();
    await open();
}

/* ---- The connection ---- */

function put(lists: Signal<ReadonlyMap<string, About>>, about: About): void {
    const next = new Map(lists.value);
    next.set(about.id, about);
    lists.value = next;
}

function hear(frame: Frame): void {
    table.value?.hear(frame);
    if (frame.is === 'hello') batch(() => { motd.value = String(frame.motd ?? ''); draining.value = frame.drain === true; rules.value = String(frame.rules ?? ''); });
    if (frame.is === 'motd') motd.value = String(frame.text ?? '');
    if (frame.is === 'drain') draining.value = frame.on === true;
    if (frame.is === 'lobby' && frame.table) put(lobby, frame.table as About);
    if (frame.is === 'lobby' && frame.gone) lobby.value = new Map([...lobby.value].filter(([id]) => id !== frame.gone));
    if (frame.is === 'mine' && frame.table) put(mine, frame.table as About);
    if (frame.is === 'mine' && frame.gone) mine.value = new Map([...mine.value].filter(([id]) => id !== frame.gone));
}

const byId = (tables: unknown): Map<string, About> => new Map((tables as About[]).map((each) => [each.id, each]));

/* One's own tables are followed wherever the page stands, the lobby where it is shown. */
async function list(): Promise<void> {
    if (!wire) return;
    try {
        const own = wire.guest.value ? (await wire.ask('mine', { follow: true })).tables : [];
        const tables = browsing ? (await wire.ask('lobby', { follow: true })).tables : [];
        batch(() => { mine.value = byId(own); if (browsing) lobby.value = byId(tables); });
    } catch { /* asked again when the connection is back */ }
}

/* Asks the server something that is about no table. */
export function ask(act: string, fields: Record<string, unknown> = {}): Promise<Frame> {
    return connect().ask(act, fields);
}

export function connect(): Wire {
    if (wire) return wire;
    const url = at('ws');
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    wire = new Wire(url.href);
    wire.heard = hear;
    wire.opened = () => { void table.value?.follow(); void list(); };
    connected.value = wire;
    return wire;
}

/* Tries to reach the server at once, instead of after a while. */
export const tryNow = (): void => wire?.again();

/* Waits until the server is reached. */
export function open(): Promise<Wire> {
    const here = connect();
    return new Promise((done) => {
        let stop: () => void = () => {};
        let over = false;
        stop = effect(() => { if (!over && here.state.value === 'open') { over = true; done(here); queueMicrotask(() => stop()); } });
    });
}

/* ---- The lobby ---- */

export function browse(on: boolean): void {
    browsing = on;
    connect();
    if (on) void list();
    else wire?.ask('lobby', { follow: false }).catch(() => {});
}

/* One's own tables that are over, the newest first, 50 at a time. */
export async function finished(before?: number): Promise<About[]> {
    return (await (await open()).ask('finished', { of: 'me', ...(before ? { before } : {}) })).tables as About[];
}

/* ---- Tables ---- */

export interface Wanted { seats: string[]; island: string; options: string[]; clock: Record<string, unknown>; open: boolean; watchable: boolean }

/* Makes a table and returns its id. */
export async function create(wanted: Wanted): Promise<string> {
    return (await (await open()).ask('create', { ...wanted })).table as string;
}

export async function join(id: string, key: string, seat: number | null): Promise<void> {
    await (await open()).ask('join', { table: id, ...(key ? { key } : {}), ...(seat ? { seat } : {}) });
}

/* Follows a table; the one before is left. */
export function follow(id: string, key = ''): OnlineTable {
    leaveTable();
    const followed = new OnlineTable(id, connect(), another, key);
    table.value = followed;
    if (wire!.state.value === 'open') void followed.follow();
    return followed;
}

export function leaveTable(): void {
    table.value?.leave();
    table.value = null;
}
