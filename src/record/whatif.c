/* Trying a line: ask the rules, play on a copy, and compare the copy with the game. */
#include "tobago/whatif.h"

#include "record/json.h"
#include "tobago/json.h"

bool rec_what_if(const tob_game *game, const tob_board *board, const char *line,
                 size_t length, rec_outcome *outcome)
{
    tob_reason reason;

    outcome->error = (rec_error){.clause = ""};
    if (!rec_parse_move(game, board, line, length, &outcome->move, &outcome->error))
        return false;
    reason = tob_why(game, board, outcome->move);
    if (reason) {
        rec_explain(reason, line, length, &outcome->error);
        return false;
    }
    outcome->game = *game;
    outcome->board = *board;
    tob_apply(&outcome->game, &outcome->board, outcome->move);
    outcome->effects = rec_effects_of(game, &outcome->game, outcome->move);
    return true;
}

size_t rec_what_if_json(const rec_header *header, const tob_game *game,
                        const tob_board *board, uint32_t before, const char *line,
                        size_t length, rec_outcome *outcome, char *out, size_t room)
{
    const bool legal = rec_what_if(game, board, line, length, outcome);
    rec_json json = json_begin(out, room);

    json_open(&json, NULL, '{');
    json_bool(&json, "legal", legal);
    if (legal) {
        json_effects(&json, "effects", &outcome->board, &outcome->effects);
        json_position(&json, "position", header, &outcome->game, &outcome->board,
                      before + 1);
    } else {
        json_error(&json, &outcome->error);
    }
    json_close(&json, '}');
    return text_end(&json.text);
}
