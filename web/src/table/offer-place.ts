/* The offers of setting up and of lava: something is laid on the island. */
import type { Direction, Space } from '../engine/types';
import { t, tn } from '../text/gettext';
import { reasonWords } from '../text/reasons';
import { word } from '../text/words';
import { emptyOffer, linesOf, spaceOffers } from './offer';
import type { Act, Fact, Offer, Situation } from './offer';

const last = (line: string): string => line.slice(line.lastIndexOf(' ') + 1);
const cancel = (): Act => ({ label: t('Another space'), sub: t('Esc'), icon: 'i-undo', kind: 'quiet', pick: '' });

/* Lines that differ in their space alone. */
function oneSpace(situation: Situation, verb: string, offer: Offer, act: (space: Space) => Partial<Act>): Offer {
    const lines = linesOf(situation, ...verb.split(' ')), { space } = situation.picks;
    const line = lines.find((text) => last(text) === space);
    const targets = new Set(lines.map(last));
    offer.spaces = spaceOffers(targets, space, line);
    offer.overlay = { ...offer.overlay, targets, ring: line ? space : undefined };
    if (line) offer.acts = [{ label: '', icon: 'i-end', kind: 'main', move: line, ...act(space!) }, cancel()];
    return offer;
}

function atvOffer(situation: Situation): Offer {
    const { seat, picks } = situation;
    const offer = oneSpace(situation, 'atv', emptyOffer(seat, t('Place your ATV'), t('Any space will do; sharing is allowed (S4).')),
        (space) => ({ label: t('Start on {space}', { space }), icon: 'i-drive' }));
    offer.overlay.targets = undefined;
    offer.facts = [{ art: 'atvs', clauses: ['S4'], text: t('*Any space will do.* Several ATVs may share one.') }];
    if (!picks.space || !offer.acts.length) return offer;
    const numbers = new Map<Space, number>(), by = [0, 0, 0, 0];
    for (const [space, legs] of Object.entries(situation.ask.distances(picks.space))) {
        if (!legs || legs > situation.ask.drive) continue;
        numbers.set(space, legs);
        by[legs]!++;
    }
    offer.overlay.ghost = { kind: 'atv', at: picks.space, seat };
    offer.overlay.reach = numbers;
    offer.detail = t('The numbers are legs from there.');
    offer.acts[0]!.sub = tn('{n} space in one drive', '{n} spaces in one drive', numbers.size);
    offer.facts.unshift({
        art: 'atv', clauses: ['M1'],
        text: t('*{space}.* One drive reaches {all} spaces from here: {one} with one leg, {two} with two, {three} with three.',
            { space: picks.space, all: numbers.size, one: by[1]!, two: by[2]!, three: by[3]! }),
    });
    return offer;
}

function lavaOffer(situation: Situation): Offer {
    const { seat, picks } = situation, lines = linesOf(situation, 'lava');
    const offer = oneSpace(situation, 'lava', emptyOffer(seat, t('Place a lava tile'), t('First the lava grows, then you take the amulet.')),
        (space) => ({ label: t('Lava on {space}', { space }), icon: 'lava', raw: true, sub: tn('one of {n} space (V3)', 'one of {n} spaces (V3)', lines.length) }));
    if (picks.space && offer.acts.length) offer.overlay.ghost = { kind: 'lava', at: picks.space };
    return offer;
}

function volcanoOffer(situation: Situation): Offer {
    const { seat, picks } = situation;
    const offer = oneSpace(situation, 'volcano', emptyOffer(seat, t('Place the volcano'), t('It covers seven spaces: choose the one in the middle (V1).')),
        (space) => ({ label: t('Around {space}', { space }), icon: 'volcano', raw: true }));
    const tried = offer.acts[0]?.move ? situation.ask.whatIf(offer.acts[0].move) : null;
    if (picks.space && tried?.legal) offer.overlay.ghost = { kind: 'volcano', at: picks.space, hexes: tried.position.volcano?.hexes ?? [] };
    return offer;
}

/* How many spaces cannot be chosen, and by which clauses. */
function veiledFacts(situation: Situation, free: ReadonlySet<Space>, line: (space: Space) => string): Fact[] {
    const { position, ask } = situation, clauses = new Map<string, string>();
    const veiled = position.maps[0]!.sites.filter((space) => !free.has(space));
    for (const space of veiled) {
        const tried = ask.whatIf(line(space));
        if (tried && !tried.legal) clauses.set(tried.clause, reasonWords(tried.name));
    }
    if (!veiled.length) return [];
    return [{
        art: 'veil', clauses: [...clauses.keys()],
        text: `${tn('*{n} space is veiled.*', '*{n} spaces are veiled.*', veiled.length)} ${[...clauses.values()].join(' ')}`,
    }];
}

/* A statue asks twice: for a space, then for one of six ways to look. */
function statueOffer(situation: Situation, lines: string[]): Offer {
    const { seat, picks } = situation, spaces = new Set(lines.map((line) => line.split(' ')[3]!));
    const offer = emptyOffer(seat, t('Place a statue'),
        picks.space ? t('Choose where it looks.') : tn('First a space, then where it looks. {n} is free.', 'First a space, then where it looks. {n} are free.', spaces.size));
    const here = lines.filter((line) => line.split(' ')[3] === picks.space);
    const ways = here.map((line) => last(line) as Direction);
    const chosen = picks.facing && ways.includes(picks.facing) ? picks.facing : null;
    const line = here.find((text) => last(text) === (chosen ?? ways[0]));
    offer.spaces = spaceOffers(spaces, picks.space, chosen ? line : undefined);
    offer.overlay.targets = spaces;
    offer.facts = veiledFacts(situation, spaces, (space) => `${seat} object statue ${space} N`);
    if (!picks.space || !line) return offer;
    const facing = last(line) as Direction, at = picks.space;
    const next = ways[(ways.indexOf(facing) + 1) % ways.length]!;
    const tried = situation.ask.whatIf(line), sight = tried?.legal ? tried.position.statues.find((statue) => statue.space === at) : undefined;
    offer.overlay = {
        targets: spaces, ring: at, ghost: { kind: 'statue', at, facing }, facings: { at, ways, chosen: facing },
        sight: sight?.end ? { from: at, end: sight.end } : undefined,
    };
    if (sight) offer.facts.unshift({
        art: 'statue', clauses: ['N3', 'N4'], text: sight.amulet
            ? tn('*{space}, facing {way}.* It looks along {n} space: after each treasure an amulet surfaces on *{end}*, then the statue turns.',
                '*{space}, facing {way}.* It looks along {n} spaces: after each treasure an amulet surfaces on *{end}*, then the statue turns.', sight.sees.length,
                { space: at, way: word(facing), end: sight.amulet })
            : t('*{space}, facing {way}.* It brings no amulet from here; then it turns.', { space: at, way: word(facing) }),
    });
    offer.acts = [
        { label: t('Place on {space}', { space: at }), sub: t('facing {way}', { way: word(facing) }), icon: 'i-end', kind: 'main', move: line },
        { label: t('Turn it'), sub: t('to the {way}', { way: word(next) }), icon: 'i-again', kind: 'plain', pick: next },
        cancel(),
    ];
    return offer;
}

function objectOffer(situation: Situation): Offer {
    const statues = linesOf(situation, 'object', 'statue');
    if (statues.length) return statueOffer(situation, statues);
    const kind = linesOf(situation, 'object', 'hut').length ? 'hut' : 'palm', { seat, picks } = situation;
    const lines = linesOf(situation, 'object', kind);
    const offer = oneSpace(situation, `object ${kind}`, emptyOffer(seat, kind === 'hut' ? t('Place a hut') : t('Place a palm'),
        tn('{n} space is free for it (O2).', '{n} spaces are free for it (O2).', lines.length)),
    (space) => ({ label: t('Place on {space}', { space }) }));
    if (picks.space && offer.acts.length) offer.overlay.ghost = { kind, at: picks.space };
    offer.facts = veiledFacts(situation, offer.overlay.targets ?? new Set(), (space) => `${seat} object ${kind} ${space}`);
    return offer;
}

/* A triad: which one, where its lava lies, and how it is turned. */
function triadOffer(situation: Situation): Offer {
    const { seat, picks } = situation, lines = linesOf(situation, 'triad').map((line) => line.split(' '));
    const names = [...new Set(lines.map((words) => words[2]!))];
    const triad = picks.triad && names.includes(picks.triad) ? picks.triad : names[0]!;
    const mine = lines.filter((words) => words[2] === triad), spaces = new Set(mine.map((words) => words[3]!));
    const offer = emptyOffer(seat, t('Lay a triad'), t('Outlined: where its lava can lie.'));
    offer.triads = names.map((name) => ({ name, count: new Set(lines.filter((words) => words[2] === name).map((words) => words[3])).size }));
    const here = mine.filter((words) => words[3] === picks.space);
    offer.spaces = spaceOffers(spaces, picks.space, here.length === 1 ? here[0]!.join(' ') : undefined);
    offer.overlay = { targets: spaces };
    if (!here.length) return offer;
    const at = picks.space!, start = (words: string[]): Space | null => {
        const tried = situation.ask.whatIf(words.join(' '));
        return tried?.legal ? tried.position.seats[seat - 1]!.atv : null;
    };
    const chosen = here.find((words) => words[4] === picks.facing) ?? here[0]!, facing = chosen[4] as Direction;
    offer.overlay = { targets: spaces, ghost: { kind: 'triad', at, triad, facing, atv: start(chosen), seat } };
    offer.acts = here.map((words, index): Act => ({
        label: t('Lay it at {space}', { space: at }), icon: 'i-end', kind: index ? 'plain' : 'main', move: words.join(' '),
        sub: t('you start on {space}', { space: start(words) ?? '' }),
    }));
    offer.acts.push(cancel());
    offer.facts = [{
        art: 'atv', clauses: ['V2'],
        text: t('*Your ATV starts on {space}*, the hex that was ocean. The lava lies on {lava}; the other terrain must match the island.', { space: start(chosen) ?? '', lava: at }),
    }];
    return offer;
}

export const PLACING: Partial<Record<string, (situation: Situation) => Offer>> = {
    atv: atvOffer, lava: lavaOffer, volcano: volcanoOffer, object: objectOffer, triad: triadOffer,
};
