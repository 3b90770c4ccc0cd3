/* A record step by step: the island, the maps and the log at any of its lines, with the
 * chances to win and the decisions that turned the game. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Effects, Position, Treasure, Viewer } from '../../engine/types';
import { OPEN, SPECTATOR } from '../../engine/types';
import type { MapOffer, Overlay } from '../../table/offer';
import { verdictAt } from '../../table/study';
import { t } from '../../text/gettext';
import { does } from '../acts';
import { Board } from '../board';
import { Curve, CurveKey, Progress } from '../curve';
import { Icon } from '../draw/art';
import { download, fileName, share } from '../files';
import { tell } from '../notice';
import { MapColumn } from '../parts';
import { playOn } from '../play';
import { Chances, HandStrip, sheet, SidePanel, VerdictCard } from '../replay/panels';
import { branch, close, faster, go, jumpRound, line, look, nextTreasure, playing, replay, scrub, shown, speed, thumb, toggle, upTo, viewer } from '../replay/state';
import type { Replay } from '../replay/state';
import { screen } from '../state';
import { IconButton, TopBar } from '../top';

does('replay-first', () => go(0));
does('replay-back', () => go(line.value - 1));
does('replay-on', () => go(line.value + 1));
does('replay-last', () => go(Infinity));
does('replay-play', toggle);
does('replay-faster', () => { if (speed.value >= 8) speed.value = 0.5; else faster(1); });
does('replay-round-back', () => jumpRound(-1));
does('replay-round-on', () => jumpRound(1));
does('replay-treasure', nextTreasure);
does('replay-to', (element) => { sheet.value = false; go(Number((element as HTMLElement).dataset.line)); });
does('replay-download', () => { if (replay.value) download(replay.value.engine.record(), fileName('tobago', 'tobago')); });
does('play-on', () => {
    const current = replay.value, at = branch();
    if (current && at) void playOn(upTo(current, at.lines), [at.seat]).then(close);
});
does('copy-link', () => { if (replay.value) void shareRecord(replay.value.engine.record()); });
does('replay-close', () => { close(); screen.value = 'start'; });

/* Copies the link and says so; a game that is too long becomes a file. */
export async function shareRecord(record: string): Promise<void> {
    const shared = await share(record);
    if (shared.kind === 'copied') tell({ text: t('The link is copied. It holds the whole game.') });
    else if (shared.kind === 'shown') tell({ text: t('This link holds the whole game:'), link: shared.link });
    else {
        download(record, fileName('tobago', 'tobago'));
        tell({ text: t('The game is too long for a link: here it is as a file.') });
    }
}

/* Keys: arrows step, with Shift by rounds; space runs; T the next treasure; + and − the speed. */
function keys(event: KeyboardEvent): void {
    const target = event.target as HTMLElement, typing = /^(TEXTAREA|SELECT)$/.test(target.tagName) || (target.tagName === 'INPUT' && (target as HTMLInputElement).type !== 'range');
    if (screen.value !== 'replay' || typing || event.ctrlKey || event.metaKey || event.altKey || target.dataset?.space) return;
    const by = event.shiftKey ? (step: number) => jumpRound(step) : (step: number) => go(line.value + step);
    const acts: Record<string, () => void> = {
        ArrowLeft: () => by(-1), ArrowRight: () => by(1), PageUp: () => jumpRound(-1), PageDown: () => jumpRound(1), Home: () => go(0), End: () => go(Infinity),
        t: nextTreasure, '+': () => faster(1), '-': () => faster(-1), 0: () => look(OPEN), 1: () => look(1), 2: () => look(2), 3: () => look(3), 4: () => look(4),
    };
    if (event.key === ' ' && !target.closest('button, a, select')) acts[' '] = toggle;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
}

/* What the line did to the maps: sites before and after. */
function mapOffer(position: Position, effects: Effects | null, treasure: Treasure): MapOffer | undefined {
    const effect = effects?.maps?.find((each) => each.treasure === treasure), map = position.maps.find((each) => each.treasure === treasure)!;
    if (!effect?.gone?.length || effect.cleared) return undefined;
    return { state: 'over', count: [map.sites.length + effect.gone.length, map.sites.length] };
}

/* What the line did on the island. */
function overlayOf(position: Position, text: string, effects: Effects | null): Overlay {
    const words = text.split(' '), changed = effects?.maps?.find((each) => each.gone?.length && !each.cleared);
    if (changed) {
        const map = position.maps.find((each) => each.treasure === changed.treasure);
        if (map && map.sites.length <= 12) return { rings: map.sites };
    }
    if (effects?.atv?.to) return { ring: effects.atv.to };
    return words[1] === 'raise' && effects?.atv ? { ring: effects.atv.to } : {};
}

function Eyes({ current }: { current: Replay }): JSX.Element | null {
    if (current.engine.viewer !== 0) return <span class="eyes">{t('a view')}</span>;
    return <label class="eyes"><Icon id="i-eye" /><span class="unseen">{t('Seen by')}</span><select aria-label={t('Seen by')} data-do-change="look" onChange={(event) => look(Number((event.target as HTMLSelectElement).value) as Viewer)}>
        {([[OPEN, t('All cards open')], ...current.names.map((name, index) => [index + 1, t('As {name}', { name })] as const), [SPECTATOR, t('As a spectator')]] as const).map(([value, text]) =>
            <option key={value} value={value} selected={viewer.value === value}>{text}</option>)}</select></label>;
}

const lineWords = ({ engine }: Replay): string => t('line {n} of {all}', { n: thumb.value, all: engine.lines });

const LineNumber = ({ current }: { current: Replay }): JSX.Element => <span class="lineno">{lineWords(current)}</span>;

const Scrubber = ({ current }: { current: Replay }): JSX.Element =>
    <input type="range" class="scrub" aria-label={t('Line of the record')} aria-valuetext={lineWords(current)} min={current.study.outline.first} max={current.engine.lines} value={thumb.value}
        onInput={(event) => scrub(Number((event.target as HTMLInputElement).value))} />;

function Controls({ current }: { current: Replay }): JSX.Element {
    return <div class="pb-ctl"><LineNumber current={current} />
        <IconButton icon="i-round-back" label={t('A round back')} act="replay-round-back" /><IconButton icon="i-prev" label={t('A line back')} act="replay-back" />
        <button type="button" class="ib on" data-do="replay-play" aria-label={playing.value ? t('Pause') : t('Play')} aria-pressed={playing.value}><Icon id={playing.value ? 'i-pause' : 'i-play'} /></button>
        <IconButton icon="i-next" label={t('A line on')} act="replay-on" /><IconButton icon="i-round-on" label={t('A round on')} act="replay-round-on" />
        <button type="button" class="ib spd" data-do="replay-faster" aria-label={t('Speed {n}', { n: speed.value })}>{speed.value}×</button>
        <button type="button" class="ib wider" data-do="replay-treasure" aria-label={t('Next treasure')} title={t('Next treasure')}><Icon id="i-dig" /></button></div>;
}

function Dock({ current }: { current: Replay }): JSX.Element {
    const { study } = current, verdicts = study.verdicts.value;
    return <div class="dock"><section class="chances" aria-label={t('Chances to win')}><header><h2>{t('Chances to win')}</h2><CurveKey names={current.names} /><Controls current={current} /></header>
        <div class="curvebox"><Curve outline={study.outline} verdicts={verdicts} result={current.result} at={thumb} marks />
            <Scrubber current={current} />
            {study.state.value === 'running' && <Progress done={verdicts.length} total={study.total} />}
            {study.state.value === 'impossible' && <p class="working">{t('Chances need the full record; this is the view of one seat.')}</p>}</div></section></div>;
}

export function ReplayScreen(): JSX.Element | null {
    const current = replay.value, now = shown.value;
    useEffect(() => {
        document.addEventListener('keydown', keys);
        return () => document.removeEventListener('keydown', keys);
    }, []);
    if (!current || !now) return null;
    const { position, board, text, effects } = now, verdict = verdictAt(current.study.verdicts.value, line.value);
    const { round } = position;
    const chances = position.phase === 'over' ? current.result : verdict?.chances ?? null;
    return <div class="table replay">
        <TopBar middle={<>{t('Replay')} · {t('island')} <b>{position.island}</b> · {round ? t('Round {n}', { n: round }) : t('Setting up')}</>}><Eyes current={current} />
            <IconButton icon="i-link" label={t('Copy a link that holds the game')} act="copy-link" /><IconButton icon="i-save" label={t('Download the record')} act="replay-download" />
            <IconButton icon="i-more" label={t('Turning points and log')} act="replay-list" /><IconButton icon="i-close" label={t('Close')} act="replay-close" /></TopBar>
        <aside class="side"><Chances position={position} chances={chances} asked={Number(text[0]) || position.to_move} /><SidePanel current={current} /></aside>
        <main class="board"><h1 class="unseen">{t('Replay')}</h1><Board board={board} position={position} overlay={overlayOf(position, text, effects)} /></main>
        <section class="maps" aria-label={t('Treasure maps')}><h2 class="unseen">{t('Treasure maps')}</h2><div class="cols">{position.maps.map((map) =>
            <MapColumn key={map.treasure} map={map} seat={1} slot={false} offer={mapOffer(position, effects, map.treasure)} />)}</div>
        <HandStrip position={position} /><VerdictCard current={current} verdict={verdict} effects={effects} /></section>
        <Dock current={current} />
    </div>;
}
