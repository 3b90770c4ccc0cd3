/* Before a game on the server: an invitation, and the table that waits for its players. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { generate } from 'lean-qr';
import { LEVELS } from '../../engine/protocol';
import { tableName } from '../../online/names';
import { connection, table } from '../../online/session';
import type { OnlineTable } from '../../online/table';
import type { About } from '../../online/types';
import { t, tn } from '../../text/gettext';
import { word } from '../../text/words';
import { does } from '../acts';
import { Ahead } from '../ahead';
import { AtvIcon, Icon } from '../draw/art';
import { tell } from '../notice';
import { ConnectionLine, Wired } from '../online';
import { busy, complain, failureWords, invitation, linkAddress, ownName, sitDown, wantedSeat } from '../together';
import { IconButton, TopBar } from '../top';
import { NotifyButton } from '../turn';
import { seatName, termsOf } from './lobby';

/* ---- Joining ---- */

const name = signal<string | null>(null);

does('sit-down', () => {
    const invited = invitation.value, wished = (name.value ?? ownName()).trim();
    if (!invited) return;
    if (!wished) {
        tell({ text: t('Say your name first: the others see it.') });
        document.querySelector<HTMLInputElement>('.joinbox input')?.focus();
        return;
    }
    void sitDown(invited.about, invited.key, wished, wantedSeat.value);
});

export function JoinScreen(): JSX.Element | null {
    const invited = invitation.value;
    if (!invited) return null;
    const { about } = invited, free = about.seats.flatMap((seat, index) => (seat.who === 'open' || seat.offered ? [index + 1] : []));
    const chosen = free.includes(wantedSeat.value) ? wantedSeat.value : free[0] ?? 0, host = about.host ? seatName(about, about.host) : '';
    return <div class="room together joining"><TopBar middle=""><IconButton icon="i-menu" label={t('Menu')} act="menu" /><IconButton icon="i-close" label={t('To the start')} act="home" /></TopBar>
        <main><section class="joinbox fs"><p class="kick">{host ? t('{name} invites you to', { name: host }) : t('You are invited to')}</p><h1>{tableName(about.id)}</h1><p class="terms">{termsOf(about)}</p>
            <label class="field"><b>{t('Your name')}</b><input value={name.value ?? ownName()} maxLength={40} autocomplete="nickname" onInput={(event) => { name.value = (event.target as HTMLInputElement).value; }} />
                <small>{t('The others at the table see it.')}</small></label>
            <div class="seatpick" role="group" aria-label={t('Your seat')}>{about.seats.map((_, index) => { const seat = index + 1, off = !free.includes(seat);
                return <button key={seat} type="button" class={`p${seat}${seat === chosen ? ' on' : ''}`} data-do={off ? undefined : 'want-seat'} data-seat={seat} aria-pressed={seat === chosen} aria-disabled={off || undefined}>
                    <AtvIcon seat={seat} /><b>{off ? seatName(about, seat) : seat === chosen ? t('yours') : t('free')}</b></button>; })}</div>
            <button type="button" class="btn main xl" data-do="sit-down" aria-disabled={!free.length || busy.value || undefined}><Icon id="i-play" /><span>{t('Sit down')}<small>{free.length ? t('the game starts when all are ready') : t('all seats are taken')}</small></span></button>
            <button type="button" class="btn" data-do="watch-table" data-table={about.id}><Icon id="i-eye" /><span>{t('Only watch')}</span></button>
        </section><div class="pic"><Ahead island={about.island} /></div></main></div>;
}

/* ---- Waiting ---- */

const links = signal<{ of: string; join?: string; seat?: string } | null>(null);

does('copy-invite', () => {
    const link = links.value?.join;
    if (!link) return;
    const address = linkAddress(link);
    navigator.clipboard?.writeText(address).then(() => tell({ text: t('The link is copied. Send it to your friends.') }), () => tell({ text: t('Copy this link:'), link: address })) ?? tell({ text: t('Copy this link:'), link: address });
});
does('share-invite', () => {
    const link = links.value?.join;
    if (link) void navigator.share?.({ title: t('Tobago'), url: linkAddress(link) }).catch(() => {});
});
/* The link before it, and those who only hold it, are shut out. */
does('revoke-invite', () => {
    const now = table.value;
    now?.ask('revoke', { what: 'join' }).then(() => fetchLinks(now)).then(() => tell({ text: t('This is a new link. The one before no longer works.') }), complain);
});
async function fetchLinks(now: OnlineTable): Promise<void> {
    const { join, seat } = await now.ask('links');
    links.value = { of: now.id, join: join as string | undefined, seat: seat as string | undefined };
}

/* A code that a camera reads, as one path. */
function Code({ text }: { text: string }): JSX.Element {
    const { size, path } = useMemo(() => {
        const code = generate(text);
        let drawn = '';
        for (let y = 0; y < code.size; y++) for (let x = 0; x < code.size; x++) if (code.get(x, y)) drawn += `M${x} ${y}h1v1h-1z`;
        return { size: code.size, path: drawn };
    }, [text]);
    return <svg class="qr" viewBox={`-2 -2 ${size + 4} ${size + 4}`} role="img" aria-label={t('The link as a code for cameras')}><rect x="-2" y="-2" width={size + 4} height={size + 4} fill="#fff" /><path d={path} fill="#14262b" /></svg>;
}

function Invite({ about, host }: { about: About; host: boolean }): JSX.Element | null {
    const link = links.value?.of === about.id ? links.value.join : undefined;
    if (!link) return null;
    const address = linkAddress(link);
    return <section class="fs invite" aria-label={t('Invite with a link')}><Code text={address} /><div><h2>{t('Invite with a link')}</h2><p>{t('Whoever opens it says a name and takes a seat. No account.')}</p>
        <div class="linkrow"><input class="linkbox" readOnly value={address} aria-label={t('The link')} onFocus={(event) => (event.target as HTMLInputElement).select()} /><button type="button" class="btn main" data-do="copy-invite"><Icon id="i-copy" /><span>{t('Copy')}</span></button></div>
        <p class="more">{typeof navigator.share === 'function' && <button type="button" class="lnk" data-do="share-invite"><Icon id="i-share" /> {t('Share')}</button>}
            {links.value?.seat && <button type="button" class="lnk" data-do="seat-link"><Icon id="i-link" /> {t('My seat on another device')}</button>}
            {host && <button type="button" class="lnk" data-do="revoke-invite"><Icon id="i-again" /> {t('Make a new link')}</button>}</p></div></section>;
}

function SeatLine({ about, index, host, me }: { about: About; index: number; host: boolean; me: number | null }): JSX.Element {
    const seat = about.seats[index]!, number = index + 1, person = seat.who === 'person' || seat.who === 'program';
    const note = number === me ? (number === about.host ? t('you · host') : t('you')) : number === about.host ? t('host') : seat.who === 'open' ? t('waits for the link') : person ? (seat.here ? t('is here') : t('is away')) : t('a bot');
    const up = host && number > 1 && <button type="button" class="ib up" data-do="seat-up" data-seat={number} aria-label={t('Move {name} up', { name: seatName(about, number) })} title={t('Move {name} up', { name: seatName(about, number) })}><Icon id="i-prev" /></button>;
    return <li class={`p${number}${seat.who === 'open' ? ' co' : ''}`} data-seat={number}><AtvIcon seat={number} /><span class="who2"><b>{seatName(about, number)}</b><small>{note}</small></span><span class="seatacts">
        {seat.who === 'open' ? host ? <button type="button" class="btn" data-do="fill" data-seat={number}><Icon id="i-bot" /><span>{t('Seat a bot')}</span></button> : null
            : !person && host ? <select aria-label={t('Level on seat {n}', { n: number })} value={seat.who} onChange={(event) => { void table.value?.act('fill', { seat: number, level: (event.target as HTMLSelectElement).value }); }}>
                {LEVELS.map((level) => <option key={level} value={level} selected={level === seat.who}>{word(level)}</option>)}</select>
            : <span class="state">{seat.ready || !person ? <><Icon id="i-end" /> {t('ready')}</> : t('joining')}{host && person && number !== me && <button type="button" class="ib" data-do="kick" data-seat={number} aria-label={t('Send {name} away', { name: seatName(about, number) })}><Icon id="i-close" /></button>}</span>}{up}</span></li>;
}

/* A game that this page cannot show: said in a sentence, with its record and a way back. */
const Unreadable = ({ about, why }: { about: About; why: 'rules' | 'record' }): JSX.Element => <section class="fs unreadable"><p class="kick">{t('Table')}</p><h1>{tableName(about.id)}</h1>
    <p role="status">{why === 'rules' ? t('This game began under rules that the server no longer has. It cannot be played on, but its record is kept.') : t('This page cannot read the record of this game. Page and server may be of different versions; reloading the page may help.')}</p>
    <div class="go"><button type="button" class="btn main" data-do="record-file"><Icon id="i-save" /><span>{t('Download the record')}</span></button>
        {why === 'record' && <button type="button" class="btn" data-do="reload-page"><Icon id="i-again" /><span>{t('Reload')}</span></button>}
        <button type="button" class="btn" data-do="together"><Icon id="i-prev" /><span>{t('To the tables')}</span></button></div></section>;

export function WaitingScreen(): JSX.Element | null {
    const now = table.value, about = now?.about.value;
    useEffect(() => {
        if (!now || !about || about.state !== 'waiting' || links.value?.of === about.id) return;
        fetchLinks(now).catch(() => {}); /* asked again when the connection is back */
    }, [now, about?.id, now?.seat.value, connection.value]);
    if (!now) return null;
    const trouble = now.trouble.value, me = now.seat.value, host = !!about && me !== null && me === about.host;
    const taken = about?.seats.filter((seat) => seat.who !== 'open').length ?? 0, ready = !!about && taken === about.seats.length && about.seats.every((seat) => (seat.who !== 'person' && seat.who !== 'program') || seat.ready);
    return <div class="room together waiting"><TopBar middle=""><Wired /><IconButton icon="i-menu" label={t('Menu')} act="menu" /><IconButton icon="i-close" label={t('To the tables')} act="together" /></TopBar><ConnectionLine />
        <main>{about && now.unreadable.value ? <Unreadable about={about} why={now.unreadable.value} /> : !about ? <p class="none" role="status">{trouble ? failureWords(trouble) : connection.value === 'lost' ? t('The connection is lost. Trying again…') : t('Reaching the table…')}</p>
            : <><p class="kick">{about.host ? t('Table of {name}', { name: seatName(about, about.host) }) : t('Table')}</p><h1>{tableName(about.id)}</h1><p class="terms">{termsOf(about)}{about.watchable ? ` · ${t('may be watched')}` : ''}</p>
                <div class="form"><div class="col"><Invite about={about} host={host} />
                    <section class="fs" aria-label={t('Seats')}><h2>{t('Seats')}<small>{t('{n} of {all}', { n: taken, all: about.seats.length })}</small></h2><ul class="seatl">{about.seats.map((_, index) => <SeatLine key={index} about={about} index={index} host={host} me={me} />)}</ul></section>
                    <div class="go">{host ? <button type="button" class="btn main xl" data-do={ready ? 'start-table' : undefined} aria-disabled={!ready || undefined}><Icon id="i-play" /><span>{t('Start the game')}<small>{ready ? tn('{n} player', '{n} players', about.seats.length) : t('when all seats are taken and ready')}</small></span></button>
                        : <p class="none" role="status">{about.state === 'closed' ? t('The table is closed.') : ready ? t('All are ready. The host starts the game.') : t('Waiting for the others…')}</p>}
                    {me !== null && <NotifyButton />}{me !== null && <button type="button" class="btn" data-do="leave-table">{t('Leave the table')}</button>}</div>
                </div><div class="col pic"><Ahead island={about.island} /></div></div></>}
        </main></div>;
}
