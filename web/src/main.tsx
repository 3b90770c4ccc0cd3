/* The page begins here: the first screen at once, the module as soon as it is there. */
import { render } from 'preact';
import { load } from './engine/load';
import { listen } from './ui/acts';
import { App, followGame, keys, prefetch } from './ui/app';
import { watchStore } from './ui/notice';
import { engine, markRoot, screen, thinker } from './ui/state';
import './style/index.css';

async function start(): Promise<void> {
    const root = document.getElementById('app')!;
    markRoot();
    followGame();
    render(<App />, root);
    listen(root);
    document.addEventListener('keydown', keys);
    watchStore();
    try {
        const loaded = await load();
        engine.value = loaded.engine;
        thinker.value = loaded.thinker;
        if (screen.value === 'loading') screen.value = 'start';
        prefetch();
        void import('./ui/arrivals').then(({ arrive }) => arrive());
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('playable')));
    } catch {
        screen.value = 'broken';
    }
}

void start();
