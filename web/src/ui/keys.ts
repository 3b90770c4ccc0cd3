/* The keys of the page, and where the focus goes when what had it is gone. */
import { effect } from '@preact/signals';
import { activate } from './acts';
import { drawer, game, screen, sheet } from './state';

function typing(event: KeyboardEvent): boolean {
    return event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).tagName ?? '');
}

const MAP_KEYS: Record<string, string> = { w: 'white', g: 'grey', b: 'brown', k: 'black' };
const DO_KEYS: Record<string, string> = { u: 'undo', h: 'hint', r: 'rules', m: 'menu', s: 'skip' };

const press = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();

function escape(back: () => void): void {
    if (document.querySelector('.sheet')) press('.sheet [data-do="sheet-close"], [data-do="sheet-close"]');
    else if (drawer.value && screen.value !== 'rules') press('[data-do="rules-close"]');
    else if (screen.value === 'rules' || screen.value === 'about') back();
    else if (['choose', 'games', 'open'].includes(screen.value)) screen.value = 'start';
    else if (screen.value === 'replay') press('[data-do="replay-close"]');
    else game.value?.pick('');
}

/* Brings the focus to the next space that can be chosen, or to the island. */
function toBoard(): void {
    const spaces = [...document.querySelectorAll<SVGElement>('.spaces [data-pick], .spaces [data-move]')];
    const all = spaces.length ? spaces : [...document.querySelectorAll<SVGElement>('.spaces [tabindex="0"]')];
    all[(all.indexOf(document.activeElement as unknown as SVGElement) + 1) % all.length]?.focus();
}

/* Cards 1 to 6, maps W G B K, claim and pass C P, N the next space, Escape puts back, ? lists them. */
export function keysOf(back: () => void): (event: KeyboardEvent) => void {
    return (event) => {
        if (typing(event) || document.querySelector('dialog[open]')) return;
        const { key } = event, playing = game.value, target = event.target as Element;
        if (key === 'Escape') escape(back);
        else if (key === '?') sheet.value = 'keys';
        else if (!playing || screen.value !== 'table') return;
        else if (/^[1-6]$/.test(key)) press(playing.offer.value?.powers ? `.powring .hx:nth-of-type(${key})` : `.hand li:nth-child(${key}) [data-pick]`);
        else if (MAP_KEYS[key]) press(`[data-treasure="${MAP_KEYS[key]}"] .cover`);
        else if (key === 'c') press('[data-move$=" claim"]');
        else if (key === 'p') press('[data-move$=" pass"]');
        else if (key === 'n') toBoard();
        else if (key === 'd') decision()?.focus();
        else if (DO_KEYS[key]) activate(document.querySelector(`[data-do="${DO_KEYS[key]}"]:not([aria-disabled])`));
        else if (key === 'Enter' && !target.closest('[data-move],[data-pick],[data-do]')) press('.actions .btn.main[data-move]');
    };
}

/* Where the decision is, the first that is there. */
const DOCK = [
    '[data-do="show-hand"]', '.scene footer .btn', '.cursed .btn', '.powring .hx[data-pick]', '.actions .btn.main[data-move]', '.actions .btn[data-move]',
    '.actions .btn[data-pick]:not([data-pick=""])', '.spaces [data-pick]', '.actions .btn',
];
const decision = (): HTMLElement | null => {
    for (const selector of DOCK) {
        const found = document.querySelector<HTMLElement>(selector);
        if (found) return found;
    }
    return null;
};

/* After a key has made its own button go, the focus stays with the decision. */
export function followFocus(): void {
    let byKey = false;
    document.addEventListener('keydown', () => { byKey = true; }, true);
    document.addEventListener('pointerdown', () => { byKey = false; }, true);
    effect(() => {
        void game.value?.offer.value;
        void screen.value;
        if (!byKey) return;
        requestAnimationFrame(() => {
            const lost = !document.activeElement || document.activeElement === document.body || !document.activeElement.isConnected;
            if (lost && !document.querySelector('dialog[open]')) decision()?.focus();
        });
    });
}
