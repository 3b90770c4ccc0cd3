/* The record as a viewer may know it, and the proof of its draws.
 *
 * A table made by other rules has no game to ask, so its record is put together from the
 * lines of its events and redacted line by line. */
#include <stdlib.h>
#include <string.h>

#include "table/core.h"

/* Is the game over, so that everyone may know everything? */
static bool is_open(const tbl_table *t)
{
    return t->state >= TBL_OVER;
}

/* ---- Lines from events ---- */

typedef struct script {
    span *line;
    uint32_t lines, room;
} script;

static void script_add(script *s, span line)
{
    if (s->lines == s->room) {
        s->room = s->room ? 2 * s->room : 256;
        s->line = host_need(realloc(s->line, s->room * sizeof s->line[0]));
    }
    s->line[s->lines++] = line;
}

static script script_of(const tbl_table *t)
{
    script s = {0};

    for (uint32_t number = 1; number <= t->count; number++) {
        cursor c;
        const event_head head = event_open(t, number, &c);
        if (head.kind == TBL_EVENT_UNDO || head.kind == TBL_EVENT_PATCH)
            s.lines = (uint32_t)read_number(&c, s.lines);
        if (head.kind != TBL_EVENT_START && head.kind != TBL_EVENT_LINES)
            continue;
        read_rest(&c);
        while (!c.bad && c.at < c.end)
            script_add(&s, read_rest(&c));
    }
    return s;
}

bool record_is_header(span line)
{
    static const char *const words[] = {"tobago ", "players ", "island ", "options ",
                                        "first "};

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (line.length > strlen(words[i]) &&
            memcmp(line.text, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

void record_put_view(host_text *out, tob_viewer viewer)
{
    if (tob_viewer_is_full(viewer))
        return;
    put_text(out, "view ");
    if (tob_viewer_is_spectator(viewer))
        put_text(out, "spectator");
    else
        put_number(out, tob_viewer_seat(viewer) + 1);
    put_text(out, "\n");
}

static void put_script(const tbl_table *t, tob_viewer viewer, host_text *out)
{
    script s = script_of(t);
    bool header = true;

    for (uint32_t i = 0; i < s.lines; i++) {
        char line[REC_LINE_MAX];
        if (header && !record_is_header(s.line[i])) {
            record_put_view(out, viewer);
            header = false;
        }
        put_bytes(out, line,
                  rec_redact_line(s.line[i].text, s.line[i].length, viewer, line));
        put_text(out, "\n");
    }
    free(s.line);
}

/* ---- The record ---- */

static void put_record(const tbl_table *t, tob_viewer viewer, host_text *out)
{
    const rec_hosted *hosted = &t->record.hosted;
    uint32_t length;
    char *text;

    if (t->foreign) {
        put_script(t, viewer, out);
        return;
    }
    if (!t->lines || !rec_hosted_shows(hosted, viewer))
        return;
    rec_hosted_text(hosted, &length);
    length += 32; /* the line of the viewer */
    text = host_need(malloc(length));
    put_bytes(out, text, rec_hosted_redact(hosted, viewer, text, length));
    free(text);
}

void tbl_record(const tbl_table *t, tob_viewer viewer, host_text *out)
{
    put_record(t, is_open(t) ? tob_viewer_full() : viewer, out);
}

void tbl_full_record(const tbl_table *t, host_text *out)
{
    put_record(t, tob_viewer_full(), out);
}

/* ---- The proof ---- */

static void put_events(const tbl_table *t, host_text *out)
{
    for (uint32_t number = 1; number <= t->count; number++) {
        cursor c;
        const event_head head = event_open(t, number, &c);
        if (head.kind < TBL_EVENT_START || head.kind > TBL_EVENT_PATCH)
            continue;
        put_text(out, "event ");
        put_number(out, number);
        put_text(out, " ");
        put_text(out, kind_words[head.kind]);
        if (head.kind == TBL_EVENT_START) {
            const span drawn = read_rest(&c);
            put_text(out, " ");
            put_bytes(out, drawn.text, drawn.length);
        } else if (head.kind != TBL_EVENT_LINES) {
            put_text(out, " ");
            put_number(out, read_number(&c, UINT32_MAX));
        }
        put_text(out, "\n");
        if (head.kind == TBL_EVENT_LINES)
            read_rest(&c);
        if (head.kind == TBL_EVENT_START || head.kind == TBL_EVENT_LINES)
            put_bytes(out, c.at, (size_t)(c.end - c.at));
    }
}

bool tbl_proof(const tbl_table *t, host_text *out)
{
    if (!is_open(t) || !t->lines)
        return false;
    put_text(out, "tobago proof 1\ncommitment ");
    put_hex(out, t->commitment, sizeof t->commitment);
    put_text(out, "\nsecret ");
    put_hex(out, t->source.secret, sizeof t->source.secret);
    put_text(out, "\n");
    for (unsigned seat = 0; seat < t->settings.players; seat++)
        if (t->seat[seat].shared) {
            put_text(out, "share ");
            put_number(out, seat + 1);
            put_text(out, " ");
            put_hex(out, t->source.share[seat], FAIR_SHARE);
            put_text(out, "\n");
        }
    put_events(t, out);
    put_text(out, "end\n");
    return true;
}
