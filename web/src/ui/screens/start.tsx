/* The start: one button plays; everything else is a tile. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Board as BoardData, Position } from '../../engine/types';
import type { Level } from '../../engine/protocol';
import { all } from '../../store/games';
import type { StoredGame } from '../../store/games';
import { N_, t, tn } from '../../text/gettext';
import { word } from '../../text/words';
import { does } from '../acts';
import { Board } from '../board';
import { Icon } from '../draw/art';
import { IconButton, TopBar } from '../top';
import { begin, quickSetting, resume } from '../play';
import { engine, set, settings } from '../state';

const LEVELS: readonly [Level, string][] = [
    ['easy', N_('learns with you')], ['medium', N_('plays along')], ['hard', N_('plans ahead')], ['expert', N_('reads the table')],
];

/* The game that the island behind the page shows: eight turns of an old one. */
const HERO = 'tobago 1\nplayers a b\nisland Acb1\nnature object statue k6 NW\nnature object statue d6 SW\nnature object statue h10 SE\n' +
    'nature object hut e8\nnature object hut k8\nnature object hut h4\nnature object hut m5\nnature object palm i4\nnature object palm f8\nnature object palm d4\n' +
    '1 atv l7\n2 atv h11\nnature initial 1 next-largest-lake\n1 start white\nnature initial 2 in-largest-scrubland\n2 start brown\n';

const games = signal<StoredGame[]>([]);

function Hero(): JSX.Element | null {
    const picture = useMemo((): { board: BoardData; position: Position } | null => {
        const module = engine.value;
        if (!module || module.read(HERO)) return null;
        return { board: module.board()!, position: module.position(0)! };
    }, [engine.value]);
    return picture && <div class="hero"><Board {...picture} still pad={40} /></div>;
}

does('play-now', () => { void begin(quickSetting()); });
does('level', (element) => set({ level: (element as HTMLElement).dataset.level as Level }));
does('resume', (element) => {
    const stored = games.value.find((each) => each.id === (element as HTMLElement).dataset.game);
    if (stored) void resume(stored);
});
does('hot-seat', () => {
    const setting = quickSetting();
    void begin({ ...setting, players: setting.players.map((player) => ({ ...player, kind: 'person' })) });
});

function Tile({ icon, title, text, act }: { icon: string; title: string; text: string; act: string }): JSX.Element {
    return <button type="button" class="tile" data-do={act}><Icon id={icon} /><span class="tt"><b>{title}</b><small>{text}</small></span></button>;
}

export function StartScreen(): JSX.Element {
    const { level, players } = settings.value, ready = engine.value !== null;
    useEffect(() => { void all().then((found) => { games.value = found; }); }, []);
    const open = games.value.filter((stored) => !stored.over).slice(0, 2);
    return <div class="start"><Hero />
        <TopBar middle=""><IconButton icon="i-menu" label={t('Menu')} act="menu" /></TopBar>
        <main class="home">
            <section class="lead"><p class="kick">{t('A treasure hunt for 2 to 4')}</p><h1>{t('Every clue shrinks the island.')}</h1>
                <div class="quick">
                    <button type="button" class="btn main xl" data-do={ready ? 'play-now' : undefined} aria-disabled={!ready || undefined}>
                        <Icon id="i-play" /><span>{t('Play now')}<small>{tn('you and {n} bot', 'you and {n} bots', players - 1)}</small></span></button>
                    <div class="levels" role="group" aria-label={t('Level of the bots')}>{LEVELS.map(([name, text]) =>
                        <button key={name} type="button" class={name === level ? 'on' : ''} data-do="level" data-level={name} aria-pressed={name === level}>
                            <b>{word(name)}</b><small>{t(text)}</small></button>)}</div>
                </div></section>
            <section class="tiles">
                {open.map((stored) => <button key={stored.id} type="button" class="tile" data-do="resume" data-game={stored.id}><Icon id="i-clock" />
                    <span class="tt"><b>{t('Go on')}</b><small>{stored.players.map((player) => player.name).join(', ')}</small></span></button>)}
                <Tile icon="i-people" title={t('Hot seat')} text={t('One screen, passed around.')} act="hot-seat" />
                <Tile icon="i-book" title={t('Rules')} text={t('All clauses, with a search.')} act="rules" />
            </section>
        </main>
        <footer class="legal">{t('A fan-made program with its own art. Not connected with the publisher of the board game.')} <button type="button" class="lnk" data-do="about">{t('About')}</button></footer>
    </div>;
}
