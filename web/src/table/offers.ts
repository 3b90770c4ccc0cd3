/* The offer of every phase in which a person decides. */
import { t, tn } from '../text/gettext';
import { lower } from '../text/words';
import { emptyOffer, has } from './offer';
import type { Act, Offer, Situation } from './offer';
import { restartOffer, startOffer } from './offer-clue';
import { PLACING } from './offer-place';
import { turnOffer } from './offer-turn';

function shareOffer(situation: Situation): Offer {
    const { seat, position } = situation, coins = position.offer?.coins ?? 0;
    const order = position.roses?.order ?? [], now = position.roses?.now ?? 0;
    const next = order[now + 1], name = next && position.seats[next.seat - 1]!.name;
    const acts: Act[] = [
        { label: t('Claim the {coins}', { coins }), sub: t('and take this rose back'), icon: 'coin', raw: true, kind: 'main', move: `${seat} claim` },
        { label: t('Pass'), sub: next ? (next.seat === seat ? t('your next rose is asked') : t('{name} is asked next', { name: name! })) : t('nobody is asked after you'), icon: 'i-next', kind: 'plain', move: `${seat} pass` },
    ];
    const offer = emptyOffer(seat, t('Claim or pass?'), tn('A card of {n} coin from the {treasure} treasure.', 'A card of {n} coins from the {treasure} treasure.', coins,
        { treasure: lower(position.offer?.treasure ?? '') }));
    offer.acts = acts.filter((act) => situation.legal.includes(act.move!));
    return offer;
}

function takeOffer(situation: Situation): Offer {
    const { seat, position } = situation, space = position.seats[seat - 1]!.atv ?? '';
    const offer = emptyOffer(seat, t('Take the amulet on {space}?', { space }), t('Taking it means laying a lava tile first (V3).'));
    offer.acts = [
        { label: t('Take it'), sub: t('then the lava grows'), icon: 'amulet', raw: true, kind: 'main', move: `${seat} take` },
        { label: t('Leave it'), sub: t('it stays where it lies'), icon: 'i-next', kind: 'plain', move: `${seat} leave` },
    ];
    offer.acts = offer.acts.filter((act) => situation.legal.includes(act.move!));
    return offer;
}

export function offerOf(situation: Situation): Offer {
    const { phase } = situation.position;
    if (has(situation, 'claim') || has(situation, 'pass')) return shareOffer(situation);
    if (phase === 'take') return takeOffer(situation);
    if (phase === 'start') return startOffer(situation);
    if (phase === 'restart') return restartOffer(situation);
    return PLACING[phase]?.(situation) ?? turnOffer(situation);
}
