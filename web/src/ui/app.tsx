/* The page: which screen stands, the acts that every screen knows, the keys. */
import type { JSX } from 'preact';
import { effect } from '@preact/signals';
import { t } from '../text/gettext';
import { does } from './acts';
import { again, leave } from './play';
import { keysOf } from './keys';
import { lazy } from './lazy';
import { Notice } from './notice';
import { StartScreen } from './screens/start';
import { TopBar } from './top';
import { drawer, game, menuOpen, openAt, screen, sheet } from './state';

const TableScreen = lazy(async () => (await import('./screens/table')).TableScreen);
const PassScreen = lazy(async () => (await import('./screens/pass')).PassScreen);
const ReplayScreen = lazy(async () => (await import('./screens/replay')).ReplayScreen);
const RulesScreen = lazy(async () => (await import('./screens/rules')).RulesScreen);
const ChooseScreen = lazy(async () => (await import('./screens/choose')).ChooseScreen);
const GamesScreen = lazy(async () => (await import('./screens/games')).GamesScreen);
const OpenScreen = lazy(async () => (await import('./screens/open')).OpenScreen);
const LobbyScreen = lazy(async () => (await import('./screens/lobby')).LobbyScreen);
const NewTableScreen = lazy(async () => (await import('./screens/newtable')).NewTableScreen);
const JoinScreen = lazy(async () => (await import('./screens/waiting')).JoinScreen);
const WaitingScreen = lazy(async () => (await import('./screens/waiting')).WaitingScreen);
const Menu = lazy(async () => (await import('./menu')).Menu);
const SettingsSheet = lazy(async () => (await import('./settings')).SettingsSheet);
const PasswordSheet = lazy(async () => (await import('./password')).PasswordSheet);
const KeySheet = lazy(async () => (await import('./keylist')).KeySheet);
const AboutScreen = lazy(async () => (await import('./screens/about')).AboutScreen);

/* Fetches the screens that will soon be needed. */
export function prefetch(): void {
    void TableScreen.fetch();
    void import('../table/game');
}

/* Where the brand and Escape lead: back to the table if one is being played. */
let before: typeof screen.value = 'start';

function visit(name: typeof screen.value): void {
    if (['table', 'pass', 'end', 'start', 'replay', 'choose', 'games', 'open', 'lobby', 'newtable', 'join', 'waiting'].includes(screen.value)) before = screen.value;
    menuOpen.value = false;
    screen.value = name;
}

does('home', () => {
    menuOpen.value = false;
    if (screen.value === 'rules' || screen.value === 'about') {
        screen.value = before;
        return;
    }
    leave();
    screen.value = 'start';
});
/* The rules stand beside a table that is played; elsewhere they are a page of their own. */
let opener: Element | null = null;

function openRules(element: Element, clause: string): void {
    const beside = game.value !== null && (screen.value === 'table' || screen.value === 'end'), playing = game.value;
    if (clause) openAt.value = clause;
    if (element.closest('.drawer') || screen.value === 'rules') return;
    menuOpen.value = false;
    void import('./rules').then(({ why, whyOf }) => { why.value = whyOf(element, playing); });
    if (!beside) return visit('rules');
    if (!drawer.value) opener = element;
    drawer.value = clause !== '' || !drawer.value;
}

does('rules', (element) => openRules(element, ''));
does('rules-close', () => {
    drawer.value = false;
    if (opener?.isConnected) (opener as HTMLElement).focus();
});
does('about', () => visit('about'));
does('rule', (element) => openRules(element, (element as HTMLElement).dataset.clause ?? ''));
does('menu', () => { menuOpen.value = !menuOpen.value; });
does('settings', () => { menuOpen.value = false; sheet.value = 'settings'; });
does('keys', () => { menuOpen.value = false; sheet.value = 'keys'; });
does('sheet-off', () => { sheet.value = null; });
/* The record of the game that is played: whole, if a server may give it. */
const recordNow = async (): Promise<string> => {
    const source = game.value?.source;
    return (await source?.fullRecord?.()) ?? source?.engine.record() ?? '';
};

does('download', () => {
    void Promise.all([recordNow(), import('./files')]).then(([record, { download, fileName }]) => { if (record) download(record, fileName('tobago', 'tobago')); });
});
does('undo', () => { menuOpen.value = false; game.value?.takeBack(); });
does('skip', () => game.value?.skip());
does('play-again', () => {
    if (game.value?.source.remote) void import('./together').then(({ rematch }) => rematch());
    else void again();
});
does('together', () => { void import('./together').then(({ showLobby }) => showLobby()); });
does('replay', () => {
    const players = game.value?.source.players;
    void Promise.all([recordNow(), import('./replay/state')]).then(async ([record, { openReplay }]) => {
        if (!record) return;
        await openReplay(record, players);
        leave();
    });
});

/* The table's screens follow from the game: pass, table or end. */
export function followGame(): void {
    effect(() => {
        const playing = game.value;
        if (!playing || playing.handOver.value !== null) drawer.value = false;
        if (!playing || !['table', 'pass', 'end'].includes(screen.value)) return;
        screen.value = playing.handOver.value !== null ? 'pass' : playing.position.value.phase === 'over' ? 'end' : 'table';
    });
}

export const keys = keysOf(() => { screen.value = before; });

function Broken(): JSX.Element {
    return <div class="room"><TopBar middle="" /><main class="page">{typeof WebAssembly === 'object'
        ? <><h1>{t('The game could not be loaded')}</h1><p>{t('Part of it did not arrive, or this browser refused it. Reload the page, or try another browser.')}</p></>
        : <><h1>{t('Tobago needs WebAssembly')}</h1><p>{t('This browser does not support it, or it is switched off. Use another browser; the rules can be read here all the same.')}</p></>}
        <p><button type="button" class="btn" data-do="rules"><span>{t('Rules')}</span></button></p></main></div>;
}

function Screen(): JSX.Element | null {
    const playing = game.value;
    switch (screen.value) {
    case 'start': case 'loading': return <StartScreen />;
    case 'pass': return playing && <PassScreen game={playing} seat={playing.handOver.value ?? 1} />;
    case 'table': case 'end': return playing && <TableScreen game={playing} />;
    case 'replay': return <ReplayScreen />;
    case 'choose': return <ChooseScreen />;
    case 'games': return <GamesScreen />;
    case 'open': return <OpenScreen />;
    case 'lobby': return <LobbyScreen />;
    case 'newtable': return <NewTableScreen />;
    case 'join': return <JoinScreen />;
    case 'waiting': return <WaitingScreen />;
    case 'rules': return <RulesScreen />;
    case 'about': return <AboutScreen />;
    default: return <Broken />;
    }
}

const Sheets = (): JSX.Element | null => sheet.value === 'settings' ? <SettingsSheet /> : sheet.value === 'keys' ? <KeySheet /> : sheet.value === 'password' ? <PasswordSheet /> : null;

export const App = (): JSX.Element => <><Screen />{menuOpen.value && <Menu />}<Sheets /><Notice /></>;
