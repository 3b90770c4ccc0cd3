/* Hosts a game: a record that grows in memory of our own, nature from random bytes, two
 * levels at the table, and what seat 2 may know of every line.
 *
 *     hosted [SEED]
 *
 * Prints the lines as seat 2 may see them, then the position in the middle of the game
 * and the answer to a line that is only tried, as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tobago/tobago.h>

static rec_hosted hosted;
static rec_reader reader;
static tob_moves moves;
static ai_bot *bot[2];

/* The library allocates nothing: when it wants more room, we find it. */
static void grow(void)
{
    rec_buffers larger = hosted.buffers;

    larger.text_room = hosted.need_text * 2;
    larger.line_room = hosted.need_lines * 2;
    larger.text = realloc(larger.text, larger.text_room);
    larger.end = realloc(larger.end, larger.line_room * sizeof larger.end[0]);
    if (!larger.text || !larger.end || !rec_hosted_resize(&hosted, larger))
        exit(3);
}

static void play(const char *line)
{
    char seen[REC_LINE_MAX];
    rec_error error;
    rec_answer answer;

    while ((answer = rec_hosted_feed(&hosted, line, strlen(line), &error)) == REC_NO_ROOM)
        grow();
    if (answer == REC_REFUSED) {
        fprintf(stderr, "'%s' is refused (%s): %s\n", line, error.clause, error.text);
        exit(1);
    }
    rec_hosted_redact_line(&hosted, hosted.lines, tob_viewer_of(1), seen, sizeof seen);
    puts(seen);
}

/* A server takes its bytes from the operating system; an example can be repeated. */
static tob_move ask_nature(tob_rng *rng)
{
    uint8_t bytes[16];
    tob_move move;

    do {
        for (unsigned i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)tob_rng_below(rng, 256);
    } while (!tob_nature_from_bytes(&reader.game, &reader.board, &moves, bytes,
                                    sizeof bytes, &move));
    return move;
}

/* A bot thinks in slices, so that a host can do something else in between. */
static tob_move ask_bot(unsigned seat)
{
    tob_game view;

    rec_hosted_view(&hosted, tob_viewer_of(seat), &view);
    ai_bot_begin(bot[seat], &view, &reader.board, NULL,
                 ai_budget_for(seat ? AI_MEDIUM : AI_HARD, 0, 0, 0));
    while (ai_bot_run(bot[seat], 50))
        continue;
    return ai_bot_finish(bot[seat]);
}

static void print_json(void)
{
    static char json[REC_JSON_MAX];
    static rec_outcome outcome;
    static const char line[] = "2 leg h8";
    tob_game view;

    rec_hosted_seek(&hosted, hosted.lines / 2);
    rec_hosted_view(&hosted, tob_viewer_of(1), &view);
    rec_position_json(&reader.header, &view, &reader.board, reader.line, json,
                      sizeof json);
    puts(json);
    rec_what_if_json(&reader.header, &view, &reader.board, reader.line, line,
                     sizeof line - 1, &outcome, json, sizeof json);
    puts(json);
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const rec_buffers nothing = {NULL, NULL, 0, 0};
    tob_rng rng;

    tob_rng_init(&rng, seed, 0);
    for (unsigned seat = 0; seat < 2; seat++) {
        const ai_level level = seat ? AI_MEDIUM : AI_HARD;
        void *memory = malloc(ai_bot_size(level));
        if (!memory)
            return 3;
        bot[seat] = ai_bot_init(memory, level, seed + seat);
    }
    rec_hosted_init(&hosted, &reader, nothing);
    play("tobago 1");
    play("players Ada Ben");
    play("island AbC1");
    while (tob_to_move(&reader.game) != TOB_NOBODY) {
        const unsigned mover = tob_to_move(&reader.game);
        char line[REC_LINE_MAX];
        rec_write_move(&reader.board,
                       mover == TOB_NATURE ? ask_nature(&rng) : ask_bot(mover), line);
        play(line);
    }
    print_json();
    return 0;
}
