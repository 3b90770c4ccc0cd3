/* How a second rose or a swap of roses (P1, P2) would change who is asked: the roses of the
 * map as a ladder, now and afterwards. It shows the line under the pointer or the focus, or
 * else the first of those that are left. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Card, TreasureMap } from '../engine/types';
import type { Game } from '../table/game';
import { cardWords } from '../text/cards';
import { t } from '../text/gettext';
import { lower } from '../text/words';
import { CubeIcon, Icon, Pictogram, RoseIcon } from './draw/art';

export interface Rung { seat: number; card: Card }

/* A map's roses in the order in which they are asked: from the lowest clue up (D1). */
export const rungsOf = (map: TreasureMap): Rung[] =>
    [...map.clues].reverse().flatMap(({ seat, card, roses }) => Array.from({ length: roses }, () => ({ seat, card })));

const looked = signal('');

/* Follows pointer and focus over the dock's buttons. */
function useLooked(lines: readonly string[]): string {
    useEffect(() => {
        const look = (event: Event): void => {
            const move = (event.target as Element).closest?.<HTMLElement>('.actions [data-move]')?.dataset.move;
            if (move) looked.value = move;
        };
        document.addEventListener('pointerover', look);
        document.addEventListener('focusin', look);
        return () => {
            document.removeEventListener('pointerover', look);
            document.removeEventListener('focusin', look);
            looked.value = '';
        };
    }, []);
    return lines.includes(looked.value) ? looked.value : lines[0] ?? '';
}

function Side({ title, rungs, other, names }: { title: string; rungs: readonly Rung[]; other: readonly Rung[]; names: readonly string[] }): JSX.Element {
    return <div><h4 aria-level={2}>{title}</h4><ol>{rungs.map(({ seat, card }, index) =>
        <li key={index} class={other[index]?.seat === seat && other[index]?.card === card ? '' : 'lit'}>
            <i>{index + 1}</i><RoseIcon seat={seat} /><Pictogram card={card} />
            <span><b class={`nm p${seat}`}>{names[seat - 1]}</b><small>{cardWords(card)}</small></span></li>)}</ol></div>;
}

export function Ladders({ game, lines }: { game: Game; lines: readonly string[] }): JSX.Element | null {
    const line = useLooked(lines), position = game.position.value, names = position.seats.map((seat) => seat.name);
    const tried = useMemo(() => {
        game.source.engine.seek(game.shown.value);
        return line ? game.source.engine.whatIf(line, game.viewer.value) : null;
    }, [line, position]);
    const card = line.split(' ')[3], map = position.maps.find((each) => each.clues.some((clue) => clue.card === card));
    if (!tried?.legal || !map) return null;
    const now = rungsOf(map), after = rungsOf(tried.position.maps.find((each) => each.treasure === map.treasure)!);
    return <section class="ladders" aria-label={t('Who is asked, rose by rose')}>
        <header><CubeIcon treasure={map.treasure} /><b>{t('Who is asked for the {treasure} treasure', { treasure: lower(map.treasure) })}</b><small>{t('▲ from the lowest up')}</small></header>
        <Side title={t('Now')} rungs={now} other={after} names={names} /><Icon id="i-next" /><Side title={t('Afterwards')} rungs={after} other={now} names={names} />
    </section>;
}
