/* The hosted game: a record that grows, is looked at anywhere, and is cut.
 *
 * A rec_hosted holds the record's text, every line ended by LF, an index of where the
 * lines end, and a reader that stands after any of them. The text, the index and the
 * reader always agree: the reader is what rec_read makes of the lines up to where it
 * stands.
 *
 * All memory is the caller's. The text takes what the record has in bytes, the index 4
 * bytes a line; a game of four has some 600 lines and 10 kB. The reader takes about 10 kB
 * and is needed only while lines are played or looked at: a server with many tables lets
 * idle ones sleep (rec_hosted_detach) and shares a few readers among those that are
 * awake. A sleeping table costs its text, its index and sizeof(rec_hosted), 48 bytes, and
 * still gives out its text, its lines and what viewers may know of them.
 *
 * One thread at a time may use a rec_hosted and its reader; different ones do not touch
 * each other. */
#ifndef TOBAGO_HOSTED_H
#define TOBAGO_HOSTED_H

#include "tobago/effects.h"
#include "tobago/record.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Memory for a record, and how much of it there is. */
typedef struct rec_buffers {
    char *text;
    uint32_t *end; /* of each line in the text, its LF included */
    uint32_t text_room;
    uint32_t line_room; /* elements of 'end' */
} rec_buffers;

/* Read the fields freely; only the functions below change them. */
typedef struct rec_hosted {
    rec_reader *reader; /* the caller's; NULL while the game sleeps */
    rec_buffers buffers;
    uint32_t lines;      /* of the whole record */
    uint32_t need_text;  /* after REC_NO_ROOM: the least sizes that the buffers */
    uint32_t need_lines; /* must have */
    uint8_t header;      /* how many lines belong to the header */
    uint8_t players;     /* 0 until the header names them */
    tob_viewer viewer;   /* whose record it is, as far as the header has been read */
    uint8_t unused;
} rec_hosted;

typedef enum rec_answer {
    REC_DONE,
    REC_REFUSED, /* the line is at fault; *error says why */
    REC_NO_ROOM, /* a buffer is too small; need_text and need_lines say how much it takes
                  */
} rec_answer;

/* Begins an empty record in these buffers, which may have no room at all. 'reader' may be
 * NULL: the game sleeps then. */
void rec_hosted_init(rec_hosted *hosted, rec_reader *reader, rec_buffers buffers);

/* Takes over other buffers, which hold what the old ones held, as realloc leaves them;
 * the caller frees the old ones. False if they are too small for that: nothing is
 * changed. */
bool rec_hosted_resize(rec_hosted *hosted, rec_buffers buffers);

/* Wakes a sleeping game: the reader replays the record and stands after its last line.
 * False only if the buffers no longer hold what was fed: the reader then stands before
 * the first line that makes no sense. */
bool rec_hosted_attach(rec_hosted *hosted, rec_reader *reader);

/* Lets the game sleep. The reader is the caller's to use for something else. */
void rec_hosted_detach(rec_hosted *hosted);

/* Another rec_hosted over the same lines, with a reader of its own that stands before the
 * first of them. It seeks and is asked; it is never fed, read into, cut or resized. It is
 * valid until the first one changes, so several threads may look at one record. */
rec_hosted rec_hosted_look(const rec_hosted *hosted, rec_reader *reader);

/* ---- Lines come and go ---- */

/* Plays a line, given without its LF, and keeps it at the end of the record. Any legal
 * line is taken, nature's and the header's too: a host that gets lines from clients reads
 * them with rec_parse_move first and lets a seat make its own moves only (tob_is_nature,
 * move.seat), once the header is complete. 'line' lies outside the buffers. It is refused
 * too while the reader stands before the end or the game sleeps. Unless the answer is
 * REC_DONE, nothing has changed. */
rec_answer rec_hosted_feed(rec_hosted *hosted, const char *line, size_t length,
                           rec_error *error);

/* Replaces the record by a text that lies outside the buffers; its last line needs no LF.
 * Room is wanted for all of the text before its first line is looked at, up to
 * REC_BYTES_MAX and REC_LINES_MAX: a longer text is refused at its first line that no
 * game can have. REC_NO_ROOM changes nothing. REC_REFUSED leaves the lines before the one
 * at fault. */
rec_answer rec_hosted_read(rec_hosted *hosted, const char *text, size_t length,
                           rec_error *error);

/* Makes the reader stand after this many lines; those that follow are kept. Going forward
 * feeds what lies between, going back replays from the start. False if there are fewer
 * lines or the game sleeps: nothing is changed. */
bool rec_hosted_seek(rec_hosted *hosted, uint32_t line);

/* Cuts off all lines after this many; a reader that stands behind that goes back there.
 * False if there are fewer lines: nothing is changed. */
bool rec_hosted_cut(rec_hosted *hosted, uint32_t lines);

/* ---- What it holds ---- */

/* The text, 'length' bytes without a terminating zero; it belongs to the buffers. */
const char *rec_hosted_text(const rec_hosted *hosted, uint32_t *length);

/* Line number 'line' (from 1) without its LF, or NULL if there is none. */
const char *rec_hosted_line(const rec_hosted *hosted, uint32_t line, uint32_t *length);

/* The effects of a line that is a move; the reader stands after it then. False for other
 * lines, and while the game sleeps: nothing is changed. */
bool rec_hosted_effects(rec_hosted *hosted, uint32_t line, rec_effects *effects);

/* ---- What a viewer may know of it (H1) ---- */

/* May this viewer's record be made of this one? The viewer must be in the game, and a
 * view cannot be turned into another one. */
bool rec_hosted_shows(const rec_hosted *hosted, tob_viewer viewer);

/* The game as a viewer may know it, where the reader stands. False if there is no game
 * there, the game sleeps or cannot be shown to this viewer: *view is not written. */
bool rec_hosted_view(const rec_hosted *hosted, tob_viewer viewer, tob_game *view);

/* The three below write text for a viewer to whom rec_hosted_shows it, ended by a zero.
 * They return its length, however large the buffer is, and write at most 'room' bytes;
 * a text that is cut short is not to be used. For other viewers they write nothing and
 * return 0.
 *
 * The record is the header and then each of the moves, with an LF after every line. The
 * header has a line "view ..." more than that of a full record. */
size_t rec_hosted_redact(const rec_hosted *hosted, tob_viewer viewer, char *out,
                         size_t room);
size_t rec_hosted_redact_header(const rec_hosted *hosted, tob_viewer viewer, char *out,
                                size_t room);

/* One line, without its LF. Lines of the header are as they are. */
size_t rec_hosted_redact_line(const rec_hosted *hosted, uint32_t line, tob_viewer viewer,
                              char *out, size_t room);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
