/* What is known about a space: terrain and area, who may lie there, what the own clues say,
 * legs from each ATV. It uses nobody else's hand (H2). */
import type { JSX } from 'preact';
import type { Card, Space, TreasureMap } from '../engine/types';
import type { Game } from '../table/game';
import { cardWords } from '../text/cards';
import { t, tn } from '../text/gettext';
import { word } from '../text/words';
import { does } from './acts';
import { AtvIcon, CubeIcon, Icon, Pictogram, Texture } from './draw/art';
import { HEX } from './draw/hex';
import { game as state } from './state';

does('pin', (element) => {
    const playing = state.value, at = (element as HTMLElement).dataset.at ?? null;
    if (playing) playing.pinned.value = playing.pinned.value === at ? null : at;
});

/* Why a treasure cannot lie on a space: the first clue that excludes it, or an amulet. */
export function excludedBy(map: TreasureMap, space: Space, zone: (card: Card) => ReadonlySet<Space>): Card | 'amulet' | null {
    if (map.sites.includes(space)) return null;
    return map.clues.find(({ card }) => !zone(card).has(space))?.card ?? 'amulet';
}

function MayLie({ game, space, zone }: { game: Game; space: Space; zone: (card: Card) => ReadonlySet<Space> }): JSX.Element {
    return <ul class="may">{game.position.value.maps.map((map) => {
        const no = excludedBy(map, space, zone);
        return <li key={map.treasure} class={no === null ? 'y' : 'n'}><CubeIcon treasure={map.treasure} />
            {no === null ? <span>{t('yes')}</span> : <><span class="unseen">{t('no: {clue}', { clue: no === 'amulet' ? t('an amulet') : cardWords(no) })}</span>
                <span aria-hidden="true">{t('no')}</span>{no === 'amulet' ? <Icon id="amulet" raw /> : <Pictogram card={no} />}</>}</li>;
    })}</ul>;
}

export function Inspector({ game, space, me }: { game: Game; space: Space; me: number }): JSX.Element | null {
    const position = game.position.value, hex = game.board.value.hexes.find((each) => each.name === space), { engine } = game.source;
    if (!hex) return null;
    engine.seek(game.shown.value);
    const zones = new Map<Card, Set<Space>>(), zone = (card: Card): Set<Space> => {
        if (!zones.has(card)) zones.set(card, new Set(engine.clue(card)));
        return zones.get(card)!;
    };
    const object = position.objects.find((each) => each.space === space), hand = position.seats[me - 1]?.hand ?? [];
    const facts = [
        hex.space ? tn('{terrain}, area of {n}', '{terrain}, area of {n}', hex.area, { terrain: word(hex.terrain) }) + (hex.largest ? `, ${t('the largest')}` : '') : word(hex.terrain),
        hex.coast ? t('On the coast') : t('Inland'), ...(object ? [{ hut: t('A hut stands here'), palm: t('A palm stands here'), statue: t('A statue stands here') }[object.kind]] : []),
        ...(position.amulets.includes(space) ? [t('An amulet lies here')] : []),
        ...position.statues.filter((statue) => statue.space === space).map((statue) => statue.amulet
            ? t('It looks {way} and brings the next amulet to {space} (N3)', { way: word(statue.facing), space: statue.amulet })
            : t('It looks {way} and brings no amulet', { way: word(statue.facing) })),
    ];
    const pinned = game.pinned.value === space, drive = engine.tables().legs;
    return <section class={`insp${pinned ? ' pinned' : ''}`} aria-label={t('Space {space}', { space })}>
        <header><svg viewBox="-52 -46 104 92" aria-hidden="true"><path d={HEX} class={`area ${hex.terrain}`} /><Texture terrain={hex.space ? hex.terrain : 'lava'} /></svg>
            <div><h3 aria-level={2}>{space}</h3><p>{facts.join('. ')}.</p></div>
            <button type="button" class="ib" data-do="pin" data-at={space} aria-pressed={pinned} aria-label={pinned ? t('Let it go') : t('Keep it in sight')}><Icon id={pinned ? 'i-close' : 'i-plus'} /></button></header>
        {hex.space && <>
            <div class="irow"><h4 aria-level={3}>{t('May lie here')}</h4><MayLie game={game} space={space} zone={zone} /></div>
            {hand.length > 0 && <div class="irow"><h4 aria-level={3}>{t('Your clues say')}</h4><ul class="says">{hand.map((card) => {
                const fits = zone(card).has(space);
                return <li key={card} class={fits ? 'y' : 'n'}><Pictogram card={card} /><b>{fits ? t('fits') : t('rules it out')}</b></li>;
            })}</ul></div>}
            <div class="irow"><h4 aria-level={3}>{t('Legs away')}</h4><ul class="legs">{position.seats.filter((seat) => seat.atv).map((seat) => {
                const legs = engine.distances(seat.atv!)[space];
                return <li key={seat.seat}><AtvIcon seat={seat.seat} /><b>{legs == null ? '–' : legs > drive ? t('{n}+', { n: drive + 1 }) : legs}</b></li>;
            })}</ul></div></>}
    </section>;
}
