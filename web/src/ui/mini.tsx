/* A small picture of an island, drawn from its code and kept. */
import type { JSX } from 'preact';
import { drawMini } from './draw/ground';
import { round } from './draw/hex';
import { engine } from './state';
import { pure } from './pure';

interface Picture { markup: string; view: string }

const drawn = new Map<string, Picture>();

function pictureOf(island: string): Picture | null {
    const known = drawn.get(island);
    if (known) return known;
    const module = engine.value;
    if (!module || !module.tables().islands.includes(island) || module.read(`tobago 1\nplayers a b\nisland ${island}\n`)) return null;
    const { markup, box } = drawMini(module.board()!);
    const picture = { markup, view: [box.x, box.y, box.width, box.height].map(round).join(' ') };
    drawn.set(island, picture);
    return picture;
}

export const Mini = pure(function Mini({ island }: { island: string; ready: boolean }): JSX.Element {
    const picture = pictureOf(island);
    return <svg class="mini" viewBox={picture?.view ?? '0 0 1 1'} aria-hidden="true" dangerouslySetInnerHTML={{ __html: picture?.markup ?? '' }} />;
});
