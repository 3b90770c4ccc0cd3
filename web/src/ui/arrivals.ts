/* What comes with the address or is dropped on the page. */
import { effect } from '@preact/signals';
import { fragmentOf } from '../table/link';
import { acceptDrops, openLink } from './incoming';
import { leave } from './play';
import { screen } from './state';

/* Links of tables on a server: an invitation, a seat, a guest, or a table by its id. */
const TOGETHER = /^#((?:join|seat|guest|table)=[\w.-]+)$/;

function openAddress(): void {
    const together = TOGETHER.exec(location.hash);
    if (together) {
        void import('./together').then(({ openTogether }) => openTogether(together[1]!));
        return;
    }
    const fragment = fragmentOf(location.hash);
    if (!fragment) return;
    leave();
    void openLink(fragment);
}

export function arrive(): void {
    acceptDrops();
    addEventListener('hashchange', openAddress);
    openAddress();
    /* A link is used up once its replay is left. */
    let open = false;
    effect(() => {
        if (screen.value === 'replay') open = true;
        else if (open && location.hash && (screen.value === 'start' || screen.value === 'table')) {
            open = false;
            history.replaceState(null, '', location.pathname + location.search);
        }
    });
}
