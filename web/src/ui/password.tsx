/* The password that a server wants of those who come for the first time. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { t } from '../text/gettext';
import { Icon } from './draw/art';
import { Modal } from './modal';
import { sheet } from './state';

const wrong = signal(false);
let said: (password: string | null) => void = () => {};

function answer(password: string | null): void {
    sheet.value = null;
    said(password);
}

/* Asks for it; null if the question is closed. */
export function askPassword(again: boolean): Promise<string | null> {
    wrong.value = again;
    sheet.value = 'password';
    return new Promise((done) => { said = done; });
}

export const PasswordSheet = (): JSX.Element => <Modal title={t('The password of this server')} cls="password" act="password-off" close={() => answer(null)}>
    <form onSubmit={(event) => { event.preventDefault(); answer(new FormData(event.target as HTMLFormElement).get('password') as string); }}>
        <p class="hint">{wrong.value ? t('That was not it. Ask whoever sent you the address.') : t('Whoever comes for the first time says it once. Whoever sent you the address knows it.')}</p>
        <label class="field"><b>{t('Password')}</b><input name="password" type="password" autocomplete="current-password" required /></label>
        <button type="submit" class="btn main"><Icon id="i-play" /><span>{t('Come in')}</span></button></form>
</Modal>;
