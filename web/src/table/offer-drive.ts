/* The offer for driving: reach by legs, the way to a target, what it takes and costs. */
import type { Arrival, Legs, Space } from '../engine/types';
import { t, tn } from '../text/gettext';
import { has } from './offer';
import type { Act, Offer, Situation } from './offer';
import { spaceOffers } from './offer';

/* How a drive begins here: with a line that opens it, in the movement under way (null), or
 * not at all (undefined). */
export function opening(situation: Situation): string | null | undefined {
    const { picks, position, seat } = situation;
    if (picks.mode === 'amulet move') return has(situation, 'amulet', 'move') ? `${seat} amulet move` : undefined;
    if (situation.legal.some((line) => line.startsWith(`${seat} leg `))) return null;
    if (has(situation, 'move')) return `${seat} move`;
    if (picks.mode !== 'drive' && has(situation, 'amulet', 'move') && position.phase === 'turn') return `${seat} amulet move`;
    return undefined;
}

interface Reach { legs: Legs; opening: string | null; found: Map<Space, { free: Arrival | null; paying: Arrival | null; space: boolean }> }

export function reachOf(situation: Situation): Reach | null {
    const begin = opening(situation);
    if (begin === undefined) return null;
    const legs = situation.ask.legs(begin);
    if (!legs) return null;
    const found: Reach['found'] = new Map();
    for (const hex of legs.hexes)
        if (hex.name !== legs.from) found.set(hex.name, { free: hex.free, paying: hex.paying, space: hex.space });
    return { legs, opening: begin, found };
}

const lineOf = (situation: Situation, begin: string | null, arrival: Arrival): string =>
    [...(begin ? [begin] : []), ...arrival.way.map((leg) => `${situation.seat} leg ${leg.at(-1)}`)].join(';');

/* What the way brings: the amulets that it comes upon. Where none lies the module need not be asked. */
function taken(situation: Situation, arrival: Arrival, begin: string | null): Space[] {
    const { amulets } = situation.position, near = arrival.way.some((leg) => amulets.includes(leg.at(-1)!));
    return near ? situation.ask.amulets(lineOf(situation, begin, arrival)) : [];
}

function driveAct(situation: Situation, reach: Reach, space: Space, arrival: Arrival, pays: boolean): Act {
    const { legs } = reach, left = legs.legs - arrival.legs, amulets = taken(situation, arrival, reach.opening);
    const toll = legs.toll.kind === 'card' ? tn('pays a card of {n} coin', 'pays a card of {n} coins', legs.toll.coins) : t('pays an amulet');
    const extra = reach.opening?.includes('amulet');
    const facts = [
        extra ? t('extra drive, for an amulet') : '',
        tn('{n} leg', '{n} legs', arrival.legs) + (left ? `, ${tn('{n} left', '{n} left', left)}` : ''),
        pays ? toll : '',
        amulets.length ? tn('takes an amulet', 'takes {n} amulets', amulets.length) : '',
        reach.found.get(space)?.space === false ? t('then drive on: nobody stops on lava') : '',
    ].filter(Boolean);
    return {
        label: pays ? t('Drive to {space} over lava', { space }) : t('Drive to {space}', { space }), sub: facts.join(' · '),
        icon: 'i-drive', kind: 'main', move: lineOf(situation, reach.opening, arrival),
    };
}

/* The acts that lead to a space; empty if no drive does. */
export function driveActs(situation: Situation, reach: Reach, space: Space): Act[] {
    const target = reach.found.get(space);
    if (!target) return [];
    const acts: Act[] = [];
    if (target.free) acts.push(driveAct(situation, reach, space, target.free, false));
    if (target.paying) acts.push(driveAct(situation, reach, space, target.paying, true));
    return acts;
}

/* Puts reach, way and targets of a drive into an offer. */
export function showDrive(situation: Situation, offer: Offer, reach: Reach): void {
    const { picks, seat } = situation, numbers = new Map<Space, number>();
    for (const [space, { free, paying }] of reach.found)
        numbers.set(space, Math.min(free?.legs ?? 9, paying?.legs ?? 9));
    const acts = picks.space ? driveActs(situation, reach, picks.space) : [];
    offer.overlay.reach = numbers;
    offer.spaces = spaceOffers(reach.found.keys(), picks.space, acts[0]?.move);
    const target = picks.space && reach.found.get(picks.space), arrival = target && (target.free ?? target.paying);
    if (!arrival) return;
    const from = reach.legs.from!, stops = arrival.way.map((leg) => leg.at(-1)!);
    offer.overlay.path = { seat, line: [from, ...arrival.way.flat()], stops };
    offer.overlay.ring = picks.space;
    const amulets = taken(situation, arrival, reach.opening);
    if (amulets.length) offer.overlay.tag = { at: amulets.at(-1)!, text: t('takes the amulet (M3)') };
    offer.detail = `${tn('{n} leg', '{n} legs', arrival.legs)}: ${stops.join(', ')}.`;
}
