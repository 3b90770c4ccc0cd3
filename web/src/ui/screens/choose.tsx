/* Choosing a table: seats with their levels, the island by picture, the options. Every
 * choice is kept at once, so that "Play now" means the same table. */
import type { JSX } from 'preact';
import { LEVELS } from '../../engine/protocol';
import { list, N_, t, tn } from '../../text/gettext';
import { word } from '../../text/words';
import { does } from '../acts';
import { AtvIcon, Icon } from '../draw/art';
import { Mini } from '../mini';
import { chosen, levelOf, NAMES, playersOf, seatsOf, switched, tidy } from '../seats';
import { engine, set, settings } from '../state';
import type { SeatSetting } from '../state';
import { Clause, IconButton, TopBar } from '../top';
import { company, Levels } from './start';

const OPTIONS: Record<string, [string, string]> = {
    experienced: [N_('Experienced powers'), N_('double claim, swap of roses')],
    placed: [N_('Objects by hand'), N_('in turn order')],
    volcano: [N_('Volcano'), N_('lava, triads, volcanic clues')],
    'volcano-placed': [N_('Volcano by hand'), N_('the first player places it')],
    'triads-random': [N_('Random triads'), N_('laid by chance')],
};

const change = (index: number, seat: Partial<SeatSetting>): void =>
    set(chosen(seatsOf(settings.value).map((each, at) => (at === index ? { ...each, ...seat } : each))));

does('seat-kind', (element) => {
    const { seat, value } = (element as HTMLElement).dataset, index = Number(seat) - 1, seats = seatsOf(settings.value);
    if (element.getAttribute('aria-disabled')) return;
    const kind = value === 'bot' ? settings.value.level : value as SeatSetting['kind'];
    if (value !== 'bot' || seats[index]!.kind === 'person' || seats[index]!.kind === 'none') change(index, { kind });
});
does('island', (element) => set({ island: (element as HTMLElement).dataset.island ?? '' }));
does('option', (element) => {
    const known = engine.value?.tables().options;
    if (known) set({ options: switched(settings.value.options, (element as HTMLElement).dataset.option!, known) });
});

const KINDS: readonly [string, string][] = [['person', N_('Person')], ['bot', N_('Bot')], ['none', N_('Nobody')]];

function SeatRow({ seat, index, few }: { seat: SeatSetting; index: number; few: boolean }): JSX.Element {
    const number = index + 1, kind = seat.kind === 'person' || seat.kind === 'none' ? seat.kind : 'bot';
    const label = t('Seat {n}', { n: number });
    return <li class={`p${number}${kind === 'none' ? ' co' : ''}`} data-seat={number}>
        <AtvIcon seat={number} />
        {kind === 'none' ? <span class="nobody">{t('Nobody')}</span> : <span class="sname">
            <input value={seat.name} maxLength={10} aria-label={t('Name on seat {n}', { n: number })} placeholder={NAMES[index]}
                onInput={(event) => change(index, { name: tidy((event.target as HTMLInputElement).value) })} />
            {kind === 'bot' && <select aria-label={t('Level on seat {n}', { n: number })} value={seat.kind}
                onChange={(event) => change(index, { kind: (event.target as HTMLSelectElement).value as SeatSetting['kind'] })}>
                {LEVELS.map((level) => <option key={level} value={level} selected={level === seat.kind}>{word(level)}</option>)}</select>}</span>}
        <div class="seg s" role="group" aria-label={label}>{KINDS.map(([name, text]) => {
            const off = few && name === 'none' && kind !== 'none';
            return <button key={name} type="button" class={name === kind ? 'on' : ''} data-do="seat-kind" data-seat={number} data-value={name}
                aria-pressed={name === kind} aria-disabled={off || undefined} title={off ? t('A game has 2 to 4 players.') : undefined}>{t(text)}</button>;
        })}</div></li>;
}

/* All islands as pictures; the first tile leaves it to the lot. */
export function Islands(): JSX.Element {
    const islands = engine.value?.tables().islands ?? [], { island } = settings.value;
    const tile = (code: string, picture: JSX.Element, name: string): JSX.Element => <li key={code}>
        <button type="button" class={code === island ? 'on' : ''} data-do="island" data-island={code} aria-pressed={code === island}>{picture}<b>{name}</b></button></li>;
    return <section class="fs isl" aria-label={t('Island')}><h2>{t('Island')}<small>{tn('{n} in the box', '{n} in the box', islands.length)}</small></h2>
        <ul class="picker">{tile('', <span class="dice"><Icon id="i-again" /></span>, t('Random'))}
            {islands.map((code) => tile(code, <Mini island={code} ready />, code))}</ul></section>;
}

export function Options(): JSX.Element {
    const known = engine.value?.tables().options ?? [], { options } = settings.value;
    return <section class="fs" aria-label={t('Rules')}><h2>{t('Rules')}</h2><ul class="tog">{known.map(({ name, clause, needs }) => {
        const on = options.includes(name), [title, text] = OPTIONS[name] ?? [name, ''];
        return <li key={name} class={on ? 'on' : ''}><button type="button" role="switch" aria-checked={on} data-do="option" data-option={name}>
            <i aria-hidden="true" /><span><b>{t(title)}</b><small>{t(text)}{needs.length > 0 && !needs.every((need) => options.includes(need)) ? ` · ${t('with the Volcano')}` : ''}</small></span></button>
        <Clause clause={/\d/.test(clause) ? clause : `${clause}1`} /></li>;
    })}</ul></section>;
}

/* What is chosen, as one sentence. */
function sentence(): string {
    const { island, options } = settings.value, seats = seatsOf(settings.value), players = playersOf(seats);
    const who = list(players.map(({ name, kind }) => (kind === 'person' ? name : t('{name} ({level})', { name, level: word(kind).toLowerCase() }))));
    const where = island ? t('on island {island}', { island }) : t('on a random island');
    const what = options.map((name) => t(OPTIONS[name]?.[0] ?? name).toLowerCase());
    return `${who} ${where}${what.length ? t(', with {options}', { options: list(what) }) : ''}.`;
}

export function ChooseScreen(): JSX.Element {
    const seats = seatsOf(settings.value), taken = seats.filter((seat) => seat.kind !== 'none').length;
    return <div class="room newtable"><TopBar middle=""><IconButton icon="i-menu" label={t('Menu')} act="menu" /><IconButton icon="i-close" label={t('To the start')} act="home" /></TopBar>
        <main><h1>{t('Choose a table')}</h1>
            <div class="form"><div class="col">
                <section class="fs" aria-label={t('Seats')}><h2>{t('Seats')}<small>{t('the first player is drawn')}</small></h2>
                    <ul class="seatl">{seats.map((seat, index) => <SeatRow key={index} seat={seat} index={index} few={taken <= 2} />)}</ul>
                    <Levels level={levelOf(seats)} /></section>
                <Options />
            </div><div class="col wide2"><Islands />
                <div class="sum"><p>{sentence()}</p><button type="button" class="btn main xl" data-do="play-now"><Icon id="i-play" /><span>{t('Play')}<small>{company(seats)}</small></span></button></div>
            </div></div></main></div>;
}
