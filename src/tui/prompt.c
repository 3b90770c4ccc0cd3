#include "tui/prompt.h"

#include <stdio.h>

#include "tui/cards.h"
#include "tui/keys.h"
#include "tui/replay.h"
#include "tui/text.h"
#include "tui/turn.h"
#include "tobago/names.h"

const char *tui_clue_cost(const tui_model *m)
{
    if (m->kind != TOB_MOVE_AMULET_CLUE)
        return "";
    return "Costs an amulet (A2)";
}

/* Tells the price of a leg onto lava (V5); false if the cursor is not on lava that can be
 * reached, or if it is paid. */
static bool prompt_lava(const tui_model *m, char out[static TUI_MESSAGE_MAX])
{
    const tob_toll toll = tob_lava_toll(&m->view);

    if (m->board.terrain[m->cursor] != TOB_LAVA || !m->mark[m->cursor])
        return false;
    if (toll.kind == TOB_TOLL_AMULET)
        snprintf(out, TUI_MESSAGE_MAX, "Onto lava: Enter pays an amulet for it (V5).");
    else
        snprintf(out, TUI_MESSAGE_MAX,
                 "Onto lava: Enter pays your best treasure card for it, %u coins (V5).",
                 toll.coins);
    return toll.kind == TOB_TOLL_AMULET || toll.kind == TOB_TOLL_CARD;
}

/* Asks where to drive: in the movement under way, or in the one that is about to begin or
 * to go on (T4). */
static void prompt_drive(const tui_model *m, char out[static TUI_MESSAGE_MAX])
{
    const unsigned waiting = tob_legs_suspended(&m->view);

    if (m->kind == TOB_MOVE_LEG && waiting)
        snprintf(out, TUI_MESSAGE_MAX,
                 "Where to? %u legs of your extra move; %s goes on with the main one, %u "
                 "left.",
                 tob_legs_left(&m->view), tui_key_of(TOB_MOVE_MOVE), waiting);
    else if (m->kind == TOB_MOVE_MOVE && waiting)
        snprintf(out, TUI_MESSAGE_MAX,
                 "Where to? Your main move goes on, %u left. Enter goes there, Esc looks "
                 "around.",
                 waiting);
    else
        snprintf(out, TUI_MESSAGE_MAX,
                 "Where to? The digits are legs, %u left. Enter goes there, Esc looks "
                 "around.",
                 m->kind == TOB_MOVE_LEG ? tob_legs_left(&m->view) : TOB_LEGS);
}

/* The prompt of a turn in which no space is chosen. */
static void prompt_rest(const tui_model *m, char out[static TUI_MESSAGE_MAX])
{
    const char *const end = tui_key_of(TOB_MOVE_END);
    const unsigned left = tob_legs_left(&m->view) + tob_legs_suspended(&m->view);

    if (tui_has_move(m, TOB_MOVE_RAISE))
        snprintf(out, TUI_MESSAGE_MAX, "You stand on a treasure: %s raises it.",
                 tui_key_of(TOB_MOVE_RAISE));
    else if (!m->view.main_done)
        snprintf(out, TUI_MESSAGE_MAX, "Your turn: play a clue or move.%s",
                 m->ended ? " (Your last turn ended by itself.)" : "");
    else if (left)
        snprintf(out, TUI_MESSAGE_MAX, "%u leg%s left: %s drives on, %s ends the turn.",
                 left, left == 1 ? "" : "s", tui_key_of(TOB_MOVE_MOVE), end);
    else if (match_undo_reason(m->match, m->seat) == MATCH_UNDO_OK && tui_only_end(m))
        snprintf(
            out, TUI_MESSAGE_MAX,
            "Nothing is left to do: %s ends your turn, %s takes your last step back.",
            end, tui_key_doing(tui_take_back));
    else if (m->view.amulet[m->seat])
        snprintf(out, TUI_MESSAGE_MAX,
                 "Your main action is done: play amulets (%s), or end the turn (%s).",
                 tui_key_of(TOB_MOVE_AMULET_MOVE), end);
    else
        snprintf(out, TUI_MESSAGE_MAX, "Your main action is done: %s ends the turn.",
                 end);
}

static void prompt_turn(const tui_model *m, char out[static TUI_MESSAGE_MAX])
{
    if (m->mode == TUI_MODE_MOVE && prompt_lava(m, out))
        return;
    if (m->mode == TUI_MODE_MOVE)
        prompt_drive(m, out);
    else if (m->mode == TUI_MODE_TARGET)
        snprintf(out, TUI_MESSAGE_MAX,
                 "Which site is struck off? Enter on a marked space, Esc goes back.");
    else
        prompt_rest(m, out);
}

static void prompt_offer(const tui_model *m, char out[static TUI_MESSAGE_MAX])
{
    const tob_game *game = &m->view;

    snprintf(out, TUI_MESSAGE_MAX,
             "%u coins of the %s treasure for your rose %s%s: claim?", game->offered,
             tob_treasure_name(game->treasure),
             game->offer == TOB_NONE ? "as the raiser" : "on ",
             game->offer == TOB_NONE ? "" : tob_card_name(game->offer));
}

/* Tells what lava on the space under the cursor would leave of the maps (V4); false if it
 * cannot flow there. */
static bool prompt_flow(const tui_model *m, char out[static TUI_MESSAGE_MAX])
{
    static tob_game game;
    static tob_board board;
    tob_move flow = tui_own_move(m, TOB_MOVE_LAVA);
    int used;

    flow.space = (uint8_t)m->cursor;
    game = m->view;
    board = m->board;
    if (tob_try(&game, &board, flow))
        return false;
    used = snprintf(out, TUI_MESSAGE_MAX, "Lava on %s, Enter lets it flow: ",
                    tui_place_of(&m->board, m->cursor).name);
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const unsigned before = m->view.map[treasure].count;
        const unsigned after = game.map[treasure].count;
        if (before != after)
            used += snprintf(out + used, TUI_MESSAGE_MAX - (size_t)used,
                             "%s %u to %u sites, ", tob_treasure_name(treasure), before,
                             after);
    }
    if (out[used - 2] == ',')
        snprintf(out + used - 2, 3, ".");
    else
        snprintf(out + used, TUI_MESSAGE_MAX - (size_t)used, "no map changes.");
    return true;
}

/* The question of the phase; written to 'out' where it is not always the same. */
static const char *prompt_own(const tui_model *m, char out[static TUI_MESSAGE_MAX])
{
    switch ((tob_phase)m->view.phase) {
    case TOB_PHASE_VOLCANO:
        return "Where does the volcano lie? Enter chooses its middle.";
    case TOB_PHASE_TRIAD:
        return "Where does a triad go? Enter on the space for its lava.";
    case TOB_PHASE_ATV: return "Where does your ATV start? Enter chooses the space.";
    case TOB_PHASE_TAKE:
        return "Take the amulet (and let lava flow), or pass by and leave it?";
    case TOB_PHASE_LAVA:
        return prompt_flow(m, out) ? out
                                   : "Where does the lava flow? Enter on a marked space.";
    case TOB_PHASE_OBJECT:
        snprintf(out, TUI_MESSAGE_MAX, "Where does the next %s stand? Enter places it.",
                 tob_object_name(m->moves.count ? m->moves.move[0].value : 0));
        return out;
    case TOB_PHASE_OFFER: prompt_offer(m, out); return out;
    case TOB_PHASE_TURN: prompt_turn(m, out); return out;
    case TOB_PHASE_START: /* cards are chosen, which has a prompt of its own */
    case TOB_PHASE_RESTART:
    case TOB_PHASE_INITIAL: /* nature decides these */
    case TOB_PHASE_DEAL:
    case TOB_PHASE_DISCARD:
    case TOB_PHASE_DRAW:
    case TOB_PHASE_PEEK:
    case TOB_PHASE_ADD:
    case TOB_PHASE_REVEAL:
    case TOB_PHASE_OVER:
    case TOB_PHASE_COUNT: break;
    }
    return "";
}

static void prompt_replay(const tui_model *m, char out[static TUI_MESSAGE_MAX])
{
    const uint32_t lines = m->match->record.reader.line;
    const uint32_t turn = tui_replay_at_turn(m);
    char as[REC_NAME_MAX + 16], where[48] = "";

    if (tob_viewer_is_full(m->viewer))
        snprintf(as, sizeof as, "all cards open");
    else if (tob_viewer_is_spectator(m->viewer))
        snprintf(as, sizeof as, "as a spectator sees it");
    else
        snprintf(as, sizeof as, "as %s sees it", tui_person_of(m->match, m->seat).name);
    if (turn)
        snprintf(where, sizeof where, " (round %u, turn %u)",
                 host_round(turn, m->view.players), turn);
    snprintf(out, TUI_MESSAGE_MAX, "Replay: line %u of %u%s, %s",
             m->shown + (unsigned)(lines - m->match->moves), lines, where, as);
}

/* Tells what the chosen card means, and what it would do to the chosen map. */
static tui_tone prompt_card(const tui_model *m, char out[static TUI_MESSAGE_MAX])
{
    const char *const map = tob_treasure_name(m->map);
    const tob_reason reason = tui_why(m, tui_card_move(m, m->map));
    const unsigned card = tui_chosen_card(m), sites = m->view.map[m->map].count;
    const unsigned left = tob_hexset_count(tui_sites_left(m, m->map, card));
    const char *const verb = left == 1 ? "is" : "are";
    char words[TUI_TEXT_MAX];

    if (card >= tob_card_count()) {
        snprintf(out, TUI_MESSAGE_MAX, "There is no card to play.");
        return TUI_TONE_BAD;
    }
    if (reason) {
        snprintf(out, TUI_MESSAGE_MAX, "Not on %s (%s): %s.", map,
                 tob_reason_clause(reason), tob_reason_text(reason));
        return TUI_TONE_BAD;
    }
    if (m->kind == TOB_MOVE_AMULET_CLUE) {
        snprintf(out, TUI_MESSAGE_MAX, "%s; on %s %u of %u sites %s left.",
                 tui_clue_cost(m), map, left, sites, verb);
        return TUI_TONE_COSTLY;
    }
    tui_text_card(card, words);
    snprintf(out, TUI_MESSAGE_MAX, "On %s: %s; %u of %u sites left.", map, words, left,
             sites);
    return TUI_TONE_GOOD;
}

tui_tone tui_prompt(const tui_model *m, char out[static TUI_MESSAGE_MAX])
{
    const unsigned mover = tob_to_move(&m->view);

    if (m->over == TUI_OVER_LINE) {
        snprintf(out, TUI_MESSAGE_MAX, ":%s  %s", m->typed, m->words);
        return TUI_TONE_PLAIN;
    }
    if (m->over == TUI_OVER_GOTO) {
        snprintf(out, TUI_MESSAGE_MAX, TUI_ASK_GOTO "%s", m->typed);
        return TUI_TONE_PLAIN;
    }
    if (*m->message) {
        snprintf(out, TUI_MESSAGE_MAX, "%s", m->message);
        return m->refusal ? TUI_TONE_BAD : TUI_TONE_PLAIN;
    }
    if (m->mode == TUI_MODE_CARDS)
        return prompt_card(m, out);
    if (m->mode == TUI_MODE_REPLAY) {
        prompt_replay(m, out);
    } else if (mover == TOB_NOBODY) {
        snprintf(out, TUI_MESSAGE_MAX, "The game is over (%s). %s leaves.",
                 tob_ending_clause(m->view.ending), tui_key_doing(tui_leave));
    } else if (tui_decides(m)) {
        const char *text = prompt_own(m, out);
        if (text != out)
            snprintf(out, TUI_MESSAGE_MAX, "%s", text);
    } else if (mover < TOB_SEATS) {
        snprintf(out, TUI_MESSAGE_MAX, "%s%s %s",
                 m->ended ? "Nothing else was possible, so your turn is over. " : "",
                 tui_person_of(m->match, mover).name,
                 match_is_human(m->match, mover) ? "decides." : "is thinking ...");
    } else {
        snprintf(out, TUI_MESSAGE_MAX, "Cards are drawn ...");
    }
    return TUI_TONE_PLAIN;
}
