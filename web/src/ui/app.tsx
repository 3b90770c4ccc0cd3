/* The page: which screen stands, the acts that every screen knows, the keys. */
import type { JSX } from 'preact';
import { effect } from '@preact/signals';
import { t } from '../text/gettext';
import { does } from './acts';
import { Menu, menuOpen } from './menu';
import { again, leave } from './play';
import { lazy } from './lazy';
import { Notice } from './notice';
import { StartScreen } from './screens/start';
import { game, openAt, screen } from './state';

const TableScreen = lazy(async () => (await import('./screens/table')).TableScreen);
const PassScreen = lazy(async () => (await import('./screens/pass')).PassScreen);
const ReplayScreen = lazy(async () => (await import('./screens/replay')).ReplayScreen);
const RulesScreen = lazy(async () => (await import('./screens/rules')).RulesScreen);
const ChooseScreen = lazy(async () => (await import('./screens/choose')).ChooseScreen);
const GamesScreen = lazy(async () => (await import('./screens/games')).GamesScreen);
const OpenScreen = lazy(async () => (await import('./screens/open')).OpenScreen);
const AboutScreen = lazy(async () => (await import('./screens/about')).AboutScreen);

/* Fetches the screens that will soon be needed. */
export function prefetch(): void {
    void TableScreen.fetch();
    void import('../table/game');
}

/* Where the brand and Escape lead: back to the table if one is being played. */
let before: typeof screen.value = 'start';

function visit(name: typeof screen.value): void {
    if (['table', 'pass', 'end', 'start', 'replay', 'choose', 'games', 'open'].includes(screen.value)) before = screen.value;
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
does('rules', () => visit('rules'));
does('about', () => visit('about'));
does('rule', (element) => {
    openAt.value = (element as HTMLElement).dataset.clause ?? '';
    visit('rules');
});
does('undo', () => { menuOpen.value = false; game.value?.takeBack(); });
does('skip', () => game.value?.skip());
does('play-again', () => { void again(); });
does('replay', () => {
    const record = game.value?.source.engine.record(), players = game.value?.source.players;
    if (record) void import('./replay/state').then(({ openReplay }) => openReplay(record, players)).then(leave);
});

/* The table's screens follow from the game: pass, table or end. */
export function followGame(): void {
    effect(() => {
        const playing = game.value;
        if (!playing || !['table', 'pass', 'end'].includes(screen.value)) return;
        screen.value = playing.handOver.value !== null ? 'pass' : playing.position.value.phase === 'over' ? 'end' : 'table';
    });
}

function typing(event: KeyboardEvent): boolean {
    return event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).tagName ?? '');
}

const MAP_KEYS: Record<string, string> = { w: 'white', g: 'grey', b: 'brown', k: 'black' };

/* Keys of the table: cards 1 to 6, maps W G B K, claim and pass C P, Escape puts back. */
export function keys(event: KeyboardEvent): void {
    const playing = game.value;
    if (typing(event)) return;
    if (event.key === 'Escape') {
        if (menuOpen.value) menuOpen.value = false;
        else if (screen.value === 'rules' || screen.value === 'about') screen.value = before;
        else if (['choose', 'games', 'open'].includes(screen.value)) screen.value = 'start';
        else if (screen.value === 'replay') document.querySelector<HTMLElement>('[data-do="replay-close"]')?.click();
        else playing?.pick('');
        return;
    }
    if (!playing || screen.value !== 'table') return;
    const press = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();
    if (/^[1-6]$/.test(event.key)) press(playing.offer.value?.powers
        ? `.powring .hx:nth-of-type(${event.key})` : `.hand li:nth-child(${event.key}) [data-pick]`);
    else if (MAP_KEYS[event.key]) press(`[data-treasure="${MAP_KEYS[event.key]}"] .cover`);
    else if (event.key === 'c') press('[data-move$=" claim"]');
    else if (event.key === 'p') press('[data-move$=" pass"]');
    else if (event.key === 'Enter' && !(event.target as Element).closest('[data-move],[data-pick],[data-do]')) press('.actions .btn.main[data-move]');
}

function Broken(): JSX.Element {
    return <div class="room"><main class="page"><h1>{t('Tobago needs WebAssembly')}</h1>
        <p>{t('This browser does not run it, or the page could not load the game’s module. Try another browser, or reload the page.')}</p></main></div>;
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
    case 'rules': return <RulesScreen />;
    case 'about': return <AboutScreen />;
    default: return <Broken />;
    }
}

export const App = (): JSX.Element => <><Screen /><Menu /><Notice /></>;
