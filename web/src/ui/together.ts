/* Playing with others: from a link or the lobby to a seat at a table on the server. */
import { effect, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { ask, beNamed, browse, connect, create, door, enter, follow, guest, join, leaveTable, mine, motd, open, rules, table } from '../online/session';
import type { Wanted } from '../online/session';
import type { OnlineTable } from '../online/table';
import type { About, Failure } from '../online/types';
import { t } from '../text/gettext';
import { does } from './acts';
import { tell } from './notice';
import { askPassword } from './password';
import { leave } from './play';
import { engine, game, leaving, menuOpen, pace, screen, set, settings, tablesWaiting } from './state';
import { watchTurns } from './turn';
import { forget, goOnWith } from './underway';

/* An invitation that is being looked at: its table and its key. */
export interface Invitation { about: About; key: string }

export const invitation: Signal<Invitation | null> = signal(null);
/* The seat that is picked there; 0: the first that is free. */
export const wantedSeat: Signal<number> = signal(0);
export const busy: Signal<boolean> = signal(false);

const address = (hash: string): void => history.replaceState(null, '', location.pathname + location.search + hash);

export function failureWords(why: Failure): string {
    switch (why.code) {
    case 'forbidden': return why.name === 'password_wanted' || why.name === 'wrong_password' ? t('This server wants a password of those who come for the first time.') : why.reason || t('The server said no.');
    case 'lost': return t('The server cannot be reached, and may not have got that. Try again in a moment.');
    case 'limit': return t('That is too often. Wait a little and try again.');
    case 'unavailable': return t('The server cannot write to its disk now. Nothing was lost; try again.');
    case 'not_found': return t('There is no such table, or it is not open to you.');
    case 'full': return t('There is no free seat left.');
    default: return why.reason || t('The server said no.');
    }
}

export const complain = (why: unknown): void => tell({ text: failureWords(why as Failure) });

/* Does something that the server may refuse. */
export async function attempt(what: () => Promise<void>): Promise<void> {
    if (busy.value) return;
    busy.value = true;
    try {
        await what();
    } catch (why) {
        if (why instanceof Error) throw why;
        complain(why);
    } finally {
        busy.value = false;
    }
}

door.ask = askPassword;
watchTurns();
effect(() => { tablesWaiting.value = [...mine.value.values()].filter((about) => about.state === 'waiting' || about.state === 'playing').length; });
effect(() => { if (guest.value && !settings.peek().name) set({ name: guest.value.name }); });

/* The lobby shows what the server has to say to all; elsewhere it is said once. */
effect(() => { if (motd.value && screen.peek() !== 'lobby') tell({ text: motd.value, lasting: true }); });

/* ---- Versions ---- */

const RELOADED = 'tobago.reloaded';

/* A page of other rules than the server's may not be able to read its games. Loading it again
 * helps where the server has a newer one; where it did not help it is not offered again. */
effect(() => {
    const theirs = rules.value, ours = engine.value?.rules;
    if (!theirs || !ours || theirs === ours) return;
    let tried = false;
    try {
        tried = sessionStorage.getItem(RELOADED) === theirs;
    } catch { /* then it is offered each time */ }
    void navigator.serviceWorker?.getRegistration().then((registration) => registration?.update()).catch(() => {});
    tell(tried ? { lasting: true, text: t('This page and the server are still of different versions. Games of the server may not open here.') }
        : { lasting: true, text: t('This page and the server are of different versions. Reloading the page helps.'), act: { label: t('Reload'), do: 'reload-page' } });
});
does('reload-page', () => {
    try {
        sessionStorage.setItem(RELOADED, rules.value);
    } catch { /* then it is offered again */ }
    location.reload();
});

/* ---- The lobby ---- */

export function showLobby(): void {
    leave();
    browse(true);
    screen.value = 'lobby';
}

/* Reaches the server for whatever concerns this guest, and shows nothing. */
export const listenIn = (): void => { void connect(); };

/* ---- A table ---- */

leaving.add(() => {
    if (!table.value) return;
    leaveTable();
    if (/^#table=/.test(location.hash)) address('');
});

/* Sits down in front of a table: it waits, or its game goes on. */
export function openTable(id: string, key = ''): OnlineTable {
    leave();
    browse(false);
    const followed = follow(id, key);
    followed.failed = complain;
    followed.began = (source) => {
        void import('../table/game').then(({ Game }) => {
            if (table.value !== followed) return;
            game.value?.close();
            game.value = goOnWith(id, source, () => new Game(source, pace));
            screen.value = 'table';
        });
    };
    /* The screen before the game says why it is not shown. */
    followed.unreadable.subscribe((why) => {
        if (!why || table.value !== followed || screen.peek() === 'waiting') return;
        game.value?.close();
        game.value = null;
        screen.value = 'waiting';
    });
    followed.gone = () => {
        if (table.value !== followed) return;
        forget();
        showLobby();
        tell({ text: t('You can no longer see this table from here.') });
    };
    address(`#table=${id}`);
    screen.value = 'waiting';
    return followed;
}

export async function makeTable(wanted: Wanted, name: string): Promise<void> {
    await attempt(async () => {
        await beNamed(name);
        set({ name });
        openTable(await create(wanted));
    });
}

/* Takes a seat by the invitation, or an open one of the lobby. */
export async function sitDown(about: About, key: string, name: string, seat: number): Promise<void> {
    await attempt(async () => {
        await beNamed(name);
        set({ name });
        await join(about.id, key, seat || null);
        invitation.value = null;
        openTable(about.id, key);
    });
}

export async function rematch(): Promise<void> {
    const now = table.value;
    if (!now) return;
    const next = now.about.value?.next;
    await attempt(async () => { openTable(next ?? (await now.ask('rematch')).table as string); });
}

/* ---- Links ---- */

/* Opens what stands behind the # of an address. The secret leaves the address at once. */
export async function openTogether(link: string): Promise<void> {
    const [kind, rest = ''] = link.split('=', 2) as [string, string?];
    if (kind === 'table') {
        if (table.value?.id !== rest) openTable(rest);
        return;
    }
    leave();
    address('');
    try {
        const entered = await enter(link);
        if (entered.kind === 'join') {
            invitation.value = { about: { ...entered.about!, id: entered.table! }, key: rest.split('.')[1] ?? '' };
            await open();
            const seated = guest.value && (await open()).ask('mine').then(({ tables }) => (tables as About[]).some((each) => each.id === entered.table), () => false);
            if (await seated) openTable(entered.table!);
            else screen.value = 'join';
        } else if (entered.kind === 'seat') openTable(entered.table!);
        else showLobby();
    } catch (why) {
        if (why instanceof Error) throw why;
        screen.value = 'start';
        tell({ text: (why as Failure).code === 'lost' ? failureWords(why as Failure) : t('This link no longer works. Ask for a new one.') });
    }
}

/* The address of a link of this server. */
export const linkAddress = (link: string): string => new URL(`./#${link}`, document.baseURI).href;

/* The name under which this person plays. */
export const ownName = (): string => guest.value?.name ?? settings.value.name ?? '';

/* ---- Acts ---- */

const seatOf = (element: Element): number => Number((element as HTMLElement).dataset.seat);
const idOf = (element: Element): string => (element as HTMLElement).dataset.table ?? '';

does('open-table', (element) => { openTable(idOf(element)); });
does('look-table', (element) => {
    const known = (element as HTMLElement).dataset.about;
    if (!known) return;
    invitation.value = { about: JSON.parse(known) as About, key: '' };
    wantedSeat.value = 0;
    screen.value = 'join';
});
does('watch-table', (element) => {
    const key = invitation.value?.about.id === idOf(element) ? invitation.value.key : '';
    openTable(idOf(element), key);
});
does('new-table', () => { if (engine.value) screen.value = 'newtable'; });
does('want-seat', (element) => { wantedSeat.value = Number((element as HTMLElement).dataset.seat); });
does('start-table', () => { void table.value?.act('start'); });
does('leave-table', () => {
    const now = table.value;
    if (now?.seat.value !== null) void now?.act('leave');
    showLobby();
});
does('kick', (element) => { void table.value?.act('kick', { seat: seatOf(element) }); });
/* A seat goes up by one, and the one above it down. */
does('seat-up', (element) => {
    const seat = seatOf(element), order = table.value?.about.value?.seats.map((_, index) => index + 1);
    if (!order || seat < 2) return;
    [order[seat - 2], order[seat - 1]] = [seat, seat - 1];
    void table.value?.act('order', { seats: order });
});
does('fill', (element) => {
    const { seat, level } = (element as HTMLElement).dataset;
    void table.value?.act('fill', { seat: Number(seat), level: level ?? settings.value.level });
});
does('consent', (element) => {
    const proposal = table.value?.proposal.value;
    if (proposal) void table.value?.act('consent', { proposal: proposal.id, yes: (element as HTMLElement).dataset.value === 'yes' });
});
does('pause', () => { const now = table.value; menuOpen.value = false; void now?.act('propose', { kind: 'pause', after: now.n }); });
does('unpause', () => { void table.value?.act('resume'); });
does('more-time', (element) => {
    const now = table.value;
    menuOpen.value = false;
    void now?.act('propose', { kind: 'time', after: now.n, seat: Number((element as HTMLElement).dataset.seat), seconds: Number((element as HTMLElement).dataset.seconds) || 300 });
});
does('offer-seat', (element) => {
    const now = table.value;
    menuOpen.value = false;
    void now?.act('propose', { kind: 'seat', after: now.n, seat: Number((element as HTMLElement).dataset.seat) });
});
does('take-seat', (element) => {
    const now = table.value, about = now?.about.value;
    if (!now || !about) return;
    invitation.value = { about, key: now.key };
    wantedSeat.value = Number((element as HTMLElement).dataset.seat);
    leave();
    screen.value = 'join';
});
/* The link that carries this seat to another device, and the end of those given out before. */
does('seat-link', () => {
    menuOpen.value = false;
    table.value?.ask('links').then(({ seat }) => {
        if (typeof seat === 'string') tell({ text: t('This link carries your seat to another device. Keep it to yourself.'), link: linkAddress(seat) });
    }, complain);
});
does('revoke-seat', () => {
    menuOpen.value = false;
    table.value?.ask('revoke', { what: 'seat' }).then(() => tell({ text: t('Your seat is on this device alone. Links to it that you gave out no longer work.') }), complain);
});
does('claim-win', () => { void table.value?.act('claim_win'); });
/* The link that carries this person with all her tables to another device. */
does('guest-link', () => {
    ask('guest_link').then(({ link }) => tell({ text: t('This link carries you and all your tables to another device. Keep it to yourself.'), link: linkAddress(link as string) }), complain);
});
/* The record of a game that this page cannot show. */
does('record-file', () => {
    void table.value?.fullRecord().then(async (record) => {
        const { download, fileName } = await import('./files');
        if (record) download(record, fileName('tobago', 'tobago'));
    }, () => complain({ code: 'lost', name: 'lost', reason: '' } satisfies Failure));
});
