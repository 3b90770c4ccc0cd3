/* A record step by step: the island, the maps and the log at any of its lines. */
import { computed, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Engine } from '../../engine/module';
import { another } from '../../engine/load';
import { Log } from '../../table/log';
import { t } from '../../text/gettext';
import { does } from '../acts';
import { Board } from '../board';
import { LogPanel, MapColumn, Piles, Players } from '../parts';
import { IconButton, TopBar } from '../top';
import { screen } from '../state';

interface Replay { engine: Engine; first: number }

const replay = signal<Replay | null>(null);
const line = signal(0);
const shown = computed(() => {
    const current = replay.value;
    if (!current) return null;
    current.engine.seek(line.value);
    const { engine } = current;
    return { position: engine.position(engine.viewer)!, board: engine.board()! };
});

/* Opens a record on the replay screen; null, or what is wrong with it. */
export async function openReplay(record: string): Promise<ReturnType<Engine['read']>> {
    const engine = await another(), refusal = engine.read(record);
    if (refusal && !engine.hasGame) return refusal;
    const first = record.split('\n').findIndex((text) => /^(nature|[1-4]) /.test(text));
    replay.value = { engine, first: Math.max(first, 3) };
    line.value = engine.lines;
    screen.value = 'replay';
    return refusal;
}

const go = (to: number): void => {
    const current = replay.value;
    if (current) line.value = Math.min(Math.max(to, current.first), current.engine.lines);
};
does('replay-first', () => go(0));
does('replay-back', () => go(line.value - 1));
does('replay-on', () => go(line.value + 1));
does('replay-last', () => go(Infinity));

export function ReplayScreen(): JSX.Element | null {
    const current = replay.value, now = shown.value;
    const log = useMemo(() => current && new Log(current.engine), [current]);
    if (!current || !now) return null;
    const { position, board } = now, names = position.seats.map((seat) => seat.name);
    const entries = log!.read(line.value, current.engine.viewer);
    return <div class="table replay">
        <TopBar middle={<>{t('Replay')} · {t('island')} <b>{position.island}</b></>}><IconButton icon="i-close" label={t('Close')} act="home" /></TopBar>
        <aside class="side"><Players position={position} me={1} /><LogPanel entries={entries} names={names} /></aside>
        <main class="board"><Board board={board} position={position} /></main>
        <section class="maps" aria-label={t('Treasure maps')}><div class="cols">{position.maps.map((map) => <MapColumn key={map.treasure} map={map} seat={1} slot={false} />)}</div><Piles position={position} /></section>
        <div class="dock"><section class="actions"><div class="prompt"><strong>{t('Line {n} of {all}', { n: line.value, all: current.engine.lines })}</strong></div>
            <input type="range" class="scrub" aria-label={t('Line')} min={current.first} max={current.engine.lines} value={line.value}
                onInput={(event) => go(Number((event.target as HTMLInputElement).value))} />
            <div class="pb-ctl"><IconButton icon="i-prev" label={t('Back')} act="replay-back" /><IconButton icon="i-next" label={t('On')} act="replay-on" /></div></section></div>
    </div>;
}
