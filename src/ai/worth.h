/* Numbers that several parts of a bot's judgement share. */
#ifndef TOBAGO_AI_WORTH_H
#define TOBAGO_AI_WORTH_H

/* An amulet in the hand, in coins, while the game is young: about what the power that it
 * buys gains. */
static const float ai_amulet_coins = 2.4f;

/* Below every score, chance and number of coins: where a search for the largest begins.
 */
static const float ai_lowest = -1000;

enum {
    AI_YOUNG_DECK = 16, /* treasure cards from which on the end is not in sight */
    AI_FEW_SITES = 3,   /* sites from which one more clue settles a map as a rule */
};

#endif
