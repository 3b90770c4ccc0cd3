#include "support.h"

void feed(scene *t, const char *lines)
{
    while (*lines) {
        const size_t length = strcspn(lines, "\n");
        rec_error error;
        if (!rec_feed(t, lines, length, &error))
            fail_msg("line %u '%.*s': %s [%s] at '%s'", error.line, (int)length, lines,
                     error.text, error.clause, error.token);
        lines += length;
        lines += *lines == '\n';
    }
}

void refuse(scene *t, const char *line, tob_reason reason)
{
    const scene before = *t;
    rec_error error;

    if (rec_feed(t, line, strlen(line), &error))
        fail_msg("'%s' was accepted", line);
    if (error.reason != reason)
        fail_msg("'%s' was refused with %s '%s' instead of '%s'", line, error.clause,
                 error.text, tob_reason_text(reason));
    assert_memory_equal(&t->game, &before.game, sizeof t->game);
    assert_memory_equal(&t->board, &before.board, sizeof t->board);
    assert_int_equal(t->line, before.line);
}

void unreadable(scene *t, const char *line, const char *part_of_text)
{
    const scene before = *t;
    rec_error error;

    if (rec_feed(t, line, strlen(line), &error))
        fail_msg("'%s' was accepted", line);
    assert_int_equal(error.reason, TOB_OK);
    if (!strstr(error.text, part_of_text))
        fail_msg("'%s' was refused with '%s'", line, error.text);
    assert_memory_equal(&t->game, &before.game, sizeof t->game);
    assert_int_equal(t->line, before.line);
}

int is_legal(const scene *t, const char *line)
{
    static tob_moves moves;
    tob_move move;
    rec_error error;

    if (!rec_parse_move(&t->game, &t->board, line, strlen(line), &move, &error))
        fail_msg("'%s' cannot be read: %s", line, error.text);
    tob_legal(&t->game, &t->board, &moves);
    for (unsigned i = 0; i < moves.count; i++)
        if (memcmp(&moves.move[i], &move, sizeof move) == 0)
            return 1;
    return 0;
}

unsigned space_of(const scene *t, const char *name)
{
    const unsigned space = tob_space_find(&t->board, name, strlen(name));

    if (space == TOB_NONE)
        fail_msg("there is no space %s", name);
    return space;
}

unsigned card_of(const char *name)
{
    const int card = tob_card_find(name, strlen(name));

    if (card < 0)
        fail_msg("there is no card %s", name);
    return (unsigned)card;
}

const char *names_of(const tob_board *board, tob_hexset set)
{
    static char text[TOB_SPACE_MAX * 4 + 1];
    char *at = text;

    while (!tob_hexset_is_empty(set)) {
        if (at != text)
            *at++ = ' ';
        at += tob_space_name(board, tob_hexset_pop(&set), at);
    }
    *at = '\0';
    return text;
}

unsigned games_to_play(unsigned brief, unsigned lengthy)
{
    const char *asked = getenv("LONG");

#ifdef TOB_DEBUG
    (void)lengthy;
    (void)asked;
    return brief / 10 ? brief / 10 : 1;
#else
    return asked && strcmp(asked, "1") == 0 ? lengthy : brief;
#endif
}

unsigned island_step(void)
{
#ifdef TOB_DEBUG
    return 4;
#else
    return 1;
#endif
}
