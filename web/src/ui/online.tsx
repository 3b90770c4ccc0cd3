/* What a table on the server adds to the table screen: clocks and presence of the others,
 * talk, proposals, the connection. */
import { batch, computed, effect, signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ask, connection, guest as me, table, tryNow } from '../online/session';
import type { OnlineTable } from '../online/table';
import type { About, Message, Proposal } from '../online/types';
import { t, tn } from '../text/gettext';
import { word } from '../text/words';
import { does } from './acts';
import { awayWords } from './away';
import { AtvIcon, Icon } from './draw/art';
import { NotesSheet } from './notes';
import { tell } from './notice';
import { Rich } from './rich';
import { menuOpen, seatNotes } from './state';
import type { SeatNote } from './state';
import { complain } from './together';
import { NotifyButton } from './turn';
import { draft, sending } from './underway';

/* ---- Clocks and presence ---- */

const now = signal(Date.now());
let ticking: ReturnType<typeof setInterval> | undefined;

function timeWords(ms: number): string {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    if (seconds >= 36 * 3600) return tn('{n} day', '{n} days', Math.round(seconds / 86400));
    if (seconds >= 3600) return tn('{n} h', '{n} h', Math.round(seconds / 3600));
    return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/* What the cards of the players say beside the game. */
const notes = computed((): readonly SeatNote[] | null => {
    const online = table.value, about = online?.about.value, times = online?.times.value;
    if (!about) return null;
    return about.seats.map((seat, index): SeatNote => {
        const left = times?.clock.left?.[index] ?? null, running = times?.clock.running === index + 1 && !online?.proposal.value;
        const time = left === null ? null : running ? left - (now.value - times!.at) : left;
        const person = seat.who === 'person' || seat.who === 'program';
        return {
            clock: time === null ? '' : timeWords(time), low: time !== null && time < 60_000, here: person ? seat.here ?? false : null,
            text: seat.resigned ? t('resigned, a bot plays') : seat.stood_in ? t('out of time, a bot plays') : seat.who === 'program' ? t('a program') : seat.offered ? t('the seat is free') : person ? awayWords(seat.away) : t('a bot · {level}', { level: word(seat.who).toLowerCase() }),
        };
    });
});

/* Keeps the notes in step while a table is followed. */
effect(() => { seatNotes.value = notes.value; });
effect(() => {
    const runs = !!table.value?.times.value?.clock.running;
    if (runs && ticking === undefined) ticking = setInterval(() => { now.value = Date.now(); }, 500);
    if (!runs && ticking !== undefined) { clearInterval(ticking); ticking = undefined; }
    now.value = Date.now();
});

/* ---- Talk ---- */

export const side = signal<'log' | 'chat'>('log');
does('side', (element) => {
    side.value = (element as HTMLElement).dataset.value as 'log' | 'chat';
    if (side.value === 'chat' && table.value) table.value.unread.value = 0;
});
does('try-now', tryNow);
does('mute', (element) => {
    const guest = guestOf(element), online = table.value;
    if (!guest || !online) return;
    const name = online.chat.value.find((message) => message.guest === guest)?.name;
    if (name) called.set(guest, name);
    void online.mute(guest, !online.muted.value.has(guest));
});
/* Whom I block finds no open table of mine. */
function block(guest: string, on: boolean): void {
    const name = called.get(guest) ?? t('Someone');
    ask('block', { guest, on }).then(() => tell(on ? { text: t('{name} can no longer come to open tables that you make.', { name }), act: { label: t('Allow it again'), do: 'unblock' } } : { text: t('{name} may come to your open tables again.', { name }) }), complain);
}
let blocked = '';
does('block', (element) => { blocked = guestOf(element); block(blocked, true); });
does('unblock', () => block(blocked, false));

const guestOf = (element: Element): string => (element as HTMLElement).dataset.guest ?? '';
/* The names of those who are muted: the server no longer sends what they say. */
const called = new Map<string, string>();

/* Messages that were sent when the connection was lost: the server may have them. */
let unsure: readonly string[] = [];
const without = (list: readonly string[], text: string): readonly string[] => { const at = list.indexOf(text); return at < 0 ? list : [...list.slice(0, at), ...list.slice(at + 1)]; };

/* What is typed leaves the line at once, and comes back to it if the server does not get it. */
async function send(): Promise<void> {
    const online = table.value, text = draft.value.trim();
    if (!online || !text) return;
    const open = connection.value === 'open';
    batch(() => { sending.value = [...sending.value, text]; draft.value = ''; });
    const done = await online.say(text);
    if (table.value !== online) return;
    batch(() => {
        sending.value = without(sending.value, text);
        if (!done) draft.value = [text, draft.value].filter(Boolean).join(' ');
    });
    if (!done && open) unsure = [...unsure, text];
}
/* One that had arrived all the same is not typed anew. */
effect(() => {
    const online = table.value, own = online?.chat.value.filter((message) => message.seat !== null && message.seat === online.seat.value) ?? [];
    for (const text of unsure) if (own.some((message) => message.text === text)) {
        unsure = without(unsure, text);
        const typed = draft.peek();
        if (typed.startsWith(text)) draft.value = typed.slice(text.length).trimStart();
    }
});
does('say', (element) => {
    const { text } = (element as HTMLElement).dataset;
    if (text) void table.value?.say(text);
    else void send();
});

/* A muted person's messages are one line, from which she is heard again. */
const Muted = ({ guest, name }: { guest: string; name: string }): JSX.Element => <li class="mutedline"><span>{t('{name} is muted', { name })}</span>
    <button type="button" class="lnk" data-do="mute" data-guest={guest}>{t('Unmute')}</button><button type="button" class="lnk" data-do="block" data-guest={guest}>{t('Block')}</button></li>;

function Said({ message, online }: { message: Message; online: OnlineTable }): JSX.Element {
    const own = message.seat !== null ? message.seat === online.seat.value : message.guest === me.value?.id;
    return <li class={`${own ? 'own ' : ''}${message.seat ? `p${message.seat}` : 'guest'}`}>{!own && <b class="from">{message.name}{message.seat === null && ` · ${t('watches')}`}</b>}<p>{message.text}</p>
        {!own && <button type="button" class="lnk" data-do="mute" data-guest={message.guest}>{t('Mute')}</button>}</li>;
}

function Talk({ online }: { online: OnlineTable }): JSX.Element {
    const end = useRef<HTMLOListElement>(null), muted = online.muted.value, all = online.chat.value, messages = all.filter((message, index) => !muted.has(message.guest) || message.guest !== all[index - 1]?.guest);
    const silent = [...muted].filter((guest) => !all.some((message) => message.guest === guest));
    useEffect(() => { end.current?.scrollTo({ top: end.current.scrollHeight }); online.unread.value = 0; }, [messages.length]);
    return <div class="talk"><ol ref={end} tabIndex={0} aria-live="polite" aria-label={t('Chat')}>{silent.map((guest) => <Muted key={guest} guest={guest} name={called.get(guest) ?? t('Someone')} />)}
        {messages.map((message) => muted.has(message.guest) ? <Muted key={message.n} guest={message.guest} name={message.name} /> : <Said key={message.n} message={message} online={online} />)}
        {sending.value.map((text, index) => <li key={`sending ${index}`} class="own sending"><p>{text}</p></li>)}
        {!messages.length && !silent.length && !sending.value.length && <li class="none">{t('Nobody has said anything yet.')}</li>}</ol>
    {online.seat.value !== null && !draft.value && <div class="quick" role="group" aria-label={t('Short answers')}>{[t('yes'), t('no'), t('well played'), t('one minute')].map((text) => <button key={text} type="button" data-do="say" data-text={text}>{text}</button>)}</div>}
    <form onSubmit={(event) => { event.preventDefault(); void send(); }}><input value={draft.value} maxLength={250} placeholder={t('Say something')} aria-label={t('Say something')} onInput={(event) => { draft.value = (event.target as HTMLInputElement).value; }} />
        <button type="submit" class="btn main" aria-label={t('Send')}><Icon id="i-send" /></button></form></div>;
}

/* How many messages are new, in the menu of a phone. */
export function Unread(): JSX.Element | null {
    const unread = table.value?.unread.value ?? 0;
    return unread ? <i class="unread">{unread}</i> : null;
}

/* Opens log and talk where there is no room for them beside the island; with what is unread. */
export function TalkButton(): JSX.Element {
    const unread = table.value?.unread.value ?? 0, label = unread ? tn('Log and chat, {n} new message', 'Log and chat, {n} new messages', unread) : t('Log and chat');
    return <><Wired /><button class="ib talkb" type="button" data-do="log" aria-label={label} title={label}><Icon id="i-chat" />{unread > 0 && <i class="unread" aria-hidden="true">{unread > 9 ? '9+' : unread}</i>}</button></>;
}

/* The state of the connection: a dot that is always there, and a line that says when it is lost. */
export function Wired(): JSX.Element {
    const open = connection.value === 'open', label = open ? t('Connected to the server') : t('Not connected to the server');
    return <i class={`wired ${open ? 'yes' : 'no'}`} role="img" aria-label={label} title={label} />;
}

export function ConnectionLine(): JSX.Element {
    return <p class={`line ${connection.value}`} role="status">{connection.value === 'lost' ? <><Icon id="i-again" /><span>{table.value?.source?.unsettled.value ? t('The connection is lost. Your decision is kept, and sent when it is back.') : t('The connection is lost. Trying again…')}</span>
        <button type="button" data-do="try-now">{t('Try now')}</button></> : connection.value === 'connecting' ? t('Reaching the server…') : ''}</p>;
}

/* The log and the talk, one behind the other. */
export function OnlineSide({ children }: { children: ComponentChildren }): JSX.Element {
    const online = table.value, unread = online?.unread.value ?? 0;
    if (!online) return <>{children}</>;
    return <div class={`sidetabs ${side.value}`}><div class="tabs" role="group" aria-label={t('Log and chat')}>
        <button type="button" class={side.value === 'log' ? 'on' : ''} data-do="side" data-value="log" aria-pressed={side.value === 'log'}>{t('Log')}</button>
        <button type="button" class={side.value === 'chat' ? 'on' : ''} data-do="side" data-value="chat" aria-pressed={side.value === 'chat'}>{t('Chat')}{unread > 0 && side.value !== 'chat' && <i class="unread">{unread}</i>}</button></div>
    {side.value === 'chat' ? <Talk online={online} /> : children}</div>;
}

/* ---- Proposals, the connection, early ends ---- */

const DAY_S = 86_400;

function proposalWords({ kind, seat, target = 0, seconds = 0 }: Proposal): string {
    const who = `@${seat}@`;
    switch (kind) {
    case 'undo': return t('{who} asks to take back the last decision.', { who });
    case 'pause': return t('{who} asks for a pause.', { who });
    case 'time': return seconds >= DAY_S ? tn('{who} asks for {n} more day for {target}.', '{who} asks for {n} more days for {target}.', Math.round(seconds / DAY_S), { who, target: `@${target}@` })
        : tn('{who} asks for {n} more minute for {target}.', '{who} asks for {n} more minutes for {target}.', Math.round(seconds / 60), { who, target: `@${target}@` });
    case 'seat': return t('{who} asks to let someone new take the seat of {target}.', { who, target: `@${target}@` });
    }
}

function Asked({ online, names }: { online: OnlineTable; names: readonly string[] }): JSX.Element | null {
    const proposal = online.proposal.value, me = online.seat.value, seats = online.about.value?.seats ?? [];
    if (!proposal) return null;
    const asked = me !== null && proposal.answers[me - 1] === null;
    return <section class={`proposal p${proposal.seat}`} role="alertdialog" aria-label={t('A proposal')}><AtvIcon seat={proposal.seat} /><div><p><Rich text={proposalWords(proposal)} names={names} /></p>
        <ul>{proposal.answers.map((answer, index) => index + 1 !== proposal.seat && seats[index] && <li key={index} class={`p${index + 1}`}><AtvIcon seat={index + 1} /> {answer === null ? (index + 1 === me ? t('you?') : t('thinks')) : answer ? t('agrees') : t('refuses')}</li>)}</ul></div>
    {asked && <div class="pair"><button type="button" class="btn main" data-do="consent" data-value="yes"><Icon id="i-end" /><span>{t('Agree')}</span></button><button type="button" class="btn" data-do="consent" data-value="no"><Icon id="i-close" /><span>{t('Refuse')}</span></button></div>}</section>;
}

/* Out of time with the page open: the seat is taken back by a press, or by playing on. */
does('come-back', () => { void table.value?.act('resume'); });

function StandIn({ online, paused }: { online: OnlineTable; paused: boolean }): JSX.Element | null {
    const about = online.about.value, seat = online.seat.value, own = about?.seats[(seat ?? 0) - 1];
    if (about?.state !== 'playing' || !own?.stood_in || own.resigned || paused || online.proposal.value) return null;
    return <section class={`proposal standin p${seat}`} role="status" aria-label={t('A bot plays for you')}><Icon id="i-bot" /><div><p><b>{t('A bot plays for you')}</b></p><p class="hint">{t('Your time ran out.')}</p></div>
        <button type="button" class="btn main" data-do="come-back"><Icon id="i-play" /><span>{t('I am back')}</span></button></section>;
}

export function OnlineBar({ names, over }: { names: readonly string[]; over: boolean }): JSX.Element | null {
    const online = table.value;
    if (!online) return null;
    const about = online.about.value, result = online.result.value, paused = online.times.value?.clock.paused ?? false;
    const winners = result ? names.filter((_, index) => result.places[index] === 1) : [];
    return <>
        <ConnectionLine />
        <Asked online={online} names={names} />
        <StandIn online={online} paused={paused} />
        <NotesSheet />
        {paused && about?.state === 'playing' && <section class="proposal"><div><p>{t('The game is paused. All clocks stand.')}</p></div>{online.seat.value !== null && <button type="button" class="btn main" data-do="unpause"><Icon id="i-play" /><span>{t('Go on')}</span></button>}</section>}
        {about?.state === 'playing' && online.seat.value === null && about.seats.map((seat, index) => seat.offered && <section key={index} class={`proposal p${index + 1}`} role="status"><AtvIcon seat={index + 1} /><div><p><Rich text={t('The seat of {who} is free.', { who: `@${index + 1}@` })} names={names} /></p></div>
            <button type="button" class="btn main" data-do="take-seat" data-seat={index + 1}><Icon id="i-play" /><span>{t('Sit down')}</span></button></section>)}
        {result && !over && <section class="proposal" role="status"><div><p>{result.why === 'closed' ? t('The table was closed.') : winners.length ? t('The game is over: {name} won.', { name: winners.join(', ') }) : t('The game is over.')}</p></div>
            <div class="pair">{result.why !== 'closed' && online.seat.value !== null && <button type="button" class="btn main" data-do="play-again"><Icon id="i-again" /><span>{t('Rematch')}</span></button>}
                <button type="button" class="btn" data-do="replay"><Icon id="i-chart" /><span>{t('Replay')}</span></button>
                {result.why !== 'closed' && <button type="button" class="btn" data-do="proof"><Icon id="i-end" /><span>{t('Fair?')}</span></button>}</div></section>}
    </>;
}

/* ---- The menu ---- */

const sure = signal(false);
does('resign', () => {
    if (!sure.value) { sure.value = true; return; }
    sure.value = false;
    menuOpen.value = false;
    void table.value?.act('resign');
});

/* Seats that may be offered to someone new: their players are away. */
const absent = (about: About, me: number): number[] => about.seats.flatMap((seat, index) =>
    (index + 1 !== me && seat.who === 'person' && (seat.stood_in || !seat.here) && !seat.resigned && !seat.offered ? [index + 1] : []));

export function OnlineMenu(): JSX.Element | null {
    const online = table.value, about = online?.about.value, me = online?.seat.value ?? null;
    useEffect(() => () => { sure.value = false; }, []);
    if (!online || !about || me === null || about.state !== 'playing') return null;
    const { kind } = about.clock, gone = absent(about, me), can = kind === 'live' || about.to_move === me;
    const alone = about.seats.every((seat, index) => index + 1 === me || seat.resigned || seat.who !== 'person') && about.seats.some((seat) => seat.resigned);
    return <><NotifyButton /><button type="button" class="btn" data-do="standing"><Icon id="i-hand" /><span>{t('Answers while you are away')}</span></button>
        <button type="button" class="btn" data-do="notes"><Icon id="i-book" /><span>{t('My notes')}<small>{t('nobody else reads them')}</small></span></button>
        {kind === 'days' && <button type="button" class="btn" data-do="away"><Icon id="i-clock" /><span>{t('Days away')}<small>{t('your clock stands')}</small></span></button>}
        {kind !== 'none' && <div class={can ? 'pair' : ''}><button type="button" class="btn" data-do="pause"><Icon id="i-pause" /><span>{t('Propose a pause')}</span></button>{can && <button type="button" class="btn" data-do="more-time" data-seat={me} data-seconds={kind === 'days' ? DAY_S : 300}><Icon id="i-clock" /><span>{kind === 'days' ? t('Ask for a day') : t('Ask for 5 minutes')}</span></button>}</div>}
        {gone.map((seat) => <button key={seat} type="button" class="btn" data-do="offer-seat" data-seat={seat}><Icon id="i-people" /><span>{t('Let someone new take the seat of {name}', { name: about.seats[seat - 1]?.name ?? '' })}</span></button>)}
        <div class="pair"><button type="button" class="btn" data-do="seat-link"><Icon id="i-link" /><span>{t('My seat on another device')}</span></button><button type="button" class="btn" data-do="revoke-seat"><Icon id="i-close" /><span>{t('Only on this device')}</span></button></div>
        {alone && <button type="button" class="btn" data-do="claim-win"><Icon id="i-end" /><span>{t('End the game as won')}</span></button>}
        <button type="button" class="btn quiet" data-do="resign"><Icon id="i-close" /><span>{sure.value ? t('Really resign? A bot takes your seat for good.') : t('Resign')}</span></button></>;
}
