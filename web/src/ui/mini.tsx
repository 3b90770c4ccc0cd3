/* Small pictures of islands, drawn from their codes and kept. */
import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { drawMini } from './draw/ground';
import { round } from './draw/hex';
import { pure } from './pure';
import { engine } from './state';

interface Picture { markup: string; view: string }

/* A screen full of pictures takes longer than a frame: what does not fit into this many
 * milliseconds waits for the next one, so that the screen is there at once. */
const SLICE = 6;

const pictures = new Map<string, Signal<Picture | null>>(), wanted = new Set<string>();

function draw(island: string): Picture | null {
    const module = engine.peek();
    if (!module?.tables().islands.includes(island) || module.read(`tobago 1\nplayers a b\nisland ${island}\n`)) return null;
    const { markup, box } = drawMini(module.board()!);
    return { markup, view: [box.x, box.y, box.width, box.height].map(round).join(' ') };
}

function drawSome(): void {
    const end = performance.now() + SLICE;
    for (const island of wanted) {
        wanted.delete(island);
        pictures.get(island)!.value = draw(island);
        if (performance.now() > end) break;
    }
    if (wanted.size) requestAnimationFrame(() => setTimeout(drawSome));
}

function pictureOf(island: string): Picture | null {
    let known = pictures.get(island);
    if (!known) pictures.set(island, known = signal(null));
    if (!known.peek() && engine.value) {
        if (!wanted.size) queueMicrotask(drawSome);
        wanted.add(island);
    }
    return known.value;
}

export const Mini = pure(function Mini({ island }: { island: string; ready: boolean }): JSX.Element {
    const picture = pictureOf(island);
    return <svg class="mini" viewBox={picture?.view ?? '0 0 1 1'} aria-hidden="true" dangerouslySetInnerHTML={{ __html: picture?.markup ?? '' }} />;
});
