/* check, legal, why, view: questions about a record. */
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

/* Prints one line of the view; in JSON as an element of an array. */
static void print_view_line(const char *line, size_t length, bool json, bool first)
{
    char copy[REC_LINE_MAX];

    if (!json) {
        fwrite(line, 1, length, stdout);
        putchar('\n');
        return;
    }
    memcpy(copy, line, length);
    copy[length] = '\0';
    if (!first)
        putchar(',');
    host_json_string(stdout, copy);
}

/* The header's lines. One that is cut short is printed as it is. */
static void print_view_header(const host_record *record, tob_viewer viewer, bool json)
{
    rec_header header = record->reader.header;
    char text[REC_HEADER_MAX];
    const char *at = text;

    header.config.viewer = viewer;
    if (rec_has_game(&record->reader))
        rec_write_header(&header, text);
    else
        at = record->text.bytes;
    for (bool first = true; *at; first = false) {
        const size_t length = strcspn(at, "\n");
        print_view_line(at, length, json, first);
        at += length;
        at += *at == '\n';
    }
}

/* Prints each move as the viewer may know it. */
static void print_view_moves(const host_record *record, tob_viewer viewer, bool json)
{
    const char *text = record->text.bytes;
    uint32_t header = record->reader.line - record->reader.moves;

    for (size_t from = 0; from < record->text.length;) {
        const size_t length = strcspn(text + from, "\n");
        char line[REC_LINE_MAX];
        if (header)
            header--;
        else
            print_view_line(line, rec_redact_line(text + from, length, viewer, line),
                            json, false);
        from += length + 1;
    }
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
        code = host_record_check_viewer(rest.word[0], &record.reader, viewer);
    if (code == HOST_DONE) {
        if (json)
            fputs("{\"lines\":[", stdout);
        print_view_header(&record, viewer, json);
        print_view_moves(&record, viewer, json);
        if (json)
            puts("]}");
    }
    host_record_clear(&record);
    return code;
}
