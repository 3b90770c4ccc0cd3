/* Refusals: every reason for which the engine refuses a move, with the clause of
 * docs/rules.md behind it. The tables are constant; any number of threads may read them.
 */
#ifndef TOBAGO_REASON_H
#define TOBAGO_REASON_H

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The part of a move that a reason finds fault with. */
typedef enum tob_blame {
    TOB_BLAME_KIND,
    TOB_BLAME_SEAT,
    TOB_BLAME_SPACE,
    TOB_BLAME_TREASURE,
    TOB_BLAME_CARD,
    TOB_BLAME_OTHER,
    TOB_BLAME_DIRECTION,
    TOB_BLAME_VALUE,
} tob_blame;

/* X(name, clause, blame, text) for each reason. The text completes "refused: ". The order
 * means nothing. */
#define TOB_REASONS(X)                                                                  \
    X(I2_PLAYERS, "S", KIND, "a game has 2 to 4 players")                               \
    X(I2_ISLAND, "I2", KIND, "there is no such island")                                 \
    X(S7_OPTIONS, "S7", KIND, "there is no such option, first seat or view")            \
    X(I3_NO_SPACE, "I3", SPACE, "there is no such space on this island")                \
    X(O1_OCCUPIED, "O1", SPACE, "there is an object on this space already")             \
    X(O1_ENOUGH, "O1", VALUE, "all objects of this kind are placed")                    \
    X(O2_TOO_CLOSE, "O2", SPACE, "two objects of one kind must be 4 or more apart")     \
    X(O3_COAST, "O3", SPACE, "a statue needs land on all six sides")                    \
    X(O3_FACING, "O3", DIRECTION, "a statue faces one of six directions")               \
    X(O4_ORDER, "O4", VALUE, "statues are placed first, then huts, then palms")         \
    X(O4_OTHERS, "O4", SPACE, "the others of this kind could not be placed after that") \
    X(O4_FIRST, "O4", KIND, "the objects have to be placed first")                      \
    X(S1_TOP, "S1", VALUE, "the first twelve cards of the deck hold no curse")          \
    X(S1_GONE, "S1", VALUE, "no such card is left among those that could come")         \
    X(S2_TREASURE, "S2", TREASURE, "the treasures are white, grey, brown and black")    \
    X(S4_FIRST, "S4", KIND, "an ATV has to be placed first")                            \
    X(S5_DRAW_FIRST, "S5", KIND, "the first clue card has to be drawn first")           \
    X(S5_START_FIRST, "S5", KIND, "the card drawn has to start a map first")            \
    X(S5_TAKEN, "S5", TREASURE, "this map has been started already")                    \
    X(S5_GONE, "S5", CARD, "this clue card is not in the deck")                         \
    X(S6_GONE, "S6", CARD, "this clue card is not in the deck")                         \
    X(S6_FIRST, "S6", KIND, "the hands have to be dealt first")                         \
    X(T2_DONE, "T2", KIND, "the main action of this turn has been taken")               \
    X(T2_TURN, "T2", KIND, "a turn is under way, and this is no part of it")            \
    X(T5_SEAT, "T5", SEAT, "someone else decides now")                                  \
    X(T5_DEAL, "T5", SEAT, "the cards of another seat come first")                      \
    X(C1_HAND, "C1", CARD, "this card is not in the hand")                              \
    X(C1_ROSE, "C1", KIND, "no compass rose is left to mark the clue with")             \
    X(C2_NOTHING, "C2", CARD, "the clue would not remove a single possible site")       \
    X(C3_KNOWN, "C3", TREASURE, "the location of this treasure is known already")       \
    X(C3_NOWHERE, "C3", CARD, "the clue would leave the treasure nowhere to lie")       \
    X(C4_FIRST, "C4", KIND, "a clue card has to be drawn first")                        \
    X(C4_GONE, "C4", CARD, "this clue card is not in the deck")                         \
    X(M1_CLOSED, "T4", KIND, "no movement is under way: open one first")                \
    X(M1_LEGS, "M1", KIND, "the legs of this movement are used up")                     \
    X(M1_SAME, "M1", SPACE, "a leg must end on another space than it began")            \
    X(M1_FAR, "M1", SPACE, "one leg stays in its area or takes one step out of it")     \
    X(R1_UNKNOWN, "R1", TREASURE, "more than one site is possible for this treasure")   \
    X(R1_AWAY, "R1", TREASURE, "the ATV is not at the site of this treasure")           \
    X(R2_ROSE, "R2", KIND, "no compass rose is left to raise a treasure with")          \
    X(R3_FIRST, "R3", KIND, "the treasure's cards have to be drawn first")              \
    X(D1_REVEAL_FIRST, "D1", KIND, "the next treasure card has to be turned up first")  \
    X(D1_ANSWER_FIRST, "D1", KIND, "the card on offer has to be claimed or passed on")  \
    X(N2_FIRST, "N2", KIND, "the new map has to be started first")                      \
    X(N2_MAP, "N2", TREASURE, "the map to start is that of the treasure just raised")   \
    X(N2_CAN, "N2", KIND, "a card of the hand can start the map, so one must")          \
    X(A1_AMULET, "A1", KIND, "removing a site costs an amulet, and none is left")       \
    X(A2_AMULET, "A2", KIND, "an extra clue costs an amulet, and none is left")         \
    X(A3_AMULET, "A3", KIND, "an extra move costs an amulet, and none is left")         \
    X(A1_HIDDEN, "A1", TREASURE, "the markers of this treasure are not on the board")   \
    X(A1_LAST, "A1", TREASURE, "the last marker of a treasure cannot be removed")       \
    X(A1_NOT_THERE, "A1", SPACE, "no marker of this treasure lies on this space")       \
    X(X1_AMULET, "X1", KIND,                                                            \
      "exchanging the hand now costs an amulet, and none is left")                      \
    X(X1_EMPTY, "X1", KIND, "an empty hand cannot be exchanged")                        \
    X(X1_FIRST, "X1", KIND, "the cards of the exchanged hand have to be shown first")   \
    X(X2_LATE, "X2", KIND, "this exchange takes a whole turn, and this one has begun")  \
    X(P_OFF, "P", KIND, "the powers for experienced players are not in this game")      \
    X(P1_AMULET, "P1", KIND, "a double claim costs an amulet, and none is left")        \
    X(P1_NOT_ON_MAP, "P1", CARD, "this card lies on no treasure map")                   \
    X(P1_KNOWN, "P1", CARD, "the location of that treasure is known already")           \
    X(P1_NOT_OWN, "P1", CARD, "the clue must carry exactly one rose, your own")         \
    X(P1_ROSE, "P1", KIND, "no compass rose is left for a double claim")                \
    X(P2_AMULET, "P2", KIND, "swapping roses costs an amulet, and none is left")        \
    X(P2_NOT_ON_MAP, "P2", CARD, "this card lies on no treasure map")                   \
    X(P2_OTHER_MAP, "P2", OTHER, "the two cards must lie on the same map")              \
    X(P2_ORDER, "P2", OTHER, "the two cards are named from the top of the map down")    \
    X(P2_KNOWN, "P2", CARD, "the location of that treasure is known already")           \
    X(P2_SAME, "P2", OTHER, "the roses to swap must have two different owners")         \
    X(P2_UNEQUAL, "P2", OTHER, "a single rose and a double claim cannot be swapped")    \
    X(E1_OVER, "E1", KIND, "the game is over")                                          \
    X(E3_OVER, "E3", KIND, "the game stood still and is over")                          \
    X(E4_OVER, "E4", KIND, "the last of 1,000 rounds is over, and so is the game")      \
    X(H1_HIDDEN, "H1", CARD, "this card is hidden in this view: it must read ?")        \
    X(H1_SEEN, "H1", CARD, "this card is not hidden here: it must be named")            \
    X(V_OFF, "V", KIND, "the Volcano is not in this game")                              \
    X(V_NEEDED, "V", KIND, "this option needs the Volcano")                             \
    X(V1_FIRST, "V1", KIND, "the volcano has to be placed first")                       \
    X(V1_CENTRE, "V1", SPACE, "the volcano lies around a hex at the island's centre")   \
    X(V1_ROOM, "V1", SPACE, "the volcano needs seven spaces, a hex and its neighbours") \
    X(V2_FIRST, "V2", KIND, "a triad has to be placed first")                           \
    X(V2_GONE, "V2", VALUE, "there is no such triad left")                              \
    X(V2_LAVA, "V2", SPACE, "the triad's lava must lie on a free space")                \
    X(V2_FIT, "V2", DIRECTION,                                                          \
      "one terrain of the triad must lie on its like, the other on the ocean")          \
    X(V3_CHOOSE_FIRST, "V3", KIND, "the amulet has to be taken or left first")          \
    X(V3_LAVA_FIRST, "V3", KIND, "a lava tile has to be placed first")                  \
    X(V3_APART, "V3", SPACE, "lava flows next to the volcano or to lava only")          \
    X(V3_OCCUPIED, "V3", SPACE, "lava spares statues, ATVs and amulets")                \
    X(V3_NOWHERE, "V3", SPACE, "a treasure would be left without a possible site")      \
    X(V5_VOLCANO, "V5", SPACE, "no ATV enters the volcano")                             \
    X(V5_PAY, "V5", SPACE,                                                              \
      "crossing lava costs an amulet or a treasure card, and neither is left")          \
    X(V5_LEGS, "V5", SPACE, "the legs left could not lead off the lava")                \
    X(V5_ON_LAVA, "V5", KIND, "on lava only legs are possible")                         \
    X(V6_SIDE, "V6", CARD, "there is no such volcanic clue at the side")                \
    X(V6_HAND, "V6", OTHER, "the card to give up is not in the hand")                   \
    X(V6_LEGAL, "V6", OTHER, "the card to give up would be a legal clue itself")

typedef enum tob_reason {
    TOB_OK,
#define TOB_REASON_NAME(name, clause, blame, text) TOB_REASON_##name,
    TOB_REASONS(TOB_REASON_NAME)
#undef TOB_REASON_NAME
        TOB_REASON_COUNT,
} tob_reason;

/* The clause, like "C2"; "" for TOB_OK. Never NULL for a value of the enum. */
const char *tob_reason_clause(tob_reason reason);

/* The sentence, in English; translations use it as their key. */
const char *tob_reason_text(tob_reason reason);

/* The name, like "C2_NOTHING": stable, for programs; "OK" for TOB_OK. */
const char *tob_reason_name(tob_reason reason);

/* The part of the move at fault. */
tob_blame tob_reason_blame(tob_reason reason);

/* Of two refusals of similar moves, the one that came closer to being legal: a move is
 * judged by its kind and seat first, then by its treasure, then by its spaces and cards,
 * then by the second card. Returns 'a' where both got equally far; TOB_OK counts as not
 * asked yet, so that a loop can begin with it. */
tob_reason tob_reason_further(tob_reason a, tob_reason b);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
