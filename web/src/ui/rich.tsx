/* Messages with marks as elements: @2@ a player's name, *stars* bold, !marks! a negation.
 * Names are text nodes, so nothing in them is ever read as a mark. */
import type { ComponentChildren, JSX } from 'preact';
import { cardMessage } from '../text/cards';
import type { Card } from '../engine/types';

export function Rich({ text, names }: { text: string; names?: readonly string[] }): JSX.Element {
    const parts: ComponentChildren[] = text.split(/(@\d@|\*[^*]+\*|![^!]+!)/).map((part) => {
        if (/^@\d@$/.test(part)) return <b class={`nm p${part[1]}`}>{names?.[Number(part[1]) - 1] ?? part[1]}</b>;
        if (/^\*.+\*$/.test(part)) return <strong>{part.slice(1, -1)}</strong>;
        if (/^!.+!$/.test(part)) return <b class="not">{part.slice(1, -1)}</b>;
        return part;
    });
    return <>{parts}</>;
}

/* The words of a clue card. */
export const CardWords = ({ card }: { card: Card }): JSX.Element =>
    <span class="w"><Rich text={cardMessage(card)} /></span>;
