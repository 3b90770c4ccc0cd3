/* Between two people at one screen: only what all may know is in the document. The hand
 * opens by press and hold, so that a passing thumb shows nothing; a key or a screen reader
 * opens it at once. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { SPECTATOR } from '../../engine/types';
import type { Viewer } from '../../engine/types';
import type { Game } from '../../table/game';
import { Log } from '../../table/log';
import { t } from '../../text/gettext';
import { does } from '../acts';
import { Board } from '../board';
import { Atv, Icon } from '../draw/art';
import { Rich } from '../rich';
import { game as playing } from '../state';

const HOLD = 600;
const held = signal(false);
let timer: ReturnType<typeof setTimeout> | undefined;

const show = (seat: number): void => { held.value = false; playing.value?.look(seat as Viewer); };

does('show-hand', (element, event) => {
    if (!event || event.detail === 0) show(Number((element as HTMLElement).dataset.seat));
});

/* What happened since a seat decided last. */
function since(game: Game, log: Log, seat: number): ReturnType<Log['read']> {
    const entries = log.read(game.shown.value, SPECTATOR), own = entries.map((entry) => entry.seat).lastIndexOf(seat);
    return entries.slice(own + 1).filter((entry) => entry.kind === 'move').slice(-6);
}

export function PassScreen({ game, seat }: { game: Game; seat: number }): JSX.Element {
    const position = game.position.value, names = position.seats.map((each) => each.name), { hand_size } = position.seats[seat - 1]!;
    const log = useMemo(() => new Log(game.source.engine), [game]), news = since(game, log, seat);
    const press = (): void => { held.value = true; timer = setTimeout(() => show(seat), HOLD); };
    const release = (): void => { held.value = false; clearTimeout(timer); };
    return <div class="table pass">
        <main class="board"><Board board={game.board.value} position={position} still /></main>
        <div class={`scrim p${seat}`} />
        <section class={`passcard p${seat}`} role="dialog" aria-modal="true" aria-label={t('Pass the device on')}>
            <div class="band"><svg viewBox="-34 -28 68 52" aria-hidden="true"><Atv seat={seat} /></svg></div>
            <h2><Rich text={t('Pass the device to {who}', { who: `@${seat}@` })} names={names} /></h2>
            <p class="sub">{t('All hands are covered. Nobody else should look when it opens.')}</p>
            {hand_size > 0 && <ul class="backs" aria-hidden="true">{Array.from({ length: hand_size }, (_, index) => <li key={index} class="hback" />)}</ul>}
            {news.length > 0 && <div class="since"><h4 aria-level={3}>{t('Since your last turn')}</h4><ul>{news.map((entry) => <li key={entry.line}><Rich text={entry.text} names={names} /></li>)}</ul></div>}
            <button type="button" class={`btn main hold${held.value ? ' holding' : ''}`} data-do="show-hand" data-seat={seat}
                onPointerDown={press} onPointerUp={release} onPointerLeave={release} onPointerCancel={release}>
                <Icon id="i-eye" /><span>{t('I am {name}', { name: names[seat - 1]! })}<small>{t('press and hold to open your hand')}</small></span></button>
            <div class="foot"><button type="button" data-do="menu">{t('Table menu')}</button></div>
        </section>
    </div>;
}
