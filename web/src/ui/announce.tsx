/* A live region that reads the newest lines of the log to a screen reader. */
import type { JSX } from 'preact';
import type { Entry } from '../table/log';

const plain = (text: string, names: readonly string[]): string =>
    text.replace(/@(\d)@/g, (_, seat: string) => names[Number(seat) - 1] ?? '').replace(/[*!]/g, '');

export function Announcer({ entries, names }: { entries: readonly Entry[]; names: readonly string[] }): JSX.Element {
    const last = entries.at(-1), fresh = last ? entries.filter((entry) => entry.line === last.line) : [];
    return <div class="unseen" role="log" aria-live="polite" aria-atomic="true">{fresh.map((entry) => plain(entry.text, names)).join('. ')}</div>;
}
