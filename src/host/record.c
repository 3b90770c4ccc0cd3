#include "host/record.h"

static uint32_t count_lines(const host_text *text)
{
    uint32_t lines = 0;

    for (size_t i = 0; i < text->length; i++)
        lines += text->bytes[i] == '\n';
    return lines + (text->length && text->bytes[text->length - 1] != '\n');
}

host_status host_record_read(host_record *record, const char *path, uint64_t at)
{
    host_status code;

    record->error = (rec_error){.clause = "", .text = "the file cannot be read"};
    code = host_text_read(&record->text, path);
    return code ? code : host_record_parse(record, path, at);
}

host_status host_record_parse(host_record *record, const char *path, uint64_t at)
{
    rec_init(&record->reader);
    record->lines = count_lines(&record->text);
    if (record->lines == 0) {
        record->error.text = "the file is empty";
        host_complain("%s: empty: a record begins with the line 'tobago %d'", path,
                      REC_FORMAT);
        return HOST_REFUSED;
    }
    if (at != UINT64_MAX && at > record->lines) {
        host_complain("%s: has %u lines, not %llu", path, record->lines,
                      (unsigned long long)at);
        return HOST_REFUSED;
    }
    if (!rec_read(&record->reader, record->text.bytes, record->text.length,
                  at > UINT32_MAX ? UINT32_MAX : (uint32_t)at, &record->error)) {
        host_complain_line(path, &record->error);
        return HOST_REFUSED;
    }
    return HOST_DONE;
}

host_status host_record_check_viewer(const char *path, const rec_reader *reader,
                                     tob_viewer viewer)
{
    const tob_config *config = &reader->header.config;
    const unsigned seat = tob_viewer_seat(viewer);

    if (seat < TOB_SEATS && config->players && seat >= config->players)
        host_complain("%s: has %u seats, not %u", path, config->players, seat + 1);
    else if (!rec_can_redact(config->viewer, viewer))
        host_complain("%s: is the view of another seat, which hides what this one knows "
                      "(H1)",
                      path);
    else
        return HOST_DONE;
    return HOST_REFUSED;
}

void host_record_clear(host_record *record)
{
    host_text_clear(&record->text);
}
