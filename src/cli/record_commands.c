/* check, legal, why, view: questions about a record. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "host/print.h"
#include "host/record.h"
#include "tobago/whatif.h"

static void json_names(const rec_reader *reader)
{
    printf("\"players\":[");
    for (unsigned seat = 0; seat < reader->header.config.players; seat++) {
        if (seat)
            putchar(',');
        host_json_string(stdout, reader->header.name[seat]);
    }
    putchar(']');
}

/* ---- check ---- */

static void print_standing(const rec_reader *reader)
{
    const tob_result result = tob_result_of(&reader->game);

    printf(result.ending == TOB_ENDING_NONE ? ", under way"
           : result.ending == TOB_ENDING_E1 ? ", over (E1)"
                                            : ", over (E3)");
    if (result.ending == TOB_ENDING_NONE)
        return;
    for (unsigned seat = 0; seat < reader->game.players; seat++)
        printf("%s %s %u", seat ? "," : ":", reader->header.name[seat],
               result.coins[seat]);
}

static void print_check(const char *path, const host_record *record)
{
    const rec_reader *reader = &record->reader;

    printf("%s: ok, %u lines", path, reader->line);
    if (rec_has_game(reader))
        print_standing(reader);
    else
        fputs(", no game yet: the header goes on", stdout);
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
    } else if (!code && rec_has_game(reader)) {
        const tob_result result = tob_result_of(&reader->game);
        putchar(',');
        json_names(reader);
        printf(",\"ending\":%s,\"hash\":\"%016llx\"",
               result.ending == TOB_ENDING_NONE ? "null"
               : result.ending == TOB_ENDING_E1 ? "\"E1\""
                                                : "\"E3\"",
               (unsigned long long)tob_hash(&reader->game));
        for (unsigned seat = 0; result.ending && seat < reader->game.players; seat++)
            printf("%s%u", seat ? "," : ",\"coins\":[", result.coins[seat]); /* D5 */
        fputs(result.ending ? "]" : "", stdout);
    }
    putchar('}');
}

host_status cli_run_check(const cli_command *self, int count, char **words)
{
    static host_record record;
    bool json = false;
    const cli_option options[] = {{"--json", CLI_FLAG, &json, 0, 0}};
    cli_words rest;
    host_status worst = cli_parse(self, count, words, options, 1, &rest);

    if (worst)
        return worst;
    if (rest.count == 0)
        return cli_usage(self, "a file is needed");
    if (json)
        fputs("{\"files\":[", stdout);
    for (int i = 0; i < rest.count; i++) {
        const host_status code = host_record_read(&record, rest.word[i], UINT64_MAX);
        if (json && i)
            putchar(',');
        if (json)
            json_check(rest.word[i], &record, code);
        else if (!code)
            print_check(rest.word[i], &record);
        worst = code > worst ? code : worst;
        host_record_clear(&record);
    }
    if (json)
        puts("]}");
    return worst;
}

/* ---- legal ---- */

host_status cli_run_legal(const cli_command *self, int count, char **words)
{
    static host_record record;
    static tob_moves moves;
    uint64_t at = UINT64_MAX;
    bool json = false;
    const cli_option options[] = {{"--at", CLI_NUMBER, &at, 0, UINT32_MAX},
                                  {"--json", CLI_FLAG, &json, 0, 0}};
    cli_words rest;
    host_status code = cli_parse(self, count, words, options, 2, &rest);

    if (code)
        return code;
    if (rest.count != 1)
        return cli_usage(self, "one file is needed");
    code = host_record_read(&record, rest.word[0], at);
    if (code == HOST_DONE) {
        moves.count = 0;
        if (rec_has_game(&record.reader))
            tob_legal(&record.reader.game, &record.reader.board, &moves);
        if (json)
            printf("{\"line\":%u,\"moves\":[", record.reader.line);
        for (unsigned i = 0; i < moves.count; i++) {
            char line[REC_LINE_MAX];
            rec_write_move(&record.reader.board, moves.move[i], line);
            if (json)
                printf("%s\"%s\"", i ? "," : "", line);
            else
                puts(line);
        }
        if (json)
            puts("]}");
    }
    host_record_clear(&record);
    return code;
}

/* ---- why ---- */

/* The words of a move as one line; false if that is too long for a line. */
static bool join_words(const cli_words *words, char line[static REC_LINE_MAX])
{
    size_t length = 0;

    line[0] = '\0';
    for (int i = 1; i < words->count; i++) {
        const size_t more = strlen(words->word[i]);
        if (length + more + 2 > REC_LINE_MAX)
            return false;
        if (length)
            line[length++] = ' ';
        memcpy(line + length, words->word[i], more + 1);
        length += more;
    }
    return true;
}

static host_status answer(const rec_error *error, bool legal, bool json)
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
    }
    return legal ? HOST_DONE : HOST_REFUSED;
}

static host_status ask_why(const rec_reader *reader, const char *line, bool json)
{
    static rec_outcome outcome;
    bool legal;

    if (!rec_has_game(reader)) {
        outcome.error =
            (rec_error){.clause = "", .text = "there is no game yet: the header goes on"};
        return answer(&outcome.error, false, json);
    }
    legal = rec_what_if(&reader->game, &reader->board, line, strlen(line), &outcome);
    return answer(&outcome.error, legal, json);
}

host_status cli_run_why(const cli_command *self, int count, char **words)
{
    static host_record record;
    uint64_t at = UINT64_MAX;
    bool json = false;
    const cli_option options[] = {{"--at", CLI_NUMBER, &at, 0, UINT32_MAX},
                                  {"--json", CLI_FLAG, &json, 0, 0}};
    char line[REC_LINE_MAX];
    cli_words rest;
    host_status code = cli_parse(self, count, words, options, 2, &rest);

    if (code)
        return code;
    if (rest.count < 2)
        return cli_usage(self, "a file and a move are needed");
    if (!join_words(&rest, line)) {
        host_complain("the move is too long");
        return HOST_REFUSED;
    }
    code = host_record_read(&record, rest.word[0], at);
    if (code == HOST_DONE)
        code = ask_why(&record.reader, line, json);
    host_record_clear(&record);
    return code;
}

/* ---- view ---- */

/* Prints the lines of a text as a JSON array. */
static void json_lines(char *text)
{
    fputs("{\"lines\":[", stdout);
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        if (line != text)
            putchar(',');
        host_json_string(stdout, line);
    }
    puts("]}");
}

static host_status print_view(const host_record *record, tob_viewer viewer, bool json)
{
    const size_t length = rec_hosted_redact(&record->hosted, viewer, NULL, 0);
    char *text = malloc(length + 1);

    if (!text) {
        host_complain("out of memory");
        return HOST_FAILED;
    }
    rec_hosted_redact(&record->hosted, viewer, text, length + 1);
    if (json)
        json_lines(text);
    else
        fwrite(text, 1, length, stdout);
    free(text);
    return HOST_DONE;
}

host_status cli_run_view(const cli_command *self, int count, char **words)
{
    static host_record record;
    const char *as = NULL;
    bool json = false;
    const cli_option options[] = {{"--as", CLI_TEXT, &as, 0, 0},
                                  {"--json", CLI_FLAG, &json, 0, 0}};
    tob_viewer viewer;
    cli_words rest;
    host_status code = cli_parse(self, count, words, options, 2, &rest);

    if (code)
        return code;
    if (rest.count != 1 || !as)
        return cli_usage(self, "one file and --as SEAT are needed");
    if (!cli_viewer(as, &viewer))
        return cli_usage(self, "--as takes 1 to 4 or spectator, not '%s'", as);
    code = host_record_read(&record, rest.word[0], UINT64_MAX);
    if (code == HOST_DONE)
        code = host_record_check_viewer(rest.word[0], &record, viewer);
    if (code == HOST_DONE)
        code = print_view(&record, viewer, json);
    host_record_clear(&record);
    return code;
}
