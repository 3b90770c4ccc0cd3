/* verify: were the cards of a game fair? (docs/fairness.md) */
#include <string.h>

#include "cli/commands.h"
#include "host/print.h"
#include "host/text.h"
#include "tobago/fair.h"

/* The most bytes of a proof. Events that were taken back stay in it, so a game with many
 * undos has a proof much longer than its record. */
enum { PROOF_MAX = 16 * REC_BYTES_MAX };

typedef struct verify {
    rec_proof proof;
    rec_hosted hosted;
    rec_reader reader;
    tob_moves moves;
    char text[REC_BYTES_MAX];
    uint32_t end[REC_LINES_MAX];
    bool json, steps;
} verify;

/* ---- Steps ---- */

static void print_step(const verify *v, const char *line, size_t length)
{
    const rec_proof *proof = &v->proof;

    printf("%5u  %-10s  %.*s", proof->line, fair_part_name(proof->part), (int)length,
           line);
    if (proof->part == FAIR_PART_DRAWN)
        printf("  (event %u, draw %u)", proof->place.event, proof->place.index);
    putchar('\n');
}

static void json_step(const verify *v, const char *line, size_t length)
{
    const rec_proof *proof = &v->proof;
    char text[REC_LINE_MAX];

    snprintf(text, sizeof text, "%.*s", (int)length, line);
    printf("%s{\"line\":%u,\"part\":\"%s\",\"text\":", proof->line > 1 ? "," : "",
           proof->line, fair_part_name(proof->part));
    host_json_string(stdout, text);
    if (proof->part == FAIR_PART_DRAWN)
        printf(",\"event\":%u,\"draw\":%u", proof->place.event, proof->place.index);
    putchar('}');
}

static void check_lines(verify *v, const host_text *text)
{
    for (size_t from = 0; from < text->length;) {
        const char *line = text->bytes + from;
        const char *end = memchr(line, '\n', text->length - from);
        const size_t length = end ? (size_t)(end - line) : text->length - from;

        if (!rec_proof_feed(&v->proof, line, length))
            return;
        if (v->steps && v->json)
            json_step(v, line, length);
        else if (v->steps)
            print_step(v, line, length);
        from += length + 1;
    }
}

/* ---- The verdict ---- */

static void print_verdict(const char *path, const fair_verdict *verdict,
                          const char *drawn)
{
    if (!verdict->line) {
        printf("%s: sound, %u draws in %u events, %u lines: %s\n", path, verdict->draws,
               verdict->events, verdict->lines, verdict->text);
        return;
    }
    host_complain("%s:%u: %s%s%s%s%s%s", path, verdict->line, verdict->clause,
                  *verdict->clause ? ": " : "", verdict->text, *drawn ? " ('" : "", drawn,
                  *drawn ? "')" : "");
}

static void json_verdict(const fair_verdict *verdict, const char *drawn)
{
    printf("\"ok\":%s,\"draws\":%u,\"events\":%u,\"lines\":%u",
           verdict->line ? "false" : "true", verdict->draws, verdict->events,
           verdict->lines);
    if (verdict->line)
        printf(",\"line\":%u,\"clause\":\"%s\"", verdict->line, verdict->clause);
    fputs(",\"reason\":", stdout);
    host_json_string(stdout, verdict->text);
    if (*drawn) {
        fputs(",\"drawn\":", stdout);
        host_json_string(stdout, drawn);
    }
    puts("}");
}

static host_status verify_file(verify *v, const char *path, const host_text *text)
{
    const rec_buffers buffers = {v->text, v->end, sizeof v->text, REC_LINES_MAX};
    const char *drawn;
    fair_verdict verdict;

    rec_hosted_init(&v->hosted, &v->reader, buffers);
    rec_proof_init(&v->proof, &v->hosted, &v->moves);
    if (v->json) {
        fputs("{\"file\":", stdout);
        host_json_string(stdout, path);
        putchar(',');
    }
    if (v->json && v->steps)
        fputs("\"steps\":[", stdout);
    check_lines(v, text);
    if (v->json && v->steps)
        fputs("],", stdout);
    verdict = rec_proof_end(&v->proof);
    drawn = v->proof.differs ? v->proof.drawn : "";
    if (v->json)
        json_verdict(&verdict, drawn);
    else
        print_verdict(path, &verdict, drawn);
    return verdict.line ? HOST_REFUSED : HOST_DONE;
}

host_status cli_run_verify(const cli_command *self, cli_words *words)
{
    static verify v;
    const cli_option options[] = {{"--json", CLI_INTO(&v.json), 0, 0},
                                  {"-v", CLI_INTO(&v.steps), 0, 0}};
    host_status code = cli_parse(self, words, options, 2);
    host_text text;

    if (code)
        return code;
    if (words->count != 1)
        return cli_usage(self, "one file is needed");
    code = host_text_read(&text, words->word[0], PROOF_MAX);
    if (!code && text.length > PROOF_MAX) {
        host_complain("%s: is longer than any proof", words->word[0]);
        code = HOST_REFUSED;
    } else if (!code) {
        code = verify_file(&v, words->word[0], &text);
    }
    host_text_clear(&text);
    return code;
}
