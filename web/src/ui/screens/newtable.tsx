/* A new table on the server: who may sit there, the clock, the island, the options. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { LEVELS } from '../../engine/protocol';
import type { Level } from '../../engine/protocol';
import { N_, t, tn } from '../../text/gettext';
import { word } from '../../text/words';
import { does } from '../acts';
import { AtvIcon, Icon } from '../draw/art';
import { tell } from '../notice';
import { settings } from '../state';
import { busy, makeTable, ownName } from '../together';
import { IconButton, TopBar } from '../top';
import { Islands, Options } from './choose';
import { Levels } from './start';

type Seat = 'me' | 'open' | 'bot' | 'closed';

const seats = signal<Seat[]>(['me', 'open', 'closed', 'closed']);
const clock = signal('none');
const weekends = signal(true);
const standIn = signal<Level>('medium');
const access = signal<{ open: boolean; watchable: boolean }>({ open: false, watchable: true });
const name = signal<string | null>(null);

const CLOCKS: readonly [string, string, string, Record<string, unknown>][] = [
    ['none', N_('None'), N_('take your time'), { kind: 'none' }],
    ['live15', N_('15 min'), N_('each, live'), { kind: 'live', minutes: 15, increment_s: 10 }],
    ['live30', N_('30 min'), N_('each, live'), { kind: 'live', minutes: 30, increment_s: 15 }],
    ['day1', N_('1 day'), N_('a turn'), { kind: 'days', days: 1 }],
    ['day3', N_('3 days'), N_('a turn'), { kind: 'days', days: 3 }],
];
const isDays = (): boolean => clock.value.startsWith('day');
const KINDS: readonly [Seat, string][] = [['open', N_('Open')], ['bot', N_('Bot')], ['closed', N_('Closed')]];

const data = (element: Element): DOMStringMap => (element as HTMLElement).dataset;
does('table-seat', (element) => {
    if (element.getAttribute('aria-disabled')) return;
    const { seat, value } = data(element);
    seats.value = seats.value.map((each, index) => (index === Number(seat) - 1 ? value as Seat : each));
});
does('table-clock', (element) => { clock.value = data(element).value ?? 'none'; });
does('table-access', (element) => {
    const { value } = data(element);
    access.value = value === 'open' ? { ...access.value, open: !access.value.open } : { ...access.value, watchable: !access.value.watchable };
});
does('table-weekends', () => { weekends.value = !weekends.value; });
does('make-table', () => {
    const wished = (name.value ?? ownName()).trim();
    if (!wished) {
        tell({ text: t('Say your name first: the others see it.') });
        document.querySelector<HTMLInputElement>('.newtable .myname')?.focus();
        return;
    }
    const { island, options, level } = settings.value;
    void makeTable({
        seats: seats.value.filter((seat) => seat !== 'closed').map((seat) => (seat === 'bot' ? level : seat)), island: island || 'random', options,
        clock: { stand_in: standIn.value, ...CLOCKS.find(([id]) => id === clock.value)![3], ...(isDays() ? { weekends: weekends.value } : {}) }, ...access.value,
    }, wished);
});

function SeatRow({ kind, index, few }: { kind: Seat; index: number; few: boolean }): JSX.Element {
    const number = index + 1;
    return <li class={`p${number}${kind === 'closed' ? ' co' : ''}`} data-seat={number}><AtvIcon seat={number} />
        {kind === 'me' ? <><span class="sname"><input class="myname" value={name.value ?? ownName()} maxLength={40} placeholder={t('Your name')} aria-label={t('Your name')} onInput={(event) => { name.value = (event.target as HTMLInputElement).value; }} /></span><small>{t('the first player is drawn')}</small></>
            : <><span class="who2"><b>{kind === 'open' ? t('Open') : kind === 'bot' ? t('{level} bot', { level: word(settings.value.level) }) : t('Closed')}</b><small>{kind === 'open' ? t('for a friend, by link') : ''}</small></span>
                <div class="seg s" role="group" aria-label={t('Seat {n}', { n: number })}>{KINDS.map(([value, text]) =>
                    <button key={value} type="button" class={value === kind ? 'on' : ''} data-do="table-seat" data-seat={number} data-value={value} aria-pressed={value === kind}
                        aria-disabled={few && value === 'closed' && kind !== 'closed' || undefined}>{t(text)}</button>)}</div></>}</li>;
}

const Switch = ({ value, on, title, text, act = 'table-access' }: { value?: string; on: boolean; title: string; text: string; act?: string }): JSX.Element =>
    <li class={on ? 'on' : ''}><button type="button" role="switch" aria-checked={on} data-do={act} data-value={value}><i aria-hidden="true" /><span><b>{title}</b><small>{text}</small></span></button></li>;

function sentence(): string {
    const open = seats.value.filter((seat) => seat === 'open').length, bots = seats.value.filter((seat) => seat === 'bot').length;
    const parts = [t('You'), ...(open ? [tn('{n} friend', '{n} friends', open)] : []), ...(bots ? [tn('{n} bot', '{n} bots', bots)] : [])];
    const { island } = settings.value;
    return `${parts.join(', ')} ${island ? t('on island {island}', { island }) : t('on a random island')}.`;
}

export function NewTableScreen(): JSX.Element {
    const taken = seats.value.filter((seat) => seat !== 'closed').length;
    return <div class="room newtable together"><TopBar middle=""><IconButton icon="i-menu" label={t('Menu')} act="menu" /><IconButton icon="i-close" label={t('To the tables')} act="together" /></TopBar>
        <main><h1>{t('A new table')}</h1>
            <div class="form"><div class="col">
                <section class="fs" aria-label={t('Seats')}><h2>{t('Seats')}<small>{tn('{n} player', '{n} players', taken)}</small></h2>
                    <ul class="seatl">{seats.value.map((kind, index) => <SeatRow key={index} kind={kind} index={index} few={taken <= 2} />)}</ul>
                    {seats.value.includes('bot') && <Levels level={settings.value.level as Level} />}</section>
                <section class="fs" aria-label={t('Clock')}><h2>{t('Clock')}</h2><div class="seg clocks" role="group" aria-label={t('Clock')}>{CLOCKS.map(([id, title, text]) =>
                    <button key={id} type="button" class={id === clock.value ? 'on' : ''} data-do="table-clock" data-value={id} aria-pressed={id === clock.value}><b>{t(title)}</b><small>{t(text)}</small></button>)}</div>
                <p class="hint">{clock.value === 'none' ? t('Nobody is hurried.') : t('When a clock runs out, a bot plays for that seat until its player is back.')}</p>
                {clock.value !== 'none' && <div class="clockmore"><label class="standlevel"><span>{t('Level of that bot')}</span><select value={standIn.value} onChange={(event) => { standIn.value = (event.target as HTMLSelectElement).value as Level; }}>{LEVELS.map((level) => <option key={level} value={level} selected={level === standIn.value}>{word(level)}</option>)}</select></label>
                    {isDays() && <ul class="tog"><Switch act="table-weekends" on={weekends.value} title={t('Weekends count')} text={weekends.value ? t('the clock goes on all days') : t('the clock stands on Saturdays and Sundays')} /></ul>}</div>}</section>
                <Options />
                <section class="fs" aria-label={t('Who may come')}><h2>{t('Who may come')}</h2><ul class="tog"><Switch value="open" on={access.value.open} title={t('Open to all')} text={t('listed among the tables')} />
                    <Switch value="watch" on={access.value.watchable} title={t('May be watched')} text={t('hands stay hidden')} /></ul></section>
            </div><div class="col wide2"><Islands />
                <div class="sum"><p>{sentence()}</p><button type="button" class="btn main xl" data-do="make-table" aria-disabled={busy.value || undefined}><Icon id="i-link" cls="thin" /><span>{t('Open the table')}<small>{t('then share the link')}</small></span></button></div>
            </div></div></main></div>;
}
