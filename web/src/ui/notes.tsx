/* A player's own notes at a table on the server: hers alone, on all of her devices. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { table } from '../online/session';
import { t } from '../text/gettext';
import { does } from './acts';
import { Icon } from './draw/art';
import { Modal } from './modal';
import { menuOpen } from './state';

/* The server keeps 4,000 bytes; a letter may need four. */
const MOST = 1000;

const typed = signal<string | null>(null);

does('notes', () => { menuOpen.value = false; typed.value = table.value?.notes.value ?? ''; });
does('notes-off', () => { typed.value = null; });
does('notes-save', () => { void table.value?.writeNotes(typed.value ?? '').then((done) => { if (done) typed.value = null; }); });

export const NotesSheet = (): JSX.Element | null => typed.value === null ? null
    : <Modal title={t('My notes')} cls="notes" act="notes-off" close={() => { typed.value = null; }}>
        <p class="hint">{t('Only you read them, on every device on which you play this seat.')}</p>
        <textarea rows={8} maxLength={MOST} aria-label={t('My notes')} value={typed.value} onInput={(event) => { typed.value = (event.target as HTMLTextAreaElement).value; }} />
        <button type="button" class="btn main" data-do="notes-save"><Icon id="i-end" /><span>{t('Keep the notes')}</span></button>
    </Modal>;
