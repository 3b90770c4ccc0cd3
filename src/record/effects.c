/* The effects of a move, found by comparing the states before and after it. Only public
 * parts of the state are compared, so that every view finds the same. */
#include "tobago/effects.h"

static void find_amulets(rec_effects *e, const tob_game *before, const tob_game *after)
{
    const tob_hexset taken = tob_hexset_minus(before->amulets, after->amulets);

    e->surfaced = tob_hexset_minus(after->amulets, before->amulets);
    if (tob_hexset_is_empty(taken))
        return;
    e->taker = after->turn;
    e->taken = (uint8_t)tob_hexset_first(taken);
}

static rec_cost cost_of(tob_move move)
{
    switch (move.kind) {
    case TOB_MOVE_LEG: return REC_COST_LAVA;
    case TOB_MOVE_REVEAL: return REC_COST_CURSE;
    default: return REC_COST_POWER;
    }
}

/* Amulets and cards that seats lost; a seat that took an amulet has paid none. */
static void find_costs(rec_effects *e, const tob_game *before, const tob_game *after,
                       tob_move move)
{
    for (unsigned seat = 0; seat < after->players; seat++) {
        e->paid_amulet[seat] = after->amulet[seat] < before->amulet[seat];
        for (uint8_t coins = 1; coins <= TOB_COINS_MAX; coins++)
            if (after->pile[seat][coins] < before->pile[seat][coins])
                e->paid_coins[seat] = coins;
        if (e->paid_amulet[seat] || e->paid_coins[seat])
            e->cost = (uint8_t)cost_of(move);
    }
}

static void find_treasure(rec_effects *e, const tob_game *before, const tob_game *after,
                          tob_move move)
{
    if (move.kind == TOB_MOVE_CLAIM) {
        e->claimer = move.seat;
        e->claimed = before->offered;
    }
    if (move.kind == TOB_MOVE_PASS && !after->offered)
        e->unclaimed = before->offered;
    if (move.kind == TOB_MOVE_REVEAL && !after->offered)
        e->unclaimed = move.value; /* 0 for a curse, which leaves the game (K3) */
    for (unsigned seat = 0; seat < after->players; seat++)
        if (after->roses[seat] > before->roses[seat])
            e->roses[seat] = (uint8_t)(after->roses[seat] - before->roses[seat]);
}

static void find_maps(rec_effects *e, const tob_game *before, const tob_game *after)
{
    for (uint8_t treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const tob_map *was = &before->map[treasure], *is = &after->map[treasure];
        e->gone[treasure] = tob_hexset_minus(was->sites, is->sites);
        e->back[treasure] = tob_hexset_minus(is->sites, was->sites);
        if (is->length && !was->length)
            e->started = treasure;
        if (was->length && !is->length)
            e->cleared = treasure;
    }
    e->side = after->side & (uint8_t)~before->side;
}

/* Cards that came into a deck: its size, against what the move alone took off it. */
static uint8_t returned(unsigned before, unsigned after, bool drawn)
{
    return (uint8_t)(after + drawn - before);
}

static void find_cards(rec_effects *e, const tob_game *before, const tob_game *after,
                       tob_move move)
{
    const bool dealt = move.kind == TOB_MOVE_DEAL || move.kind == TOB_MOVE_DRAW;
    const bool drawn = dealt || move.kind == TOB_MOVE_INITIAL;
    const bool treasure = move.kind == TOB_MOVE_PEEK || move.kind == TOB_MOVE_ADD;

    if (dealt) {
        e->drawer = move.seat;
        e->refilled =
            move.kind == TOB_MOVE_DRAW ? !after->draw_to : after->seat != before->seat;
    }
    e->clues_returned = returned(before->deck_size, after->deck_size, drawn);
    e->treasure_returned =
        returned(before->treasure_deck, after->treasure_deck, treasure);
}

static void find_board(rec_effects *e, const tob_game *before, const tob_game *after,
                       tob_move move)
{
    for (uint8_t seat = 0; seat < after->players; seat++)
        if (after->atv[seat] != before->atv[seat]) {
            e->driver = seat;
            e->from = before->atv[seat];
            e->to = after->atv[seat];
        }
    if (move.kind == TOB_MOVE_LAVA) {
        e->lava = move.space;
        for (unsigned i = 0; i < 4; i++) {
            if (before->hut[i] == move.space)
                e->destroyed = TOB_HUT;
            if (i < 3 && before->palm[i] == move.space)
                e->destroyed = TOB_PALM;
        }
    }
    for (unsigned i = 0; i < 3; i++)
        if (before->statue[i] != TOB_NONE && before->facing[i] != after->facing[i]) {
            e->statue[i] = after->statue[i];
            e->turned_from[i] = before->facing[i];
            e->turned_to[i] = after->facing[i];
        }
}

rec_effects rec_effects_of(const tob_game *before, const tob_game *after, tob_move move)
{
    rec_effects e = {.taker = TOB_NONE,
                     .taken = TOB_NONE,
                     .claimer = TOB_NONE,
                     .started = TOB_NONE,
                     .cleared = TOB_NONE,
                     .drawer = TOB_NONE,
                     .driver = TOB_NONE,
                     .from = TOB_NONE,
                     .to = TOB_NONE,
                     .lava = TOB_NONE,
                     .destroyed = TOB_NONE,
                     .statue = {TOB_NONE, TOB_NONE, TOB_NONE},
                     .turn = TOB_NONE};

    find_amulets(&e, before, after);
    find_costs(&e, before, after, move);
    find_treasure(&e, before, after, move);
    find_maps(&e, before, after);
    find_cards(&e, before, after, move);
    find_board(&e, before, after, move);
    if (after->turn != before->turn || (tob_is_setup(before) && !tob_is_setup(after)))
        e.turn = after->turn;
    if (!before->ending)
        e.ending = after->ending;
    return e;
}
