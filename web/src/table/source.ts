/* Where a table's lines come from. A local table asks chance and the bots itself; a table
 * on a server will send the same lines. The table screen knows this interface alone. */
import type { Engine } from '../engine/module';
import type { Refusal } from '../engine/types';
import type { Level } from '../engine/protocol';

/* A person at this screen, a bot, or anyone else at a table on a server. */
export interface Player { name: string; kind: 'person' | 'remote' | Level }

export interface Source {
    /* Holds the record, or the part of it that this page may know. */
    readonly engine: Engine;
    readonly players: readonly Player[];
    /* Called after lines were added or cut off. One who was away and missed much jumps to its end. */
    changed: (jump?: boolean) => void;
    /* Called when a line that stood in the record for a while was refused after all. */
    refused?: (why: Refusal) => void;
    /* The lines come from a server. */
    readonly remote?: boolean;
    /* How many of this person's lines the server has not confirmed yet. */
    readonly unsettled?: { readonly value: number };
    /* What the players are called; without it, by their names in the record. */
    readonly names?: readonly string[];
    /* Begins to run: bots and chance decide where they have to. */
    run(): void;
    /* A person's line; null, or why it is refused. */
    send(line: string): Refusal | null;
    /* The number of lines that stay if the last decision is taken back, or null. */
    takeBackTo(): number | null;
    takeBack(): void;
    /* The whole record once the game is over; until then as much as this page may know. */
    fullRecord?(): Promise<string>;
    /* The table is over although the game is not: someone resigned, or it was closed. */
    readonly over?: boolean;
    /* A bot plays for the person here, who is out of time: nothing is done in her name. */
    readonly absent?: boolean;
    /* The places by seat as a server gives them, and who resigned: those are last. */
    readonly places?: readonly number[] | null;
    readonly resigned?: readonly boolean[];
    /* True while somebody else is thinking. */
    readonly thinking: boolean;
    close(): void;
}
