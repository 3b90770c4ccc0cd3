/* What happened so far while a treasure is shared out: which card went to whom, at which
 * rose. It reads the record alone. */
import type { Engine } from '../engine/module';
import type { Card } from '../engine/types';
import { SPECTATOR } from '../engine/types';

export interface Given { coins: number; seat: number | null; clue: Card | null }

/* The cards turned up before, in their order; seat is null where nobody claimed. */
export function given(engine: Engine, upTo: number): Given[] {
    let from = upTo;
    while (from > 0 && !/ raise /.test(engine.line(from, SPECTATOR))) from--;
    const cards: Given[] = [];
    for (let line = from + 1; line <= upTo; line++) {
        const [who, verb, coins] = engine.line(line, SPECTATOR).split(' ') as [string, string, string];
        if (verb === 'reveal') cards.push({ coins: Number(coins), seat: null, clue: null });
        if (verb !== 'claim' || !cards.length) continue;
        engine.seek(line - 1);
        const roses = engine.position(SPECTATOR)?.roses;
        Object.assign(cards.at(-1)!, { seat: Number(who), clue: roses?.now != null ? roses.order[roses.now]!.clue : null });
    }
    engine.seek(upTo);
    return cards;
}
