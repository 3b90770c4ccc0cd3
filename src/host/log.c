#include "host/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/text.h"
#include "tobago/json.h"

static host_log_form form = HOST_LOG_OFF;

static void append(host_text *line, const char *text)
{
    host_text_append(line, text, strlen(text));
}

static void append_string(host_text *line, const char *text)
{
    const size_t length = rec_string_json(text, NULL, 0);
    char *const bytes = host_need(malloc(length + 1));

    rec_string_json(text, bytes, length + 1);
    host_text_append(line, bytes, length);
    free(bytes);
}

/* Does a value need quotes in a line for people? */
static bool is_word(const char *value)
{
    for (; *value; value++)
        if ((unsigned char)*value <= ' ' || strchr("\"=\\", *value) || *value == 0x7f)
            return false;
    return true;
}

static void append_field(host_text *line, const host_log_field *field)
{
    if (form == HOST_LOG_JSON) {
        append(line, ",\"");
        append(line, field->key);
        append(line, "\":");
    } else {
        append(line, " ");
        append(line, field->key);
        append(line, "=");
    }
    if (form == HOST_LOG_TEXT && is_word(field->value))
        append(line, field->value);
    else
        append_string(line, field->value);
}

static void write_line(const char *level, const char *event, const host_log_field *fields,
                       size_t count)
{
    const time_t now = time(NULL);
    host_text line = {0};
    struct tm parts;
    char head[160], at[32];

    gmtime_r(&now, &parts);
    strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", &parts);
    snprintf(head, sizeof head,
             form == HOST_LOG_JSON ? "{\"at\":\"%s\",\"level\":\"%s\",\"event\":\"%s\""
                                   : "%s %s %s",
             at, level, event);
    append(&line, head);
    for (size_t i = 0; i < count; i++)
        if (fields[i].value && *fields[i].value)
            append_field(&line, &fields[i]);
    append(&line, form == HOST_LOG_JSON ? "}\n" : "\n");
    fwrite(line.bytes, 1, line.length, stderr); /* one call, so that lines stay whole */
    host_text_clear(&line);
}

static void log_complaint(const char *sentence)
{
    write_line("error", "complaint", &(host_log_field){"message", sentence}, 1);
}

void host_log_begin(host_log_form wanted)
{
    form = wanted;
    host_complain_to(form == HOST_LOG_OFF ? NULL : log_complaint);
}

bool host_log_is_on(void)
{
    return form != HOST_LOG_OFF;
}

void host_log(const char *event, const host_log_field *fields, size_t count)
{
    if (form != HOST_LOG_OFF)
        write_line("info", event, fields, count);
}
