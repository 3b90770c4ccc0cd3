/* A hint: what an expert would do, with its reasons as numbers in words. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Task } from '../engine/client';
import type { Opinions } from '../engine/types';
import type { Game } from '../table/game';
import { percent, t, tn } from '../text/gettext';
import { actWords } from '../text/moves';
import { does } from './acts';
import { Icon } from './draw/art';
import { Rich } from './rich';
import { game, menuOpen, thinker } from './state';

/* 'way' are the legs of a drive that the best line begins. */
interface Hint { game: Game; line: number; opinions: Opinions | null; way: string[]; busy: boolean }

const ITERATIONS = 4000;
/* Where a drive goes is thought over less, leg by leg. */
const ITERATIONS_LEG = 1000;
const hint = signal<Hint | null>(null);
let task: Task<Opinions> | null = null;

function stop(): void {
    task?.stop();
    task = null;
    hint.value = null;
}

does('hint', () => {
    const playing = game.value;
    menuOpen.value = false;
    if (!playing || !playing.legal.value.length || !thinker.value) return;
    if (hint.value?.line === playing.shown.value) return stop();
    stop();
    const { engine } = playing.source, asked: Hint = { game: playing, line: playing.shown.value, opinions: null, way: [], busy: true };
    const show = (change: Partial<Hint>): void => { if (hint.value?.line === asked.line) hint.value = { ...hint.value, ...change }; };
    hint.value = asked;
    const record = engine.redact(playing.viewer.value), current = (): boolean => hint.value?.game === playing && hint.value.line === asked.line;
    const drive = async (way: string[]): Promise<void> => {
        while (current() && way.length <= engine.tables().legs) {
            task = thinker.value!.hint(`${record}${way.join('\n')}\n`, ITERATIONS_LEG, () => {});
            /* A drive that is begun goes somewhere, even if an amulet could be spent first. */
            const moves = (await task.result)?.moves.map(({ line }) => line) ?? [], next = way.length > 1 ? moves[0] : moves.find((line) => / leg /.test(line));
            if (!next || !/ leg /.test(next) || !current()) return;
            show({ way: way = [...way, next] });
        }
    };
    task = thinker.value.hint(record, ITERATIONS, (opinions) => show({ opinions }));
    void task.result.then(async (opinions) => {
        const best = opinions?.moves[0]?.line ?? '';
        show({ opinions: opinions ?? hint.value?.opinions ?? null });
        if (/ move$| leg /.test(best)) await drive([best]);
        show({ busy: false });
    });
});

/* A line, or a drive to its last leg. */
function wordsOf(way: readonly string[]): string {
    const to = way.length > 1 ? way.at(-1)!.split(' ')[2]! : '';
    return !to ? actWords(way[0]!) : / amulet /.test(way[0]!) ? t('spend an amulet and drive to *{space}*', { space: to }) : t('drive to *{space}*', { space: to });
}
does('hint-close', stop);

/* What a line would do to a map, in a sentence. */
function consequence(playing: Game, line: string): string {
    playing.source.engine.seek(playing.shown.value);
    const tried = playing.source.engine.whatIf(line, playing.viewer.value);
    const change = tried?.legal ? tried.effects.maps?.find((map) => map.gone?.length) : undefined;
    if (!tried?.legal || !change) return '';
    const left = tried.position.maps.find((map) => map.treasure === change.treasure)!.sites.length;
    return tn('It leaves {n} site.', 'It leaves {n} sites.', left);
}

export function HintPanel({ playing }: { playing: Game }): JSX.Element | null {
    const now = hint.value;
    if (!now || now.game !== playing || now.line !== playing.shown.value) return null;
    const { opinions, busy } = now, only = playing.legal.value.length === 1 ? playing.legal.value[0]! : null;
    const seat = opinions?.seat ?? 1, [first, ...others] = opinions?.moves.slice(0, 4) ?? [];
    const moves = first ? [first, ...others.sort((a, b) => b.wins[seat - 1]! - a.wins[seat - 1]!).slice(0, 2)] : [], best = first?.line ?? only, way = now.way.length ? now.way : best ? [best] : [];
    const chance = (index: number): string => percent(moves[index]!.wins[seat - 1] ?? 0);
    return <section class="verdict hintp" aria-label={t('Hint')} aria-live="polite">
        <header><Icon id="i-bot" /><h3 aria-level={2}>{t('An expert would')}</h3><button type="button" class="ib" data-do="hint-close" aria-label={t('Close')}><Icon id="i-close" /></button></header>
        {best ? <p><strong class="act"><Rich text={wordsOf(way)} /></strong>{moves.length > 0 && <> {t('and win {chance} of the games imagined from here.', { chance: chance(0) })} {consequence(playing, best)}</>}</p>
            : <p>{busy ? t('thinks …') : t('has no opinion here.')}</p>}
        {moves.slice(1).map((move, index) => <p key={move.line} class="alt2">{t('{chance}', { chance: chance(index + 1) })} <Rich text={actWords(move.line)} /></p>)}
        {best && <button type="button" class="btn main" data-move={way.join(';')}><span>{t('Do it')}</span></button>}
        {busy && <small>{t('{done} of {all} games', { done: opinions?.iterations ?? 0, all: ITERATIONS })}</small>}
    </section>;
}
