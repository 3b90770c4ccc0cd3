/* Advises the player on turn: which clue leaves her treasure the fewest sites?
 *
 *     best_clue < RECORD
 *
 * Reads a record, which may stop anywhere, and prints the clue as a line that could be
 * appended to it. The record may be a full one or the view of the seat on turn. Shows how
 * to read records, how to see a game through one player's eyes, and how to try a move:
 * copy the state, apply the move to the copy, look at the copy. */
#include <stdio.h>
#include <string.h>

#include <tobago/tobago.h>

/* Feeds the reader line by line. A line that is wrong stops the program's work, and the
 * error says where and why. */
static bool read_record(rec_reader *reader)
{
    char line[REC_LINE_MAX + 1];
    rec_error error;

    rec_init(reader);
    while (fgets(line, sizeof line, stdin)) {
        if (rec_feed(reader, line, strcspn(line, "\n"), &error))
            continue;
        fprintf(stderr, "best_clue: line %u, word %u '%s' %s: %s\n", error.line,
                error.word, error.token, error.clause, error.text);
        return false;
    }
    if (!rec_has_game(reader))
        fputs("best_clue: the record ends within its header\n", stderr);
    return rec_has_game(reader);
}

/* The game as the seat to move knows it. A host holds the full game, a player her view;
 * nobody else may advise her. */
static bool see(tob_game *view, const tob_game *game)
{
    const unsigned seat = tob_to_move(game);

    if (seat >= game->players || !tob_hand_known(game, seat))
        return false;
    if (tob_viewer_is_full(game->viewer))
        tob_view(view, game, tob_viewer_of(seat));
    else
        *view = *game;
    return true;
}

/* The sites that a clue leaves, found by playing it on a copy. Only placing an object
 * changes a board, so the copies of a game that has begun can share one. */
static unsigned sites_after(const tob_game *view, tob_board *board, tob_move move)
{
    tob_game copy = *view;

    tob_apply(&copy, board, move);
    return copy.map[move.treasure].count;
}

int main(void)
{
    static rec_reader reader;
    static tob_moves moves;
    char line[REC_LINE_MAX];
    unsigned fewest = TOB_SPACE_MAX + 1;
    tob_move best = {0};
    tob_game view;

    if (!read_record(&reader))
        return 1;
    if (!see(&view, &reader.game)) {
        fputs("best_clue: this record does not show the hand of a player to move\n",
              stderr);
        return 1;
    }
    tob_legal(&view, &reader.board, &moves);
    for (unsigned i = 0; i < moves.count; i++) {
        if (moves.move[i].kind != TOB_MOVE_CLUE)
            continue;
        const unsigned sites = sites_after(&view, &reader.board, moves.move[i]);
        if (sites < fewest) {
            fewest = sites;
            best = moves.move[i];
        }
    }
    if (fewest > TOB_SPACE_MAX) {
        fputs("best_clue: no clue can be played now\n", stderr);
        return 1;
    }
    rec_write_move(&reader.board, best, line);
    puts(line);
    fprintf(stderr, "It leaves %u %s.\n", fewest, fewest == 1 ? "site" : "sites");
    return 0;
}
