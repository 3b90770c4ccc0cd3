/* What can be wrong with the text of a record, as the module says it in English: here the
 * sentences are known to the catalogue, and begin and end as sentences do. */
import type { Refusal } from '../engine/types';
import { N_, t } from './gettext';
import { reasonWords } from './reasons';

const SENTENCES: Record<string, string> = {
    'a direction is missing at the end': N_('A direction is missing at the end.'),
    'a game has 2 to 4 players': N_('A game has 2 to 4 players.'),
    "a line begins with a seat or 'nature'": N_('A line begins with a seat or “nature”.'),
    'a name has at most 32 bytes': N_('A name has at most 32 bytes.'),
    'a name is valid UTF-8, without controls': N_('A name is valid UTF-8, without control characters.'),
    'a player does nothing of this name': N_('There is no such act of a player.'),
    "a record begins with the line 'tobago 1'": N_('A record begins with the line “tobago 1”.'),
    'a seat is a number from 1 to 4': N_('A seat is a number from 1 to 4.'),
    'a space is missing at the end': N_('A space is missing at the end.'),
    'a treasure card is a number of coins or a curse': N_('A treasure card is a number of coins or a curse.'),
    "a view is that of a seat or 'spectator'": N_('A view is that of a seat or “spectator”.'),
    'an option is missing at the end': N_('An option is missing at the end.'),
    'directions are N NE SE S SW NW': N_('Directions are N NE SE S SW NW.'),
    'nature does nothing of this name': N_('There is no such act of nature.'),
    'no game has so many lines or bytes': N_('No game has so many lines or bytes.'),
    'nothing may follow here': N_('Nothing may follow here.'),
    'objects are statue, hut and palm': N_('Objects are statue, hut and palm.'),
    'options come once each, in their order': N_('Options come once each, in their order.'),
    'the first player is a seat; seat 1 needs no line': N_('The first player is a seat; seat 1 needs no line.'),
    'the line ends in a carriage return: records end lines with LF alone': N_('The line ends in a carriage return: records end lines with LF alone.'),
    'the line ends too early': N_('The line ends too early.'),
    'the line has too many words': N_('The line has too many words.'),
    'the line holds a control byte': N_('The line holds a control character.'),
    'the line is empty': N_('The line is empty.'),
    'the line is too long': N_('The line is too long.'),
    'the second line names the players': N_('The second line names the players.'),
    'the text is too long for a record': N_('The text is too long for a record.'),
    "the third line names the island, like 'island AbC1'": N_('The third line names the island, like “island AbC1”.'),
    'the treasures are white, grey, brown and black': N_('The treasures are white, grey, brown and black.'),
    'there is no clue card of this name': N_('There is no clue card of this name.'),
    'there is no such island': N_('There is no such island.'),
    'there is no such option': N_('There is no such option.'),
    'there is no such space on this island': N_('There is no such space on this island.'),
    'there is no triad of this name': N_('There is no triad of this name.'),
    'this program reads records of format 1, not of this one': N_('This page reads records of format 1, not of this one.'),
    'two players have the same name': N_('Two players have the same name.'),
    'words are separated by single blanks': N_('Words are separated by single blanks.'),
    "write 'nature curse' for a curse": N_('A curse is written “nature curse”.'),
};

/* Why a record is refused, in a sentence. */
export const refusalWords = (refusal: Refusal): string =>
    refusal.name ? reasonWords(refusal.name) : SENTENCES[refusal.reason] ? t(SENTENCES[refusal.reason]!) : t('This line cannot be read.');
