/* The list of keys. */
import type { JSX } from 'preact';
import { N_, t } from '../text/gettext';
import { Modal } from './modal';
import { sheet } from './state';

const KEYS: readonly (readonly [string, string])[] = [
    ['Tab', N_('go from one control to the next')], ['Enter', N_('activate; at a table, confirm your choice')], ['Esc', N_('put back, close')],
    ['1–6', N_('lift a card of your hand, or choose a power')], ['W G B K', N_('choose the white, grey, brown or black map')],
    ['N', N_('go to the next space you can choose')], ['← ↑ ↓ →', N_('walk over the island from space to space')],
    ['+ − 0', N_('zoom; 0 shows the whole island')], ['D', N_('go to the decision')], ['C P', N_('claim, pass')],
    ['U', N_('take back')], ['H', N_('hint')], ['S', N_('skip ahead')], ['R', N_('rules')], ['M', N_('menu')], ['?', N_('this list')],
];

export const KeySheet = (): JSX.Element => <Modal title={t('Keys')} cls="keylist" act="sheet-off" close={() => { sheet.value = null; }}>
    <dl>{KEYS.map(([key, text]) => <div key={key}><dt>{key.split(' ').map((each) => <kbd key={each}>{each}</kbd>)}</dt><dd>{t(text)}</dd></div>)}</dl></Modal>;
