/* The end: places, cards, and what to do next. */
import type { JSX } from 'preact';
import type { Position } from '../../engine/types';
import { list, t, tn } from '../../text/gettext';
import { AtvIcon, Icon, Picture } from '../draw/art';
import { Clause } from '../top';

const reason = (ending: string | null): string =>
    ending === 'E3' ? t('The game stood still, so coins count.') : ending === 'E4' ? t('A thousand rounds are over, so coins count.') : t('The treasure deck has run out.');

export function EndScene({ position, me }: { position: Position; me: number }): JSX.Element {
    const places = position.places ?? position.seats.map(() => 1);
    const winners = position.seats.filter((_, index) => places[index] === 1), shared = winners.length > 1;
    const order = [...position.seats].sort((a, b) => places[a.seat - 1]! - places[b.seat - 1]!);
    return <><div class="scrim" /><section class="scene endscene" role="dialog" aria-modal="true" aria-label={t('The end')}>
        <header><span class="laurel"><Picture id="crown" /></span><div>
            <h2>{shared ? t('{names} share the win', { names: list(winners.map((seat) => seat.name)) }) : t('{name} wins', { name: winners[0]!.name })}</h2>
            <p>{reason(position.ending)} <Clause clause={shared ? 'E2' : position.ending ?? 'E1'} /></p></div></header>
        <ol class="rank">{order.map((seat) => <li key={seat.seat} class={`res p${seat.seat}${places[seat.seat - 1] === 1 ? ' first' : ''}`} data-seat={seat.seat}>
            <span class="pl">{places[seat.seat - 1]}</span><AtvIcon seat={seat.seat} />
            <span class="rn1"><b class="nm">{seat.name}</b>{seat.seat === me && <span class="you">{t('you')}</span>}<small>{tn('{n} card', '{n} cards', seat.pile.length)}</small></span>
            <ul class="vals">{[...seat.pile].sort((a, b) => b - a).map((coins, i) => <li key={i} class={`v${coins}`}>{coins}</li>)}</ul>
            <span class="tot"><Icon id="coin" raw /><b>{position.totals[seat.seat - 1] ?? seat.pile.reduce((a, b) => a + b, 0)}</b></span></li>)}</ol>
        <footer>
            <button type="button" class="btn main claim" data-do="play-again"><Icon id="i-again" /><span>{t('Play again')}</span></button>
            <button type="button" class="btn" data-do="replay"><Icon id="i-chart" /><span>{t('Replay')}</span></button>
            <button type="button" class="btn quiet" data-do="home"><span>{t('To the start')}</span></button>
        </footer>
    </section></>;
}
