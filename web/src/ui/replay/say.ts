/* A move in a few words, for turning points and verdicts: "drive to j11". Stars are bold. */
import { cardWords } from '../../text/cards';
import { t } from '../../text/gettext';
import { lower } from '../../text/words';

function power(words: string[]): string {
    const [kind, a, b] = words as [string, string, string];
    switch (kind) {
    case 'clue': case 'volcanic': return t('amulet: *{clue}* on {map}', { clue: cardWords(b), map: lower(a) });
    case 'remove': return t('amulet: rule out *{space}* for {treasure}', { treasure: lower(a), space: b });
    case 'move': return t('amulet: drive');
    case 'exchange': return t('amulet: a new hand');
    case 'double': return t('amulet: double the claim');
    case 'swap': return t('amulet: swap two roses');
    default: return t('use an amulet');
    }
}

export function sayMove(line: string): string {
    const [, verb, a, b, ...rest] = line.split(' ') as [string, string, string, string];
    switch (verb) {
    case 'clue': case 'volcanic': return t('*{clue}* on {map}', { clue: cardWords(b), map: lower(a) });
    case 'move': return t('drive');
    case 'leg': return t('drive to *{space}*', { space: a });
    case 'raise': return t('raise *{treasure}*', { treasure: lower(a) });
    case 'exchange': return t('exchange the hand');
    case 'claim': return t('claim');
    case 'pass': return t('pass');
    case 'end': return t('end the turn');
    case 'atv': return t('start on *{space}*', { space: a });
    case 'start': return t('start {map}', { map: lower(a) });
    case 'lava': return t('lava on *{space}*', { space: a });
    case 'take': return t('take the amulet');
    case 'leave': return t('leave the amulet');
    case 'volcano': return t('the volcano around *{space}*', { space: a });
    case 'triad': return t('a triad at *{space}*', { space: b });
    case 'object': return t('an object on *{space}*', { space: b });
    case 'amulet': return power([a, b, ...rest]);
    default: return [verb, a, b].filter(Boolean).join(' ');
    }
}
