/* Questions about a game, one line each, answered in JSON, one line each.
 *
 * A session holds a record that grows line by line. A line that it is given is a line of
 * the record, or a question about it; docs/bots.md describes them. It survives whatever
 * is asked: a line that makes no sense is answered with an error and changes nothing, and
 * memory is bounded. */
#ifndef TOBAGO_HOST_ASK_H
#define TOBAGO_HOST_ASK_H

#include "host/record.h"
#include "tobago/json.h"

/* Some 600 kB. Zeroed, it is empty. It points into itself: no copies. */
typedef struct ask_session {
    host_record record;
    tob_viewer viewer; /* of the answers, if 'as' is true; else the record's own */
    bool as;
    uint32_t most;      /* bytes of a record; 0: those of the longest */
    rec_reader looking; /* at other lines than that where the record stands */
    rec_outcome outcome;
    tob_moves moves;
    char text[REC_JSON_MAX];
} ask_session;

/* Answers a line, given without its LF: writes one line of JSON. */
void ask_answer(ask_session *session, const char *line, size_t length, FILE *out);

/* Adds a line of a record and answers with the position after it: {"line":N} as long as
 * the header goes on, and {"error":...} after a line that is refused; then it returns
 * false. */
bool ask_watch(ask_session *session, const char *line, size_t length, FILE *out);

/* Reads lines until the end of 'in' and answers each at once, by ask_watch if 'watch' is
 * true. Returns HOST_REFUSED if 'watch' was and a line was refused, HOST_FAILED after a
 * complaint if 'in' cannot be read or 'out' cannot be written. */
host_status ask_lines(ask_session *session, FILE *in, FILE *out, bool watch);

void ask_clear(ask_session *session);

#endif
