/* The offer for a clue: a card picked up, every map's outcome, the map under it. */
import type { Card, Treasure } from '../engine/types';
import { TREASURES } from '../engine/types';
import { cardWords } from '../text/cards';
import { t, tn } from '../text/gettext';
import { lower, word } from '../text/words';
import { emptyOffer, has, linesOf, whyNot } from './offer';
import type { Act, MapOffer, Offer, Situation } from './offer';

const sitesOf = ({ position }: Situation, treasure: Treasure): string[] =>
    position.maps.find((map) => map.treasure === treasure)!.sites;

/* The lines by which a card can be played on a map, the plain ones first. */
export function waysToPlay(situation: Situation, treasure: Treasure, card: Card): string[] {
    const ways = [['clue', treasure, card], ['amulet', 'clue', treasure, card]]
        .filter((words) => has(situation, ...words)).map((words) => [situation.seat, ...words].join(' '));
    const volcanic = [...linesOf(situation, 'volcanic', treasure), ...linesOf(situation, 'amulet', 'volcanic', treasure)]
        .filter((line) => line.endsWith(` ${card}`));
    return [...ways, ...volcanic];
}

const isVolcanic = (line: string): boolean => / volcanic /.test(line);
const isExtra = (line: string): boolean => / amulet /.test(line);

function outcome(situation: Situation, treasure: Treasure, card: Card): MapOffer {
    const { picks, ask } = situation, before = sitesOf(situation, treasure).length;
    const ways = waysToPlay(situation, treasure, card), chosen = picks.map === treasure;
    const plain = ways.find((line) => !isVolcanic(line));
    if (plain) {
        const tried = ask.whatIf(plain);
        const stay = tried?.legal ? tried.position.maps.find((map) => map.treasure === treasure)!.sites : [];
        return { state: chosen ? 'over' : 'can', pick: treasure, count: [before, stay.length], stay, ghost: chosen ? card : undefined };
    }
    const reason = whyNot(situation, 'clue', treasure, card) ?? undefined;
    return { state: chosen && ways.length ? 'over' : 'cannot', pick: ways.length ? treasure : undefined, reason };
}

function playActs(situation: Situation, treasure: Treasure, card: Card): Act[] {
    const stay = situation.ask.whatIf(waysToPlay(situation, treasure, card)[0] ?? '');
    const sites = stay?.legal ? stay.position.maps.find((map) => map.treasure === treasure)!.sites : [];
    return waysToPlay(situation, treasure, card).map((line, index): Act => {
        if (isVolcanic(line)) {
            const clue = line.split(' ').at(-2)!;
            return {
                label: t('Play “{clue}” instead', { clue: cardWords(clue) }), card: clue, move: line, kind: index ? 'plain' : 'main',
                sub: isExtra(line) ? t('for an amulet; your card is discarded (V6)') : t('your card is discarded (V6)'),
                icon: isExtra(line) ? 'amulet' : 'i-card', raw: isExtra(line),
            };
        }
        if (isExtra(line)) return {
            label: t('As an extra clue'), short: t('Extra clue'), sub: t('for an amulet (A2)'), icon: 'amulet', raw: true, move: line, kind: index ? 'plain' : 'main',
        };
        return {
            label: t('Play on {map}', { map: lower(treasure) }), icon: 'i-card', move: line, kind: 'main',
            sub: sites.length && sites.length <= 8 ? t('stay: {sites}', { sites: sites.join(' ') }) : tn('{n} site stays', '{n} sites stay', sites.length),
        };
    });
}

/* With a card in the hand that is lifted, or about to be. */
export function clueOffer(situation: Situation, title: string, detail: string): Offer {
    const { picks, position, ask, seat } = situation, offer = emptyOffer(seat, title, detail);
    const hand = position.seats[seat - 1]!.hand ?? [];
    offer.cards = new Set(hand);
    const back: Act = { label: t('Put back'), sub: t('Esc'), icon: 'i-undo', kind: 'quiet', pick: '' };
    if (!picks.card || !hand.includes(picks.card)) {
        offer.acts = [back];
        return offer;
    }
    const { card, map } = picks;
    offer.maps = Object.fromEntries(TREASURES.map((treasure) => [treasure, outcome(situation, treasure, card)]));
    offer.overlay.zone = ask.zone(card);
    offer.title = t('Choose a map');
    offer.detail = t('Each shows what would be left.');
    const chosen = map && offer.maps[map];
    if (chosen && chosen.state !== 'cannot') {
        offer.acts = [...playActs(situation, map!, card), back];
        if (chosen.count) {
            offer.title = t('{map}: {before} sites → {after}', { map: word(map!), before: chosen.count[0], after: chosen.count[1] });
            offer.detail = t('Confirm to play it there.');
            offer.good = true;
            offer.overlay.lift = { treasure: map!, stay: new Set(chosen.stay) };
        } else {
            offer.title = t('A volcanic clue on {map}', { map: lower(map!) });
            offer.detail = t('It takes the place of your card.');
        }
    } else offer.acts = [...mapActs(offer), back];
    return offer;
}

/* The maps that take the lifted card, as buttons: what each column shows, in the dock. */
const mapActs = ({ maps }: Offer): Act[] => TREASURES.flatMap((treasure): Act[] => {
    const { pick, count } = maps[treasure] ?? {};
    return !pick ? [] : [{
        label: t('On {map}', { map: lower(treasure) }), sub: count ? t('{before} → {after}', { before: count[0], after: count[1] }) : t('with a volcanic clue'),
        icon: 'i-card', kind: count ? 'main' : 'plain', pick,
    }];
});

/* A first clue starts an empty map (S5). */
export function startOffer(situation: Situation): Offer {
    const { picks, position, ask, seat } = situation, card = position.card!;
    const offer = emptyOffer(seat, t('Start a map'), t('Your first clue goes on any empty map.'));
    offer.overlay.zone = ask.zone(card);
    for (const treasure of TREASURES) {
        const before = sitesOf(situation, treasure).length, tried = ask.whatIf(`${seat} start ${treasure}`);
        if (!tried?.legal) {
            offer.maps[treasure] = { state: 'cannot', reason: tried ?? undefined };
            continue;
        }
        const { sites } = tried.position.maps.find((map) => map.treasure === treasure)!;
        const chosen = picks.map === treasure;
        offer.maps[treasure] = {
            state: chosen ? 'over' : 'can', pick: treasure, count: [before, sites.length], stay: sites, ghost: chosen ? card : undefined,
        };
    }
    const map = picks.map && offer.maps[picks.map]?.count ? picks.map : null;
    if (map) {
        const left = offer.maps[map]!.count![1];
        offer.acts = [
            { label: t('Start {map}', { map: lower(map) }), sub: tn('{n} site is left', '{n} sites are left', left), icon: 'i-card', kind: 'main', move: `${seat} start ${map}` },
            { label: t('Put back'), sub: t('Esc'), icon: 'i-undo', kind: 'quiet', pick: '' },
        ];
    }
    return offer;
}

/* The map of the treasure just shared out begins anew (N2). */
export function restartOffer(situation: Situation): Offer {
    const { position, picks, seat } = situation;
    const treasure = position.raised?.treasure
        ?? (linesOf(situation, 'clue')[0] ?? linesOf(situation, 'volcanic')[0])?.split(' ')[2] as Treasure | undefined;
    const empty = position.maps.filter((map) => !map.clues.length), which = treasure ?? (empty.length === 1 ? empty[0]!.treasure : undefined);
    const offer = clueOffer(situation, which ? t('Start the {map} map anew', { map: lower(which) }) : t('Start the map anew'), t('It is yours to begin the next hunt with a clue (N2).'));
    if (!picks.card) offer.acts = [];
    if (has(situation, 'cannot'))
        offer.acts = [{ label: t('I cannot'), sub: t('no legal card, or no rose (N2)'), icon: 'i-end', kind: 'main', move: `${seat} cannot` }];
    return offer;
}
