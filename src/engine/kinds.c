/* The two tables of the rules. Every kind and every phase has a row; tests/test_kinds.c
 * fails where one is missing. */
#include "tobago/kinds.h"

#include <stddef.h>

#include "engine/rules.h"

#define FIELD(name)       TOB_FIELD_##name
#define NEEDS_VOLCANO     .needs = TOB_OPTION_VOLCANO, .off = TOB_REASON_V_OFF
#define NEEDS_EXPERIENCED .needs = TOB_OPTION_EXPERIENCED, .off = TOB_REASON_P_OFF

/* Nature's kinds that everyone sees, and those with a card that only its seat sees. */
#define OPEN .maker = TOB_MAKER_NATURE, .show = TOB_SHOW_ALL
#define DEALT(name)                                         \
    .maker = TOB_MAKER_NATURE, .secret = TOB_SECRET_OTHERS, \
    .field = {TOB_FIELD_SEAT, FIELD(name)}, .hidden = FIELD(name), .show = TOB_SHOW_SEAT

const tob_kind_row kind_rows[] = {
    [TOB_MOVE_VOLCANO] = {.word = "volcano",
                          .clause = "V1",
                          .field = {FIELD(SPACE)},
                          .maker = TOB_MAKER_EITHER,
                          .show = TOB_SHOW_ALL,
                          NEEDS_VOLCANO},
    [TOB_MOVE_OBJECT] = {.word = "object",
                         .clause = "O4",
                         .field = {FIELD(OBJECT), FIELD(SPACE), FIELD(FACING)},
                         .maker = TOB_MAKER_EITHER,
                         .show = TOB_SHOW_ALL},
    [TOB_MOVE_TRIAD] = {.word = "triad",
                        .clause = "V2",
                        .field = {FIELD(TRIAD), FIELD(SPACE), FIELD(DIRECTION)},
                        NEEDS_VOLCANO},
    [TOB_MOVE_TRIAD_RANDOM] = {.word = "triad",
                               .clause = "V2",
                               .field = {FIELD(SEAT), FIELD(TRIAD), FIELD(SPACE),
                                         FIELD(DIRECTION)},
                               OPEN,
                               NEEDS_VOLCANO},
    [TOB_MOVE_ATV] = {.word = "atv", .clause = "S4", .field = {FIELD(SPACE)}},
    [TOB_MOVE_INITIAL] = {.word = "initial",
                          .clause = "S5",
                          .field = {FIELD(SEAT), FIELD(CARD)},
                          OPEN},
    [TOB_MOVE_START] = {.word = "start", .clause = "S5", .field = {FIELD(TREASURE)}},
    [TOB_MOVE_DEAL] = {.word = "deal", .clause = "S6", DEALT(CARD)},
    [TOB_MOVE_CLUE] = {.word = "clue",
                       .clause = "C1",
                       .field = {FIELD(TREASURE), FIELD(CARD)},
                       .show = TOB_SHOW_OTHERS,
                       .is_main = true},
    [TOB_MOVE_VOLCANIC] = {.word = "volcanic",
                           .clause = "V6",
                           .field = {FIELD(TREASURE), FIELD(CARD), FIELD(OTHER)},
                           .show = TOB_SHOW_OTHERS,
                           .is_main = true,
                           NEEDS_VOLCANO},
    [TOB_MOVE_MOVE] = {.word = "move", .clause = "M1", .is_main = true},
    [TOB_MOVE_LEG] = {.word = "leg", .clause = "M1", .field = {FIELD(SPACE)}},
    [TOB_MOVE_RAISE] = {.word = "raise", .clause = "R1", .field = {FIELD(TREASURE)}},
    [TOB_MOVE_EXCHANGE] = {.word = "exchange", .clause = "X2"},
    [TOB_MOVE_END] = {.word = "end", .clause = "T2"},
    [TOB_MOVE_AMULET_REMOVE] = {.word = "amulet",
                                .power = "remove",
                                .clause = "A1",
                                .field = {FIELD(TREASURE), FIELD(SPACE)},
                                .no_amulet = TOB_REASON_A1_AMULET},
    [TOB_MOVE_AMULET_CLUE] = {.word = "amulet",
                              .power = "clue",
                              .clause = "A2",
                              .field = {FIELD(TREASURE), FIELD(CARD)},
                              .show = TOB_SHOW_OTHERS,
                              .no_amulet = TOB_REASON_A2_AMULET},
    [TOB_MOVE_AMULET_VOLCANIC] = {.word = "amulet",
                                  .power = "volcanic",
                                  .clause = "A2",
                                  .field = {FIELD(TREASURE), FIELD(CARD), FIELD(OTHER)},
                                  .show = TOB_SHOW_OTHERS,
                                  .no_amulet = TOB_REASON_A2_AMULET,
                                  NEEDS_VOLCANO},
    [TOB_MOVE_AMULET_MOVE] = {.word = "amulet",
                              .power = "move",
                              .clause = "A3",
                              .no_amulet = TOB_REASON_A3_AMULET},
    [TOB_MOVE_AMULET_EXCHANGE] = {.word = "amulet",
                                  .power = "exchange",
                                  .clause = "X1",
                                  .no_amulet = TOB_REASON_X1_AMULET},
    [TOB_MOVE_AMULET_DOUBLE] = {.word = "amulet",
                                .power = "double",
                                .clause = "P1",
                                .field = {FIELD(CARD)},
                                .no_amulet = TOB_REASON_P1_AMULET,
                                NEEDS_EXPERIENCED},
    [TOB_MOVE_AMULET_SWAP] = {.word = "amulet",
                              .power = "swap",
                              .clause = "P2",
                              .field = {FIELD(CARD), FIELD(OTHER)},
                              .no_amulet = TOB_REASON_P2_AMULET,
                              NEEDS_EXPERIENCED},
    [TOB_MOVE_TAKE] = {.word = "take", .clause = "V3", NEEDS_VOLCANO},
    [TOB_MOVE_LEAVE] = {.word = "leave", .clause = "V3", NEEDS_VOLCANO},
    [TOB_MOVE_LAVA] = {.word = "lava",
                       .clause = "V3",
                       .field = {FIELD(SPACE)},
                       NEEDS_VOLCANO},
    [TOB_MOVE_DISCARD] = {.word = "discard",
                          .clause = "X1",
                          .field = {FIELD(SEAT), FIELD(CARD)},
                          OPEN},
    [TOB_MOVE_DRAW] = {.word = "draw", .clause = "C4", DEALT(CARD)},
    [TOB_MOVE_PEEK] = {.word = "peek", .clause = "R3", DEALT(COINS)},
    [TOB_MOVE_ADD] = {.word = "add",
                      .clause = "R3",
                      .field = {FIELD(COINS)},
                      .secret = TOB_SECRET_ALL,
                      .hidden = FIELD(COINS),
                      OPEN},
    [TOB_MOVE_REVEAL] = {.word = "reveal",
                         .curse = "curse",
                         .clause = "D1",
                         .field = {FIELD(COINS)},
                         OPEN},
    [TOB_MOVE_CLAIM] = {.word = "claim", .clause = "D1"},
    [TOB_MOVE_PASS] = {.word = "pass", .clause = "D1"},
    [TOB_MOVE_CANNOT] = {.word = "cannot", .clause = "N2", .show = TOB_SHOW_OTHERS},
};
_Static_assert(sizeof kind_rows / sizeof kind_rows[0] == TOB_MOVE_COUNT,
               "every kind has a row");
_Static_assert(TOB_MOVE_COUNT <= 64, "a set of kinds is 64 bits");
_Static_assert(TOB_REASON_COUNT <= 256, "a row holds a reason in a byte");

#define KIND(name) (UINT64_C(1) << TOB_MOVE_##name)
#define AMULET_KINDS                                                   \
    (KIND(AMULET_REMOVE) | KIND(AMULET_CLUE) | KIND(AMULET_VOLCANIC) | \
     KIND(AMULET_MOVE) | KIND(AMULET_EXCHANGE) | KIND(AMULET_DOUBLE) | \
     KIND(AMULET_SWAP))

/* {word, meaning, kinds, decider, nature_with, refusal, is_setup, is_sharing} */
#define SEAT   TOB_DECIDER_SEAT
#define NATURE TOB_DECIDER_NATURE
const tob_phase_row phase_rows[] = {
    [TOB_PHASE_VOLCANO] = {"volcano", "the volcano is placed (V1)", KIND(VOLCANO), SEAT,
                           0, TOB_REASON_V1_FIRST, 1, 0},
    [TOB_PHASE_OBJECT] = {"object", "an object is placed (O4)", KIND(OBJECT), SEAT, 0,
                          TOB_REASON_O4_FIRST, 1, 0},
    [TOB_PHASE_TRIAD] = {"triad", "a triad is placed (V2)",
                         KIND(TRIAD) | KIND(TRIAD_RANDOM), SEAT, TOB_OPTION_TRIADS_RANDOM,
                         TOB_REASON_V2_FIRST, 1, 0},
    [TOB_PHASE_ATV] = {"atv", "an ATV is placed (S4)", KIND(ATV), SEAT, 0,
                       TOB_REASON_S4_FIRST, 1, 0},
    [TOB_PHASE_INITIAL] = {"initial", "a first clue is drawn (S5)", KIND(INITIAL), NATURE,
                           0, TOB_REASON_S5_DRAW_FIRST, 1, 0},
    [TOB_PHASE_START] = {"start", "a map is started (S5)", KIND(START), SEAT, 0,
                         TOB_REASON_S5_START_FIRST, 1, 0},
    [TOB_PHASE_DEAL] = {"deal", "the hands are dealt (S6)", KIND(DEAL), NATURE, 0,
                        TOB_REASON_S6_FIRST, 1, 0},
    [TOB_PHASE_TURN] = {"turn", "a turn (T)",
                        KIND(CLUE) | KIND(VOLCANIC) | KIND(MOVE) | KIND(LEG) |
                            KIND(RAISE) | KIND(EXCHANGE) | KIND(END) | AMULET_KINDS,
                        SEAT, 0, TOB_REASON_T2_TURN, 0, 0},
    [TOB_PHASE_TAKE] = {"take", "an amulet is taken or left (V3)",
                        KIND(TAKE) | KIND(LEAVE), SEAT, 0, TOB_REASON_V3_CHOOSE_FIRST, 0,
                        0},
    [TOB_PHASE_LAVA] = {"lava", "a lava tile is placed (V3)", KIND(LAVA), SEAT, 0,
                        TOB_REASON_V3_LAVA_FIRST, 0, 0},
    [TOB_PHASE_DISCARD] = {"discard", "an exchanged hand is shown (X1)", KIND(DISCARD),
                           NATURE, 0, TOB_REASON_X1_FIRST, 0, 0},
    [TOB_PHASE_DRAW] = {"draw", "clue cards are drawn (C4)", KIND(DRAW), NATURE, 0,
                        TOB_REASON_C4_FIRST, 0, 0},
    [TOB_PHASE_PEEK] = {"peek", "treasure cards are looked at (R3)", KIND(PEEK), NATURE,
                        0, TOB_REASON_R3_FIRST, 0, 1},
    [TOB_PHASE_ADD] = {"add", "a treasure card is added unseen (R3)", KIND(ADD), NATURE,
                       0, TOB_REASON_R3_FIRST, 0, 1},
    [TOB_PHASE_REVEAL] = {"reveal", "a treasure card is turned up (D1)", KIND(REVEAL),
                          NATURE, 0, TOB_REASON_D1_REVEAL_FIRST, 0, 1},
    [TOB_PHASE_OFFER] = {"offer", "a treasure card is on offer (D1)",
                         KIND(CLAIM) | KIND(PASS), SEAT, 0, TOB_REASON_D1_ANSWER_FIRST, 0,
                         1},
    [TOB_PHASE_RESTART] = {"restart", "a map is started anew (N2)",
                           KIND(CLUE) | KIND(VOLCANIC) | KIND(CANNOT), SEAT, 0,
                           TOB_REASON_N2_FIRST, 0, 0},
    [TOB_PHASE_OVER] = {"over", "the game is over", 0, TOB_DECIDER_NOBODY, 0,
                        TOB_REASON_E1_OVER, 0, 0},
};
_Static_assert(sizeof phase_rows / sizeof phase_rows[0] == TOB_PHASE_COUNT,
               "every phase has a row");

const tob_kind_row *tob_kind_of(unsigned kind)
{
    return kind < TOB_MOVE_COUNT ? &kind_rows[kind] : NULL;
}

const tob_phase_row *tob_phase_of(unsigned phase)
{
    return phase < TOB_PHASE_COUNT ? &phase_rows[phase] : NULL;
}

bool tob_is_nature(tob_move move)
{
    const unsigned maker =
        move.kind < TOB_MOVE_COUNT ? kind_rows[move.kind].maker : TOB_MAKER_SEAT;

    return maker == TOB_MAKER_NATURE ||
           (maker == TOB_MAKER_EITHER && move.seat == TOB_NATURE);
}

bool tob_kind_has(unsigned kind, tob_field field)
{
    for (unsigned i = 0; kind < TOB_MOVE_COUNT && i < TOB_FIELDS_MAX; i++)
        if (kind_rows[kind].field[i] == field)
            return true;
    return false;
}

unsigned tob_shown_to(const tob_game *game, tob_move move)
{
    const unsigned all = ((1u << game->players) - 1) | TOB_SHOWN_SPECTATORS;
    const unsigned own = 1u << (move.seat & (TOB_SEATS - 1));

    if (move.kind >= TOB_MOVE_COUNT)
        return 0;
    switch ((tob_show)kind_rows[move.kind].show) {
    case TOB_SHOW_NOTHING: return 0;
    case TOB_SHOW_SEAT: return own;
    case TOB_SHOW_OTHERS: return all & ~own;
    case TOB_SHOW_ALL: return tob_is_nature(move) ? all : 0;
    }
    return 0;
}

unsigned tob_to_move(const tob_game *game)
{
    const tob_phase_row *phase = &phase_rows[game->phase];

    switch ((tob_decider)phase->decider) {
    case TOB_DECIDER_SEAT:
        return game->options & phase->nature_with ? TOB_NATURE : game->seat;
    case TOB_DECIDER_NATURE: return TOB_NATURE;
    case TOB_DECIDER_NOBODY: break;
    }
    return TOB_NOBODY;
}

bool tob_is_setup(const tob_game *game)
{
    return phase_rows[game->phase].is_setup;
}

bool tob_is_shared_out(const tob_game *game, unsigned treasure)
{
    return phase_rows[game->phase].is_sharing && game->treasure == treasure;
}
