/* check, legal, why, view, replay: questions about a record. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "host/ask.h"
#include "host/print.h"
#include "host/record.h"
#include "host/text.h"
#include "tobago/json.h"
#include "tobago/whatif.h"
#include "tui/draw.h"

/* Points a person at a terminal to the text of the clause behind a refusal. Programs,
 * which read files and pipes, see nothing of it. */
static void point_to_rules(FILE *out, const char *clause)
{
    if (*clause && isatty(fileno(out)))
        fprintf(out, "'tobago rules %s' prints the rule\n", clause);
}

/* ---- check ---- */

static void print_check(const char *path, const rec_reader *reader)
{
    const tob_result result = tob_result_of(&reader->game);

    printf("%s: ok, %u lines, ", path, reader->line);
    if (result.ending)
        printf("over (%s)", tob_ending_clause(result.ending));
    else
        fputs(rec_has_game(reader) ? "under way" : "no game yet: the header goes on",
              stdout);
    for (unsigned seat = 0; result.ending && seat < reader->game.players; seat++)
        printf("%s %s %u", seat ? "," : ":", reader->header.name[seat],
               result.coins[seat]);
    putchar('\n');
}

static void json_check(const char *path, const host_record *record, host_status code)
{
    const rec_reader *reader = &record->reader;
    const rec_error *error = &record->error;

    fputs("{\"file\":", stdout);
    host_json_string(stdout, path);
    printf(",\"ok\":%s,\"lines\":%u", code ? "false" : "true", reader->line);
    if (code) {
        printf(",\"line\":%u,\"word\":%u,\"token\":", error->line, error->word);
        host_json_string(stdout, error->token);
        printf(",\"clause\":\"%s\",\"reason\":", error->clause);
        host_json_string(stdout, error->text);
    } else if (rec_has_game(reader)) {
        const tob_result result = tob_result_of(&reader->game);
        for (unsigned seat = 0; seat < reader->game.players; seat++) {
            fputs(seat ? "," : ",\"players\":[", stdout);
            host_json_string(stdout, reader->header.name[seat]);
        }
        fputs("],\"ending\":", stdout);
        if (result.ending)
            host_json_string(stdout, tob_ending_clause(result.ending));
        else
            fputs("null", stdout);
        printf(",\"hash\":\"%016llx\"", (unsigned long long)tob_hash(&reader->game));
        for (unsigned seat = 0; result.ending && seat < reader->game.players; seat++)
            printf("%s%u", seat ? "," : ",\"coins\":[", result.coins[seat]); /* D5 */
        fputs(result.ending ? "]" : "", stdout);
        printf(",\"round\":%u", tob_round(&reader->game));
    }
    putchar('}');
}

host_status cli_run_check(const cli_command *self, cli_words *words)
{
    static host_record record;
    bool json = false;
    const cli_option options[] = {{"--json", CLI_INTO(&json), 0, 0}};
    host_status worst = cli_parse(self, words, options, 1);

    if (worst)
        return worst;
    if (words->count == 0)
        return cli_usage(self, "a file is needed");
    if (json)
        fputs("{\"files\":[", stdout);
    for (int i = 0; i < words->count; i++) {
        const char *path = words->word[i];
        const host_status code = host_record_read(&record, path, UINT64_MAX);
        if (json && i)
            putchar(',');
        if (json)
            json_check(path, &record, code);
        else if (!code)
            print_check(path, &record.reader);
        else if (code == HOST_REFUSED)
            point_to_rules(stderr, record.error.clause);
        worst = code > worst ? code : worst;
        host_record_clear(&record);
    }
    if (json)
        puts("]}");
    return worst;
}

/* ---- Questions about one point of a record ---- */

typedef struct question {
    uint64_t at;        /* lines that are read */
    host_record record; /* these lines */
    cli_words *words;   /* the file and what follows it */
    const char *as;     /* NULL: as the record is */
    tob_viewer viewer;  /* that --as names */
    bool json;
    bool watch; /* answer after every line */
} question;

/* A command that asks one. */
typedef struct asking {
    host_status (*answer)(question *q);
    const char *needs; /* the words and options that it cannot do without */
    int least, most;   /* words that it takes */
    bool at, as;       /* it takes --at, --as */
    bool as_needed;
    bool watch; /* it takes --watch */
} asking;

/* Reads "1" to "4" or "spectator". */
static bool read_viewer(const char *text, tob_viewer *viewer)
{
    uint64_t seat;

    if (strcmp(text, "spectator") == 0)
        *viewer = tob_viewer_spectator();
    else if (host_number(text, 1, TOB_SEATS, &seat))
        *viewer = tob_viewer_of((unsigned)seat - 1);
    else
        return false;
    return true;
}

static host_status read_question(const cli_command *self, const asking *a, question *q)
{
    cli_option options[4] = {{"--json", CLI_INTO(&q->json), 0, 0}};
    size_t known = 1;
    host_status code;

    if (a->at)
        options[known++] = (cli_option){"--at", CLI_INTO(&q->at), 0, UINT32_MAX};
    if (a->as)
        options[known++] = (cli_option){"--as", CLI_INTO(&q->as), 0, 0};
    if (a->watch)
        options[known++] = (cli_option){"--watch", CLI_INTO(&q->watch), 0, 0};
    code = cli_parse(self, q->words, options, known);
    if (code)
        return code;
    if (q->watch && (!q->json || q->at != UINT64_MAX))
        return cli_usage(self, "--watch goes with --json, and without --at");
    if (q->words->count < a->least || q->words->count > a->most ||
        (a->as_needed && !q->as))
        return cli_usage(self, "%s needed", a->needs);
    if (q->as && !read_viewer(q->as, &q->viewer))
        return cli_usage(self, "--as takes 1 to 4 or spectator, not '%s'", q->as);
    return HOST_DONE;
}

/* Answers after every line of a file, as it comes. */
static host_status watch(const question *q)
{
    static ask_session session;
    const char *path = q->words->word[0];
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    host_status code;

    if (!file)
        return host_complain_file(path, errno);
    session.as = q->as != NULL;
    session.viewer = q->viewer;
    code = ask_lines(&session, file, stdout, true);
    ask_clear(&session);
    if (!standard)
        fclose(file);
    return code;
}

static host_status ask(const cli_command *self, cli_words *words, asking a)
{
    static question q;
    host_status code;

    q.at = UINT64_MAX;
    q.words = words;
    code = read_question(self, &a, &q);
    if (code)
        return code;
    if (q.watch)
        return watch(&q);
    code = host_record_read(&q.record, words->word[0], q.at);
    if (code == HOST_DONE && q.as)
        code = host_record_check_viewer(words->word[0], &q.record, q.viewer);
    if (code == HOST_DONE)
        code = a.answer(&q);
    host_record_clear(&q.record);
    return code;
}

/* ---- legal ---- */

static host_status answer_legal(question *q)
{
    static tob_moves moves;
    const rec_reader *reader = &q->record.reader;

    if (rec_has_game(reader))
        tob_legal(&reader->game, &reader->board, &moves);
    if (q->json)
        printf("{\"line\":%u,\"moves\":[", reader->line);
    for (unsigned i = 0; i < moves.count; i++) {
        char line[REC_LINE_MAX];
        rec_write_move(&reader->board, moves.move[i], line);
        printf(!q->json ? "%s\n" : i ? ",\"%s\"" : "\"%s\"", line);
    }
    if (q->json)
        puts("]}");
    return HOST_DONE;
}

host_status cli_run_legal(const cli_command *self, cli_words *words)
{
    return ask(self, words, (asking){answer_legal, "one file is", 1, 1, .at = true});
}

/* ---- why ---- */

/* The words of a move as one line; false if that is too long for a line. */
static bool join_words(const cli_words *words, char line[static REC_LINE_MAX])
{
    size_t length = 0;

    line[0] = '\0';
    for (int i = 1; i < words->count; i++) {
        if (length + strlen(words->word[i]) + 2 > REC_LINE_MAX)
            return false;
        length += (size_t)snprintf(line + length, REC_LINE_MAX - length, "%s%s",
                                   length ? " " : "", words->word[i]);
    }
    return true;
}

static host_status say_legal(const rec_error *error, bool legal, bool json)
{
    if (json) {
        printf("{\"legal\":%s", legal ? "true" : "false");
        if (!legal) {
            printf(",\"clause\":\"%s\",\"reason\":", error->clause);
            host_json_string(stdout, error->text);
            printf(",\"word\":%u,\"token\":", error->word);
            host_json_string(stdout, error->token);
        }
        puts("}");
    } else if (legal) {
        puts("legal");
    } else {
        if (*error->clause)
            printf("%s: ", error->clause);
        printf("%s", error->text);
        if (error->word)
            printf(" (word %u, '%s')", error->word, error->token);
        putchar('\n');
        point_to_rules(stdout, error->clause);
    }
    return legal ? HOST_DONE : HOST_REFUSED;
}

static host_status answer_why(question *q)
{
    static rec_outcome outcome;
    const rec_reader *reader = &q->record.reader;
    char line[REC_LINE_MAX];
    bool legal = false;

    if (!join_words(q->words, line)) {
        host_complain("the move is too long");
        return HOST_REFUSED;
    }
    if (rec_has_game(reader))
        legal = rec_what_if(&reader->game, &reader->board, line, strlen(line), &outcome);
    else
        outcome.error =
            (rec_error){.clause = "", .text = "there is no game yet: the header goes on"};
    return say_legal(&outcome.error, legal, q->json);
}

host_status cli_run_why(const cli_command *self, cli_words *words)
{
    return ask(self, words,
               (asking){answer_why, "a file and a move are", 2, INT_MAX, .at = true});
}

/* ---- view ---- */

static host_status answer_view(question *q)
{
    const rec_hosted *hosted = &q->record.hosted;
    const size_t length = rec_hosted_redact(hosted, q->viewer, NULL, 0);
    char *text = malloc(length + 1);

    if (!text) {
        host_complain("out of memory");
        return HOST_FAILED;
    }
    rec_hosted_redact(hosted, q->viewer, text, length + 1);
    if (q->json)
        host_json_lines(stdout, text, length);
    else
        fwrite(text, 1, length, stdout);
    fputs(q->json ? "\n" : "", stdout);
    free(text);
    return HOST_DONE;
}

host_status cli_run_view(const cli_command *self, cli_words *words)
{
    return ask(self, words,
               (asking){answer_view, "one file and --as SEAT are", 1, 1, .as = true,
                        .as_needed = true});
}

/* ---- replay ---- */

static host_status answer_replay(question *q)
{
    static char text[REC_JSON_MAX];
    const rec_reader *reader = &q->record.reader;
    tob_game game = reader->game;

    if (!rec_has_game(reader)) {
        printf(q->json ? "{\"line\":%u}\n" : "no game yet: the header goes on\n",
               reader->line);
        return HOST_DONE;
    }
    if (q->as)
        rec_hosted_view(&q->record.hosted, q->viewer, &game);
    if (q->json) {
        rec_position_json(&reader->header, &game, &reader->board, reader->line, text,
                          sizeof text);
        puts(text);
    } else {
        draw_position(stdout, draw_style_for(stdout), &reader->header, &game,
                      &reader->board);
    }
    return HOST_DONE;
}

host_status cli_run_replay(const cli_command *self, cli_words *words)
{
    return ask(self, words,
               (asking){answer_replay, "one file is", 1, 1, .at = true, .as = true,
                        .watch = true});
}
