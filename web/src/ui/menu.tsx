/* The menu: pace, theme, the record, leaving. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Pace } from '../table/pace';
import { N_, t } from '../text/gettext';
import { does } from './acts';
import { Icon } from './draw/art';
import { download as saveFile, fileName } from './files';
import { game, set, settings } from './state';
import type { Settings } from './state';

export const menuOpen = signal(false);

const PACE: readonly [Pace, string][] = [['slow', N_('Slow')], ['normal', N_('Normal')], ['fast', N_('Fast')], ['instant', N_('At once')]];
const THEME: readonly [Settings['theme'], string][] = [['system', N_('System')], ['light', N_('Light')], ['dark', N_('Dark')]];

does('menu', () => { menuOpen.value = !menuOpen.value; });
does('pace', (element) => set({ pace: (element as HTMLElement).dataset.value as Pace }));
does('theme', (element) => set({ theme: (element as HTMLElement).dataset.value as Settings['theme'] }));
does('download', () => {
    const record = game.value?.source.engine.record();
    if (!record) return;
    saveFile(record, fileName('tobago', 'tobago'));
});

function Choice({ label, act, options, value }: { label: string; act: string; options: readonly (readonly [string, string])[]; value: string }): JSX.Element {
    return <div class="row"><span>{label}</span><div class="seg" role="group" aria-label={label}>{options.map(([name, text]) =>
        <button key={name} type="button" class={name === value ? 'on' : ''} data-do={act} data-value={name} aria-pressed={name === value}>{t(text)}</button>)}</div></div>;
}

export function Menu(): JSX.Element | null {
    if (!menuOpen.value) return null;
    const { pace, theme } = settings.value;
    return <><div class="scrimp on" data-do="menu" /><section class="menu" role="dialog" aria-label={t('Menu')}>
        <header><h2>{t('Menu')}</h2><button type="button" class="ib" data-do="menu" aria-label={t('Close')}><Icon id="i-close" /></button></header>
        <Choice label={t('Pace of the bots')} act="pace" options={PACE} value={pace} />
        <Choice label={t('Colours')} act="theme" options={THEME} value={theme} />
        {game.value && <div class="pair"><button type="button" class="btn" data-do="undo"><Icon id="i-undo" /><span>{t('Take back')}</span></button>
            <button type="button" class="btn" data-do="hint"><Icon id="i-bot" /><span>{t('Hint')}</span></button></div>}
        {game.value && <button type="button" class="btn" data-do="log"><Icon id="i-chat" /><span>{t('Log')}</span></button>}
        {game.value && <button type="button" class="btn" data-do="download"><Icon id="i-copy" /><span>{t('Download the record')}</span></button>}
        <button type="button" class="btn" data-do="rules"><Icon id="i-book" /><span>{t('Rules')}</span></button>
        <button type="button" class="btn quiet" data-do="home"><Icon id="i-undo" /><span>{t('To the start')}</span></button>
    </section></>;
}
