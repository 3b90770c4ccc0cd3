/* The page begins here: the first screen at once, the module as soon as it is there. */
import { render } from 'preact';
import { load } from './engine/load';
import { listen } from './ui/acts';
import { App, followGame, keys, prefetch } from './ui/app';
import { followFocus } from './ui/keys';
import { watchStore } from './ui/notice';
import { engine, markRoot, screen, served, settings, thinker } from './ui/state';
import './style/index.css';

declare const LATE_URL: string;

/* The styles that the first screen does not need. */
function styles(): Promise<void> {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(LATE_URL, document.baseURI).href;
    return new Promise((done) => {
        link.onload = link.onerror = () => done();
        document.head.append(link);
    });
}

/* A notification was pressed while a page was open. The page listens before anything else: what
 * is said to one that is still loading waits for that. */
navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent) => {
    const id = (data as { open?: unknown } | null)?.open;
    if (typeof id === 'string' && /^\w+$/.test(id)) location.hash = `#table=${id}`;
});

/* A server says that it has tables; a host of files has a file there that does not. */
async function lookForServer(): Promise<void> {
    if (!navigator.onLine) {
        addEventListener('online', () => { void lookForServer(); }, { once: true });
        return;
    }
    try {
        const answer = await fetch(new URL('healthz', document.baseURI));
        served.value = answer.ok && (await answer.text()).startsWith('ok');
        /* Who has been at a table hears of hers wherever the page stands. */
        if (served.value && settings.value.name) void import('./ui/together').then(({ listenIn }) => listenIn());
    } catch { /* no network: the page plays alone */ }
}

async function start(): Promise<void> {
    const root = document.getElementById('app')!;
    markRoot();
    followGame();
    render(<App />, root);
    listen(root);
    document.addEventListener('keydown', keys);
    followFocus();
    watchStore();
    try {
        const [loaded] = await Promise.all([load(), styles()]);
        engine.value = loaded.engine;
        thinker.value = loaded.thinker;
        if (screen.value === 'loading') screen.value = 'start';
        prefetch();
        void import('./ui/version').then(({ goOn, keepOffline }) => { void goOn(); return keepOffline(); });
        void import('./ui/arrivals').then(({ arrive }) => arrive());
        void lookForServer();
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('playable')));
    } catch {
        screen.value = 'broken';
    }
}

void start();
