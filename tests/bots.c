#include "bots.h"

tob_board board;
tob_game game, view;
tob_moves moves;

void begin_random(tob_rng *rng, unsigned players, unsigned options)
{
    const tob_config config = {.island = (uint8_t)tob_rng_below(rng, TOB_ISLANDS),
                               .players = (uint8_t)players,
                               .options = (uint8_t)options};

    tob_board_init(&board, config.island);
    assert_int_equal(tob_game_init(&game, &board, &config), TOB_OK);
}

void play_randomly(tob_rng *rng)
{
    tob_legal(&game, &board, &moves);
    tob_apply(&game, &board, tob_random_move(rng, &game, &moves));
}

void reach_a_turn(uint64_t seed)
{
    tob_rng rng;
    unsigned lines = 0;

    tob_rng_init(&rng, seed, 0);
    begin_random(&rng, 3, 0);
    while (lines++ < 200 || game.phase != TOB_PHASE_TURN || game.main_done)
        play_randomly(&rng);
    tob_view(&view, &game, as(tob_to_move(&game)));
}

ai_bot *new_bot(ai_level level, uint64_t seed)
{
    return ai_bot_init(malloc(ai_bot_size(level)), level, seed);
}

bool listed(tob_move move)
{
    tob_legal(&view, &board, &moves);
    for (unsigned i = 0; i < moves.count; i++)
        if (memcmp(&moves.move[i], &move, sizeof move) == 0)
            return true;
    return false;
}
