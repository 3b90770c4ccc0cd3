/* The rules as a page of their own. */
import type { JSX } from 'preact';
import { t } from '../../text/gettext';
import { Rules } from '../rules';
import { IconButton, TopBar } from '../top';

export function RulesScreen(): JSX.Element {
    return <div class="room"><TopBar middle=""><IconButton icon="i-close" label={t('Back')} act="home" /></TopBar>
        <main class="page rulespage"><h1>{t('Rules')}</h1><Rules level={2} /></main></div>;
}
