/* Standing answers: how the server claims and passes for a player who does not want to be
 * asked each time. They are hers alone, and hold until she changes them. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { table } from '../online/session';
import type { Standing } from '../online/types';
import { t } from '../text/gettext';
import { does } from './acts';
import { Icon, Picture } from './draw/art';
import { Modal } from './modal';
import { menuOpen } from './state';

const editing = signal(false);

const keep = (standing: Standing): void => { void table.value?.answer(standing); };

does('standing', () => { menuOpen.value = false; editing.value = true; });
does('standing-off', () => { editing.value = false; });
does('standing-set', (element) => {
    const { value } = (element as HTMLElement).dataset, coins = Number(value) || 0;
    keep({ claim_from: coins, claim_all: value === 'all', pass_below: coins > 0, pass_if_curse: table.value?.standing.value?.pass_if_curse ?? false });
});
does('standing-curse', () => {
    const before = table.value?.standing.value;
    if (before) keep({ ...before, pass_if_curse: !before.pass_if_curse });
});

/* The values of the cards, the least of which stands for all. */
const VALUES = [2, 3, 4, 5, 6];

function wordsOf({ claim_from: from, claim_all: all, pass_if_curse: curse }: Standing): string {
    if (!all && !from) return curse ? t('You are asked, but for offers while a curse may come: those are passed.') : t('You are asked each time.');
    if (all) return curse ? t('Passed while a curse may come, then every card is claimed.') : t('Every card is claimed.');
    return curse ? t('Passed while a curse may come, then {n} or more is claimed and the rest passed.', { n: from }) : t('Cards of {n} or more are claimed, the rest is passed.', { n: from });
}

/* The answer as cards: the chosen value and all above it are claimed. */
function Answers({ standing }: { standing: Standing }): JSX.Element {
    const from = standing.claim_all ? VALUES[0]! : standing.claim_from, asks = !from;
    return <div class="answers">
        <div class="apick" role="group" aria-label={t('Your standing answer')}>
            <button type="button" class={`ask${asks ? ' on' : ''}`} data-do="standing-set" data-value="none" aria-pressed={asks}>{t('Ask me')}</button>
            <span>{t('Claim from')}</span>
            {VALUES.map((coins) => <button key={coins} type="button" class={`${from && coins >= from ? 'claimed' : ''}${coins === from ? ' on' : ''}`} data-do="standing-set" data-value={coins === VALUES[0] ? 'all' : coins}
                aria-pressed={coins === from} aria-label={t('Claim {n} or more', { n: coins })}><b>{coins}</b><Picture id="coin" margin={0} /></button>)}
        </div>
        <ul class="tog"><li class={standing.pass_if_curse ? 'on' : ''}><button type="button" role="switch" aria-checked={standing.pass_if_curse} data-do="standing-curse"><i aria-hidden="true" /><span><b>{t('Pass while a curse may come')}</b></span></button></li></ul>
        <p role="status"><Icon id={asks ? 'i-hand' : 'i-end'} />{wordsOf(standing)}</p>
    </div>;
}

/* In the scene of sharing out, while others are asked. */
export function StandingBox(): JSX.Element | null {
    const standing = table.value?.standing.value;
    return standing ? <section class="standbox" aria-label={t('Your standing answer')}><h3>{t('Your standing answer')}<small>{t('until you change it; the others do not see it')}</small></h3><Answers standing={standing} /></section> : null;
}

export function StandingSheet(): JSX.Element | null {
    const standing = table.value?.standing.value;
    if (!editing.value || !standing) return null;
    return <Modal title={t('Answers while you are away')} cls="standing" act="standing-off" close={() => { editing.value = false; }}>
        <p class="hint">{t('Sharing out asks often. The server can answer offers for you; only you see how.')}</p>
        <Answers standing={standing} />
    </Modal>;
}
