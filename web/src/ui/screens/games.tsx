/* My games: what is kept in this browser, to go on, to replay, to delete, to take along. */
import { signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { drop, keep, persist, trouble } from '../../store/games';
import type { StoredGame } from '../../store/games';
import { bundle } from '../../store/bundle';
import { t, tn } from '../../text/gettext';
import { does } from '../acts';
import { AtvIcon, Icon } from '../draw/art';
import { download, fileName } from '../files';
import { takeIn } from '../incoming';
import { Mini } from '../mini';
import { tell } from '../notice';
import { lazy } from '../lazy';
import { engine, screen, served, settings, tablesOver, tablesWaiting } from '../state';
import { ago, stateWords, summaryOf } from '../summary';
import { IconButton, TopBar } from '../top';
import { games, loadGames } from './start';

const safe = signal<boolean | null>(null);
const shown = signal(40);
let deleted: StoredGame | null = null;

const gameOf = (element: Element): StoredGame | undefined => games.value.find((each) => each.id === (element as HTMLElement).dataset.game);

does('delete', (element) => {
    const stored = gameOf(element);
    if (!stored) return;
    deleted = stored;
    void drop(stored.id).then(loadGames);
    tell({ text: t('The game is deleted.'), act: { label: t('Bring it back'), do: 'undelete' } });
});
does('undelete', () => {
    if (deleted) void keep(deleted).then(loadGames);
    deleted = null;
    tell(null);
});
does('replay-game', (element) => {
    const stored = gameOf(element);
    if (stored) void import('../replay/state').then(({ openReplay }) => openReplay(stored.record, stored.players));
});
does('export', () => download(bundle(games.value), fileName('tobago-games', 'json'), 'application/json'));
does('persist', () => { void persist(true).then((agreed) => {
    safe.value = agreed;
    tell({ text: agreed ? t('The browser keeps these games until you delete them.') : t('The browser did not agree. Export the games to be safe.') });
}); });
does('more-games', () => { shown.value += 40; });

function GameCard({ stored }: { stored: StoredGame }): JSX.Element {
    const summary = summaryOf(stored), people = stored.players.filter((player) => player.kind === 'person').length;
    const open = !summary.over && summary.readable;
    return <li class={`gc${open && summary.mine ? ` turn p${summary.asked}` : ''}`} data-game={stored.id}>
        <Mini island={summary.island} ready={engine.value !== null} />
        <div><h3>{summary.names.join(', ')}</h3><p>{stateWords(summary, people)}</p>
            <div class="sr" aria-hidden="true">{stored.players.map((player, index) =>
                <i key={index} class={`p${index + 1}${summary.asked === index + 1 && open ? ' on' : ''}${player.kind === 'person' ? '' : ' bot'}`}><AtvIcon seat={index + 1} /></i>)}</div></div>
        <div class="rt"><span class="ck">{ago(stored.changed)}</span>
            {open ? <button type="button" class="btn main" data-do="resume" data-game={stored.id}>{t('Go on')}</button>
                : <button type="button" class="btn" data-do="replay-game" data-game={stored.id}>{t('Replay')}</button>}
            <div class="small">{open && <button type="button" class="lnk" data-do="replay-game" data-game={stored.id}>{t('Replay')}</button>}
                <button type="button" class="lnk" data-do="delete" data-game={stored.id} aria-label={t('Delete the game of {names}', { names: summary.names.join(', ') })}>{t('Delete')}</button></div></div></li>;
}

function Section({ title, list, children }: { title: string; list: StoredGame[]; children?: ComponentChildren }): JSX.Element | null {
    return list.length || children ? <section aria-label={title}><h2>{title}</h2><ul>{children}{list.map((stored) => <GameCard key={stored.id} stored={stored} />)}</ul></section> : null;
}

/* Tables with friends, in the same list. */
const OwnTables = lazy(async () => (await import('./lobby')).OwnTables);
const FinishedTables = lazy(async () => (await import('./lobby')).FinishedTables);

function Keeping(): JSX.Element {
    const text = trouble.value === 'full' ? t('This browser has no room left for games.') : trouble.value === 'memory' ? t('This browser keeps games only while the page is open.')
        : safe.value ? t('The browser keeps them until you delete them.') : t('The browser may clear them when room gets short.');
    return <p class="kick">{text} {safe.value === false && trouble.value === 'none' && <button type="button" class="lnk" data-do="persist">{t('Keep them for good')}</button>}</p>;
}

export function GamesScreen(): JSX.Element {
    const known = served.value && settings.value.name !== '';
    useEffect(() => { void loadGames(); void persist(false).then((agreed) => { safe.value = agreed; }); }, []);
    useEffect(() => { if (known) void import('./lobby').then(({ loadPast }) => loadPast()); }, [known]);
    const ready = engine.value !== null, list = games.value.slice(0, shown.value);
    const turn = (stored: StoredGame): number => (summaryOf(stored).mine ? 0 : 1);
    const open = ready ? list.filter((stored) => !summaryOf(stored).over).sort((a, b) => turn(a) - turn(b)) : [], over = ready ? list.filter((stored) => summaryOf(stored).over) : [];
    return <div class="room lobby"><TopBar middle=""><IconButton icon="i-menu" label={t('Menu')} act="menu" /><IconButton icon="i-close" label={t('To the start')} act="home" /></TopBar>
        <main><header class="hd"><div><h1>{t('My games')}</h1><Keeping /></div><div class="acts">
            <label class="btn filebtn"><Icon id="i-plus" /><span>{t('Import')}</span><input type="file" class="unseen" accept=".json,.tobago,.txt" onChange={(event) => {
                const input = event.target as HTMLInputElement, file = input.files?.[0];
                if (file) void takeIn(file).finally(() => { input.value = ''; });
            }} /></label>
            <button type="button" class="btn" data-do="export" aria-disabled={!games.value.length || undefined}><Icon id="i-share" /><span>{t('Export all')}</span></button></div></header>
        {games.value.length || tablesWaiting.value || tablesOver.value ? <div class="two"><div><Section title={t('Under way')} list={open}>{tablesWaiting.value > 0 && <OwnTables />}</Section>{!open.length && !tablesWaiting.value && <p class="none">{t('No game is under way.')}</p>}</div>
            <div><Section title={t('Finished')} list={over}>{tablesOver.value > 0 && <FinishedTables />}</Section>{!over.length && !tablesOver.value && <p class="none">{t('No game is finished yet.')}</p>}</div></div>
            : <p class="none">{t('No games yet. Your first is one press away.')} <button type="button" class="btn main" data-do="play-now">{t('Play now')}</button></p>}
        {games.value.length > shown.value && <button type="button" class="btn" data-do="more-games">{tn('{n} more game', '{n} more games', games.value.length - shown.value)}</button>}
        </main></div>;
}

export const toGames = (): void => { screen.value = 'games'; };
