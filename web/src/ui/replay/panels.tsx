/* The panels of a replay: players with their chances, turning points and log, the verdict
 * on the line, the hands that these eyes see. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Effects, Position, Verdict } from '../../engine/types';
import { turningPoints } from '../../table/study';
import { percent, t } from '../../text/gettext';
import { theTreasure } from '../../text/words';
import { cardWords } from '../../text/cards';
import { does } from '../acts';
import { AtvIcon, Icon, Pictogram, RoseIcon } from '../draw/art';
import { Rich } from '../rich';
import { TreasureCard } from '../share';
import { sayMove } from './say';
import { branch, line, viewer } from './state';
import type { Replay } from './state';

const tab = signal<'turns' | 'log'>('turns');
/* On a phone the list is a sheet. */
export const sheet = signal(false);

does('replay-tab', (element) => { tab.value = (element as HTMLElement).dataset.value as 'turns' | 'log'; });
does('replay-list', () => { sheet.value = !sheet.value; });

export function Chances({ position, chances, asked }: { position: Position; chances: readonly number[] | null; asked: Position['to_move'] }): JSX.Element {
    return <section class={`players n${position.seats.length}`} aria-label={t('Players')}><ul>{position.seats.map(({ seat, name, roses, amulets, pile }) => {
        const chance = chances?.[seat - 1], total = position.totals[seat - 1];
        return <li key={seat} class={`player p${seat}${asked === seat ? ' asked' : ''}`} data-seat={seat}>
            <div class="who"><AtvIcon seat={seat} /><span class="name">{name}</span>{chance !== undefined && <span class="pct">{percent(chance)}</span>}</div>
            <meter class="bar" min={0} max={1} value={chance ?? 0} aria-label={t('Chance to win')} />
            <ul class="stats"><li>{total !== null && total !== undefined ? <><Icon id="coin" raw /><b>{total}</b></> : <><Icon id="i-pile" /><b>{pile.length}</b></>}</li>
                <li><RoseIcon seat={seat} /><b>{roses}</b></li><li><Icon id="amulet" raw /><b>{amulets}</b></li></ul></li>;
    })}</ul></section>;
}

function Turns({ current }: { current: Replay }): JSX.Element {
    const verdicts = current.study.verdicts.value, state = current.study.state.value;
    const turns = useMemo(() => turningPoints(verdicts).map((turn, index) => ({ at: turn.line,
        said: <button type="button" data-do="replay-to" data-line={turn.line}><i class={`p${turn.seat}`}>{index + 1}</i>
            <span><Rich names={current.names} text={`@${turn.seat}@: ${sayMove(turn.played)}`} /><small>{t('line {n}', { n: turn.line })} · <Rich text={t('rather {move}', { move: sayMove(turn.expert) })} /></small></span>
            <em>−{percent(turn.cost)}</em></button> })), [verdicts]);
    if (!turns.length) return <p class="none">{state === 'running' ? t('The expert is still thinking.') : state === 'impossible' ? t('A view of one seat cannot be judged.') : t('No decision of this game cost much.')}</p>;
    return <ol>{turns.map(({ at, said }) => <li key={at} class={at === line.value ? 'on' : ''}>{said}</li>)}</ol>;
}

function LogList({ current }: { current: Replay }): JSX.Element {
    const list = useRef<HTMLOListElement>(null), entries = current.words.around(line.value);
    useEffect(() => {
        const on = list.current?.querySelector<HTMLElement>('.on:last-of-type') ?? list.current?.querySelector<HTMLElement>('.on');
        if (list.current && on) list.current.scrollTop = on.offsetTop - list.current.clientHeight / 2;
    }, [line.value, entries.length]);
    const last = entries.filter((entry) => entry.line <= line.value).at(-1)?.line;
    return <ol ref={list} class="lines">{entries.map((entry, index) => <li key={`${entry.line} ${index}`} class={`${entry.kind}${entry.line === last ? ' on' : ''}${entry.line > line.value ? ' later' : ''}`}>
        <button type="button" data-do="replay-to" data-line={entry.line}><Rich text={entry.text} names={current.names} /></button></li>)}</ol>;
}

export function SidePanel({ current }: { current: Replay }): JSX.Element {
    const choice = (value: 'turns' | 'log', text: string): JSX.Element =>
        <button type="button" class={tab.value === value ? 'on' : ''} data-do="replay-tab" data-value={value} aria-pressed={tab.value === value}>{text}</button>;
    return <section class={`turns${sheet.value ? ' open' : ''}`} aria-label={t('Turning points and log')}>
        <div class="seg s" role="group" aria-label={t('What the list shows')}>{choice('turns', t('Turning points'))}{choice('log', t('Log'))}</div>
        {tab.value === 'turns' ? <Turns current={current} /> : <LogList current={current} />}
    </section>;
}

/* What the line did, what the expert would have done, and the way to try it. */
export function VerdictCard({ current, verdict, effects }: { current: Replay; verdict: Verdict | null; effects: Effects | null }): JSX.Element {
    const said = current.words.at(line.value), own = verdict?.line === line.value ? verdict : null, at = branch();
    const better = own && own.cost >= 0.005 && own.played !== own.expert;
    const left = effects?.maps?.length ? said.length : 0;
    return <div class="verdict"><p><b class="clause">{line.value}</b>{said.length ? said.map((entry, index) => <span key={index}>{index ? '; ' : ''}<Rich text={entry.text} names={current.names} /></span>)
        : own ? <Rich names={current.names} text={`@${own.seat}@: ${sayMove(own.played)}`} /> : t('The game goes on.')}{left ? '.' : ''}</p>
    <p class="alt"><Icon id="i-bot" /><span>{better ? <Rich text={t('The expert would *{move}*: {best} instead of {chance}.', { move: sayMove(own.expert).replace(/\*/g, ''), best: percent(own.best), chance: percent(own.chance) })} />
        : own ? t('The expert agrees: {chance}.', { chance: percent(own.chance) }) : t('Nobody had to decide anything here.')}</span>
    {at && <button type="button" class="btn main" data-do="play-on">{at.lines < line.value ? t('Try it from here') : t('Play on from here')}</button>}</p></div>;
}

/* The cards that these eyes see: one seat's, or in the open those of the seat that decides. */
export function HandStrip({ position }: { position: Position }): JSX.Element | null {
    const seat = viewer.value >= 1 && viewer.value <= 4 ? viewer.value : Number(position.to_move) || position.turn;
    const state = position.seats[seat - 1], hand = state?.hand;
    if (position.raised) return <div class="strip2"><b>{theTreasure(position.raised.treasure)}</b><ul>{position.raised.shown.map((coins, index) => <li key={index}><TreasureCard coins={coins} cls="wee" /></li>)}
        {Array.from({ length: Math.min(position.raised.left, 6) }, (_, index) => <li key={`l${index}`}><TreasureCard coins={null} cls="wee" treasure={position.raised!.treasure} /></li>)}</ul></div>;
    if (!state || !hand?.length) return null;
    return <div class={`strip2 p${seat}`}><b class="nm">{t('Hand of {name}', { name: state.name })}</b><ul>{hand.map((card) => <li key={card} data-card={card} title={cardWords(card)}><Pictogram card={card} /><span class="unseen">{cardWords(card)}</span></li>)}</ul></div>;
}
