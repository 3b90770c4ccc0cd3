/* Replays: open a record from my games, by pasting, from a file, from a link, by dropping. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../../text/gettext';
import { refusalWords } from '../../text/records';
import { does } from '../acts';
import { Icon } from '../draw/art';
import { openText, problem, takeIn } from '../incoming';
import type { Problem } from '../incoming';
import { Mini } from '../mini';
import { engine } from '../state';
import { ago, stateWords, summaryOf } from '../summary';
import { Clause, IconButton, TopBar } from '../top';
import { games, loadGames } from './start';

const pasted = signal('');

does('open-text', () => { void openText(pasted.value); });
does('open-good', () => { if (problem.value?.good) void openText(problem.value.good); });

function Wrong({ found }: { found: Problem }): JSX.Element {
    const { refusal, line, good } = found;
    return <div class="wrong" role="alert"><p>{refusal ? <>{refusal.line > 0 && <strong>{t('Line {n}:', { n: refusal.line })} </strong>}{refusalWords(refusal)} {refusal.clause && <Clause clause={refusal.clause} />}</> : found.text}</p>
        {line !== undefined && line !== '' && <code>{line}</code>}
        {good && <button type="button" class="btn" data-do="open-good">{t('Open the lines before it')}</button>}</div>;
}

function Mine(): JSX.Element | null {
    if (!engine.value || !games.value.length) return null;
    return <section class="fs" aria-label={t('From my games')}><h2>{t('From my games')}<small><button type="button" class="lnk" data-do="games">{t('All')}</button></small></h2>
        <ul class="mine">{games.value.slice(0, 6).map((stored) => { const summary = summaryOf(stored); return <li key={stored.id}>
            <button type="button" data-do="replay-game" data-game={stored.id}><Mini island={summary.island} ready />
                <span><b>{summary.names.join(', ')}</b><small>{stateWords(summary, stored.players.filter((player) => player.kind === 'person').length)} · {ago(stored.changed)}</small></span><Icon id="i-play" /></button></li>; })}</ul></section>;
}

export function OpenScreen(): JSX.Element {
    useEffect(() => { void loadGames(); void import('./games'); return () => { problem.value = null; }; }, []);
    return <div class="room opening"><TopBar middle=""><IconButton icon="i-menu" label={t('Menu')} act="menu" /><IconButton icon="i-close" label={t('To the start')} act="home" /></TopBar>
        <main><h1>{t('Replays')}</h1><p class="kick">{t('Step through a game, see where it turned, and play on from any moment.')}</p>
            <div class="form"><section class="fs" aria-label={t('Open a record')}><h2>{t('Open a record')}</h2>
                {problem.value && <Wrong found={problem.value} />}
                <textarea class="paste" rows={9} spellcheck={false} aria-label={t('A record or a link')} placeholder={t('Paste a record or a link here.')} value={pasted.value}
                    onInput={(event) => { pasted.value = (event.target as HTMLTextAreaElement).value; }} />
                <div class="acts"><button type="button" class="btn main" data-do="open-text"><Icon id="i-play" /><span>{t('Open')}</span></button>
                    <label class="btn filebtn"><Icon id="i-copy" /><span>{t('Choose a file')}</span><input type="file" class="unseen" onChange={(event) => {
                        const input = event.target as HTMLInputElement, file = input.files?.[0];
                        if (file) void takeIn(file).finally(() => { input.value = ''; });
                    }} /></label><span class="hint">{t('Or drop a file anywhere on the page.')}</span></div></section>
            <Mine /></div></main></div>;
}
