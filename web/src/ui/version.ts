/* The page without network, and new versions: one announces itself and waits, so that no
 * game breaks; taking it keeps the game and goes on with it. */
import { signal } from '@preact/signals';
import { t } from '../text/gettext';
import { does } from './acts';
import { tell } from './notice';
import { leave, resumeLatest } from './play';
import { game } from './state';

/* Whether the page works without network after this visit; null as long as it is not known. */
export const kept = signal<'yes' | 'no' | 'insecure' | null>(null);
const GO_ON = 'tobago.go-on';
let waiting: ServiceWorker | null = null;

function announce(worker: ServiceWorker): void {
    waiting = worker;
    tell({
        lasting: true, act: { label: t('Take it'), do: 'take-version' },
        text: game.value ? t('A new version is ready. Your game is kept and goes on with it.') : t('A new version is ready.'),
    });
}

/* A worker that is installed beside one in charge is a new version. */
function watch(registration: ServiceWorkerRegistration): void {
    const look = (worker: ServiceWorker | null): void => {
        if (worker?.state === 'installed' && registration.active) announce(worker);
    };
    look(registration.waiting);
    registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => look(worker));
    });
}

export async function keepOffline(): Promise<void> {
    if (!window.isSecureContext || !('serviceWorker' in navigator)) {
        kept.value = 'insecure';
        return;
    }
    try {
        const registration = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });
        watch(registration);
        document.addEventListener('visibilitychange', () => { if (!document.hidden) void registration.update().catch(() => {}); });
        await navigator.serviceWorker.ready;
        kept.value = 'yes';
    } catch {
        kept.value = 'no';
    }
}

/* Goes on with the game during which a new version was taken. */
export async function goOn(): Promise<void> {
    try {
        if (!sessionStorage.getItem(GO_ON)) return;
        sessionStorage.removeItem(GO_ON);
    } catch {
        return;
    }
    await resumeLatest();
}

does('take-version', () => {
    const worker = waiting, remote = /^#table=/.test(location.hash), playing = game.value !== null && !remote;
    if (!worker) return;
    waiting = null;
    tell(null);
    try {
        if (playing) sessionStorage.setItem(GO_ON, '1');
    } catch { /* then the start screen stands after the reload */ }
    navigator.serviceWorker.addEventListener('controllerchange', () => setTimeout(() => location.reload(), 100), { once: true });
    if (!remote) leave(); /* a table on a server is opened again by its address */
    worker.postMessage('take');
});

/* What there is to say about playing without network. */
export const offlineWords = (): string => ({
    yes: t('The page is kept in this browser and works without network.'),
    no: t('This browser does not keep the page, so it needs the network at the next visit.'),
    insecure: t('This address is not secure (https), so the page needs the network at every visit.'),
})[kept.value ?? 'no'];
