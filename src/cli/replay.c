/* replay: a position of a record, drawn or as JSON. */
#include "cli/commands.h"
#include "host/record.h"
#include "tobago/json.h"
#include "tui/draw.h"

static void print_json(const rec_reader *reader, const tob_game *game)
{
    static char text[REC_JSON_MAX];

    rec_position_json(&reader->header, game, &reader->board, reader->line, text,
                      sizeof text);
    puts(text);
}

host_status cli_run_replay(const cli_command *self, int count, char **words)
{
    static host_record record;
    const char *as = NULL;
    uint64_t at = UINT64_MAX;
    bool json = false;
    const cli_option options[] = {{"--at", CLI_NUMBER, &at, 0, UINT32_MAX},
                                  {"--as", CLI_TEXT, &as, 0, 0},
                                  {"--json", CLI_FLAG, &json, 0, 0}};
    tob_viewer viewer = tob_viewer_full();
    cli_words rest;
    host_status code = cli_parse(self, count, words, options, 3, &rest);

    if (code)
        return code;
    if (rest.count != 1)
        return cli_usage(self, "one file is needed");
    if (as && !cli_viewer(as, &viewer))
        return cli_usage(self, "--as takes 1 to 4 or spectator, not '%s'", as);
    code = host_record_read(&record, rest.word[0], at);
    if (code == HOST_DONE && as)
        code = host_record_check_viewer(rest.word[0], &record, viewer);
    if (code == HOST_DONE && !rec_has_game(&record.reader)) {
        if (json)
            printf("{\"line\":%u}\n", record.reader.line);
        else
            puts("no game yet: the header goes on");
    } else if (code == HOST_DONE) {
        const rec_reader *reader = &record.reader;
        tob_game game = reader->game;
        if (as)
            rec_hosted_view(&record.hosted, viewer, &game);
        if (json)
            print_json(reader, &game);
        else
            draw_position(stdout, draw_style_for(stdout), &reader->header, &game,
                          &reader->board);
    }
    host_record_clear(&record);
    return code;
}
