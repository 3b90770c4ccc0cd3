/* Any bytes as a record. What can be read of them is written again, read again, and shown
 * to one of the viewers. */
#include "fuzz.h"

enum { TEXT_MAX = 1 << 20, MOVES_MAX = 1 << 15 };

static rec_reader reader, again;
static tob_move moves[MOVES_MAX];
static char text[2][TEXT_MAX];

/* Feeds the lines up to the first that is refused, and keeps the moves. Returns how many
 * there are. A refusal must change nothing and say something. */
static unsigned feed_lines(const char *bytes, size_t size)
{
    unsigned count = 0;

    rec_init(&reader);
    for (size_t from = 0; from < size && count < MOVES_MAX;) {
        const char *end = memchr(bytes + from, '\n', size - from);
        const size_t length = end ? (size_t)(end - bytes) - from : size - from;
        const uint32_t before = reader.moves;
        rec_error error;

        again = reader;
        if (!rec_feed(&reader, bytes + from, length, &error)) {
            require(memcmp(&again, &reader, sizeof reader) == 0,
                    "a refused line changes nothing");
            require(error.text && error.clause && error.line == reader.line + 1,
                    "an error tells what and where");
            require(memchr(error.token, '\0', sizeof error.token) != NULL,
                    "the word of an error ends");
            break;
        }
        if (reader.moves != before)
            moves[count++] = reader.move;
        from += length + 1;
    }
    return count;
}

/* The record of what was read, as a viewer may know it; EVERYBODY: as it is. */
static size_t write_record(char *out, unsigned count, unsigned viewer)
{
    rec_header header = reader.header;
    char *at = out;

    if (viewer != EVERYBODY)
        header.config.viewer = as(viewer);
    at += rec_write_header(&header, at);
    for (unsigned i = 0; i < count && at < out + TEXT_MAX - REC_LINE_MAX; i++) {
        at += rec_write_move(&reader.board, rec_redact(moves[i], as(viewer)), at);
        *at++ = '\n';
    }
    return (size_t)(at - out);
}

static void read_again(unsigned count)
{
    const size_t length = write_record(text[0], count, EVERYBODY);
    rec_error error;

    require(rec_read(&again, text[0], length, UINT32_MAX, &error),
            "what was read and written can be read");
    require(memcmp(&again.game, &reader.game, sizeof reader.game) == 0 &&
                memcmp(&again.board, &reader.board, sizeof reader.board) == 0 &&
                memcmp(&again.header, &reader.header, sizeof reader.header) == 0,
            "it reads as the same game");
    require(write_record(text[1], count, EVERYBODY) == length &&
                memcmp(text[0], text[1], length) == 0,
            "it is written in the same way");
}

static void show(unsigned count, unsigned viewer)
{
    const size_t length = write_record(text[0], count, viewer);
    tob_game view;
    rec_error error;

    require(rec_read(&again, text[0], length, UINT32_MAX, &error),
            "a redacted record can be read");
    tob_view(&view, &reader.game, as(viewer));
    require(memcmp(&again.game, &view, sizeof view) == 0,
            "a view is its redacted record");
    require_sound(&view, &reader.board);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static tob_moves legal;
    const unsigned count = feed_lines((const char *)bytes, size);

    if (!rec_has_game(&reader))
        return 0;
    tob_legal(&reader.game, &reader.board, &legal);
    for (unsigned i = 0; i < legal.count; i++)
        require(tob_why(&reader.game, &reader.board, legal.move[i]) == TOB_OK,
                "a listed move is legal");
    read_again(count);
    if (!tob_viewer_is_full(reader.game.viewer))
        return 0;
    require_sound(&reader.game, &reader.board);
    const unsigned viewer = (unsigned)size % (reader.game.players + 1u);
    show(count, viewer < reader.game.players ? viewer : SPECTATOR);
    return 0;
}
