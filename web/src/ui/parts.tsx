/* The parts of the table: players, maps, piles, hand, dock, log. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Card, ClueOnMap, Position, SeatState, TreasureMap } from '../engine/types';
import type { Act, MapOffer, Offer } from '../table/offer';
import type { Entry } from '../table/log';
import { cardWords } from '../text/cards';
import { t, tn } from '../text/gettext';
import { reasonWords } from '../text/reasons';
import { word } from '../text/words';
import { AtvIcon, CubeIcon, Icon, parseCard, Pictogram, RoseIcon, Use } from './draw/art';
import { pure } from './pure';
import { seatNotes } from './state';
import type { SeatNote } from './state';
import { CardWords, Rich } from './rich';
import { Clause } from './top';

/* ---- Players ---- */

interface PlayerProps { state: SeatState; mine: boolean; asked: boolean; total: number | null; gain: number; at: number; note: SeatNote | null }

const Player = pure(function Player({ state, mine, asked, total, gain, at, note }: PlayerProps): JSX.Element {
    const { seat, name, pile, roses, amulets, hand_size } = state;
    return <li class={`player p${seat}${asked ? ' asked' : ''}${mine ? ' me' : ''}`} data-seat={seat}>
        <div class="who"><AtvIcon seat={seat} />{note && note.here !== null && <i class={`here ${note.here ? 'yes' : 'no'}`} role="img" aria-label={note.here ? t('is here') : t('is away')} />}<span class="name">{name}</span>{mine && <span class="you">{t('you')}</span>}
            {note?.clock && <span class={`clock${note.low ? ' low' : ''}`}><Icon id="i-clock" />{note.clock}</span>}
            {gain > 0 && <span key={at} class="gain" aria-hidden="true">{t('+{n}', { n: gain })}</span>}</div>
        {note?.text && <p class="note"><Icon id="i-bot" />{note.text}</p>}
        <ul class="stats">
            <li class="coins">{total !== null
                ? <><Icon id="coin" raw /><b>{total}</b><span>{t('coins')}</span></>
                : <><Icon id="i-pile" /><b>{pile.length}</b><span>{t('cards')}</span></>}</li>
            <li><RoseIcon seat={seat} /><b>{roses}</b><span>{t('roses')}</span></li>
            <li class={amulets ? '' : 'nil'}><Icon id="amulet" raw /><b>{amulets}</b><span>{t('amulets')}</span></li>
            <li><Icon id="i-hand" /><b>{hand_size}</b><span>{t('hand')}</span></li>
        </ul>
    </li>;
}, (props) => JSON.stringify(props));

export function Players({ position, me, claimed = null, at = 0 }: {
    position: Position; me: number; claimed?: { seat: number; coins: number } | null; at?: number;
}): JSX.Element {
    const first = Math.max(0, me - 1), { seats } = position;
    const inOrder = seats.map((_, index) => seats[(first + index) % seats.length]!);
    return <section class={`players n${seats.length}`} aria-label={t('Players')}><ul>{inOrder.map((state) =>
        <Player key={state.seat} state={state} mine={state.seat === me} asked={position.to_move === state.seat}
            total={position.totals[state.seat - 1] ?? null} note={seatNotes.value?.[state.seat - 1] ?? null} gain={claimed?.seat === state.seat ? claimed.coins : 0} at={claimed?.seat === state.seat ? at : 0} />)}</ul></section>;
}

/* ---- Maps ---- */

interface ClueProps { clue: ClueOnMap; ghost?: boolean; pick?: string; chosen?: boolean }

export const ClueCard = pure(function ClueCard({ clue, ghost = false, pick, chosen = false }: ClueProps): JSX.Element {
    const cls = `clue${parseCard(clue.card).not ? ' neg' : ''}${ghost ? ' ghost' : ''}${clue.roses > 1 ? ' twice' : ''}`;
    const inner = <><div class="face"><Pictogram card={clue.card} /><span class="roses">
        {Array.from({ length: clue.roses }, (_, index) => <RoseIcon key={index} seat={clue.seat} />)}</span></div><CardWords card={clue.card} /></>;
    if (pick) return <li class={`${cls} can${chosen ? ' on' : ''}`} data-card={clue.card}><button type="button" class="cluebtn" data-pick={pick} aria-pressed={chosen}>{inner}</button></li>;
    return <li class={cls} data-card={ghost ? undefined : clue.card}>{inner}</li>;
}, ({ clue, ghost, pick, chosen }) => `${clue.card} ${clue.seat} ${clue.roses} ${ghost} ${pick} ${chosen}`);

function MapCount({ map, offer }: { map: TreasureMap; offer?: MapOffer }): JSX.Element {
    if (offer?.count) return <span class="n">{t('{before} → {after}', { before: offer.count[0], after: offer.count[1] })}</span>;
    if (!map.clues.length) return <span class="n">{t('no clue yet')}</span>;
    return map.known ? <span class="n known">{t('known')}</span> : <span class="n">{tn('{n} site', '{n} sites', map.sites.length)}</span>;
}

/* On a phone a map of more clues than these scrolls, and can be focused for that. */
const FIT = 2, small = (): boolean => matchMedia('(max-width: 699px)').matches;

export function MapColumn({ map, offer, seat, clues, chosen, slot = true }: {
    map: TreasureMap; offer?: MapOffer; seat: number; clues?: ReadonlySet<Card>; chosen?: ReadonlySet<Card>; slot?: boolean;
}): JSX.Element {
    const label = t('{treasure} map', { treasure: word(map.treasure) });
    return <section class={`map k-${map.treasure} ${offer?.state ?? ''}`} data-treasure={map.treasure} aria-label={label}>
        {offer?.pick && <button type="button" class="cover" data-pick={offer.pick} aria-pressed={offer.state === 'over'}
            aria-label={offer.count ? t('{map}: {before} sites, {after} after your clue', { map: label, before: offer.count[0], after: offer.count[1] }) : label} />}
        {!offer?.pick && <button type="button" class="cover look" data-do="map" data-map={map.treasure} aria-label={t('Open the {map}', { map: label })} />}
        <header><CubeIcon treasure={map.treasure} /><h3 aria-level={2}>{word(map.treasure)}</h3><MapCount map={map} offer={offer} /></header>
        <ol tabIndex={map.clues.length > FIT && small() ? 0 : undefined}>
            {map.clues.map((clue) => <ClueCard key={clue.card} clue={clue} pick={clues?.has(clue.card) ? clue.card : undefined} chosen={chosen?.has(clue.card)} />)}
            {offer?.ghost ? <ClueCard clue={{ card: offer.ghost, seat, roses: 1 }} ghost /> : slot && !offer?.reason && !map.known && <li class="slot" aria-hidden="true" />}
        </ol>
        {offer?.state === 'over' && offer.count && <p class="note ok">{t('{gone}, {stay}', { gone: tn('{n} goes', '{n} go', offer.count[0] - offer.count[1]), stay: tn('{n} stays', '{n} stay', offer.count[1]) })}</p>}
        {offer?.reason && <p class="note no"><Clause clause={offer.reason.clause} />{reasonWords(offer.reason.name)}</p>}
    </section>;
}

const Pile = ({ n, kind, label, children }: { n: number; kind: string; label: string; children: ComponentChildren }): JSX.Element =>
    <li class={`pile ${kind}`}><span class="st">{children}<b>{n}</b></span><small>{label}</small></li>;

export function Piles({ position }: { position: Position }): JSX.Element {
    return <ul class="decks" aria-label={t('Piles')}>
        <Pile n={position.clue_deck} kind="cd" label={t('clues')}><svg viewBox="-50 -50 100 100" class="pic" aria-hidden="true"><Use id="r-sight" k={0.8} /><Use id="r-in" k={0.8} /></svg></Pile>
        <Pile n={position.clue_discards.length} kind="up" label={t('discards')}><svg viewBox="-50 -50 100 100" class="pic" aria-hidden="true"><Use id="r-next" k={0.8} /></svg></Pile>
        <Pile n={position.treasure_deck} kind="td" label={t('treasures')}><svg viewBox="-24 -22 48 44" class="pic k-brown" aria-hidden="true"><Use id="chest" /></svg></Pile>
        <Pile n={position.amulet_pile} kind="ad" label={t('amulets')}><svg viewBox="-18 -22 36 40" class="pic" aria-hidden="true"><Use id="amulet" /></svg></Pile>
    </ul>;
}

/* ---- Hand ---- */

export const HandCard = pure(function HandCard({ card, pick, chosen = false, dead }: { card: Card; pick?: string; chosen?: boolean; dead?: string }): JSX.Element {
    const cls = `hcard${parseCard(card).not ? ' neg' : ''}${chosen ? ' is-sel' : ''}${dead ? ' is-off' : ''}`;
    return <li class="hslot" data-card={card}>
        <button type="button" class={cls} data-pick={pick} aria-pressed={chosen} aria-disabled={pick ? undefined : true} aria-label={dead ? `${cardWords(card)} ${dead}` : cardWords(card)}>
            <Pictogram card={card} /><CardWords card={card} />{dead && <>{' '}<b class="clause">{dead}</b></>}
        </button>
    </li>;
});

export const Hand = ({ cards, offer, chosen }: { cards: readonly Card[]; offer: Offer | null; chosen?: Card }): JSX.Element =>
    <section class={`hand${cards.length > 4 ? ' many' : ''}`} aria-label={t('Your hand')}><ul>{cards.map((card) =>
        <HandCard key={card} card={card} pick={offer?.cards.has(card) ? card : undefined} chosen={card === chosen} dead={offer?.dead.get(card)} />)}</ul></section>;

/* ---- The dock: whose decision it is and what can be done ---- */

export function ActButton({ act }: { act: Act }): JSX.Element {
    const off = act.kind === 'off', cls = { main: ' main', plain: '', quiet: ' quiet', off: ' off' }[act.kind];
    return <button type="button" class={`btn${cls}`} data-move={off ? undefined : act.move} data-pick={off ? undefined : act.pick}
        data-do={off ? 'rule' : act.do} data-clause={off ? act.clause : undefined} aria-disabled={off || undefined}>
        {act.card ? <><Pictogram card={act.card} />{act.other && <Pictogram card={act.other} />}</> : <Icon id={act.icon} raw={act.raw} />}
        <span>{act.short ? <><span class="long">{act.label}</span><span class="short" aria-hidden="true">{act.short}</span></> : act.label}{act.words && <span class="unseen">{act.words}</span>}{act.sub && <small>{act.sub}{off && act.clause ? ` (${act.clause})` : ''}</small>}</span>
    </button>;
}

export function Dock({ title, detail, good = false, base = false, mine = false, acts, children }: {
    title: ComponentChildren; detail: ComponentChildren; good?: boolean; base?: boolean; mine?: boolean; acts: readonly Act[]; children?: ComponentChildren;
}): JSX.Element {
    return <section class="actions" aria-label={t('What you can do')}>
        <div class="prompt" role="status"><strong key={String(title)} class={`${good ? 'ok' : ''}${mine ? ' waits' : ''}`}>{title}</strong><span>{detail}</span></div>
        <div class={`btns b${acts.length}${base ? ' base' : ''}`}>{acts.map((act) => <ActButton key={act.move ?? act.pick ?? act.do ?? act.label} act={act} />)}{children}</div>
    </section>;
}

/* ---- The log ---- */

const LogLine = pure(({ entry, names }: { entry: Entry; names: readonly string[] }): JSX.Element =>
    <li class={entry.kind} data-at={entry.line}><Rich text={entry.text} names={names} /></li>, ({ entry }) => entry.text);

export function LogPanel({ entries, names, last }: { entries: readonly Entry[]; names: readonly string[]; last?: ComponentChildren }): JSX.Element {
    const bottom = useRef<HTMLOListElement>(null);
    useEffect(() => {
        const frame = requestAnimationFrame(() => bottom.current?.scrollTo({ top: bottom.current.scrollHeight }));
        return () => cancelAnimationFrame(frame);
    }, [entries.length, entries.at(-1)?.line]);
    return <section class="log" aria-label={t('Log')}>
        <h3 aria-level={2}>{t('Log')}</h3>
        <ol ref={bottom} tabIndex={0}>{entries.slice(-120).map((entry) => <LogLine key={`${entry.line} ${entry.text}`} entry={entry} names={names} />)}{last && <li class="now">{last}</li>}</ol>
    </section>;
}
