/* Bytes as choices: four for the game, then one or two for a move from the legal list, or
 * nine for a move that is raw nonsense. After each the state and one view of it are
 * checked. */
#include "fuzz.h"

enum { NONSENSE = 0xf0 }; /* this byte and those above: raw bytes follow */

typedef struct input {
    const uint8_t *at, *end;
} input;

static uint8_t next_byte(input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

static int begin(tob_game *game, tob_board *board, input *in)
{
    const tob_config config = {.island = next_byte(in),
                               .players = next_byte(in),
                               .first = next_byte(in),
                               .options = next_byte(in)};

    if (config.island >= TOB_ISLANDS)
        return 0;
    tob_board_init(board, config.island);
    return tob_game_init(game, board, &config) == TOB_OK;
}

/* Any bytes as a move: if it is refused nothing changes. */
static void try_nonsense(tob_game *game, tob_board *board, input *in)
{
    const tob_game before = *game;
    const tob_board board_before = *board;
    tob_move move;
    tob_reason why, reason;

    for (unsigned i = 0; i < sizeof move; i++)
        ((uint8_t *)&move)[i] = next_byte(in);
    why = tob_why(game, board, move);
    reason = tob_try(game, board, move);
    require(why == reason && (unsigned)reason < TOB_REASON_COUNT,
            "asking and trying agree");
    if (reason == TOB_OK)
        return;
    require(memcmp(game, &before, sizeof before) == 0 &&
                memcmp(board, &board_before, sizeof board_before) == 0,
            "a refused move changes nothing");
}

static void check_view(const tob_game *game, const tob_board *board, unsigned number)
{
    const unsigned seat = number % (game->players + 1u);
    static tob_moves moves;
    tob_game view;

    tob_view(&view, game, as(seat < game->players ? seat : SPECTATOR));
    require_sound(&view, board);
    require(tob_to_move(&view) == tob_to_move(game), "every view knows who decides");
    tob_legal(&view, board, &moves);
    require((moves.count == 0) == (game->phase == TOB_PHASE_OVER),
            "a view has no dead end");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static tob_moves moves;
    input in = {bytes, bytes + size};
    tob_game game;
    tob_board board;

    if (!begin(&game, &board, &in))
        return 0;
    while (in.at < in.end && tob_to_move(&game) != TOB_NOBODY) {
        const unsigned byte = next_byte(&in);
        if (byte >= NONSENSE) {
            try_nonsense(&game, &board, &in);
        } else {
            tob_legal(&game, &board, &moves);
            require(moves.count > 0, "a game has no dead end");
            const unsigned choice =
                moves.count > NONSENSE ? byte << 8 | next_byte(&in) : byte;
            tob_apply(&game, &board, moves.move[choice % moves.count]);
        }
        require_sound(&game, &board);
        check_view(&game, &board, (unsigned)(in.end - in.at));
    }
    return 0;
}
