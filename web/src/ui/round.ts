/* The round of a table, counted from its record: the first player's turns so far. */
import type { Game } from '../table/game';

let counted: { game: Game; line: number; turns: number } | null = null;

export function roundOf(game: Game): number {
    const { engine } = game.source, upTo = game.shown.value;
    if (!counted || counted.game !== game || counted.line > upTo) counted = { game, line: 0, turns: 0 };
    for (let line = counted.line + 1; line <= upTo; line++)
        if (/^[1-4] (end|exchange)$/.test(engine.line(line, 5))) counted.turns++;
    counted.line = upTo;
    return 1 + Math.floor(counted.turns / game.source.players.length);
}
