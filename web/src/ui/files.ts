/* Texts that leave the page and come in: downloads, the clipboard, links, files. */
import { linkOf } from '../table/link';

/* A name for a file: nothing of a person's text enters it. */
export const fileName = (what: string, ending: string, now = new Date()): string =>
    `${what}-${now.toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-')}.${ending}`;

export function download(text: string, name: string, type = 'text/plain'): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function toClipboard(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}

export type Shared = { kind: 'copied' } | { kind: 'shown'; link: string } | { kind: 'file' };

/* Copies a link that holds the game; shows it where the clipboard is shut; a game that is
 * too long for a link is offered as a file. */
export async function share(record: string): Promise<Shared> {
    const link = await linkOf(record, new URL('./', document.baseURI).href);
    if (!link) return { kind: 'file' };
    return await toClipboard(link) ? { kind: 'copied' } : { kind: 'shown', link };
}

/* The text of a chosen or dropped file; null if it is larger than anything of ours. */
export async function textOf(file: File, most = 64 << 20): Promise<string | null> {
    return file.size > most ? null : file.text();
}
