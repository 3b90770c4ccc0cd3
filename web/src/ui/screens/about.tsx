/* About: the fan-made notice, the version, the licences of what is bundled. */
import type { JSX } from 'preact';
import { t } from '../../text/gettext';
import { engine, served } from '../state';
import { IconButton, TopBar } from '../top';
import { kept, offlineWords } from '../version';

declare const LICENCES: { name: string; version: string; licence: string; text: string }[];

export function AboutScreen(): JSX.Element {
    const tables = engine.value?.tables();
    return <div class="room"><TopBar middle=""><IconButton icon="i-close" label={t('Back')} act="home" /></TopBar><main class="page aboutpage">
        <h1>{t('About')}</h1>
        <section><h2>{t('A fan-made program')}</h2>
            <p>{t('This program plays by the rules of the board game Tobago. It is made by players, with its own art and its own words. It is not connected with the authors or the publisher of the board game, nor approved by them.')}</p>
            <p>{t('The names of the game and of its publisher belong to their owners. If you like the game, get the box: it is beautiful.')}</p></section>
        <section><h2>{t('This page')}</h2>
            {tables && <p>{t('Version {version}, rules {rules}.', { version: tables.version, rules: tables.rules })}</p>}
            <p>{t('The engine and the bots run in this browser. Nothing that you play against them leaves it.')}{served.value && ` ${t('Tables with friends are kept by the server that this page comes from.')}`}</p>
            {kept.value && <p>{offlineWords()}</p>}</section>
        <section><h2>{t('Bundled packages')}</h2>
            <ul>{LICENCES.map(({ name, version, licence, text }) => <li key={name}><details><summary><b>{name}</b> {version}, {licence}</summary><pre tabIndex={0}>{text}</pre></details></li>)}</ul></section>
    </main></div>;
}
