/* The list of keys. */
import type { JSX } from 'preact';
import { N_, t } from '../text/gettext';
import { Modal } from './modal';
import { sheet } from './state';

const KEYS: readonly (readonly [string, string])[] = [
    ['Tab', N_('from one control to the next')], ['Enter', N_('does it; on a table it confirms what is chosen')], ['Esc', N_('puts back, closes')],
    ['1–6', N_('take up a card of the hand, or a power of the ring')], ['W G B K', N_('the white, grey, brown and black map')],
    ['N', N_('to the next space that can be chosen')], ['← ↑ ↓ →', N_('walk over the island from space to space')],
    ['+ − 0', N_('zoom on the island; 0 shows all of it')], ['D', N_('to the decision')], ['C P', N_('claim, pass')],
    ['U', N_('take back')], ['H', N_('hint')], ['S', N_('skip what is being shown')], ['R', N_('rules')], ['M', N_('menu')], ['?', N_('this list')],
];

export const KeySheet = (): JSX.Element => <Modal title={t('Keys')} cls="keylist" act="sheet-off" close={() => { sheet.value = null; }}>
    <dl>{KEYS.map(([key, text]) => <div key={key}><dt>{key.split(' ').map((each) => <kbd key={each}>{each}</kbd>)}</dt><dd>{t(text)}</dd></div>)}</dl></Modal>;
