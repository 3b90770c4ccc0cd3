/* A strip at the foot of the page: what happened, and what can be done about it. */
import { effect, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { trouble } from '../store/db';
import { t } from '../text/gettext';
import { does } from './acts';
import { Icon } from './draw/art';
import { game } from './state';

export interface Note { text: string; act?: { label: string; do: string }; link?: string; lasting?: boolean }

const note = signal<Note | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

export function tell(next: Note | null): void {
    clearTimeout(timer);
    note.value = next;
    if (next && !next.lasting && !next.link) timer = setTimeout(() => { note.value = null; }, 8000);
}

does('note-close', () => tell(null));

/* Says it once when games cannot be kept. */
export function watchStore(): void {
    let told: string = 'none';
    effect(() => {
        const why = trouble.value;
        if (why === told) return;
        told = why;
        if (why === 'none') tell(null);
        else tell({
            lasting: true, act: { label: t('Download the game'), do: 'download' },
            text: why === 'full' ? t('This browser has no room left. You can play on, but the game is not kept.') : t('This browser cannot keep games here. You can play on; a game lasts as long as the page is open.'),
        });
    });
}

export function Notice(): JSX.Element | null {
    const current = note.value;
    return <div class="notewrap" role="status" aria-live="polite">{current && <div class="notice"><p>{current.text}</p>
        {current.link && <input class="linkbox" readOnly value={current.link} aria-label={t('The link')} onFocus={(event) => (event.target as HTMLInputElement).select()} />}
        {current.act && (current.act.do !== 'download' || game.value) && <button type="button" class="btn" data-do={current.act.do}>{current.act.label}</button>}
        <button type="button" class="ib" data-do="note-close" aria-label={t('Close')}><Icon id="i-close" /></button></div>}</div>;
}
