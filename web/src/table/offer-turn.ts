/* The offer of a turn: the main acts, the powers of amulets, and what a space or a clue
 * that is picked allows. */
import type { Card, Space, Treasure } from '../engine/types';
import { cardWords } from '../text/cards';
import { t, tn } from '../text/gettext';
import { reasonWords } from '../text/reasons';
import { lower } from '../text/words';
import { clueOffer } from './offer-clue';
import { driveActs, reachOf, showDrive } from './offer-drive';
import { emptyOffer, has, linesOf, spaceOffers, whyNot } from './offer';
import type { Act, Offer, Power, Situation } from './offer';

const back = (label = t('Cancel')): Act => ({ label, sub: t('Esc'), icon: 'i-undo', kind: 'quiet', pick: '' });

/* An act that is possible, or dimmed with the reason of a line that is tried. */
function actOr(situation: Situation, act: Act, possible: boolean, ...tried: string[]): Act {
    if (possible) return act;
    const reason = whyNot(situation, ...tried);
    return { ...act, kind: 'off', move: undefined, pick: undefined, sub: reason ? reasonWords(reason.name) : act.sub, clause: reason?.clause };
}

function raiseActs(situation: Situation): Act[] {
    const { position } = situation, lines = linesOf(situation, 'raise');
    if (lines.length) return lines.map((line): Act => ({
        label: t('Raise the {treasure} treasure', { treasure: lower(line.split(' ')[2]!) }), short: t('Raise'), sub: t('and share it out (R1)'),
        icon: 'i-dig', kind: 'main', move: line,
    }));
    const near = position.maps.find((map) => map.known && map.clues.length) ?? position.maps[0]!;
    return [actOr(situation, { label: t('Raise'), icon: 'i-dig', kind: 'off', sub: t('no site known (R1)') }, false, 'raise', near.treasure)];
}

const clueLines = (situation: Situation): string[] => [...linesOf(situation, 'clue'), ...linesOf(situation, 'volcanic')];

function baseActs(situation: Situation): Act[] {
    const { position, seat } = situation, me = position.seats[seat - 1]!, hand = me.hand ?? [];
    const going = position.movement.kind !== 'none' && position.movement.legs > 0 && linesOf(situation, 'leg').length > 0;
    const resumes = going && has(situation, 'move'), left = position.movement.suspended?.legs ?? 0;
    const canDrive = going || has(situation, 'move'), legs = going ? position.movement.legs : left, only = situation.legal.length === 1;
    const raises = raiseActs(situation), extra = linesOf(situation, 'amulet').length > 0;
    return [
        ...raises.filter((act) => act.kind === 'main'),
        actOr(situation, { label: t('Play a clue'), short: t('Clue'), sub: t('lift a card'), icon: 'i-card', kind: 'main', pick: 'clue' },
            clueLines(situation).length > 0, 'clue', position.maps[0]!.treasure, hand[0] ?? 'in-lake'),
        actOr(situation, {
            label: legs ? t('Drive on') : t('Drive'), short: t('Drive'), icon: 'i-drive', kind: 'main', pick: 'drive',
            sub: legs ? tn('{n} leg left', '{n} legs left', legs) : tn('up to {n} leg', 'up to {n} legs', situation.ask.drive),
        }, canDrive, 'move'),
        ...(resumes ? [{ label: left ? t('Go on with the main drive') : t('Open the main drive'), sub: left ? tn('{n} leg left, the extra one ends (T4)', '{n} legs left, the extra one ends (T4)', left) : t('the extra one ends (T4)'), icon: 'i-drive', kind: 'plain', move: `${seat} move` } as Act] : []),
        actOr(situation, { label: t('Amulet'), sub: tn('{n} to spend', '{n} to spend', me.amulets), icon: 'amulet', raw: true, kind: 'plain', pick: 'amulet' },
            extra, 'amulet', 'move'),
        actOr(situation, { label: t('Exchange hand'), sub: t('whole turn'), icon: 'i-swap', kind: 'plain', pick: 'exchange' },
            has(situation, 'exchange'), 'exchange'),
        ...raises.filter((act) => act.kind !== 'main'),
        actOr(situation, { label: t('End turn'), icon: 'i-end', kind: only ? 'main' : 'quiet', move: `${seat} end` }, has(situation, 'end'), 'end'),
    ];
}

function powersOf(situation: Situation): Power[] {
    const { position } = situation, count = (...words: string[]): number => linesOf(situation, 'amulet', ...words).length;
    const power = (mode: string, label: string, sub: string, clause: string, icon: string, possible: boolean, ...tried: string[]): Power => {
        const reason = possible ? null : whyNot(situation, ...tried);
        return { mode, label, sub: reason ? reasonWords(reason.name) : sub, clause: reason?.clause || clause, icon, possible };
    };
    const removes = count('remove'), doubles = count('double'), swaps = count('swap');
    const hand = position.seats[situation.seat - 1]!.hand ?? [], first = position.maps[0]!;
    const clues = position.maps.flatMap((map) => map.clues);
    const powers = [
        power('amulet remove', t('Remove a marker'), tn('{n} to choose from', '{n} to choose from', removes), 'A1', 'remove', removes > 0,
            'amulet', 'remove', first.treasure, first.sites[0] ?? 'h8'),
        power('amulet clue', t('Extra clue'), t('besides the main one'), 'A2', 'i-card', count('clue') + count('volcanic') > 0,
            'amulet', 'clue', first.treasure, hand[0] ?? 'in-lake'),
        power('amulet move', t('Extra drive'), t('takes no amulets'), 'A3', 'i-drive', count('move') > 0, 'amulet', 'move'),
        power('amulet exchange', t('New hand'), t('and go on'), 'X1', 'i-swap', count('exchange') > 0, 'amulet', 'exchange'),
    ];
    const double = ['amulet', 'double', clues[0]?.card ?? 'in-lake'];
    if (doubles + swaps > 0 || whyNot(situation, ...double)?.name !== 'P_OFF') {
        powers.push(power('amulet double', t('Double claim'), tn('{n} clue of yours', '{n} clues of yours', doubles), 'P1', 'double', doubles > 0, ...double));
        powers.push(power('amulet swap', t('Swap roses'), tn('{n} pair', '{n} pairs', swaps), 'P2', 'swap', swaps > 0,
            'amulet', 'swap', clues[0]?.card ?? 'in-lake', clues[1]?.card ?? 'in-river'));
    }
    return powers;
}

/* The markers that an amulet can remove, by space. */
function removable(situation: Situation): Map<Space, Treasure[]> {
    const found = new Map<Space, Treasure[]>();
    for (const line of linesOf(situation, 'amulet', 'remove')) {
        const [, , , treasure, space] = line.split(' ') as [string, string, string, Treasure, Space];
        found.set(space, [...(found.get(space) ?? []), treasure]);
    }
    return found;
}

const removeActs = (situation: Situation, space: Space): Act[] => linesOf(situation, 'amulet', 'remove')
    .filter((line) => line.endsWith(` ${space}`)).map((line): Act => ({
        label: t('Remove the {treasure} marker', { treasure: lower(line.split(' ')[3]!) }),
        sub: t('for an amulet; rules out {space} (A1)', { space }), icon: 'amulet', raw: true, kind: 'plain', move: line,
    }));

function removeOffer(situation: Situation): Offer {
    const { seat, picks } = situation, found = removable(situation);
    const offer = emptyOffer(seat, t('Remove a marker'), t('Choose the site to rule out. It costs the amulet.'));
    const acts = picks.space ? removeActs(situation, picks.space) : [];
    offer.spaces = spaceOffers(found.keys(), picks.space, acts.length === 1 ? acts[0]!.move : undefined);
    offer.overlay = { removable: found, targets: new Set(found.keys()), ring: picks.space };
    offer.acts = [...acts.map((act, index): Act => ({ ...act, kind: index ? 'plain' : 'main' })), back()];
    return offer;
}

function driveOffer(situation: Situation): Offer {
    const { seat, picks } = situation, reach = reachOf(situation);
    const offer = emptyOffer(seat, picks.space ? t('Drive to {space}', { space: picks.space }) : t('Where to?'),
        t('The numbers are legs. Point at a space to see the way.'));
    if (!reach) return { ...offer, acts: [back()] };
    showDrive(situation, offer, reach);
    const acts = picks.space ? driveActs(situation, reach, picks.space) : [];
    const open: Act[] = reach.opening && !acts.length
        ? [{ label: t('Leg by leg'), sub: t('begin the drive, decide on the way'), icon: 'i-drive', kind: 'plain', move: reach.opening }] : [];
    const stops = offer.overlay.path?.stops ?? [], before = stops.at(-2);
    const shorter: Act[] = before ? [{ label: t('One leg back'), sub: t('stop on {space}', { space: before }), icon: 'i-prev', kind: 'plain', pick: before }] : [];
    offer.acts = [...acts, ...shorter, ...open, back()];
    return offer;
}

function exchangeOffer(situation: Situation, amulet: boolean): Offer {
    const { seat, position } = situation, n = position.seats[seat - 1]!.hand_size;
    const offer = emptyOffer(seat, t('Exchange your hand'), tn('{n} card is shown and discarded.', '{n} cards are shown and discarded.', n));
    offer.acts = [
        amulet
            ? { label: t('Exchange and go on'), sub: t('for an amulet (X1)'), icon: 'i-swap', kind: 'main', move: `${seat} amulet exchange` }
            : { label: t('Exchange the hand'), sub: t('your turn ends (X2)'), icon: 'i-swap', kind: 'main', move: `${seat} exchange` },
        back(t('Keep it')),
    ];
    return offer;
}

/* Whose rose lies on a clue of a map. */
function ownerOf({ position }: Situation, card: string): { name: string; map: Treasure } {
    const map = position.maps.find((each) => each.clues.some((clue) => clue.card === card))!;
    const seat = map.clues.find((clue) => clue.card === card)!.seat;
    return { name: position.seats[seat - 1]!.name, map: map.treasure };
}

const rosesActs = (situation: Situation, ...words: string[]): Act[] => linesOf(situation, 'amulet', ...words).map((line): Act => {
    const [, , power, first, second] = line.split(' ') as [string, string, string, string, string];
    if (power === 'double') return {
        label: t('Double claim on {map}', { map: lower(ownerOf(situation, first).map) }), sub: cardWords(first), card: first, icon: 'i-rose2', kind: 'plain', move: line,
    };
    const one = ownerOf(situation, first), other = ownerOf(situation, second);
    return {
        label: t('{first} ↔ {second}', { first: one.name, second: other.name }), sub: t('{map} map', { map: lower(one.map) }),
        card: first, other: second, words: `${cardWords(first)} ↔ ${cardWords(second)}`, icon: 'i-swap', kind: 'plain', move: line,
    };
});

function rosesOffer(situation: Situation): Offer {
    const { seat, picks } = situation, swap = picks.mode === 'amulet swap';
    const offer = emptyOffer(seat, swap ? t('Swap two roses') : t('A second rose'),
        swap ? t('Choose two roses of one map (P2).') : t('On a clue that carries only your rose (P1).'));
    const acts = rosesActs(situation, swap ? 'swap' : 'double'), about = (...cards: (Card | undefined)[]): Act[] =>
        acts.filter((act) => cards.every((card) => !card || act.move!.split(' ').includes(card)));
    const both = about(picks.clue, picks.other), left = both.length ? both : about(picks.other);
    offer.clues = new Set(acts.flatMap((act) => act.move!.split(' ').slice(3)));
    offer.chosen = new Set([both.length ? picks.clue : undefined, picks.other].filter((card) => card !== undefined));
    offer.ladder = left.map((act) => act.move!);
    if (left.length === 1) {
        left[0] = { ...left[0]!, kind: 'main' };
        if (swap) offer.title = t('Swap {first} and {second}?', { first: ownerOf(situation, left[0].move!.split(' ')[3]!).name, second: ownerOf(situation, left[0].move!.split(' ')[4]!).name });
    }
    offer.acts = [...left, back()];
    return offer;
}

/* A space that is picked at rest: everything that can be done there. */
function spaceOffer(situation: Situation, space: Space): Offer {
    const offer = emptyOffer(situation.seat, t('Space {space}', { space }), t('What you can do there.'));
    const reach = reachOf(situation);
    if (reach) showDrive(situation, offer, reach);
    const acts = [...(reach ? driveActs(situation, reach, space) : []), ...removeActs(situation, space)];
    if (acts.length && acts[0]!.icon === 'i-drive') offer.title = acts[0]!.label;
    offer.overlay.ring = space;
    offer.acts = [...acts, back()];
    if (!acts.length) offer.detail = t('Nothing can be done there now.');
    return offer;
}

function clueOnMapOffer(situation: Situation, card: string): Offer {
    const acts = [...rosesActs(situation, 'double'), ...rosesActs(situation, 'swap')]
        .filter((act) => act.move!.split(' ').includes(card));
    return { ...emptyOffer(situation.seat, cardWords(card), t('What an amulet can do with its rose.')), acts: [...acts, back()] };
}

/* The cards that no map takes, while some other card could be played. */
function deadCards(situation: Situation, hand: readonly string[]): Map<string, string> {
    const dead = new Map<string, string>(), playable = situation.legal.filter((line) => / (clue|volcanic) /.test(line));
    if (!playable.length) return dead;
    for (const card of hand) {
        if (playable.some((line) => line.endsWith(` ${card}`))) continue;
        const reason = situation.position.maps.map((map) => whyNot(situation, 'clue', map.treasure, card)).find((why) => why && /^C[23]/.test(why.clause));
        dead.set(card, reason?.clause ?? 'C1');
    }
    return dead;
}

/* What can be touched at rest besides the buttons. */
function restTargets(situation: Situation, offer: Offer): void {
    const { position, seat } = situation, reach = reachOf(situation);
    const spaces = new Set([...(reach ? reach.found.keys() : []), ...removable(situation).keys()]);
    const offers = new Map(spaceOffers(spaces)), { atv, hand = [] } = position.seats[seat - 1]!;
    const drives = linesOf(situation, 'leg').length > 0 || has(situation, 'move') ? 'drive' : has(situation, 'amulet', 'move') ? 'amulet move' : null;
    if (atv && drives && !offers.has(atv)) offers.set(atv, { pick: drives });
    offer.spaces = offers;
    offer.cards = new Set(hand);
    offer.dead = deadCards(situation, hand);
    offer.clues = new Set([...linesOf(situation, 'amulet', 'double'), ...linesOf(situation, 'amulet', 'swap')]
        .flatMap((line) => line.split(' ').slice(3)));
}

function turnWords({ position: { movement, main_done }, legal }: Situation): string {
    const legs = movement.kind === 'none' ? 0 : movement.legs || (movement.suspended?.legs ?? 0);
    if (legal.length === 1) return t('Nothing else is left to do: end your turn, or take something back.');
    if (legs) return tn('{n} leg is left. Amulets any time.', '{n} legs are left. Amulets any time.', legs);
    return main_done ? t('Your main action is done. You can still raise and spend amulets.') : t('Play a clue or drive. Amulets any time.');
}

export function turnOffer(situation: Situation): Offer {
    const { position, picks, seat } = situation, name = position.seats[seat - 1]!.name;
    if (picks.card) return clueOffer(situation, '', '');
    if (picks.mode === 'clue' || picks.mode === 'amulet clue')
        return clueOffer(situation, t('Play a clue'), t('Lift a card: the maps show what it would leave.'));
    if (picks.mode === 'drive' || picks.mode === 'amulet move') return driveOffer(situation);
    if (picks.mode === 'amulet remove') return removeOffer(situation);
    if (picks.mode === 'exchange' || picks.mode === 'amulet exchange') return exchangeOffer(situation, picks.mode !== 'exchange');
    if (picks.mode === 'amulet double' || picks.mode === 'amulet swap') return rosesOffer(situation);
    if (picks.space) return spaceOffer(situation, picks.space);
    if (picks.clue) return clueOnMapOffer(situation, picks.clue);
    const offer = emptyOffer(seat, t('Your turn, {name}', { name }), turnWords(situation));
    if (picks.mode === 'amulet') {
        offer.powers = powersOf(situation);
        offer.title = t('Spend an amulet');
        offer.detail = t('One amulet for each power.');
        offer.acts = [back(t('Keep it'))];
        return offer;
    }
    offer.acts = baseActs(situation);
    offer.base = true;
    restTargets(situation, offer);
    return offer;
}
