/* About: the fan-made notice, the version, the licences of what is bundled. */
import type { JSX } from 'preact';
import { t } from '../../text/gettext';
import { TopBar } from '../top';
import { engine } from '../state';

declare const LICENCES: { name: string; version: string; licence: string }[];

export function AboutScreen(): JSX.Element {
    const tables = engine.value?.tables();
    return <div class="room"><TopBar middle={t('About')} /><main class="page">
        <h1>{t('About')}</h1>
        <p>{t('A fan-made program with its own art. Not connected with the publisher of the board game.')}</p>
        <p>{t('Version {version}, rules {rules}.', { version: tables?.version ?? '', rules: tables?.rules ?? '' })}</p>
        <h2>{t('Bundled packages')}</h2>
        <ul>{LICENCES.map(({ name, version, licence }) => <li key={name}>{name} {version}, {licence}</li>)}</ul>
    </main></div>;
}
