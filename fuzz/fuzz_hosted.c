/* Any bytes as what is done to a hosted game. Lines that begin with '@' are operations,
 * with a number after a letter: "@s120" seeks. All others are fed. Text, index and reader
 * must agree with a fresh reading at every operation, and every answer as JSON must be
 * JSON and keep to its buffer. */
#include "fuzz.h"
#include "tests/json.h"

enum { TEXT_MAX = 1 << 20, CHECKS_MAX = 8 };

static rec_reader reader, fresh;
static rec_hosted hosted;
static char *letters;
static uint32_t *ends;
static char text[TEXT_MAX], parts[TEXT_MAX], json[REC_JSON_MAX];
static rec_outcome outcome;
static tob_moves moves;
static unsigned checks;

/* The memory is exactly as large as it must be, so that ASan sees every byte beyond. */
static void grow(uint32_t text_room, uint32_t line_room)
{
    letters = realloc(letters, text_room ? text_room : 1);
    ends = realloc(ends, (line_room ? line_room : 1) * sizeof ends[0]);
    require(
        rec_hosted_resize(&hosted, (rec_buffers){letters, ends, text_room, line_room}),
        "larger buffers are taken");
}

static void agree(void)
{
    uint32_t length, lines = 0;
    const char *record = rec_hosted_text(&hosted, &length);
    const uint32_t at = reader.line;
    rec_error error;

    if (checks++ >= CHECKS_MAX)
        return;
    for (uint32_t i = 0; i < length; i++)
        if (record[i] == '\n')
            require(lines < hosted.lines && ends[lines++] == i + 1,
                    "the index names the ends of the lines");
    require(lines == hosted.lines && at <= lines, "every line is in the index");
    require(rec_read(&fresh, record, at ? ends[at - 1] : 0, UINT32_MAX, &error),
            "a hosted record can be read");
    require(memcmp(&fresh, &reader, sizeof fresh) == 0,
            "the reader is what a fresh one reads");
}

/* ---- JSON ---- */

static void require_json(size_t length)
{
    require(length < sizeof json && strlen(json) == length && is_json(json),
            "an answer is JSON");
}

static void show_json(const tob_game *view, const char *line, size_t size)
{
    const rec_header *header = &reader.header;
    const size_t length =
        rec_position_json(header, view, &reader.board, reader.line, json, sizeof json);
    const size_t rooms[] = {0, 1, length / 2, length - 1, length, length + 1};

    require_json(length);
    for (unsigned i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        char *out = malloc(rooms[i] + 1);
        out[rooms[i]] = 'x';
        require(rec_position_json(header, view, &reader.board, reader.line, out,
                                  rooms[i]) == length,
                "the length does not depend on the room");
        require(out[rooms[i]] == 'x', "a buffer is not overrun");
        require(rooms[i] <= length || strcmp(out, json) == 0,
                "a buffer that is large enough gets it all");
        free(out);
    }
    require_json(rec_what_if_json(header, view, &reader.board, reader.line, line, size,
                                  &outcome, json, sizeof json));
    require_json(rec_legal_json(view, &reader.board, &moves, json, sizeof json));
    require_json(rec_board_json(&reader.board, json, sizeof json));
    for (unsigned seat = 0; seat <= view->players; seat++)
        require_json(rec_clues_json(view, &reader.board,
                                    seat < view->players ? seat : (unsigned)TOB_NONE,
                                    json, sizeof json));
    require_json(rec_distances_json(&reader.board, tob_hexset_first(reader.board.spaces),
                                    json, sizeof json));
}

/* ---- Operations ---- */

static void redact(unsigned viewer)
{
    const size_t length = rec_hosted_redact(&hosted, as(viewer), text, sizeof text);
    size_t at = rec_hosted_redact_header(&hosted, as(viewer), parts, sizeof parts);
    rec_error error;

    if (!rec_hosted_shows(&hosted, as(viewer))) {
        require(length == 0 && at == 0, "nothing is shown to others");
        return;
    }
    for (uint32_t line = hosted.header + 1u; line <= hosted.lines; line++) {
        at += rec_hosted_redact_line(&hosted, line, as(viewer), parts + at,
                                     sizeof parts - at);
        parts[at++] = '\n';
    }
    require(at == length && memcmp(text, parts, at) == 0,
            "the whole is redacted as its lines are");
    require(rec_read(&fresh, text, length, UINT32_MAX, &error),
            "a redacted record can be read");
}

static void sleep_and_wake(void)
{
    rec_error error;

    rec_hosted_detach(&hosted);
    require(rec_hosted_feed(&hosted, "1 end", 5, &error) == REC_REFUSED,
            "a sleeping game takes no line");
    require(!rec_hosted_seek(&hosted, 0), "a sleeping game does not seek");
    require(rec_hosted_attach(&hosted, &reader) && reader.line == hosted.lines,
            "a game wakes at its end");
}

static void feed(const char *line, size_t length)
{
    const rec_hosted before = hosted;
    rec_error error;
    rec_answer answer = rec_hosted_feed(&hosted, line, length, &error);

    if (answer == REC_NO_ROOM) {
        require(hosted.lines == before.lines, "nothing is fed without room");
        grow(hosted.need_text, hosted.need_lines);
        answer = rec_hosted_feed(&hosted, line, length, &error);
        require(answer != REC_NO_ROOM, "the room asked for is enough");
    }
    if (answer == REC_REFUSED)
        require(hosted.lines == before.lines && error.text && error.clause,
                "a refusal changes nothing and says something");
    else
        require(hosted.lines == before.lines + 1, "a line is kept");
}

/* Bytes that may be no line at all are redacted too: never longer, always ended. */
static void redact_bytes(const char *line, size_t length)
{
    char out[REC_LINE_MAX];
    const size_t kept = rec_redact_line(line, length, as(length % WATCHERS), out);

    require(kept <= length && kept < REC_LINE_MAX && out[kept] == '\0',
            "a redacted line is no longer than the line");
}

/* The whole input as a text, in memory of the size that it asks for. */
static void read_whole(const char *input, size_t size)
{
    rec_error error;
    rec_answer answer = rec_hosted_read(&hosted, input, size, &error);

    if (answer == REC_NO_ROOM) {
        agree();
        grow(hosted.need_text, hosted.need_lines);
        answer = rec_hosted_read(&hosted, input, size, &error);
    }
    require(answer != REC_NO_ROOM, "the room asked for is enough");
    require(answer == REC_DONE || error.line == hosted.lines + 1,
            "the lines before the fault stay");
    agree();
}

/* "@L123 rest": does what the letter says. */
static void operate(const char *line, size_t length)
{
    const uint32_t lines = hosted.lines;
    uint32_t number = 0;
    size_t at = 2;
    rec_effects effects;

    for (; at < length && line[at] >= '0' && line[at] <= '9'; at++)
        number = number * 10 + (uint32_t)(line[at] - '0');
    switch (length > 1 ? line[1] : 0) {
    case 's':
        require(rec_hosted_seek(&hosted, number) == (number <= lines),
                "every line can be sought");
        break;
    case 'c':
        require(rec_hosted_cut(&hosted, number) == (number <= lines),
                "the record is cut at any line");
        break;
    case 'e':
        if (rec_hosted_effects(&hosted, number, &effects))
            require_json(rec_effects_json(&reader.board, &effects, json, sizeof json));
        break;
    case 'g':
        grow(hosted.buffers.text_room + number % 512,
             hosted.buffers.line_room + number % 64);
        break;
    case 'r': redact(number % WATCHERS); break;
    case 'w': sleep_and_wake(); break;
    case 'j':
        if (rec_has_game(&reader) && rec_hosted_shows(&hosted, as(number % WATCHERS))) {
            tob_game view = reader.game;
            if (tob_viewer_is_full(view.viewer))
                tob_view(&view, &reader.game, as(number % WATCHERS));
            at += at < length;
            show_json(&view, line + at, length - at);
        }
        break;
    default: feed(line, length); return;
    }
    agree();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *input = (const char *)bytes;

    free(letters);
    free(ends);
    letters = malloc(1);
    ends = malloc(sizeof ends[0]);
    checks = 0;
    rec_hosted_init(&hosted, &reader, (rec_buffers){letters, ends, 0, 0});
    for (size_t from = 0; from < size;) {
        const char *end = memchr(input + from, '\n', size - from);
        const size_t length = end ? (size_t)(end - input) - from : size - from;
        redact_bytes(input + from, length);
        if (length && input[from] == '@' && checks < CHECKS_MAX)
            operate(input + from, length);
        else
            feed(input + from, length);
        from += length + 1;
    }
    checks = 0;
    agree();
    read_whole(input, size);
    return 0;
}
