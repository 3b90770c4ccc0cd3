#include "tui/island.h"

#include "tobago/names.h"

const char tui_ground_letter[TOB_GROUND_COUNT + 1] = "bjlmrs#A";
const char tui_marker_letter[TOB_TREASURE_COUNT + 1] = "wgnk";

void tui_grid_lay(tui_grid *grid, const tob_board *board)
{
    int last_column = 0, last_line = 0;

    grid->first_column = 15;
    grid->first_line = 40;
    for (int column = 0; column < 16; column++)
        for (int row = 0; row < 16; row++) {
            const unsigned space = board->grid[column][row];
            const int line = 2 * row + (column % 2 == 0);
            if (space == TOB_NONE)
                continue;
            grid->column[space] = (uint8_t)column;
            grid->line[space] = (uint8_t)line;
            if (column < grid->first_column)
                grid->first_column = column;
            if (line < grid->first_line)
                grid->first_line = line;
            last_column = column > last_column ? column : last_column;
            last_line = line + 1 > last_line ? line + 1 : last_line;
        }
    grid->columns = last_column - grid->first_column + 1;
    grid->lines = last_line - grid->first_line + 1;
}

tui_place tui_place_of(const tob_board *board, unsigned space)
{
    tui_place place = {"-"};

    if (space != TOB_NONE)
        tob_space_name(board, space, place.name);
    return place;
}

unsigned tui_treasure_cards(const uint8_t *number)
{
    unsigned cards = 0;

    for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++)
        cards += number[coins];
    return cards;
}

const char *tui_object_letter(const tob_game *game, const tob_board *board,
                              unsigned space, bool utf8)
{
    static const char *const arrows[TOB_DIRECTION_COUNT] = {"↑", "↗", "↘", "↓", "↙", "↖"};

    if (tob_hexset_has(board->object[TOB_HUT], space))
        return "H";
    if (tob_hexset_has(board->object[TOB_PALM], space))
        return "P";
    for (unsigned i = 0; i < 3; i++)
        if (game->statue[i] == space)
            return utf8 ? arrows[game->facing[i]] : "S";
    return NULL;
}
