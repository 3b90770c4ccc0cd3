/* A sheet over the page: the browser keeps focus inside and gives it back. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../text/gettext';
import { Icon } from './draw/art';

export function Modal({ title, cls = '', act, close, children }: { title: string; cls?: string; act: string; close: () => void; children: ComponentChildren }): JSX.Element {
    const box = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        const dialog = box.current!, from = document.activeElement as HTMLElement | null;
        dialog.showModal();
        return () => { if (from?.isConnected) from.focus(); };
    }, []);
    /* A click beside the sheet closes it. */
    const beside = (event: MouseEvent): void => { if (event.target === box.current) close(); };
    return <dialog ref={box} class={`menu ${cls}`} aria-label={title} onCancel={(event) => { event.preventDefault(); close(); }} onClick={beside}>
        <div class="dhead"><h2>{title}</h2><button type="button" class="ib" data-do={act} aria-label={t('Close')}><Icon id="i-close" /></button></div>
        {children}</dialog>;
}
