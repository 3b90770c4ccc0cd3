/* The menu: pace, the record, settings, leaving. */
import type { JSX } from 'preact';
import { t } from '../text/gettext';
import { Icon } from './draw/art';
import { lazy } from './lazy';
import { Modal } from './modal';
import { PaceChoice } from './settings';
import { game, menuOpen } from './state';

const Unread = lazy(async () => (await import('./online')).Unread);
const OnlineMenu = lazy(async () => (await import('./online')).OnlineMenu);

export function Menu(): JSX.Element {
    return <Modal title={t('Menu')} act="menu" close={() => { menuOpen.value = false; }}>
        <PaceChoice />
        {game.value && <div class="pair"><button type="button" class="btn" data-do="undo"><Icon id="i-undo" /><span>{t('Take back')}</span></button>
            {!game.value.source.remote && <button type="button" class="btn" data-do="hint"><Icon id="i-bot" /><span>{t('Hint')}</span></button>}</div>}
        {game.value?.source.remote && <OnlineMenu />}
        {game.value && <button type="button" class="btn" data-do="log"><Icon id="i-chat" /><span>{game.value.source.remote ? t('Log and chat') : t('Log')}{game.value.source.remote && <Unread />}</span></button>}
        {game.value && <button type="button" class="btn" data-do="download"><Icon id="i-copy" /><span>{t('Download the record')}</span></button>}
        <button type="button" class="btn" data-do="rules"><Icon id="i-book" /><span>{t('Rules')}</span></button>
        <div class="pair"><button type="button" class="btn" data-do="settings"><Icon id="i-more" /><span>{t('Settings')}</span></button>
            <button type="button" class="btn" data-do="keys"><Icon id="i-info" /><span>{t('Keys')}</span></button></div>
        <button type="button" class="btn quiet" data-do="home"><Icon id="i-prev" /><span>{t('To the start')}</span></button>
    </Modal>;
}
