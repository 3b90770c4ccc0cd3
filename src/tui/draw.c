#include "tui/draw.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/print.h"
#include "host/report.h"
#include "tui/island.h"
#include "tobago/kinds.h"
#include "tobago/names.h"

/* A hex is CELL letters wide and two lines high: its name, object and amulet above; its
 * terrain, ATVs and site markers below. Columns are half a hex apart in height. */
enum { CELL = 5, MARGIN = 3, ITEMS = CELL - 1 };

/* ---- Colours ---- */

/* Background and foreground of each terrain, lava, volcano. */
const uint8_t draw_ground_colour[TOB_GROUND_COUNT][2] = {{222, 94},  {28, 157}, {31, 153},
                                                         {102, 255}, {38, 17},  {143, 58},
                                                         {160, 226}, {52, 209}};
static const uint8_t seat_colour[TOB_SEATS] = {196, 27, 46, 226};
/* Background and foreground of each marker. */
static const uint8_t marker_colour[TOB_TREASURE_COUNT][2] = {
    {231, 16}, {247, 16}, {130, 231}, {16, 231}};

draw_style draw_style_for(FILE *out)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    const bool terminal = isatty(fileno(out));

    return (draw_style){
        .colour =
            terminal && !(no_colour && *no_colour) && term && strcmp(term, "dumb") != 0,
        .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
    };
}

typedef struct pen {
    FILE *out;
    draw_style style;
    const rec_header *header;
    const tob_game *game;
    const tob_board *board;
} pen;

static void paint(const pen *p, unsigned background, unsigned foreground, bool bold)
{
    if (p->style.colour)
        fprintf(p->out, "\033[%s;48;5;%u;38;5;%um", bold ? "1" : "0", background,
                foreground);
}

static void ink(const pen *p, unsigned foreground)
{
    if (p->style.colour)
        fprintf(p->out, "\033[1;38;5;%um", foreground);
}

static void plain(const pen *p)
{
    if (p->style.colour)
        fputs("\033[0m", p->out);
}

/* ---- The island ---- */

static void draw_upper(const pen *p, unsigned space, const uint8_t *colour)
{
    const char *const object = tui_object_letter(p->game, p->board, space, p->style.utf8);

    paint(p, colour[0], colour[1], false);
    fprintf(p->out, "%-3s", tui_place_of(p->board, space).name);
    paint(p, colour[0], 16, true);
    fputs(object ? object : " ", p->out);
    if (tob_hexset_has(p->game->amulets, space))
        paint(p, 201, 231, true);
    fputc(tob_hexset_has(p->game->amulets, space) ? '*' : ' ', p->out);
}

static void draw_lower(const pen *p, unsigned space, const uint8_t *colour)
{
    unsigned left = ITEMS;

    paint(p, colour[0], colour[1], false);
    fputc(tui_ground_letter[p->board->terrain[space]], p->out);
    for (unsigned seat = 0; seat < p->game->players && left; seat++)
        if (p->game->atv[seat] == space) {
            paint(p, 16, seat_colour[seat], true);
            fprintf(p->out, "%u", seat + 1);
            left--;
        }
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT && left; treasure++)
        if (tob_hexset_has(tob_map_markers(p->game, treasure), space)) {
            paint(p, marker_colour[treasure][0], marker_colour[treasure][1], true);
            fputc(tui_marker_letter[treasure], p->out);
            left--;
        }
    paint(p, colour[0], colour[1], false);
    fprintf(p->out, "%*s", (int)left, "");
}

/* The hex whose upper or lower half a column shows in a line; TOB_NONE: ocean. Columns
 * of odd q (even letters) sit half a hex lower (I6). */
static unsigned space_at(const pen *p, unsigned column, unsigned line)
{
    const unsigned height = line - (column % 2 == 0);

    return height / 2 < 16 ? p->board->grid[column][height / 2] : TOB_NONE;
}

/* Writes one line of letters: of each column the upper or lower half of a hex, or ocean.
 * It ends behind the last hex. */
static void draw_island_line(const pen *p, const tui_grid *grid, unsigned line)
{
    const unsigned left = (unsigned)grid->first_column;
    unsigned right = left + (unsigned)grid->columns - 1;

    while (right > left && space_at(p, right, line) == TOB_NONE)
        right--;
    if (line % 2 == 0)
        fprintf(p->out, "%2u ", line / 2);
    else
        fputs("   ", p->out);
    for (unsigned column = left; column <= right; column++) {
        const unsigned space = space_at(p, column, line);
        if (space == TOB_NONE) {
            plain(p);
            fprintf(p->out, "%*s", CELL, "");
        } else if ((line - (column % 2 == 0)) % 2 == 0) {
            draw_upper(p, space, draw_ground_colour[p->board->terrain[space]]);
        } else {
            draw_lower(p, space, draw_ground_colour[p->board->terrain[space]]);
        }
    }
    plain(p);
    fputc('\n', p->out);
}

static void draw_hexes(const pen *p)
{
    tui_grid grid;

    tui_grid_lay(&grid, p->board);
    const int first = grid.first_line / 2 * 2, last = grid.first_line + grid.lines - 2;
    fprintf(p->out, "%*s", MARGIN, "");
    for (int column = 0; column < grid.columns; column++)
        fprintf(p->out, " %-*c", CELL - 1, 'a' + grid.first_column + column);
    fputc('\n', p->out);
    for (int line = first; line <= last / 2 * 2 + 2; line++)
        draw_island_line(p, &grid, (unsigned)line);
}

/* Writes a text without the blanks at the ends of its lines. */
static void write_trimmed(FILE *out, const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        size_t used = length;
        while (used && text[used - 1] == ' ')
            used--;
        fprintf(out, "%.*s\n", (int)used, text);
        text += length + (text[length] == '\n');
    }
}

/* Draws the hexes into a text first, to cut the blanks at the ends of its lines. */
static void draw_trimmed(const pen *p)
{
    char *text = NULL;
    size_t length;
    pen inner = *p;

    inner.out = open_memstream(&text, &length);
    if (inner.out)
        draw_hexes(&inner);
    if (!inner.out || fclose(inner.out) != 0) {
        host_complain("out of memory");
        exit(HOST_FAILED);
    }
    write_trimmed(p->out, text);
    free(text);
}

static void draw_island(const pen *p)
{
    draw_trimmed(p);
    fprintf(p->out, "   H hut  P palm  %s statue  * amulet  1-4 ATV%s\n",
            p->style.utf8 ? "↑" : "S",
            p->game->options & TOB_OPTION_VOLCANO ? "  # lava  A volcano" : "");
    fputs("   w g n k markers: white grey brown black\n", p->out);
}

void draw_board(FILE *out, draw_style style, const tob_game *game, const tob_board *board)
{
    const pen p = {out, style, NULL, game, board};
    bool objects = false;

    draw_trimmed(&p);
    fputs("  ", out);
    for (unsigned terrain = 0; terrain < TOB_GROUND_COUNT; terrain++)
        if (!tob_hexset_is_empty(board->ground[terrain])) {
            fputc(' ', out);
            paint(&p, draw_ground_colour[terrain][0], draw_ground_colour[terrain][1],
                  false);
            fprintf(out, " %c %s ", tui_ground_letter[terrain],
                    tob_terrain_name(terrain));
            plain(&p);
        }
    for (unsigned object = 0; object < TOB_OBJECT_COUNT; object++)
        objects |= !tob_hexset_is_empty(board->object[object]);
    if (objects || !tob_hexset_is_empty(game->amulets))
        fprintf(out, "\n   H hut  P palm  %s statue  * amulet", style.utf8 ? "↑" : "S");
    fputc('\n', out);
}

/* ---- Around the island ---- */

static void draw_statues(const pen *p)
{
    fputs("statues:", p->out);
    for (unsigned i = 0; i < 3 && p->game->statue[i] != TOB_NONE; i++) {
        const unsigned space = p->game->statue[i], facing = p->game->facing[i];
        fprintf(p->out, "  %s %s sees %s", tui_place_of(p->board, space).name,
                tob_direction_name(facing),
                tui_place_of(p->board, tob_board_ray_end(p->board, space, facing)).name);
    }
    fprintf(p->out, "\namulets in the pile: %u", p->game->amulet_pile);
    if (p->game->options & TOB_OPTION_VOLCANO)
        fprintf(p->out, "   lava tiles left: %u", p->game->lava_tiles);
    fputc('\n', p->out);
}

static void draw_rose(const pen *p, uint8_t rose)
{
    for (unsigned i = 0; i < tob_rose_number(rose); i++) {
        ink(p, seat_colour[tob_rose_owner(rose)]);
        fprintf(p->out, "%u", tob_rose_owner(rose) + 1);
        plain(p);
    }
}

static void draw_map(const pen *p, unsigned treasure)
{
    const tob_map *map = &p->game->map[treasure];
    uint8_t cards[TOB_CARD_MAX];
    const unsigned length = tob_map_cards(p->game, treasure, cards);
    const tob_hexset markers = tob_map_markers(p->game, treasure);

    fprintf(p->out, "%-6s %c ", tob_treasure_name(treasure), tui_marker_letter[treasure]);
    if (tob_is_shared_out(p->game, treasure))
        fputs("being shared out", p->out);
    else if (map->count == 1)
        fputs("known: ", p->out);
    else
        fprintf(p->out, "%u sites%s", map->count,
                tob_hexset_is_empty(markers) ? "" : ": ");
    host_print_spaces(p->out, p->board, markers);
    fputc('\n', p->out);
    for (unsigned i = 0; i < length; i++) {
        const uint8_t rose = p->game->rose[cards[i]];
        fprintf(p->out, rose ? "         %-24s rose " : "         %s",
                tob_card_name(cards[i]));
        draw_rose(p, rose);
        fputc('\n', p->out);
    }
    if (tob_raiser_rose(p->game, treasure)) {
        fprintf(p->out, "         %-24s rose ", "(raised it)");
        draw_rose(p, tob_raiser_rose(p->game, treasure));
        fputc('\n', p->out);
    }
}

/* Writes the names of clue cards after a title, in lines of at most 80 letters. */
static void draw_cards(const pen *p, const char *title, uint64_t cards)
{
    int column = fprintf(p->out, "%s", title);

    for (; cards; cards &= cards - 1) {
        const char *name = tob_card_name((unsigned)__builtin_ctzll(cards));
        if (column + 1 + (int)strlen(name) > 80)
            column = fprintf(p->out, "\n        ") - 1;
        column += fprintf(p->out, " %s", name);
    }
    fputc('\n', p->out);
}

static void draw_hand(const pen *p, unsigned seat)
{
    static const char title[] = "         hand:";

    if (tob_hand_known(p->game, seat))
        draw_cards(p, title, p->game->hand[seat]);
    else
        fprintf(p->out, "%s %u cards\n", title, p->game->hand_size[seat]);
}

static void draw_seat(const pen *p, unsigned seat)
{
    const tob_game *game = p->game;
    const tob_result result = tob_result_of(game);

    ink(p, seat_colour[seat]);
    fprintf(p->out, "%u %-12s", seat + 1, p->header->name[seat]);
    plain(p);
    fprintf(p->out, " at %-3s  amulets %u  roses %2u  treasure cards %u",
            tui_place_of(p->board, game->atv[seat]).name, game->amulet[seat],
            game->roses[seat], tui_treasure_cards(game->pile[seat]));
    if (tob_may_total(game, seat))
        fprintf(p->out, "  coins %u", result.coins[seat]);
    if (result.ending != TOB_ENDING_NONE)
        fprintf(p->out, "  place %u", result.place[seat]);
    fputc('\n', p->out);
    draw_hand(p, seat);
}

static void draw_decision(const pen *p)
{
    const tob_game *game = p->game;
    const unsigned mover = tob_to_move(game);

    fprintf(p->out, "next: %s",
            mover == TOB_NATURE   ? "nature"
            : mover == TOB_NOBODY ? "nobody"
                                  : p->header->name[mover]);
    fprintf(p->out, ", %s", tob_phase_of(game->phase)->meaning);
    if (game->phase == TOB_PHASE_OFFER)
        fprintf(p->out, ": %u coins, %s", game->offered,
                tob_treasure_name(game->treasure));
    if (game->phase == TOB_PHASE_START)
        fprintf(p->out, " with %s", tob_card_name(game->card));
    if (game->phase == TOB_PHASE_TURN && tob_legs_left(game))
        fprintf(p->out, ", %u legs left", tob_legs_left(game));
    fputc('\n', p->out);
}

static void draw_decks(const pen *p)
{
    const tob_game *game = p->game;

    fprintf(p->out,
            "decks: %u clue cards (%d discarded), %u treasure cards (%u discarded)\n",
            game->deck_size, __builtin_popcountll(game->discards), game->treasure_deck,
            tui_treasure_cards(game->treasure_discards));
}

/* Writes the public cards that are out of play for now. */
static void draw_discards(const pen *p)
{
    const tob_game *game = p->game;

    if (game->discards)
        draw_cards(p, "discarded clues:", game->discards);
    if (game->side)
        draw_cards(
            p, "volcanic clues at the side:", (uint64_t)game->side << tob_card_count());
}

static void draw_coins(const pen *p, const char *title, const uint8_t *cards)
{
    if (!cards[0] && !tui_treasure_cards(cards))
        return;
    fprintf(p->out, "%s", title);
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        for (unsigned i = 0; i < cards[coins]; i++)
            fprintf(p->out, coins ? " %u" : " curse", coins);
    fputc('\n', p->out);
}

/* Writes the cards turned up, in the order in which they came. */
static void draw_turned_up(const pen *p)
{
    uint8_t coins[TOB_TURNED_MAX];
    const unsigned count = tob_turned_up(p->game, coins);

    if (count)
        fprintf(p->out, "turned up so far:");
    for (unsigned i = 0; i < count; i++)
        fprintf(p->out, coins[i] ? " %u" : " curse", coins[i]);
    if (count)
        fputc('\n', p->out);
}

/* Writes the treasure being shared out: its raiser, cards left, cards looked at (R3). */
static void draw_treasure(const pen *p)
{
    const tob_game *game = p->game;

    draw_coins(p, "discarded treasure cards:", game->treasure_discards);
    if (!tob_is_shared_out(game, game->treasure))
        return;
    fprintf(p->out, "the %s treasure, raised by %s%s\n",
            tob_treasure_name(game->treasure), p->header->name[game->raiser],
            game->raise_rose ? ", whose rose lies below the map" : "");
    fprintf(p->out, "cards still to be turned up: %u\n", game->bag);
    for (unsigned seat = 0; seat < game->players; seat++) {
        char title[REC_NAME_MAX + 32];
        snprintf(title, sizeof title, "%s looked at:", p->header->name[seat]);
        draw_coins(p, title, game->peeked[seat]);
    }
    draw_coins(p, "added unseen:", game->peeked[TOB_PEEK_ADDED]);
    draw_turned_up(p);
}

void draw_position(FILE *out, draw_style style, const rec_header *header,
                   const tob_game *game, const tob_board *board)
{
    const pen p = {out, style, header, game, board};
    char island[5];

    tob_island_name(game->island, island);
    fprintf(out, "island %s", island);
    if (tob_viewer_is_spectator(game->viewer))
        fputs(", as a spectator sees it", out);
    else if (!tob_viewer_is_full(game->viewer))
        fprintf(out, ", as %s sees it", header->name[tob_viewer_seat(game->viewer)]);
    fputc('\n', out);
    draw_island(&p);
    draw_statues(&p);
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        draw_map(&p, treasure);
    for (unsigned seat = 0; seat < game->players; seat++)
        draw_seat(&p, seat);
    draw_decks(&p);
    draw_discards(&p);
    draw_treasure(&p);
    draw_decision(&p);
}
