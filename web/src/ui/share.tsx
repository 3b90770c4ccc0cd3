/* Sharing out a treasure: a scene of its own, with the card on offer, the ladder of roses,
 * what you looked at and what is unseen, and what a curse would cost you. */
import type { ComponentChildren, JSX } from 'preact';
import type { Position, Treasure, WhatIf } from '../engine/types';
import type { Game, Shown } from '../table/game';
import type { Offer } from '../table/offer';
import { given } from '../table/sharing';
import type { Given } from '../table/sharing';
import { cardWords } from '../text/cards';
import { t, tn } from '../text/gettext';
import { theTreasure } from '../text/words';
import { Pictogram, Picture, RoseIcon, Use } from './draw/art';
import { ActButton } from './parts';
import { Clause } from './top';
import { Rich } from './rich';

const RAYS = Array.from({ length: 16 }, (_, i) => {
    const a = (i * Math.PI) / 8, b = a + Math.PI / 16, to = (angle: number): string =>
        `${(300 * Math.cos(angle)).toFixed(0)} ${(300 * Math.sin(angle) - 34).toFixed(0)}`;
    return `M0-34L${to(a)} ${to(b)}z`;
}).join('');

/* A treasure card: a number of coins, 0 a curse, null face down. */
export function TreasureCard({ coins, cls = '', caption, treasure = 'brown' }: { coins: number | null; cls?: string; caption?: string; treasure?: Treasure }): JSX.Element {
    return <figure class={`tcard ${coins === 0 ? 'crs ' : ''}${coins === null ? 'back ' : ''}${cls}`}>
        {coins === 0 ? <Picture id="curse" margin={0} />
            : coins === null ? <svg class="bk" viewBox="-50 -50 100 100" aria-hidden="true"><g class={`k-${treasure}`}><Use id="chest" k={1.3} /></g></svg>
            : <>{cls.includes('big') && <svg class="rays" viewBox="-98 -132 196 264" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d={RAYS} /></svg>}
                <b>{coins}</b><span class="cs">{Array.from({ length: coins }, (_, i) => <Picture key={i} id="coin" margin={0} />)}</span></>}
        {caption && <figcaption>{caption}</figcaption>}
    </figure>;
}

/* The cards that nobody has shown this viewer, by value: what an unseen card may be. */
function Unseen({ unseen }: { unseen: readonly number[] }): JSX.Element {
    const values = unseen.map((count, coins) => ({ count, coins })).filter(({ count }) => count > 0);
    return <div class="unk"><h4 aria-level={3}>{t('Unseen by value')}<small>{t('here and in the deck')}</small></h4><ul>{values.map(({ count, coins }) => <li key={coins} class={coins ? '' : 'crs'}
        aria-label={coins ? tn('{n} card of {coins}', '{n} cards of {coins}', count, { coins }) : tn('{n} curse', '{n} curses', count)}>
        {coins ? <b>{coins}</b> : <Picture id="curse" margin={0} />}<small>×{count}</small></li>)}</ul></div>;
}

function Known({ position, cards }: { position: Position; cards: Given[] }): JSX.Element {
    const { raised } = position, { known: seen, unknown: unseen, unseen: values } = position.ahead!;
    const before = position.phase === 'offer' ? cards.slice(0, -1) : cards, names = position.seats.map((seat) => seat.name);
    return <div class="known">
        <div><h4 aria-level={3}>{t('Still face down')}</h4><div class="fan">
            {seen.map((coins, i) => <TreasureCard key={`s${i}`} coins={coins} cls="peek" caption={t('seen')} />)}
            {Array.from({ length: Math.min(unseen, 5) }, (_, i) => <TreasureCard key={`u${i}`} coins={null} treasure={raised!.treasure}
                caption={i === 0 ? tn('unseen', '{n} unseen', unseen) : undefined} />)}
        </div></div>
        <Unseen unseen={values} />
        {before.length > 0 && <div><h4 aria-level={3}>{t('Turned up before')}</h4><ul class="so">
            {before.slice(-4).map(({ coins, seat }, i) => <li key={i}><TreasureCard coins={coins} /><span>{seat
                ? <Rich names={names} text={t('{who} claimed it', { who: `@${seat}@` })} /> : t('nobody claimed it')}</span></li>)}</ul></div>}
    </div>;
}

/* The roses from the lowest up, with the clue on which each lies. */
function Ladder({ position, cards }: { position: Position; cards: Given[] }): JSX.Element {
    const order = position.roses?.order ?? [], now = position.roses?.now ?? -1, names = position.seats.map((seat) => seat.name);
    const state = (index: number): string => index === now ? t('asked now') : index === now + 1 ? t('next') : index < now ? t('passed') : t('then');
    return <div class="order"><h4 aria-level={3}>{t('Who is asked, rose by rose')}<small>{t('▲ from the lowest up')}</small></h4>
        <ol>{cards.map(({ coins, seat, clue }, index) => seat && <li key={`g${index}`} class="gone"><RoseIcon seat={seat} />{clue && <Pictogram card={clue} />}
            <span><Rich text={`@${seat}@`} names={names} /><small>{clue ? cardWords(clue) : t('the raiser’s rose')}</small></span><em>{t('took {coins}', { coins })}</em></li>)}
        {order.map(({ seat, clue }, index) => <li key={index} class={index === now ? 'now' : index < now ? 'gone' : ''}>
            <RoseIcon seat={seat} />{clue && <Pictogram card={clue} />}
            <span><Rich text={`@${seat}@`} names={names} /><small>{clue ? cardWords(clue) : t('the raiser’s rose')}</small></span><em>{state(index)}</em></li>)}</ol></div>;
}

/* How many of the cards to come are curses, as far as is known. */
function dangers(left: number, least: number, most: number): string {
    if (!left) return t('No card is left.');
    if (!most) return t('None of the cards left is a curse.');
    if (left === 1) return least ? t('The card left is a curse.') : t('The card left may be a curse.');
    return least ? tn('At least {n} of the {left} cards left is a curse.', 'At least {n} of the {left} cards left are curses.', least, { left })
        : tn('{n} of the {left} cards left may be a curse.', 'Up to {n} of the {left} cards left may be curses.', most, { left });
}

/* What a curse would cost this viewer, and how many may come. */
function Risk({ position, me, safe }: { position: Position; me: number; safe: boolean }): JSX.Element {
    const { left } = position.raised!, { known, least, most, price } = position.ahead!, mine = price.find(({ seat }) => seat === me);
    const cost = !mine ? t('You have no rose here: a curse costs you nothing.')
        : mine.amulets ? t('If one turns up while a rose of yours lies here, you give up an amulet.')
        : mine.coins ? tn('If one turns up while a rose of yours lies here, you lose a card of {n} coin.', 'If one turns up while a rose of yours lies here, you lose a card of {n} coins.', mine.coins)
        : t('If one turns up you have nothing to lose.');
    return <div class="risk"><div class="meter" aria-hidden="true">{Array.from({ length: Math.min(left, 8) }, (_, i) =>
        i < least ? <i key={i} class="on" /> : i < known.length ? <i key={i} /> : <i key={i} class="q">?</i>)}</div>
    <p><strong>{dangers(left, least, most)}</strong> {left > 0 && most > 0 && <>{cost} <Clause clause="K2" /></>}{left > 0 && most > 0 && safe && <> {t('It is your last rose here: claiming takes you out of danger.')}</>}</p></div>;
}

/* Would claiming the card on offer take a seat out of danger? */
function claimSaves(position: Position, me: number, claimed: WhatIf | null): boolean {
    const struck = ({ ahead }: Position): boolean => !!ahead?.price.some(({ seat }) => seat === me);
    return struck(position) && !!claimed?.legal && !struck(claimed.position);
}

/* A curse strikes: who pays what. It stays for a moment and goes by itself. */
export function CurseScene({ curse, position }: { curse: Shown; position: Position }): JSX.Element {
    const names = position.seats.map((seat) => seat.name), paid = curse.effects?.paid ?? [];
    return <><div class="scrim dread" /><section class="cursed" role="alertdialog" aria-label={t('A curse')}>
        <div class="skull"><Picture id="curse" /></div>
        <h2>{t('A curse')}</h2>
        <ul>{paid.length ? paid.map(({ seat, amulets, coins }) => <li key={seat}><RoseIcon seat={seat} /><Rich names={names} text={`@${seat}@`} />
            <b>{amulets ? t('−1 amulet') : coins ? t('−{coins}', { coins }) : t('nothing to lose')}</b></li>) : <li>{t('It strikes nobody.')}</li>}</ul>
        <button type="button" class="btn" data-do="skip"><span>{t('Go on')}</span></button>
    </section></>;
}

/* 'answers' stands there while others are asked, if this player's roses lie on the map too. */
export function ShareScene({ game, me, offer, answers }: { game: Game; me: number; offer: Offer | null; answers?: ComponentChildren }): JSX.Element {
    const position = game.position.value, { engine } = game.source, upTo = game.shown.value, cards = given(engine, upTo);
    const raised = position.raised!, names = position.seats.map((seat) => seat.name), asked = position.to_move;
    const card = position.offer?.coins ?? raised.shown.at(-1) ?? null;
    return <><div class="scrim" /><section class="scene" role="dialog" aria-modal="true" aria-label={t('Sharing out')}>
        <header role="group" aria-label={t('The treasure')}><span class={`k-${raised.treasure}`}><svg viewBox="-24 -22 48 44" aria-hidden="true"><Use id="chest" /></svg></span>
            <div><h2>{theTreasure(raised.treasure)}</h2><p><Rich names={names} text={t('Raised by {who} on {space}.', { who: `@${raised.seat}@`, space: position.seats[raised.seat - 1]!.atv ?? '' })} /> {
                tn('{n} card turned up', '{n} cards turned up', raised.shown.length)}, {t('{n} to come.', { n: raised.left })}</p></div></header>
        <div class="stage">
            <Known position={position} cards={cards} />
            <div class="offer"><h4 aria-level={3}><span>{!position.offer ? t('Turned up') : asked === me ? t('On offer to you') : <Rich names={names} text={t('On offer to {who}', { who: `@${asked}@` })} />}</span></h4>
                <TreasureCard key={`${raised.shown.length}`} coins={card} cls="big" treasure={raised.treasure} /></div>
            <Ladder position={position} cards={cards} />
        </div>
        <Risk position={position} me={me} safe={asked === me && claimSaves(position, me, engine.whatIf(`${me} claim`, game.viewer.value))} />
        {!offer && position.roses?.order.some(({ seat }) => seat === me) && answers}
        {offer ? <footer>{offer.acts.map((act, index) => <div key={act.move} class={index ? 'passwrap' : 'claimwrap'}><ActButton act={act} /></div>)}</footer>
            : (!game.source.remote || game.shown.value < game.lines.value) && <footer><button type="button" class="btn" data-do="skip">{t('Skip')}</button></footer>}
    </section></>;
}
