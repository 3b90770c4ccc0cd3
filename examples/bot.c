/* A small Tobago bot in C, with the library.
 *
 *     tobago arena --bots cmd:./bot,easy --games 20
 *
 * It speaks the bot protocol (docs/bots.md) on standard input and output. The library
 * follows the game: every line of the view goes to rec_feed, and the reader then holds
 * the game as this seat knows it. To judge a move, the bot plays it on a copy and looks
 * at the copy. Replace 'judge' to make a bot of your own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tobago/random.h>
#include <tobago/tobago.h>

typedef struct player {
    rec_reader reader; /* the view: reader.game, reader.board */
    tob_rng rng;
    tob_moves moves;
} player;

/* ---- Thinking ---- */

/* The mean of the treasure cards that nobody has turned up yet; curses count as 0. */
static double mean_card(const tob_game *view)
{
    unsigned coins = 0, cards = 0;

    for (unsigned value = 0; value <= TOB_COINS_MAX; value++) {
        coins += value * view->pool[value];
        cards += view->pool[value];
    }
    return cards ? (double)coins / cards : 0;
}

/* Roses of a seat on a map. */
static unsigned roses_on(const tob_game *view, unsigned treasure, unsigned seat)
{
    uint8_t cards[TOB_CARD_MAX];
    const unsigned length = tob_map_cards(view, treasure, cards);
    unsigned roses = 0;

    for (unsigned i = 0; i < length; i++)
        if (tob_rose_owner(view->rose[cards[i]]) == seat)
            roses += tob_rose_number(view->rose[cards[i]]);
    return roses;
}

/* Spaces between the seat's ATV and the nearest treasure that can be raised. */
static unsigned way_to_go(const tob_game *view, const tob_board *board, unsigned seat)
{
    unsigned shortest = 20;

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const tob_map *map = &view->map[treasure];
        if (map->count != 1)
            continue;
        const unsigned way =
            tob_board_distance(board, view->atv[seat], tob_hexset_first(map->sites));
        if (way < shortest)
            shortest = way;
    }
    return shortest;
}

/* What a position is worth to a seat: roses on maps with few sites, and a short way. */
static double worth(const tob_game *view, const tob_board *board, unsigned seat)
{
    double sum = 4.0 * view->amulet[seat] - way_to_go(view, board, seat);

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        sum += roses_on(view, treasure, seat) * 40.0 / (4 + view->map[treasure].count);
    return sum;
}

/* How good a move is; higher is better. */
static double judge(const player *p, tob_move move, double before)
{
    const tob_game *view = &p->reader.game;
    tob_board board;
    tob_game copy;

    switch (move.kind) {
    case TOB_MOVE_RAISE: return 1000;
    case TOB_MOVE_CLAIM: return view->offered >= mean_card(view) ? 1 : -1;
    case TOB_MOVE_PASS: return 0;
    case TOB_MOVE_EXCHANGE: return -2; /* a whole turn for new cards */
    case TOB_MOVE_AMULET_EXCHANGE: return -30;
    case TOB_MOVE_END: return view->main_done ? 0 : -1;
    case TOB_MOVE_MOVE: return way_to_go(view, &p->reader.board, move.seat) < 20 ? 3 : -1;
    default: break;
    }
    copy = *view;
    board = p->reader.board;
    tob_apply(&copy, &board, move);
    if (tob_is_setup(view))
        return 0;
    return worth(&copy, &board, move.seat) - before;
}

static tob_move choose(player *p)
{
    const tob_game *view = &p->reader.game;
    const unsigned seat = tob_to_move(view);
    double before = 0, most = 0;
    tob_move best = {0};

    tob_legal(view, &p->reader.board, &p->moves);
    if (!tob_is_setup(view))
        before = worth(view, &p->reader.board, seat);
    for (unsigned i = 0; i < p->moves.count; i++) {
        const double chance = tob_rng_below(&p->rng, 1000) / 2000.0;
        const double score = judge(p, p->moves.move[i], before) + chance;
        if (i == 0 || score > most) {
            most = score;
            best = p->moves.move[i];
        }
    }
    return best;
}

/* ---- Talking ---- */

static bool begins(const char *line, const char *word)
{
    const size_t length = strlen(word);

    return strncmp(line, word, length) == 0 && (line[length] == ' ' || !line[length]);
}

/* Reads a line without its newline; false at the end. */
static bool next_line(char line[static REC_LINE_MAX + 1])
{
    if (!fgets(line, REC_LINE_MAX + 1, stdin))
        return false;
    line[strcspn(line, "\n")] = '\0';
    return true;
}

static void say(const char *text)
{
    puts(text);
    fflush(stdout);
}

/* A question: skip the list, which the library makes for us, and answer with a line. */
static bool answer(player *p, const char *question)
{
    char line[REC_LINE_MAX + 1];

    for (unsigned long left = strtoul(question, NULL, 10); left > 0; left--)
        if (!next_line(line))
            return false;
    rec_write_move(&p->reader.board, choose(p), line);
    say(line);
    return true;
}

/* One line from the arena; false when it is time to go. */
static bool hear(player *p, const char *line)
{
    rec_error error;

    if (begins(line, "hello")) {
        say("c-example");
    } else if (begins(line, "new")) {
        rec_init(&p->reader);
        tob_rng_init(&p->rng, strtoull(line + 3, NULL, 10), 0);
    } else if (begins(line, "choose")) {
        return answer(p, line + 6);
    } else if (begins(line, "illegal")) {
        fprintf(stderr, "%s\n", line);
        say("1"); /* the first move of the list */
    } else if (begins(line, "bye")) {
        return false;
    } else if (!begins(line, "over") &&
               !rec_feed(&p->reader, line, strlen(line), &error)) {
        fprintf(stderr, "'%s': %s\n", line, error.text);
        return false;
    }
    return true;
}

int main(void)
{
    static player p;
    char line[REC_LINE_MAX + 1];

    while (next_line(line) && hear(&p, line))
        continue;
    return 0;
}
