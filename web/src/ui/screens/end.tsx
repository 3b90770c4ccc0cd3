/* The end: places, cards, the curve of the game, and what to do next. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Position, SeatState } from '../../engine/types';
import type { Game } from '../../table/game';
import { results } from '../../table/study';
import type { Outline, Raise } from '../../table/study';
import { list, t, tn } from '../../text/gettext';
import { does } from '../acts';
import { Curve, CurveKey, Progress } from '../curve';
import { Atv, AtvIcon, CubeIcon, Icon, Use } from '../draw/art';
import { game, settings } from '../state';
import { Study } from '../study';
import { Clause } from '../top';

/* True while the island is looked at and the result waits. */
export const looking = signal(false);

does('look-island', () => { looking.value = true; });
does('show-result', () => { looking.value = false; });
does('share-game', () => {
    const record = game.value?.source.engine.record();
    if (record) void import('./replay').then(({ shareRecord }) => shareRecord(record));
});

const coinsOf = (position: Position, { seat, pile }: SeatState): number => position.totals[seat - 1] ?? pile.reduce((sum, coins) => sum + coins, 0);

function reason(ending: string | null): string {
    return ending === 'E3' ? t('The game stood still, so coins count.') : ending === 'E4' ? t('A thousand rounds are over, so coins count.') : t('The treasure deck ran out.');
}

/* How the person at this screen came off. Coins of those who resigned do not count. */
function yours(position: Position, me: number, places: readonly number[], resigned: readonly boolean[]): string {
    if (!me) return '';
    if (resigned[me - 1]) return t('You resigned, and so you are last.');
    const counted = position.seats.filter((seat) => !resigned[seat.seat - 1]);
    const best = Math.max(...counted.map((seat) => coinsOf(position, seat))), behind = best - coinsOf(position, position.seats[me - 1]!);
    const others = counted.filter((seat) => seat.seat !== me).map((seat) => coinsOf(position, seat));
    if (!others.length) return '';
    if (places[me - 1] === 1) return behind || others.includes(best) ? '' : tn('You are {n} coin ahead.', 'You are {n} coins ahead.', best - Math.max(...others));
    const word = [t('first'), t('second'), t('third'), t('fourth')][places[me - 1]! - 1] ?? '';
    return tn('You are {place}, {n} coin behind.', 'You are {place}, {n} coins behind.', behind, { place: word });
}

function Row({ position, seat, place, me, resigned, raises }: { position: Position; seat: SeatState; place: number; me: number; resigned: boolean; raises: readonly Raise[] }): JSX.Element {
    return <li class={`res p${seat.seat}${place === 1 ? ' first' : ''}`} data-seat={seat.seat}>
        <span class="pl">{place}</span><AtvIcon seat={seat.seat} />
        <div class="rn1"><b class="nm">{seat.name}</b>{seat.seat === me && <span class="you">{t('you')}</span>}{resigned && <span class="tag">{t('resigned')}</span>}
            <small><u>{raises.length ? t('raised') : t('raised none')}</u>{raises.map(({ treasure, line }) => <CubeIcon key={line} treasure={treasure} />)}</small></div>
        <ol class="vals" aria-label={t('Cards')}>{[...seat.pile].sort((a, b) => b - a).map((coins, index) => <li key={index} class={`v${coins}`}>{coins}</li>)}</ol>
        <span class="tot"><Icon id="coin" raw /><b>{coinsOf(position, seat)}</b></span></li>;
}

function Facts({ outline }: { outline: Outline }): JSX.Element {
    const facts: [number, string][] = [[outline.raises.length, t('treasures')], [outline.clues, t('clues')], [outline.spent, t('amulets spent')], [outline.curses, t('curses')]];
    return <ul class="facts">{facts.map(([number, text]) => <li key={text}><b>{number}</b>{text}</li>)}</ul>;
}

function Pan({ study, places, names }: { study: Study; places: readonly number[]; names: string[] }): JSX.Element {
    const verdicts = study.verdicts.value, result = useMemo(() => results(places), [places]);
    return <section class="pan" aria-label={t('Chances to win')}><h3>{t('Chances to win')}<small>{t('dashed: an even share')}</small></h3>
        <div class="curvebox"><Curve outline={study.outline} verdicts={verdicts} result={result} />
            {study.state.value === 'running' && <Progress done={verdicts.length} total={study.total} />}</div><CurveKey names={names} /></section>;
}

export function EndScene({ playing }: { playing: Game }): JSX.Element | null {
    const position = playing.position.value, me = playing.people.length === 1 ? playing.people[0]! : 0;
    const study = useMemo(() => Study.of(playing.source.engine), [playing, playing.lines.value]);
    useEffect(() => { looking.value = false; void study.start(); return () => study.close(); }, [study]);
    if (looking.value) return null;
    const { source } = playing, resigned = source.resigned ?? [];
    const places = source.places ?? position.places ?? position.seats.map(() => 1), names = position.seats.map((seat) => seat.name);
    const winners = position.seats.filter((_, index) => places[index] === 1), shared = winners.length > 1, best = coinsOf(position, winners[0]!);
    const order = [...position.seats].sort((a, b) => places[a.seat - 1]! - places[b.seat - 1]!);
    return <><div class="scrim" /><section class={`scene${shared ? ' tie' : ''}`} role="dialog" aria-modal="true" aria-label={t('The end of the game')}>
        <header role="group" aria-label={t('The result')}><span class="laurel" aria-hidden="true">{winners.map(({ seat }) => <svg key={seat} viewBox="-40 -44 80 76"><Use id="crown" y={-28} k={1.25} /><Atv seat={seat} y={6} k={1.1} /></svg>)}</span><div>
            <h2>{shared ? t('{names} share the win', { names: list(winners.map((seat) => seat.name)) }) : tn('{name} wins with {n} coin', '{name} wins with {n} coins', best, { name: winners[0]!.name })}</h2>
            <p>{reason(position.ending)} <Clause clause={position.ending ?? 'E1'} /> {shared ? tn('They have {n} coin each.', 'They have {n} coins each.', best) : ''} {yours(position, me, places, resigned)}</p></div></header>
        <div class="fin"><ol class="rank">{order.map((seat) => <Row key={seat.seat} position={position} seat={seat} place={places[seat.seat - 1]!} me={me} resigned={resigned[seat.seat - 1] ?? false}
            raises={study.outline.raises.filter((raise) => raise.seat === seat.seat)} />)}</ol>
        <aside><Pan study={study} places={places} names={names} /><Facts outline={study.outline} /></aside></div>
        {shared && <p class="tienote"><Clause clause="E2" />{t('Equal coins share the place; cards, amulets and roses do not break a tie.')}</p>}
        <footer>
            {(me > 0 || !source.remote) && <button type="button" class="btn main claim" data-do="play-again"><Icon id="i-again" /><span>{source.remote ? t('Rematch') : t('Play again')}<small>{source.remote ? t('seats move on by one') : settings.value.island ? t('same table') : t('same table, another island')}</small></span></button>}
            <button type="button" class="btn" data-do="replay"><Icon id="i-chart" /><span>{t('Replay')}<small>{t('where it turned')}</small></span></button>
            <button type="button" class="btn" data-do="share-game"><Icon id="i-share" /><span>{t('Share')}<small>{t('link or file')}</small></span></button>
            {source.remote && <button type="button" class="btn" data-do="proof"><Icon id="i-end" /><span>{t('Fair?')}<small>{t('check the cards')}</small></span></button>}
            <button type="button" class="btn quiet" data-do="look-island" aria-label={t('Look at the island')}><Icon id="i-eye" /><span class="long">{t('Look at the island')}</span><span class="short">{t('Island')}</span></button>
        </footer>
    </section></>;
}
