/* Words for what the notation names: treasures, terrains, directions, levels, options. */
import { N_, t } from './gettext';

const WORDS: Record<string, string> = {
    white: N_('White'), grey: N_('Grey'), brown: N_('Brown'), black: N_('Black'),
    jungle: N_('Jungle'), beach: N_('Beach'), lake: N_('Lake'), river: N_('River'),
    mountain: N_('Mountains'), scrubland: N_('Scrubland'), lava: N_('Lava'), volcano: N_('Volcano'),
    statue: N_('statue'), hut: N_('hut'), palm: N_('palm'),
    N: N_('north'), NE: N_('north-east'), SE: N_('south-east'),
    S: N_('south'), SW: N_('south-west'), NW: N_('north-west'),
    random: N_('Random'), greedy: N_('Greedy'), easy: N_('Easy'), medium: N_('Medium'),
    hard: N_('Hard'), expert: N_('Expert'), person: N_('Person'),
    'beach-jungle': N_('beach, jungle'), 'jungle-mountain': N_('jungle, mountains'),
    'mountain-scrubland': N_('mountains, scrubland'), 'scrubland-beach': N_('scrubland, beach'),
};
const LOWER: Record<string, string> = {
    white: N_('white'), grey: N_('grey'), brown: N_('brown'), black: N_('black'),
};
const THE: Record<string, string> = {
    white: N_('The white treasure'), grey: N_('The grey treasure'),
    brown: N_('The brown treasure'), black: N_('The black treasure'),
};

/* The name of a thing as a title. */
export const word = (name: string): string => t(WORDS[name] ?? name);
/* The name of a treasure inside a sentence. */
export const lower = (name: string): string => t(LOWER[name] ?? name);
export const theTreasure = (name: string): string => t(THE[name] ?? name);
