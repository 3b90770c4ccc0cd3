/* Between two people at one screen: only what all may know is in the document. */
import type { JSX } from 'preact';
import type { Game } from '../../table/game';
import { t, tn } from '../../text/gettext';
import { Atv } from '../draw/art';
import { Board } from '../board';

export function PassScreen({ game, seat }: { game: Game; seat: number }): JSX.Element {
    const position = game.position.value, { name, hand_size } = position.seats[seat - 1]!;
    return <div class="table pass">
        <main class="board"><Board board={game.board.value} position={position} still /></main>
        <div class="scrim" />
        <section class={`passcard p${seat}`} role="dialog" aria-modal="true" aria-label={t('Pass the screen on')}>
            <div class="band"><svg viewBox="-34 -28 68 52" aria-hidden="true"><Atv seat={seat} /></svg></div>
            <h2>{t('Pass the screen to {name}', { name })}</h2>
            <p class="sub">{hand_size ? tn('{n} card waits, face down.', '{n} cards wait, face down.', hand_size) : t('A decision waits.')}</p>
            <button type="button" class="btn main hold" data-do="show-hand" data-seat={seat}><span>{t('I am {name}', { name })}<small>{t('shows your hand')}</small></span></button>
        </section>
    </div>;
}
