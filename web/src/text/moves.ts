/* Lines of the record as acts, in the imperative: what a hint or an analysis proposes. */
import { cardWords } from './cards';
import { t } from './gettext';
import { lower } from './words';

function power(words: string[]): string {
    const [, , kind, a, b] = words as [string, string, string, string, string];
    switch (kind) {
    case 'remove': return t('spend an amulet to rule out *{space}* for {treasure}', { treasure: lower(a), space: b });
    case 'clue': return t('play *{clue}* on {map} for an amulet', { clue: cardWords(b), map: lower(a) });
    case 'volcanic': return t('play the volcanic clue *{clue}* on {map} for an amulet', { clue: cardWords(b), map: lower(a) });
    case 'move': return t('spend an amulet to drive');
    case 'exchange': return t('spend an amulet for a new hand');
    case 'double': return t('double your claim on *{clue}*', { clue: cardWords(a) });
    default: return t('swap the roses of *{first}* and *{second}*', { first: cardWords(a), second: cardWords(b) });
    }
}

export function actWords(line: string): string {
    const words = line.split(' '), [, verb, a, b] = words as [string, string, string, string];
    switch (verb) {
    case 'clue': return t('play *{clue}* on {map}', { clue: cardWords(b), map: lower(a) });
    case 'volcanic': return t('play the volcanic clue *{clue}* on {map}', { clue: cardWords(b), map: lower(a) });
    case 'start': return t('start the {map} map', { map: lower(a) });
    case 'move': return t('drive');
    case 'leg': return t('drive to *{space}*', { space: a });
    case 'raise': return t('raise the *{treasure}* treasure', { treasure: lower(a) });
    case 'exchange': return t('exchange your hand');
    case 'end': return t('end the turn');
    case 'claim': return t('claim the card');
    case 'pass': return t('pass');
    case 'take': return t('take the amulet');
    case 'leave': return t('leave the amulet');
    case 'lava': return t('lay lava on *{space}*', { space: a });
    case 'atv': return t('start on *{space}*', { space: a });
    case 'cannot': return t('say that you cannot');
    case 'object': return t('place it on *{space}*', { space: b });
    case 'volcano': return t('place the volcano around *{space}*', { space: a });
    case 'triad': return t('lay a triad at *{space}*', { space: b });
    case 'amulet': return power(words);
    default: return line;
    }
}
