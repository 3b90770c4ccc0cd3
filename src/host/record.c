#include "host/record.h"

#include <stdlib.h>
#include <string.h>

#include "host/text.h"

/* Doubles the buffers until they have the room that was found missing. */
static void grow(rec_hosted *hosted)
{
    rec_buffers buffers = hosted->buffers;

    if (!buffers.text_room)
        buffers.text_room = 4096;
    if (!buffers.line_room)
        buffers.line_room = 256;
    while (buffers.text_room < hosted->need_text)
        buffers.text_room *= 2;
    while (buffers.line_room < hosted->need_lines)
        buffers.line_room *= 2;
    buffers.text = host_need(realloc(buffers.text, buffers.text_room));
    buffers.end =
        host_need(realloc(buffers.end, buffers.line_room * sizeof buffers.end[0]));
    rec_hosted_resize(hosted, buffers);
}

typedef rec_answer taker(rec_hosted *, const char *, size_t, rec_error *);

/* Hands a text to rec_hosted_feed or rec_hosted_read, with the room that it needs. */
static bool give(host_record *record, taker *take, const char *text, size_t length,
                 rec_error *error)
{
    rec_hosted *hosted = &record->hosted;
    rec_answer answer;

    if (!hosted->reader)
        rec_hosted_init(hosted, &record->reader, hosted->buffers);
    while ((answer = take(hosted, text, length, error)) == REC_NO_ROOM)
        grow(hosted);
    return answer == REC_DONE;
}

bool host_record_feed(host_record *record, const char *line, size_t length,
                      rec_error *error)
{
    return give(record, rec_hosted_feed, line, length, error);
}

bool host_record_begin(host_record *record, const rec_header *header, rec_error *error)
{
    char text[REC_HEADER_MAX];

    return give(record, rec_hosted_read, text, rec_write_header(header, text), error);
}

bool host_record_load(host_record *record, const char *text, size_t length,
                      rec_error *error)
{
    return give(record, rec_hosted_read, text, length, error);
}

/* The length of the first 'at' lines of a text; *lines counts those of all of it. */
static size_t length_of(const host_text *text, uint64_t at, uint64_t *lines)
{
    size_t wanted = text->length;

    *lines = 0;
    for (size_t i = 0; i < text->length; i++)
        if (text->bytes[i] == '\n' || i + 1 == text->length) {
            ++*lines;
            if (*lines == at)
                wanted = i + 1;
        }
    return at ? wanted : 0;
}

/* Was reading stopped by a last line that was never finished? */
static bool is_unfinished(const host_record *record, const host_text *text,
                          uint64_t lines)
{
    return text->length <= REC_BYTES_MAX && record->hosted.lines &&
           record->hosted.lines + 1 == lines && text->bytes[text->length - 1] != '\n' &&
           text->length - record->hosted.buffers.end[record->hosted.lines - 1] <
               REC_LINE_MAX;
}

static host_status parse(host_record *record, const char *path, const host_text *text,
                         uint64_t at, bool resume)
{
    uint64_t lines;
    const size_t length = length_of(text, at, &lines);

    if (!lines) {
        record->error.text = "the file is empty";
        host_complain("%s: empty: a record begins with the line 'tobago %d'", path,
                      REC_FORMAT);
        return HOST_REFUSED;
    }
    if (at != UINT64_MAX && at > lines && text->length <= REC_BYTES_MAX) {
        host_complain("%s: has %llu lines, not %llu", path, (unsigned long long)lines,
                      (unsigned long long)at);
        return HOST_REFUSED;
    }
    if (give(record, rec_hosted_read, text->bytes, length, &record->error) ||
        (resume && is_unfinished(record, text, lines)))
        return HOST_DONE;
    host_complain_line(path, &record->error);
    return HOST_REFUSED;
}

static host_status read_file(host_record *record, const char *path, uint64_t at,
                             bool resume)
{
    host_text text;
    host_status code;

    *record = (host_record){.error = {.clause = "", .text = "the file cannot be read"}};
    code = host_text_read(&text, path, REC_BYTES_MAX);
    if (code == HOST_DONE)
        code = parse(record, path, &text, at, resume);
    host_text_clear(&text);
    return code;
}

host_status host_record_read(host_record *record, const char *path, uint64_t at)
{
    return read_file(record, path, at, false);
}

host_status host_record_resume(host_record *record, const char *path)
{
    return read_file(record, path, UINT64_MAX, true);
}

host_status host_record_check_viewer(const char *path, const host_record *record,
                                     tob_viewer viewer)
{
    const unsigned seat = tob_viewer_seat(viewer), players = record->hosted.players;

    if (rec_hosted_shows(&record->hosted, viewer))
        return HOST_DONE;
    if (seat < TOB_SEATS && players && seat >= players)
        host_complain("%s: has %u seats, not %u", path, players, seat + 1);
    else
        host_complain("%s: is the view of another seat, which hides what this one knows "
                      "(H1)",
                      path);
    return HOST_REFUSED;
}

void host_record_clear(host_record *record)
{
    free(record->hosted.buffers.text);
    free(record->hosted.buffers.end);
    *record = (host_record){0};
}
