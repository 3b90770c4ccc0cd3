/* The start: one button plays; everything else is a tile. */
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Board as BoardData, Position } from '../../engine/types';
import type { Level } from '../../engine/protocol';
import { all } from '../../store/games';
import type { StoredGame } from '../../store/games';
import { N_, t, tn } from '../../text/gettext';
import { word } from '../../text/words';
import { does } from '../acts';
import { Icon } from '../draw/art';
import { lazy } from '../lazy';
import { Mini } from '../mini';
import { tell } from '../notice';
import { IconButton, TopBar } from '../top';
import { begin, hotSeatSetting, quickSetting, resume } from '../play';
import { levelOf, seatsOf, withLevel } from '../seats';
import { engine, screen, served, set, settings } from '../state';
import type { SeatSetting } from '../state';
import { ago, stateWords, summaryOf } from '../summary';

export const LEVEL_WORDS: readonly [Level, string][] = [
    ['easy', N_('learns with you')], ['medium', N_('plays along')], ['hard', N_('plans ahead')], ['expert', N_('reads the table')],
];

export const games = signal<StoredGame[]>([]);
/* The game behind the page when there is no other; it is fetched after the first paint. */
const example = signal('');

export async function loadGames(): Promise<void> {
    games.value = await all();
}

/* The island comes after the first paint: the module has to be there anyway. */
const Board = lazy(async () => (await import('../board')).Board);

/* The island of the running or last game, as anyone may see it. It is the largest picture of
 * the page and decoration here, so the screen does not wait for it. */
function Hero(): JSX.Element | null {
    const painted = useSignal(false);
    useEffect(() => { painted.value = true; }, []);
    const record = games.value[0]?.record ?? example.value;
    const picture = useMemo((): { board: BoardData; position: Position } | null => {
        const module = engine.value;
        if (!module || !record || (module.read(record) && !module.hasGame)) return null;
        return { board: module.board()!, position: module.position(5)! };
    }, [engine.value, record]);
    return painted.value && picture ? <div class="hero"><Board {...picture} still pad={40} /></div> : null;
}

does('play-now', () => { if (engine.value) void begin(quickSetting()); });
does('level', (element) => {
    const level = (element as HTMLElement).dataset.level as Level, { seats } = settings.value;
    set({ level, seats: seats && withLevel(seats, level) });
});
does('resume', (element) => {
    const stored = games.value.find((each) => each.id === (element as HTMLElement).dataset.game);
    if (stored) resume(stored).catch(() => tell({ text: t('This game cannot be read any more. Its record can still be opened under Replays.') }));
});
does('hot-seat', () => { if (engine.value) void begin(hotSeatSetting()); });
does('choose', () => { screen.value = 'choose'; });
does('games', () => { screen.value = 'games'; });
does('open', () => { screen.value = 'open'; });

export function Levels({ level }: { level: Level | null }): JSX.Element {
    return <div class="levels" role="group" aria-label={t('Level of the bots')}>{LEVEL_WORDS.map(([name, text]) =>
        <button key={name} type="button" class={name === level ? 'on' : ''} data-do="level" data-level={name} aria-pressed={name === level}>
            <b>{word(name)}</b><small>{t(text)}</small></button>)}</div>;
}

/* Who plays, in a few words: under the button that begins. */
export function company(seats: readonly SeatSetting[]): string {
    const people = seats.filter((seat) => seat.kind === 'person').length, bots = seats.filter((seat) => seat.kind !== 'none').length - people;
    if (!people) return tn('{n} bot plays, you watch', '{n} bots play, you watch', bots);
    if (people === 1) return tn('you and {n} bot', 'you and {n} bots', bots);
    return bots ? t('{people} and {bots}', { people: tn('{n} person', '{n} people', people), bots: tn('{n} bot', '{n} bots', bots) })
        : tn('{n} person at one screen', '{n} people at one screen', people);
}

function Tile({ icon, title, text, act, children }: { icon: string; title: string; text?: string; act: string; children?: JSX.Element | false }): JSX.Element {
    return <button type="button" class="tile" data-do={act}><Icon id={icon} /><span class="tt"><b>{title}</b>{children || <small>{text}</small>}</span></button>;
}

/* The latest game that is not over: one press goes on with it. */
function GoOn({ stored }: { stored: StoredGame }): JSX.Element {
    const summary = summaryOf(stored), people = stored.players.filter((player) => player.kind === 'person').length;
    return <button type="button" class="tile wide goon" data-do="resume" data-game={stored.id}>
        <Mini island={summary.island} ready={engine.value !== null} />
        <span class="tt"><b>{t('Go on')}</b><small><strong>{stateWords(summary, people)}</strong></small><small>{summary.names.join(', ')}</small></span>
        <em>{ago(stored.changed)}</em><Icon id="i-next" /></button>;
}

function MyGames(): JSX.Element {
    const latest = games.value.slice(0, 2);
    return <Tile icon="i-clock" title={t('My games')} text={t('Kept in this browser.')} act="games">
        {latest.length > 0 && <>{latest.map((stored) => <small key={stored.id} class="gl1"><span>{stateWords(summaryOf(stored), stored.players.filter((player) => player.kind === 'person').length)}</span><em>{ago(stored.changed)}</em></small>)}</>}
    </Tile>;
}

export function StartScreen(): JSX.Element {
    const seats = seatsOf(settings.value), ready = engine.value !== null;
    useEffect(() => {
        void loadGames().then(async () => { if (!games.value.length) example.value = (await import('../hero')).HERO; });
    }, []);
    const open = ready ? games.value.find((stored) => !stored.over) : undefined;
    return <div class="start"><Hero />
        <TopBar middle=""><IconButton icon="i-menu" label={t('Menu')} act="menu" /></TopBar>
        <main class="home">
            <section class="lead"><p class="kick">{t('A treasure hunt for 2 to 4')}</p><h1>{t('Every clue shrinks the island.')}</h1>
                <div class="begin">
                    <button type="button" class="btn main xl" data-do={ready ? 'play-now' : undefined} aria-disabled={!ready || undefined}>
                        <Icon id="i-play" /><span>{t('Play now')}<small>{company(seats)}</small></span></button>
                    <Levels level={levelOf(seats)} />
                </div></section>
            <section class="tiles">
                {open && <GoOn stored={open} />}
                {served.value && <Tile icon="i-link" title={t('With friends')} text={t('A table by one link.')} act="together" />}
                <Tile icon="i-box" title={t('Choose a table')} text={t('Opponents, island, Volcano.')} act="choose" />
                <Tile icon="i-people" title={t('Hot seat')} text={t('One screen, passed around.')} act="hot-seat" />
                {ready ? <MyGames /> : <Tile icon="i-clock" title={t('My games')} text={t('Kept in this browser.')} act="games" />}
                <Tile icon="i-chart" title={t('Replays')} text={t('Step through a game, see where it turned.')} act="open" />
                <Tile icon="i-book" title={t('Rules')} text={t('All clauses, with a search.')} act="rules" />
                <Tile icon="i-info" title={t('About')} text={t('Version and licences.')} act="about" />
            </section>
        </main>
        <footer class="legal">{t('A fan-made program with its own art. Not connected with the publisher of the board game.')}</footer>
    </div>;
}
