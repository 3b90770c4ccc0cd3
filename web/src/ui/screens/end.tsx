/* The end: places, cards, what was raised, and what to do next. */
import type { JSX } from 'preact';
import type { Position, Treasure } from '../../engine/types';
import type { Game } from '../../table/game';
import { list, t, tn } from '../../text/gettext';
import { Atv, AtvIcon, CubeIcon, Icon, Use } from '../draw/art';
import { Clause } from '../top';

const reason = (ending: string | null): string =>
    ending === 'E3' ? t('The game stood still, so coins count.') : ending === 'E4' ? t('A thousand rounds are over, so coins count.') : t('The treasure deck ran out.');

/* How I came out, in a sentence. */
function mine(position: Position, me: number): string {
    const places = position.places!, own = position.totals[me - 1] ?? 0, best = Math.max(...position.totals.map((sum) => sum ?? 0));
    if (places[me - 1] === 1) return '';
    return tn('You are {n} coin behind.', 'You are {n} coins behind.', best - own);
}

interface Tally { raised: Treasure[][]; clues: number; amulets: number; curses: number }

/* What happened in the whole record. */
function tally(game: Game): Tally {
    const { engine, players } = game.source, found: Tally = { raised: players.map(() => []), clues: 0, amulets: 0, curses: 0 };
    for (let line = 1; line <= engine.lines; line++) {
        const [seat, verb, third] = engine.line(line, 5).split(' ');
        if (verb === 'raise') found.raised[Number(seat) - 1]!.push(third as Treasure);
        else if (verb === 'clue' || verb === 'volcanic' || verb === 'start') found.clues++;
        else if (verb === 'curse') found.curses++;
        else if (verb === 'amulet') {
            found.amulets++;
            if (third === 'clue' || third === 'volcanic') found.clues++;
        }
    }
    return found;
}

const Crowned = ({ seat }: { seat: number }): JSX.Element =>
    <svg viewBox="-40 -62 80 88" aria-hidden="true"><Atv seat={seat} k={1.1} /><Use id="crown" x={0} y={-42} k={1.5} /></svg>;

export function EndScene({ game, me }: { game: Game; me: number }): JSX.Element {
    const position = game.position.value, places = position.places ?? position.seats.map(() => 1), facts = tally(game);
    const winners = position.seats.filter((_, index) => places[index] === 1), shared = winners.length > 1;
    const order = [...position.seats].sort((a, b) => places[a.seat - 1]! - places[b.seat - 1]!);
    const coins = position.totals[winners[0]!.seat - 1] ?? 0;
    return <><div class="scrim" /><section class="scene endscene" role="dialog" aria-modal="true" aria-label={t('The end')}>
        <header><span class="laurel">{winners.map((seat) => <Crowned key={seat.seat} seat={seat.seat} />)}</span><div>
            <h2>{shared ? t('{names} share the win', { names: list(winners.map((seat) => seat.name)) }) : tn('{name} wins with {n} coin', '{name} wins with {n} coins', coins, { name: winners[0]!.name })}</h2>
            <p>{reason(position.ending)} <Clause clause={shared ? 'E2' : position.ending ?? 'E1'} /> {mine(position, me)}</p></div></header>
        <ol class="rank">{order.map((seat) => <li key={seat.seat} class={`res p${seat.seat}${places[seat.seat - 1] === 1 ? ' first' : ''}`} data-seat={seat.seat}>
            <span class="pl">{places[seat.seat - 1]}</span><AtvIcon seat={seat.seat} />
            <span class="rn1"><b class="nm">{seat.name}</b>{seat.seat === me && <span class="you">{t('you')}</span>}
                {facts.raised[seat.seat - 1]!.length > 0 && <small>{t('raised')} {facts.raised[seat.seat - 1]!.map((treasure, i) => <CubeIcon key={i} treasure={treasure} />)}</small>}</span>
            <ul class="vals">{[...seat.pile].sort((a, b) => b - a).map((value, i) => <li key={i} class={`v${value}`}>{value}</li>)}</ul>
            <span class="tot"><Icon id="coin" raw /><b>{position.totals[seat.seat - 1] ?? ''}</b></span></li>)}</ol>
        <ul class="facts">
            <li><b>{facts.raised.flat().length}</b>{t('treasures')}</li><li><b>{facts.clues}</b>{t('clues')}</li>
            <li><b>{facts.amulets}</b>{t('amulets spent')}</li><li><b>{facts.curses}</b>{t('curses')}</li></ul>
        <footer>
            <button type="button" class="btn main" data-do="play-again"><Icon id="i-again" /><span>{t('Play again')}<small>{t('same table')}</small></span></button>
            <button type="button" class="btn" data-do="replay"><Icon id="i-chart" /><span>{t('Replay')}<small>{t('where it turned')}</small></span></button>
            <button type="button" class="btn quiet" data-do="home"><span>{t('To the start')}</span></button>
        </footer>
    </section></>;
}
