#include "cli/tui_text.h"

#include <string.h>

void tui_text_name(const table *t, unsigned seat, char out[static REC_NAME_MAX + 1])
{
    char *dash;

    snprintf(out, REC_NAME_MAX + 1, "%s", t->reader.header.name[seat]);
    dash = strrchr(out, '-');
    if (dash && dash != out && ai_level_find(dash + 1, strlen(dash + 1)) >= 0)
        *dash = '\0';
}

/* ---- Moves ---- */

/* What the log tells of a kind of move, and what a list offers. NULL: nothing. */
static const struct {
    const char *told, *choice;
} sentences[TOB_MOVE_COUNT] = {
    [TOB_MOVE_VOLCANO] = {"{who} places the volcano around {space}",
                          "The volcano around {space}"},
    [TOB_MOVE_OBJECT] = {"{who} puts a {object} on {space}{facing}",
                         "A {object} on {space}{facing}"},
    [TOB_MOVE_TRIAD] = {"{who} places triad {triad}, its lava on {space}",
                        "Triad {triad}, lava on {space}, its first terrain {direction}"},
    [TOB_MOVE_TRIAD_RANDOM] = {"{who}: triad {triad}, its lava on {space}", NULL},
    [TOB_MOVE_ATV] = {"{who} starts on {space}", "Start on {space}"},
    [TOB_MOVE_INITIAL] = {"{who} draws {card}", NULL},
    [TOB_MOVE_START] = {"{who} starts the {treasure} map", "Start the {treasure} map"},
    [TOB_MOVE_DEAL] = {"{who} is dealt {card}", NULL},
    [TOB_MOVE_CLUE] = {"{who} plays {card} on {treasure}", "Play {card} on {treasure}"},
    [TOB_MOVE_VOLCANIC] = {"{who} gives up {other} for {card} on {treasure}",
                           "Give up {other} for {card} on {treasure}"},
    [TOB_MOVE_MOVE] = {NULL, "Begin to move"}, /* its legs tell */
    [TOB_MOVE_LEG] = {"{who} goes to {space}", "Go to {space}"},
    [TOB_MOVE_RAISE] = {"{who} raises the {treasure} treasure",
                        "Raise the {treasure} treasure"},
    [TOB_MOVE_EXCHANGE] = {"{who} gives up the turn for a new hand",
                           "Give up the turn for a new hand"},
    [TOB_MOVE_END] = {"{who} ends the turn", "End the turn"},
    [TOB_MOVE_AMULET_REMOVE] = {"{who} pays an amulet: {treasure} is not on {space}",
                                "Pay an amulet: {treasure} is not on {space}"},
    [TOB_MOVE_AMULET_CLUE] = {"{who} pays an amulet: {card} on {treasure}",
                              "Pay an amulet: {card} on {treasure}"},
    [TOB_MOVE_AMULET_VOLCANIC] =
        {"{who} pays an amulet: {other} for {card} on {treasure}",
         "Pay an amulet: {other} for {card} on {treasure}"},
    [TOB_MOVE_AMULET_MOVE] = {"{who} pays an amulet to move", "Pay an amulet to move"},
    [TOB_MOVE_AMULET_EXCHANGE] = {"{who} pays an amulet for a new hand",
                                  "Pay an amulet for a new hand"},
    [TOB_MOVE_AMULET_DOUBLE] = {"{who} pays an amulet: a second rose on {card}",
                                "Pay an amulet: a second rose on {card}"},
    [TOB_MOVE_AMULET_SWAP] = {"{who} pays an amulet: roses of {card} and {other} swapped",
                              "Pay an amulet: swap the roses of {card} and {other}"},
    [TOB_MOVE_TAKE] = {"{who} takes the amulet", "Take the amulet"},
    [TOB_MOVE_LEAVE] = {"{who} leaves the amulet", "Leave the amulet"},
    [TOB_MOVE_LAVA] = {"{who} lets lava flow to {space}", "Let lava flow to {space}"},
    [TOB_MOVE_DISCARD] = {"{who} discards {card}", NULL},
    [TOB_MOVE_DRAW] = {"{who} draws {card}", NULL},
    [TOB_MOVE_PEEK] = {"{who} looks at {coins}", NULL},
    [TOB_MOVE_REVEAL] = {"Turned up: {coins}", NULL},
    [TOB_MOVE_CLAIM] = {"{who} claims it", "Claim it"},
    [TOB_MOVE_PASS] = {"{who} passes", "Pass"},
    [TOB_MOVE_CANNOT] = {"{who} has no card to start the map",
                         "Declare that no card can start the map"},
};

/* Writes the word that stands for a name in braces. */
static void word_for(const table *t, tob_move move, const char *name, size_t length,
                     char out[static TUI_TEXT_MAX])
{
    const bool statue = move.value == TOB_STATUE;
    const char *word = "?";

    *out = '\0';
    if (strncmp(name, "who", length) == 0 && move.seat < TOB_SEATS)
        tui_text_name(t, move.seat, out);
    else if (strncmp(name, "space", length) == 0 && move.space < t->reader.board.count)
        tob_space_name(&t->reader.board, move.space, out);
    else if (strncmp(name, "coins", length) == 0)
        snprintf(out, TUI_TEXT_MAX, move.value ? "%u coins" : "a curse!", move.value);
    else if (strncmp(name, "facing", length) == 0)
        snprintf(out, TUI_TEXT_MAX, "%s%s", statue ? " facing " : "",
                 statue ? tob_direction_name(move.direction) : "");
    if (*out || strncmp(name, "facing", length) == 0)
        return;
    if (strncmp(name, "treasure", length) == 0)
        word = tob_treasure_name(move.treasure);
    else if (strncmp(name, "card", length) == 0 && move.card < tob_card_total())
        word = tob_card_name(move.card);
    else if (strncmp(name, "other", length) == 0 && move.other < tob_card_total())
        word = tob_card_name(move.other);
    else if (strncmp(name, "object", length) == 0)
        word = tob_object_name(move.value);
    else if (strncmp(name, "direction", length) == 0)
        word = tob_direction_name(move.direction);
    else if (strncmp(name, "triad", length) == 0)
        word = tob_triad_name(move.value);
    snprintf(out, TUI_TEXT_MAX, "%s", word);
}

/* Writes a sentence with the names in braces replaced. */
static void compose(const table *t, tob_move move, const char *sentence,
                    char out[static TUI_TEXT_MAX])
{
    size_t used = 0;

    *out = '\0';
    while (*sentence && used + 1 < TUI_TEXT_MAX) {
        char word[TUI_TEXT_MAX];
        size_t length = strcspn(sentence, "{");
        if (length) {
            snprintf(word, sizeof word, "%.*s", (int)length, sentence);
            sentence += length;
        } else {
            length = strcspn(++sentence, "}");
            word_for(t, move, sentence, length, word);
            sentence += length + 1;
        }
        snprintf(out + used, TUI_TEXT_MAX - used, "%s", word);
        used += strlen(out + used);
    }
}

void tui_text_told(const table *t, tob_move move, unsigned viewer,
                   char out[static TUI_TEXT_MAX])
{
    const char *told = sentences[move.kind].told;

    move = rec_redact(move, viewer);
    *out = '\0';
    /* What nature puts on the island can be seen there; hidden cards tell nothing. */
    if (told && move.card != TOB_HIDDEN && move.value != TOB_HIDDEN &&
        move.seat != TOB_NATURE)
        compose(t, move, told, out);
}

void tui_text_choice(const table *t, tob_move move, char out[static TUI_TEXT_MAX])
{
    const char *choice = sentences[move.kind].choice;

    compose(t, move, choice ? choice : "", out);
}

/* ---- Cards and spaces ---- */

void tui_text_card(unsigned card, char out[static TUI_TEXT_MAX])
{
    static const char *const relations[TOB_RELATION_COUNT] = {
        "in",     "next to",     "in sight of (at most 2 from)",
        "not in", "not next to", "not in sight of (3 or more from)"};
    static const char *const things[] = {"a hut",     "a palm tree", "a statue",
                                         "the ocean", "the volcano", "lava"};
    const tob_clue clue = tob_card_clue(card);
    const char *landmark = "";

    if (clue.landmark >= TOB_LANDMARK_HUT)
        landmark = things[clue.landmark - TOB_LANDMARK_HUT];
    else
        landmark = tob_terrain_name(clue.landmark % TOB_TERRAIN_COUNT);
    snprintf(out, TUI_TEXT_MAX, "%s %s%s", relations[clue.relation],
             clue.landmark >= TOB_LANDMARK_LARGEST && clue.landmark < TOB_LANDMARK_HUT
                 ? "the largest "
                 : "",
             landmark);
}

static void add(char out[static TUI_TEXT_MAX], const char *text)
{
    const size_t length = strlen(out);

    snprintf(out + length, TUI_TEXT_MAX - length, "%s", text);
}

static void add_statue(const tui *ui, unsigned space, char out[static TUI_TEXT_MAX])
{
    for (unsigned i = 0; i < 3; i++) {
        char name[4];
        unsigned sees;
        if (ui->view.statue[i] != space)
            continue;
        sees = tob_board_ray_end(&ui->board, space, ui->view.facing[i]);
        add(out, ", statue facing ");
        add(out, tob_direction_name(ui->view.facing[i]));
        if (sees != TOB_NONE) {
            tob_space_name(&ui->board, sees, name);
            add(out, ", sees ");
            add(out, name);
        }
    }
}

void tui_text_space(const tui *ui, unsigned space, char out[static TUI_TEXT_MAX])
{
    const tob_board *board = &ui->board;
    const unsigned terrain = board->terrain[space];
    char name[4];
    const char *sites = ", site of ";

    tob_space_name(board, space, name);
    snprintf(out, TUI_TEXT_MAX, "%s %s", name, tob_terrain_name(terrain));
    if (terrain < TOB_TERRAIN_COUNT) {
        const size_t length = strlen(out);
        snprintf(out + length, TUI_TEXT_MAX - length, " (%s%u)",
                 tob_hexset_has(board->largest[terrain], space) ? "largest, " : "",
                 board->area_size[space]);
    }
    if (tob_hexset_has(board->coast, space))
        add(out, ", coast");
    if (tob_hexset_has(board->object[TOB_HUT], space))
        add(out, ", hut");
    if (tob_hexset_has(board->object[TOB_PALM], space))
        add(out, ", palm");
    add_statue(ui, space, out);
    if (tob_hexset_has(ui->view.amulets, space))
        add(out, ", amulet");
    for (unsigned seat = 0; seat < ui->view.players; seat++)
        if (ui->view.atv[seat] == space) {
            char who[REC_NAME_MAX + 1];
            tui_text_name(ui->table, seat, who);
            add(out, ", ATV of ");
            add(out, who);
        }
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (tob_hexset_has(tob_map_markers(&ui->view, treasure), space)) {
            add(out, sites);
            add(out, tob_treasure_name(treasure));
            sites = ", ";
        }
}

/* ---- Prompts and keys ---- */

static void prompt_turn(const tui *ui, char out[static TUI_TEXT_MAX])
{
    const tob_game *game = &ui->view;

    if (ui->mode == TUI_MODE_MOVE)
        snprintf(out, TUI_TEXT_MAX,
                 "Where to? The digits are legs, %u left. Enter goes there, Esc looks "
                 "around.",
                 game->moving ? game->legs : TOB_LEGS);
    else if (ui->mode == TUI_MODE_TARGET)
        snprintf(out, TUI_TEXT_MAX, "Which site is struck off? Enter on a marked space.");
    else if (!game->main_done)
        snprintf(out, TUI_TEXT_MAX, "Your turn: play a clue or move.");
    else
        snprintf(out, TUI_TEXT_MAX,
                 "Your main action is done: raise, play amulets, or end the turn.");
}

static void prompt_offer(const tui *ui, char out[static TUI_TEXT_MAX])
{
    const tob_game *game = &ui->view;

    snprintf(out, TUI_TEXT_MAX, "%u coins of the %s treasure for your rose %s%s: claim?",
             game->offered, tob_treasure_name(game->treasure),
             game->offer == TOB_NONE ? "as the raiser" : "on ",
             game->offer == TOB_NONE ? "" : tob_card_name(game->offer));
}

static void prompt_own(const tui *ui, char out[static TUI_TEXT_MAX])
{
    static const char *const prompts[TOB_PHASE_COUNT] = {
        [TOB_PHASE_VOLCANO] = "Where does the volcano lie? Enter chooses its middle.",
        [TOB_PHASE_TRIAD] = "Where does a triad go? Enter on the space for its lava.",
        [TOB_PHASE_ATV] = "Where does your ATV start? Enter chooses the space.",
        [TOB_PHASE_START] = "Which map does your first clue start?",
        [TOB_PHASE_TAKE] = "Take the amulet (and let lava flow), or leave it?",
        [TOB_PHASE_LAVA] = "Where does the lava flow? Enter on a marked space.",
        [TOB_PHASE_RESTART] = "You start the map anew: choose a card.",
    };

    if (ui->view.phase == TOB_PHASE_OBJECT)
        snprintf(out, TUI_TEXT_MAX, "Where does the next object stand? Enter places it.");
    else if (ui->view.phase == TOB_PHASE_OFFER)
        prompt_offer(ui, out);
    else if (ui->mode == TUI_MODE_CARDS && ui->view.phase != TOB_PHASE_START)
        snprintf(out, TUI_TEXT_MAX, "%s",
                 "Up and down: the card. Left and right: the map. Enter plays it.");
    else if (ui->view.phase == TOB_PHASE_TURN)
        prompt_turn(ui, out);
    else
        snprintf(out, TUI_TEXT_MAX, "%s",
                 prompts[ui->view.phase] ? prompts[ui->view.phase] : "");
}

void tui_text_prompt(const tui *ui, char out[static TUI_TEXT_MAX])
{
    const unsigned mover = tob_to_move(&ui->view);
    char who[REC_NAME_MAX + 1];

    if (ui->mode == TUI_MODE_REPLAY) {
        snprintf(out, TUI_TEXT_MAX, "Replay: line %u of %u%s",
                 ui->shown + (unsigned)(ui->table->reader.line - ui->table->lines),
                 ui->table->reader.line,
                 ui->viewer == TOB_VIEW_FULL        ? ", all cards open"
                 : ui->viewer == TOB_VIEW_SPECTATOR ? ", as a spectator sees it"
                                                    : ", as ");
        if (ui->viewer < TOB_SEATS) {
            tui_text_name(ui->table, ui->viewer, who);
            add(out, who);
            add(out, " sees it");
        }
    } else if (mover == TOB_NOBODY) {
        snprintf(out, TUI_TEXT_MAX, "The game is over (%s). q leaves, R replays it.",
                 ui->view.ending == TOB_ENDING_E1 ? "E1" : "E3");
    } else if (mover == ui->viewer && mover < TOB_SEATS) {
        prompt_own(ui, out);
    } else if (mover < TOB_SEATS) {
        tui_text_name(ui->table, mover, who);
        snprintf(out, TUI_TEXT_MAX, "%s %s", who,
                 table_is_human(ui->table, mover) ? "decides." : "is thinking ...");
    } else {
        snprintf(out, TUI_TEXT_MAX, "Cards are drawn ...");
    }
}

const char *const *tui_text_keys(const tui *ui)
{
    static const char *const turn[] = {"c",   "clue",   "m", "move",     "r", "raise",
                                       "a",   "amulet", "x", "exchange", "e", "end",
                                       "h",   "hint",   "u", "undo",     "?", "help",
                                       "Tab", "page",   NULL};
    static const char *const move[] = {"Arrows", "walk", "Enter", "go",   "r", "raise",
                                       "e",      "end",  "u",     "undo", "h", "hint",
                                       "Esc",    "back", "?",     "help", NULL};
    static const char *const cards[] = {"Up/Down", "card", "Left/Right", "map", "Enter",
                                        "play",    "h",    "hint",       "Esc", "back",
                                        "?",       "help", NULL};
    static const char *const volcanic[] = {
        "Up/Down", "card", "Left/Right", "map",  "Enter", "play", "v", "volcanic",
        "h",       "hint", "Esc",        "back", "?",     "help", NULL};
    static const char *const offer[] = {"c",    "claim", "p",    "pass", "h",
                                        "hint", "u",     "undo", "Tab",  "page",
                                        "?",    "help",  NULL};
    static const char *const take[] = {"t", "take", "l", "leave", "h", "hint",
                                       "u", "undo", "?", "help",  NULL};
    static const char *const place[] = {"Arrows", "walk", "Enter", "choose", "h",
                                        "hint",   "u",    "undo",  "l",      "list",
                                        "?",      "help", "q",     "quit",   NULL};
    static const char *const replay[] = {
        "Left/Right", "step", "PgUp/PgDn", "20 lines", "Home/End", "ends", "s",
        "seat",       "Tab",  "page",      "q",        "back",     NULL};
    static const char *const wait[] = {"Arrows", "walk", "Tab", "page", "R", "replay",
                                       "?",      "help", "q",   "quit", NULL};

    if (ui->mode == TUI_MODE_REPLAY)
        return replay;
    if (ui->viewer >= TOB_SEATS || tob_to_move(&ui->view) != ui->viewer)
        return wait;
    if (ui->view.phase == TOB_PHASE_OFFER)
        return offer;
    if (ui->view.phase == TOB_PHASE_TAKE)
        return take;
    if (ui->mode == TUI_MODE_CARDS)
        return ui->view.side ? volcanic : cards;
    if (ui->view.phase != TOB_PHASE_TURN || ui->mode == TUI_MODE_TARGET)
        return place;
    return ui->mode == TUI_MODE_MOVE ? move : turn;
}

const char *const tui_text_help[] = {
    "\tOn the island",
    "Arrows       walk; Home PgUp End PgDn go diagonally, as on a keypad",
    "Enter        go there, place it there, choose it",
    "1 2 3 4      light up where the white, grey, brown, black treasure may lie",
    "H hut   P palm   arrow (or S) statue   * amulet   1-4 ATV   + several ATVs",
    "w g n k      site markers: white, grey, brown, black",
    "b j l m r s  beach jungle lake mountain river scrubland   # lava   A volcano",
    "",
    "\tYour turn",
    "c  a clue: choose the card and the map; you see what would be left",
    "m  move: digits show how many legs it takes; Enter drives there",
    "r  raise a treasure          a  play an amulet",
    "x  exchange the hand         e  end the turn",
    "p  pass, t take, l leave, v a volcanic clue: where the bottom line offers them",
    "",
    "\tAlways",
    "h  hint: what an expert would do with what you know",
    "u  take back your last step, as long as nothing was revealed",
    "l  list all legal moves      :  type a line of the record",
    "Tab  turn the page: table, maps with their clues, log",
    "R  replay the game so far    q  quit; a game with a file goes on later",
    NULL,
};
