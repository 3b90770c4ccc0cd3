/* The hosted game: text, index and reader kept in step.
 *
 * A line is added in one place (keep_line), after the reader has accepted it and with the
 * room made sure of, so that a refusal at any point leaves no trace. What redaction needs
 * of the header (its length, the number of players, the viewer) is noted as its lines
 * come, so that a sleeping game can show its record. */
#include "tobago/hosted.h"

#include "record/text.h"

/* ---- Memory ---- */

void rec_hosted_init(rec_hosted *hosted, rec_reader *reader, rec_buffers buffers)
{
    *hosted = (rec_hosted){.reader = reader, .buffers = buffers};
    if (reader)
        rec_init(reader);
}

/* The end of the text of this many lines. */
static uint32_t end_of(const rec_hosted *hosted, uint32_t lines)
{
    return lines ? hosted->buffers.end[lines - 1] : 0;
}

bool rec_hosted_resize(rec_hosted *hosted, rec_buffers buffers)
{
    if (buffers.line_room < hosted->lines ||
        (hosted->lines && buffers.text_room < buffers.end[hosted->lines - 1]))
        return false;
    hosted->buffers = buffers;
    return true;
}

/* Is there room for a text of this size? Notes what is needed if there is not. */
static bool has_room(rec_hosted *hosted, size_t text, uint32_t lines)
{
    if (text <= hosted->buffers.text_room && lines <= hosted->buffers.line_room)
        return true;
    hosted->need_text = text < UINT32_MAX ? (uint32_t)text : UINT32_MAX;
    hosted->need_lines = lines;
    return false;
}

bool rec_hosted_attach(rec_hosted *hosted, rec_reader *reader)
{
    rec_init(reader);
    hosted->reader = reader;
    return rec_hosted_seek(hosted, hosted->lines);
}

void rec_hosted_detach(rec_hosted *hosted)
{
    hosted->reader = NULL;
}

rec_hosted rec_hosted_look(const rec_hosted *hosted, rec_reader *reader)
{
    rec_hosted other = *hosted;

    rec_init(reader);
    other.reader = reader;
    return other;
}

/* ---- Lines come and go ---- */

static rec_answer refuse(const rec_hosted *hosted, const char *text, rec_error *error)
{
    *error = (rec_error){.line = hosted->lines + 1, .clause = "", .text = text};
    return REC_REFUSED;
}

/* Adds a line that the reader has just accepted. */
static void keep_line(rec_hosted *hosted, const char *line, size_t length)
{
    const rec_reader *reader = hosted->reader;
    const uint32_t from = end_of(hosted, hosted->lines);

    for (size_t i = 0; i < length; i++)
        hosted->buffers.text[from + i] = line[i];
    hosted->buffers.text[from + length] = '\n';
    hosted->buffers.end[hosted->lines++] = from + (uint32_t)length + 1;
    hosted->header = (uint8_t)(reader->line - reader->moves);
    hosted->players = reader->header.config.players;
    hosted->viewer = reader->header.config.viewer;
}

rec_answer rec_hosted_feed(rec_hosted *hosted, const char *line, size_t length,
                           rec_error *error)
{
    const size_t used = end_of(hosted, hosted->lines);

    if (!hosted->reader)
        return refuse(hosted, "the game sleeps: no reader is attached", error);
    if (hosted->reader->line < hosted->lines)
        return refuse(hosted, "the reader stands before the end: seek there, or cut",
                      error);
    if (length < REC_LINE_MAX && !has_room(hosted, used + length + 1, hosted->lines + 1))
        return REC_NO_ROOM;
    if (!rec_feed(hosted->reader, line, length, error))
        return REC_REFUSED;
    keep_line(hosted, line, length);
    return REC_DONE;
}

static size_t line_end(const char *text, size_t from, size_t length)
{
    while (from < length && text[from] != '\n')
        from++;
    return from;
}

rec_answer rec_hosted_read(rec_hosted *hosted, const char *text, size_t length,
                           rec_error *error)
{
    size_t lines;
    bool open;

    if (!hosted->reader)
        return refuse(hosted, "the game sleeps: no reader is attached", error);
    if (length >= UINT32_MAX)
        return refuse(hosted, "the text is too long for a record", error);
    open = length && text[length - 1] != '\n';
    lines = open;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    if (!has_room(hosted, length < REC_BYTES_MAX ? length + open : REC_BYTES_MAX,
                  lines < REC_LINES_MAX ? (uint32_t)lines : REC_LINES_MAX))
        return REC_NO_ROOM;
    rec_hosted_init(hosted, hosted->reader, hosted->buffers);
    for (size_t from = 0; from < length;) {
        const size_t to = line_end(text, from, length);
        const rec_answer answer = rec_hosted_feed(hosted, text + from, to - from, error);
        if (answer == REC_NO_ROOM) /* a line before this one is at fault, or the bound */
            return refuse(hosted, "no game has so many lines or bytes", error);
        if (answer != REC_DONE)
            return answer;
        from = to + 1;
    }
    return REC_DONE;
}

bool rec_hosted_seek(rec_hosted *hosted, uint32_t line)
{
    rec_reader *reader = hosted->reader;

    if (!reader || line > hosted->lines)
        return false;
    if (line < reader->line)
        rec_init(reader);
    while (reader->line < line) {
        rec_error error;
        uint32_t length;
        const char *text = rec_hosted_line(hosted, reader->line + 1, &length);
        if (!rec_feed(reader, text, length, &error))
            return false; /* impossible: the reader accepted this line before */
    }
    return true;
}

bool rec_hosted_cut(rec_hosted *hosted, uint32_t lines)
{
    if (lines > hosted->lines)
        return false;
    if (hosted->reader && hosted->reader->line > lines && !rec_hosted_seek(hosted, lines))
        return false;
    hosted->lines = lines;
    if (lines >= hosted->header)
        return true;
    hosted->header = (uint8_t)lines;
    hosted->viewer = tob_viewer_full(); /* a view is named by the header's last line */
    if (lines < 2)
        hosted->players = 0;
    return true;
}

/* ---- Asking ---- */

const char *rec_hosted_text(const rec_hosted *hosted, uint32_t *length)
{
    *length = end_of(hosted, hosted->lines);
    return hosted->buffers.text;
}

const char *rec_hosted_line(const rec_hosted *hosted, uint32_t line, uint32_t *length)
{
    uint32_t from;

    *length = 0;
    if (line == 0 || line > hosted->lines)
        return NULL;
    from = end_of(hosted, line - 1);
    *length = end_of(hosted, line) - from - 1;
    return hosted->buffers.text + from;
}

bool rec_hosted_effects(rec_hosted *hosted, uint32_t line, rec_effects *effects)
{
    tob_game before;

    if (!hosted->reader || line <= hosted->header || line > hosted->lines ||
        !rec_hosted_seek(hosted, line - 1))
        return false;
    before = hosted->reader->game;
    if (!rec_hosted_seek(hosted, line))
        return false;
    *effects = rec_effects_of(&before, &hosted->reader->game, hosted->reader->move);
    return true;
}

/* ---- Redaction ---- */

/* The lines that a header needs before there is a game: format, players, island. */
enum { HEADER_LEAST = 3 };

bool rec_hosted_shows(const rec_hosted *hosted, tob_viewer viewer)
{
    const unsigned seat = tob_viewer_seat(viewer);
    const bool there = tob_viewer_is_full(viewer) || tob_viewer_is_spectator(viewer) ||
                       (seat < TOB_SEATS && (seat < hosted->players || !hosted->players));

    return there && rec_can_redact(hosted->viewer, viewer);
}

bool rec_hosted_view(const rec_hosted *hosted, tob_viewer viewer, tob_game *view)
{
    const rec_reader *reader = hosted->reader;

    if (!reader || !rec_has_game(reader) || !rec_hosted_shows(hosted, viewer))
        return false;
    if (tob_viewer_is_full(reader->game.viewer))
        tob_view(view, &reader->game, viewer);
    else
        *view = reader->game;
    return true;
}

static void put_header(const rec_hosted *hosted, tob_viewer viewer, rec_text *text)
{
    text_bytes(text, hosted->buffers.text, end_of(hosted, hosted->header));
    if (tob_viewer_equal(hosted->viewer, viewer) || hosted->header < HEADER_LEAST)
        return;
    text_put(text, "view ");
    if (tob_viewer_is_spectator(viewer))
        text_put(text, "spectator");
    else
        text_byte(text, (char)('1' + tob_viewer_seat(viewer)));
    text_byte(text, '\n');
}

static void put_line(const rec_hosted *hosted, uint32_t line, tob_viewer viewer,
                     rec_text *text)
{
    char redacted[REC_LINE_MAX];
    uint32_t length;
    const char *full = rec_hosted_line(hosted, line, &length);

    if (full)
        text_bytes(text, redacted, rec_redact_line(full, length, viewer, redacted));
}

size_t rec_hosted_redact_header(const rec_hosted *hosted, tob_viewer viewer, char *out,
                                size_t room)
{
    rec_text text = {.out = out, .room = room};

    if (rec_hosted_shows(hosted, viewer))
        put_header(hosted, viewer, &text);
    return text_end(&text);
}

size_t rec_hosted_redact_line(const rec_hosted *hosted, uint32_t line, tob_viewer viewer,
                              char *out, size_t room)
{
    rec_text text = {.out = out, .room = room};

    if (rec_hosted_shows(hosted, viewer))
        put_line(hosted, line, viewer, &text);
    return text_end(&text);
}

size_t rec_hosted_redact(const rec_hosted *hosted, tob_viewer viewer, char *out,
                         size_t room)
{
    rec_text text = {.out = out, .room = room};

    if (!rec_hosted_shows(hosted, viewer))
        return text_end(&text);
    put_header(hosted, viewer, &text);
    for (uint32_t line = hosted->header + 1u; line <= hosted->lines; line++) {
        put_line(hosted, line, viewer, &text);
        text_byte(&text, '\n');
    }
    return text_end(&text);
}
