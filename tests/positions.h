/* Positions for the clause tests, all on one island that a reader can learn.
 *
 * A test begins a game and then arranges it by hand. Every helper leaves a state that
 * tob_check accepts, or the test fails there and then. Clue cards and treasure cards
 * come from wherever they are, so nothing is ever doubled or lost. */
#ifndef TOBAGO_TESTS_POSITIONS_H
#define TOBAGO_TESTS_POSITIONS_H

#include "support.h"

/* The seats, under the names of the rulebook's examples. */
enum { ANNA, BOBBY, ROGER, LOLA };

/* Island ABC0 with statues k4 (S), e6 (N), h11 (NE), huts d8 i5 m8 g12 and palms f4 m5
 * j12, at the first turn. The four maps are empty, all ATVs stand on b4, each hand was
 * dealt in order. 'header' is what follows the island in the header: "first 2\n". */
void begin(scene *t, unsigned players, const char *header);

/* Only the header and the objects: the ATVs come next. */
void begin_setup(scene *t, unsigned players, const char *header);

/* Gives a hand exactly these cards; "" for none. */
void hold(scene *t, unsigned seat, const char *cards);

/* Lays a map anew: seats and their clues from the top down, "1 in-jungle 2+ next-hut"; a
 * "+" makes a double claim. "" clears it. */
void lay(scene *t, unsigned treasure, const char *clues);

/* Strikes off (A1) all sites of a map but these. The map needs a clue. */
void leave_sites(scene *t, unsigned treasure, const char *spaces);

/* A map of one clue by a seat whose treasure is known to lie on a space. */
void locate(scene *t, unsigned treasure, unsigned seat, const char *space);

void put_atv(scene *t, unsigned seat, const char *space);
void give_amulets(scene *t, unsigned seat, unsigned number);
void put_amulets(scene *t, const char *spaces);

/* Sets all but this number of amulets of the pile aside: into the hands of a seat. */
void shrink_pile(scene *t, unsigned seat, unsigned left);

/* Adds treasure cards of the deck to what a seat claimed: "6 5". */
void give_cards(scene *t, unsigned seat, const char *coins);

/* The treasure deck holds exactly these cards ("3 curse"), the discards exactly those;
 * the rest was claimed by a seat, curses left the game. */
void stack(scene *t, const char *deck, const char *discards, unsigned rest);

/* No clue card but these is in the deck; the others were discarded. */
void thin_deck(scene *t, const char *cards);

/* Puts every card of the deck and of the discards on some map. */
void exhaust_clues(scene *t);

/* The seat begins its turn now (without T1). */
void turn_to(scene *t, unsigned seat);

/* Plays nature's first legal choice while cards are discarded and drawn. */
void settle(scene *t);

/* Turns the game into the view of a seat or of SPECTATOR; the last thing to
 * arrange. */
void see_as(scene *t, unsigned viewer);

/* Asserts that the state and its board are sound. */
void sound(const scene *t);

/* The reason why a move of any bytes is refused, after proving that it changes nothing.
 */
tob_reason refusal(scene *t, tob_move move);

unsigned coins_of(const scene *t, unsigned seat);
int holds(const scene *t, unsigned seat, const char *card);
int amulet_lies_on(const scene *t, const char *space);
void assert_atv(const scene *t, unsigned seat, const char *space);
void assert_sites(const scene *t, unsigned treasure, const char *spaces);

/* Anna stands on h8, where the white treasure is known to lie below these clues. Deep in
 * the deck: curses may come. The cards not named here are before Lola. */
void treasure_at_h8(scene *t, const char *clues);

/* Anna raises her own treasure of one clue and claims twice; she must restart. */
void raise_and_claim(scene *t);

#endif
