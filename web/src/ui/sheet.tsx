/* Sheets from below, for screens on which the table has no room for words: the log, and a
 * map with the words of its clues. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Treasure } from '../engine/types';
import type { Game } from '../table/game';
import type { Entry } from '../table/log';
import { t } from '../text/gettext';
import { does } from './acts';
import { Icon } from './draw/art';
import { lazy } from './lazy';
import { LogPanel, MapColumn } from './parts';
import { menuOpen } from './state';

const OnlineSide = lazy(async () => (await import('./online')).OnlineSide);
const sheet = signal<'' | 'log' | Treasure>('');

does('log', () => { menuOpen.value = false; sheet.value = 'log'; });
does('map', (element) => { sheet.value = (element as HTMLElement).dataset.map as Treasure; });
does('sheet-close', () => { sheet.value = ''; });

export function Sheet({ game, entries, names }: { game: Game; entries: readonly Entry[]; names: readonly string[] }): JSX.Element | null {
    if (!sheet.value) return null;
    const map = game.position.value.maps.find((each) => each.treasure === sheet.value);
    return <><div class="scrimp on" data-do="sheet-close" /><section class="sheet" role="dialog" aria-label={map ? t('Map') : t('Log')}>
        <button type="button" class="ib close" data-do="sheet-close" aria-label={t('Close')}><Icon id="i-close" /></button>
        {map ? <MapColumn map={map} seat={1} slot={false} /> : game.source.remote ? <OnlineSide><LogPanel entries={entries} names={names} /></OnlineSide> : <LogPanel entries={entries} names={names} />}
    </section></>;
}
