#include "host/report.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*complaint_writer)(const char *sentence);
static atomic_ullong complaints;

void host_complain_to(void (*writer)(const char *sentence))
{
    complaint_writer = writer;
}

void host_complain(const char *format, ...)
{
    va_list arguments;

    atomic_fetch_add_explicit(&complaints, 1, memory_order_relaxed);
    fflush(stdout);
    if (complaint_writer) {
        char sentence[2000];
        va_start(arguments, format);
        vsnprintf(sentence, sizeof sentence, format, arguments);
        va_end(arguments);
        complaint_writer(sentence);
        return;
    }
    fputs("tobago: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

unsigned long long host_complaints(void)
{
    return atomic_load_explicit(&complaints, memory_order_relaxed);
}

host_status host_complain_file(const char *path, int error)
{
    host_complain("%s: %s", path, strerror(error));
    return HOST_FAILED;
}

void *host_need(void *memory)
{
    if (memory)
        return memory;
    host_complain("out of memory");
    exit(HOST_FAILED);
}

void host_complain_line(const char *path, const rec_error *error)
{
    char word[REC_WORD_MAX + 32] = "", clause[16] = "";

    if (error->word)
        snprintf(word, sizeof word, "word %u '%s'", error->word, error->token);
    if (*error->clause)
        snprintf(clause, sizeof clause, "%s(%s)", *word ? " " : "", error->clause);
    host_complain("%s:%u: %s%s%s%s", path, error->line, word, clause,
                  *word || *clause ? ": " : "", error->text);
}
