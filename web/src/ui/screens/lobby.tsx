/* The lobby: one's own tables on the server, free seats, games to watch. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { connection, draining, finished, guest, lobby, mine, motd, open } from '../../online/session';
import { tableName } from '../../online/names';
import type { About, ClockSetting } from '../../online/types';
import { N_, list, t, tn } from '../../text/gettext';
import { word } from '../../text/words';
import { does } from '../acts';
import { AtvIcon, Icon } from '../draw/art';
import { Mini } from '../mini';
import { engine, tablesOver } from '../state';
import { ago } from '../summary';
import { openTogether } from '../together';
import { tell } from '../notice';
import { IconButton, TopBar } from '../top';

const typed = signal('');

/* A link in full, or what stands behind its #. */
function openTyped(): void {
    const found = /(?:^|#)((?:join|seat|guest)=[\w.-]+)\s*$/.exec(typed.value.trim());
    if (found) void openTogether(found[1]!);
    else tell({ text: t('That is no link to a table.') });
}
does('open-typed', openTyped);

export function clockWords(clock: ClockSetting): string {
    if (clock.kind === 'live') return tn('{n} minute each', '{n} minutes each', clock.minutes ?? 0);
    if (clock.kind === 'days') return tn('{n} day a turn', '{n} days a turn', clock.days ?? 0);
    return t('no clock');
}

export const seatName = (about: About, seat: number): string => {
    const { who, name } = about.seats[seat - 1] ?? { who: 'open' };
    return name ?? (who === 'open' ? t('Free seat') : t('{level} bot', { level: word(who) }));
};

/* The settings of a table in a few words. */
export function termsOf(about: About): string {
    const options = about.options.map((option) => word(option).toLowerCase());
    return [clockWords(about.clock), ...options].join(' · ');
}

function stateOf(about: About): string {
    if (about.state === 'waiting') {
        const free = about.seats.filter((seat) => seat.who === 'open').length;
        return free ? tn('waits for {n} more', 'waits for {n} more', free) : t('ready to start');
    }
    if (about.state !== 'playing') return `${t('over')} · ${list(about.seats.map((_, index) => seatName(about, index + 1)))}`;
    const who = about.my_turn ? t('Your turn') : about.to_move ? t('{name} decides', { name: seatName(about, about.to_move) }) : t('Cards are drawn');
    return about.round ? `${who} · ${t('round {n}', { n: about.round })}` : who;
}

const isBot = (who: string): boolean => who !== 'person' && who !== 'open';

function TableCard({ about, children }: { about: About; children: JSX.Element }): JSX.Element {
    return <li class={`gc${about.my_turn ? ` turn p${about.seat}` : ''}`} data-table={about.id}>
        {about.island === 'random' ? <span class="mini lot"><Icon id="i-again" /></span> : <Mini island={about.island} ready={engine.value !== null} />}
        <div><h3>{tableName(about.id)}</h3><p>{stateOf(about)}<br /><span class="terms">{termsOf(about)}</span></p>
            <div class="sr" role="img" aria-label={list(about.seats.map((_, index) => seatName(about, index + 1)))}>{about.seats.map((seat, index) => <i key={index} title={seatName(about, index + 1)}
                class={`p${index + 1}${about.to_move === index + 1 ? ' on' : ''}${isBot(seat.who) ? ' bot' : ''}${seat.who === 'open' ? ' free' : ''}`}>{seat.who === 'open' ? <Icon id="i-plus" /> : <AtvIcon seat={index + 1} />}</i>)}</div></div>
        <div class="rt"><span class="tag">{about.clock.kind === 'days' ? t('by the day') : t('live')}</span><span class="ck">{ago(about.at)}</span>{children}</div></li>;
}

function Section({ title, tables, button }: { title: string; tables: About[]; button: (about: About) => JSX.Element }): JSX.Element | null {
    return tables.length ? <section aria-label={title}><h2>{title}</h2><ul>{tables.map((about) => <TableCard key={about.id} about={about}>{button(about)}</TableCard>)}</ul></section> : null;
}

const play = (about: About): JSX.Element => <button type="button" class={`btn${about.my_turn ? ' main' : ''}`} data-do="open-table" data-table={about.id}>{about.state === 'waiting' ? t('Open') : about.my_turn ? t('Play') : t('Look')}</button>;
const sit = (about: About): JSX.Element => <button type="button" class="btn main" data-do="look-table" data-table={about.id} data-about={JSON.stringify(about)}>{t('Sit down')}</button>;
const watch = (about: About): JSX.Element => <button type="button" class="btn" data-do="watch-table" data-table={about.id}><Icon id="i-eye" /><span>{t('Watch')}</span></button>;

/* One's own tables, those that wait for this person first. */
const ownTables = (): About[] => [...mine.value.values()].filter((about) => about.state === 'waiting' || about.state === 'playing')
    .sort((a, b) => Number(b.my_turn ?? false) - Number(a.my_turn ?? false) || b.at - a.at);

export const OwnTables = (): JSX.Element => <>{ownTables().map((about) => <TableCard key={about.id} about={about}>{play(about)}</TableCard>)}</>;

/* ---- Those that are over ---- */

const past = signal<readonly About[]>([]);
const isMore = signal(false);
/* The server lists so many at a time. */
const PAGE = 50;

export async function loadPast(before?: number): Promise<void> {
    try {
        if (!(await open()).guest.value) return;
        const tables = await finished(before);
        past.value = before ? [...past.value, ...tables] : tables;
        isMore.value = tables.length >= PAGE;
        tablesOver.value = past.value.length;
    } catch { /* then the list is shorter */ }
}
does('more-finished', () => { void loadPast(past.value.at(-1)?.at); });
does('replay-table', (element) => {
    const { table: id } = (element as HTMLElement).dataset;
    void fetch(new URL(`api/table/${id}/record`, document.baseURI)).then(async (answer) => {
        if (!answer.ok) throw new Error('gone');
        const record = await answer.text(), { openReplay } = await import('../replay/state');
        await openReplay(record);
    }).catch(() => tell({ text: t('The server cannot be reached, and may not have got that. Try again in a moment.') }));
});

const ended = (about: About): JSX.Element => <><button type="button" class="btn" data-do="open-table" data-table={about.id}>{t('The result')}</button>
    <div class="small"><button type="button" class="lnk" data-do="replay-table" data-table={about.id}>{t('Replay')}</button></div></>;

/* Among one's own games: their result leads to the proof and the rematch. */
export function FinishedTables(): JSX.Element {
    return <>{past.value.map((about) => <TableCard key={about.id} about={about}>{ended(about)}</TableCard>)}
        {isMore.value && <li><button type="button" class="btn" data-do="more-finished">{t('Show more')}</button></li>}</>;
}

/* ---- Which of many are shown ---- */

type Kind = 'all' | 'live' | 'days' | 'watch';
const kind = signal<Kind>('all');
does('lobby-show', (element) => { kind.value = (element as HTMLElement).dataset.value as Kind; });

const KINDS: readonly [Kind, string, (about: About) => boolean][] = [
    ['all', N_('All'), () => true], ['live', N_('Live'), (about) => about.clock.kind !== 'days'], ['days', N_('By the day'), (about) => about.clock.kind === 'days'],
    ['watch', N_('To watch'), (about) => about.state === 'playing' && !mine.value.has(about.id)],
];
/* A handful of tables needs no choice. */
const MANY = 4;

const Kinds = ({ tables }: { tables: About[] }): JSX.Element | null => tables.length < MANY ? null
    : <div class="kinds" role="group" aria-label={t('Which tables')}>{KINDS.map(([name, text, fits]) => <button key={name} type="button" class={name === kind.value ? 'on' : ''} data-do="lobby-show" data-value={name} aria-pressed={name === kind.value}>{t(text)} <small>{tables.filter(fits).length}</small></button>)}</div>;

export function LobbyScreen(): JSX.Element {
    const all = [...lobby.value.values()].filter((about) => !mine.value.has(about.id)).sort((a, b) => b.at - a.at), every = [...ownTables(), ...all];
    const fits = every.length < MANY ? () => true : KINDS.find(([name]) => name === kind.value)![2], own = ownTables().filter(fits), others = all.filter(fits);
    const turns = own.filter((about) => about.my_turn), rest = own.filter((about) => !about.my_turn);
    const free = others.filter((about) => about.state === 'waiting' ? about.seats.some((seat) => seat.who === 'open') : about.state === 'playing' && about.seats.some((seat) => seat.offered));
    const seen = others.filter((about) => about.state === 'playing' && !free.includes(about));
    const none = !own.length && !free.length && !seen.length;
    return <div class="room lobby together"><TopBar middle=""><IconButton icon="i-menu" label={t('Menu')} act="menu" /><IconButton icon="i-close" label={t('To the start')} act="home" /></TopBar>
        <main><header class="hd"><div><h1>{t('Tables')}</h1><p class="kick" role="status">{connection.value === 'lost' ? t('The connection is lost. Trying again…')
            : connection.value !== 'open' ? t('Reaching the server…') : turns.length ? tn('{n} table waits for you.', '{n} tables wait for you.', turns.length) : t('No table waits for you.')} {guest.value && connection.value === 'open' && <button type="button" class="lnk" data-do="guest-link">{t('My tables on another device')}</button>}</p></div>
        <div class="acts"><form class="linkform" onSubmit={(event) => { event.preventDefault(); openTyped(); }}><Icon id="i-link" /><input value={typed.value} placeholder={t('Link of a table')} aria-label={t('Link of a table')} onInput={(event) => { typed.value = (event.target as HTMLInputElement).value; }} />
            <button type="submit" class="btn">{t('Join')}</button></form>
        <button type="button" class="btn main xl" data-do="new-table"><Icon id="i-plus" cls="thin" /><span>{t('New table')}</span></button></div></header>
        <Kinds tables={every} />
        {(motd.value || draining.value) && <p class="motd" role="status"><Icon id="i-info" /><span>{motd.value || t('The server is about to be restarted. Games go on; new ones can begin in a while.')}</span></p>}
        {none ? <p class="none">{connection.value === 'open' && (every.length ? t('There is no such table now.') : t('No table is open yet. Make one and send the link to your friends.'))}</p>
            : <div class="two"><div><Section title={t('Your turn')} tables={turns} button={play} /><Section title={t('Others decide')} tables={rest} button={play} /></div>
                <div><Section title={t('Free seats')} tables={free} button={sit} /><Section title={t('To watch')} tables={seen} button={watch} /></div></div>}
        </main></div>;
}
