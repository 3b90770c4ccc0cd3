/* Whatever comes into the page: a record, a link that holds one, or all games of another
 * browser. It is told apart, checked, and opened; what is wrong is said with line and reason. */
import { signal } from '@preact/signals';
import type { Refusal } from '../engine/types';
import { keep } from '../store/games';
import { merge, unbundle } from '../store/bundle';
import type { BundleProblem } from '../store/bundle';
import { fragmentOf, unpack } from '../table/link';
import { t, tn } from '../text/gettext';
import { textOf } from './files';
import { tell } from './notice';
import { engine, screen } from './state';
import { games, loadGames } from './screens/start';

export interface Problem {
    /* The sentence, and for a record the line that is refused and its text. */
    text: string;
    refusal?: Refusal;
    line?: string;
    /* The lines before it, if they are a game. */
    good?: string;
}

export const problem = signal<Problem | null>(null);

const refuse = (next: Problem): false => {
    problem.value = next;
    screen.value = 'open';
    return false;
};

const BUNDLE: Record<BundleProblem, () => string> = {
    'not-json': () => t('This is not a file of games, or it is damaged.'),
    'not-games': () => t('The file holds no games of Tobago.'),
    newer: () => t('The file comes from a newer version of this page. Reload the page and try again.'),
    'too-many': () => t('The file holds more games than this page takes.'),
};

/* A record: line ends of other systems and a missing last one are forgiven. */
async function openRecord(text: string): Promise<boolean> {
    const record = `${text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n').trim()}\n`;
    const { openReplay } = await import('./replay/state');
    const refusal = await openReplay(record, null, true);
    if (!refusal) return true;
    const lines = record.split('\n'), good = refusal.line > 4 ? `${lines.slice(0, refusal.line - 1).join('\n')}\n` : undefined;
    return refuse({ text: '', refusal, line: refusal.line ? lines[refusal.line - 1]?.slice(0, 120) : undefined, good });
}

async function openBundle(text: string): Promise<boolean> {
    const found = unbundle(text);
    if (typeof found === 'string') return refuse({ text: BUNDLE[found]() });
    const module = engine.value!, readable = found.games.filter((game) => !module.read(game.record) && module.hasGame);
    await loadGames();
    const { add, same } = merge(games.value, readable), refused = found.refused + found.games.length - readable.length;
    for (const game of add) await keep(game);
    await loadGames();
    screen.value = 'games';
    tell({ text: [tn('{n} game came in.', '{n} games came in.', add.length), same ? tn('{n} was here already.', '{n} were here already.', same) : '',
        refused ? tn('{n} could not be read.', '{n} could not be read.', refused) : ''].filter(Boolean).join(' ') });
    return true;
}

export async function openLink(fragment: string): Promise<boolean> {
    const found = await unpack(fragment);
    if ('record' in found) return openRecord(found.record);
    return refuse({ text: found.problem === 'long' ? t('The link holds more than any game.') : t('The link is damaged: it was cut or changed on its way.') });
}

/* Opens any text. */
export async function openText(text: string): Promise<boolean> {
    problem.value = null;
    const fragment = text.length < 1_000_000 ? fragmentOf(text) : null;
    if (!text.trim()) return refuse({ text: t('There is nothing to open yet.') });
    if (fragment && !/^\s*tobago /.test(text)) return openLink(fragment);
    return /^\s*[[{]/.test(text) ? openBundle(text) : openRecord(text);
}

export async function takeIn(file: File): Promise<boolean> {
    const text = await textOf(file);
    return text === null ? refuse({ text: t('The file is too large to be a record.') }) : openText(text);
}

/* Files and texts that are dropped anywhere on the page. */
export function acceptDrops(): void {
    document.addEventListener('dragover', (event) => {
        if (!event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain')) return;
        event.preventDefault();
        document.documentElement.classList.add('dropping');
    });
    const end = (): void => document.documentElement.classList.remove('dropping');
    document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) end(); });
    document.addEventListener('drop', (event) => {
        const { dataTransfer } = event;
        end();
        if (!dataTransfer) return;
        event.preventDefault();
        const file = dataTransfer.files[0];
        if (file) void takeIn(file);
        else void openText(dataTransfer.getData('text/plain'));
    });
}
