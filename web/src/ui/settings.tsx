/* The settings: how the page looks and how it plays. */
import type { JSX } from 'preact';
import type { Pace } from '../table/pace';
import { N_, t } from '../text/gettext';
import { does } from './acts';
import { Modal } from './modal';
import { served, set, settings, sheet } from './state';
import type { Settings } from './state';

type Options = readonly (readonly [string, string])[];

const PACE: readonly (readonly [Pace, string])[] = [['slow', N_('Slow')], ['normal', N_('Normal')], ['fast', N_('Fast')], ['instant', N_('At once')]];
const THEME: readonly (readonly [Settings['theme'], string])[] = [['system', N_('System')], ['light', N_('Light')], ['dark', N_('Dark')]];
const CONTRAST: readonly (readonly [Settings['contrast'], string])[] = [['system', N_('System')], ['high', N_('High')]];
const SWITCH: Options = [['no', N_('Off')], ['yes', N_('On')]];

const valueOf = (element: Element): string => (element as HTMLElement).dataset.value ?? '';
does('pace', (element) => set({ pace: valueOf(element) as Pace }));
does('theme', (element) => set({ theme: valueOf(element) as Settings['theme'] }));
does('contrast', (element) => set({ contrast: valueOf(element) as Settings['contrast'] }));
does('textures', (element) => set({ textures: valueOf(element) === 'yes' }));
does('names', (element) => set({ names: valueOf(element) === 'yes' }));
does('sound', (element) => set({ sound: valueOf(element) === 'yes' }));
does('vibrate', (element) => set({ vibrate: valueOf(element) === 'yes' }));
does('auto-end', (element) => set({ autoEnd: valueOf(element) === 'yes' }));

function Choice({ label, note, act, options, value }: { label: string; note?: string; act: string; options: Options; value: string | boolean }): JSX.Element {
    const now = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
    return <div class="row"><span>{label}{note && <small>{note}</small>}</span><div class="seg" role="group" aria-label={label}>{options.map(([name, text]) =>
        <button key={name} type="button" class={name === now ? 'on' : ''} data-do={act} data-value={name} aria-pressed={name === now}>{t(text)}</button>)}</div></div>;
}

export const PaceChoice = (): JSX.Element => <Choice label={t('Speed of the bots')} act="pace" options={PACE} value={settings.value.pace} />;

export function SettingsSheet(): JSX.Element {
    const { theme, contrast, textures, names, autoEnd, sound, vibrate } = settings.value;
    return <Modal title={t('Settings')} cls="settings" act="sheet-off" close={() => { sheet.value = null; }}>
        <Choice label={t('Colours')} act="theme" options={THEME} value={theme} />
        <Choice label={t('Contrast')} act="contrast" options={CONTRAST} value={contrast} />
        <Choice label={t('Strong textures')} note={t('Bold patterns tell the terrains apart without colour.')} act="textures" options={SWITCH} value={textures} />
        <Choice label={t('Names of spaces')} note={t('Written on the island, like h8.')} act="names" options={SWITCH} value={names} />
        <PaceChoice />
        <Choice label={t('End turns automatically')} note={t('When there is nothing else to do.')} act="auto-end" options={SWITCH} value={autoEnd} />
        {served.value && <Choice label={t('Sound at your turn')} note={t('At tables with friends.')} act="sound" options={SWITCH} value={sound} />}
        {served.value && 'vibrate' in navigator && <Choice label={t('Vibration at your turn')} act="vibrate" options={SWITCH} value={vibrate} />}
    </Modal>;
}
