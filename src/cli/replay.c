/* replay: a position of a record, drawn or as JSON. */
#include "cli/commands.h"
#include "tui/draw.h"
#include "host/record.h"
#include "host/print.h"
#include "tobago/names.h"
#include "tobago/kinds.h"

/* ---- JSON ---- */

static void json_space(const char *key, const tob_board *board, unsigned space)
{
    char name[4];

    if (space == TOB_NONE) {
        printf("\"%s\":null", key);
        return;
    }
    tob_space_name(board, space, name);
    printf("\"%s\":\"%s\"", key, name);
}

static void json_objects(const tob_game *game, const tob_board *board)
{
    bool any = false;

    fputs("\"objects\":[", stdout);
    for (unsigned object = 0; object < TOB_OBJECT_COUNT; object++) {
        const uint8_t *at = object == TOB_STATUE ? game->statue
                            : object == TOB_HUT  ? game->hut
                                                 : game->palm;
        for (unsigned i = 0; i < tob_object_limit((tob_object)object); i++) {
            if (at[i] == TOB_NONE)
                continue;
            printf("%s{\"kind\":\"%s\",", any ? "," : "", tob_object_name(object));
            json_space("space", board, at[i]);
            if (object == TOB_STATUE)
                printf(",\"facing\":\"%s\"", tob_direction_name(game->facing[i]));
            putchar('}');
            any = true;
        }
    }
    putchar(']');
}

static void json_map(const tob_game *game, const tob_board *board, unsigned treasure)
{
    uint8_t cards[TOB_CARD_MAX];
    const unsigned length = tob_map_cards(game, treasure, cards);

    printf("{\"treasure\":\"%s\",\"known\":%s,\"markers\":%s,\"sites\":",
           tob_treasure_name(treasure), game->map[treasure].count == 1 ? "true" : "false",
           tob_hexset_is_empty(tob_map_markers(game, treasure)) ? "false" : "true");
    host_json_spaces(stdout, board, game->map[treasure].sites);
    fputs(",\"clues\":[", stdout);
    for (unsigned i = 0; i < length; i++) {
        const uint8_t rose = game->rose[cards[i]];
        printf("%s{\"card\":\"%s\",\"seat\":%u,\"roses\":%u}", i ? "," : "",
               tob_card_name(cards[i]), tob_rose_owner(rose) + 1, tob_rose_number(rose));
    }
    fputs("]}", stdout);
}

static void json_seat(const rec_header *header, const tob_game *game,
                      const tob_board *board, unsigned seat)
{
    bool any = false;

    printf("{\"seat\":%u,\"name\":", seat + 1);
    host_json_string(stdout, header->name[seat]);
    putchar(',');
    json_space("atv", board, game->atv[seat]);
    printf(",\"amulets\":%u,\"roses\":%u,\"hand_size\":%u", game->amulet[seat],
           game->roses[seat], game->hand_size[seat]);
    if (tob_hand_known(game, seat)) {
        fputs(",\"hand\":[", stdout);
        for (uint64_t rest = game->hand[seat]; rest; rest &= rest - 1, any = true)
            printf("%s\"%s\"", any ? "," : "",
                   tob_card_name((unsigned)__builtin_ctzll(rest)));
        putchar(']');
    }
    fputs(",\"pile\":[", stdout);
    any = false;
    for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++)
        for (unsigned i = 0; i < game->pile[seat][coins]; i++, any = true)
            printf("%s%u", any ? "," : "", coins);
    fputs("]}", stdout);
}

/* Treasure cards as an array of coins; 0 is a curse. */
static void json_coins(const char *key, const uint8_t *cards)
{
    bool any = false;

    printf("\"%s\":[", key);
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        for (unsigned i = 0; i < cards[coins]; i++, any = true)
            printf("%s%u", any ? "," : "", coins);
    putchar(']');
}

/* The discards, the card that starts a map (S5), the treasure being shared out (R3). */
static void json_public(const tob_game *game)
{
    bool any = false;

    fputs(",\"clue_discards\":[", stdout);
    for (uint64_t rest = game->discards; rest; rest &= rest - 1, any = true)
        printf("%s\"%s\"", any ? "," : "",
               tob_card_name((unsigned)__builtin_ctzll(rest)));
    fputs("],", stdout);
    json_coins("treasure_discards", game->treasure_discards);
    if (game->phase == TOB_PHASE_START)
        printf(",\"card\":\"%s\"", tob_card_name(game->card));
    if (!tob_is_shared_out(game, game->treasure))
        return;
    printf(",\"raised\":{\"treasure\":\"%s\",\"seat\":%u,\"rose\":%u,\"left\":%u,",
           tob_treasure_name(game->treasure), game->raiser + 1, game->raise_rose,
           game->bag);
    json_coins("shown", game->shown);
    fputs(",\"peeked\":[", stdout);
    for (unsigned seat = 0; seat < game->players; seat++) {
        printf("%s{", seat ? "," : "");
        json_coins("coins", game->peeked[seat]);
        putchar('}');
    }
    fputs("]}", stdout);
}

static void json_volcano(const tob_game *game, const tob_board *board)
{
    bool any = false;

    fputs(",\"volcano\":{\"hexes\":", stdout);
    host_json_spaces(stdout, board, board->ground[TOB_VOLCANO]);
    fputs(",\"lava\":", stdout);
    host_json_spaces(stdout, board, board->ground[TOB_LAVA]);
    printf(",\"tiles\":%u,\"clues\":[", game->lava_tiles);
    for (unsigned i = 0; game->side >> i; i++)
        if (game->side >> i & 1) {
            printf("%s\"%s\"", any ? "," : "", tob_card_name(tob_card_count() + i));
            any = true;
        }
    fputs("]}", stdout);
}

static void json_position(const rec_reader *reader, const tob_game *game)
{
    const tob_board *board = &reader->board;
    const tob_result result = tob_result_of(game);
    const unsigned mover = tob_to_move(game);
    char island[5];

    tob_island_name(game->island, island);
    printf("{\"line\":%u,\"island\":\"%s\",\"hash\":\"%016llx\",", reader->line, island,
           (unsigned long long)tob_hash(game));
    json_objects(game, board);
    fputs(",\"amulets\":", stdout);
    host_json_spaces(stdout, board, game->amulets);
    fputs(",\"maps\":[", stdout);
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        if (treasure)
            putchar(',');
        json_map(game, board, treasure);
    }
    fputs("],\"seats\":[", stdout);
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (seat)
            putchar(',');
        json_seat(&reader->header, game, board, seat);
    }
    printf("],\"clue_deck\":%u,\"treasure_deck\":%u,\"amulet_pile\":%u,\"to_move\":",
           game->deck_size, game->treasure_deck, game->amulet_pile);
    if (mover == TOB_NATURE)
        fputs("\"nature\"", stdout);
    else if (mover == TOB_NOBODY)
        fputs("null", stdout);
    else
        printf("%u", mover + 1);
    printf(",\"turn\":%u,\"phase\":\"%s\",\"legs\":%u", game->turn + 1,
           tob_phase_of(game->phase)->word, tob_legs_left(game));
    json_public(game);
    if (game->options & TOB_OPTION_VOLCANO)
        json_volcano(game, board);
    if (game->phase == TOB_PHASE_OFFER)
        printf(",\"offer\":{\"treasure\":\"%s\",\"coins\":%u}",
               tob_treasure_name(game->treasure), game->offered);
    printf(",\"ending\":%s}\n", result.ending == TOB_ENDING_NONE ? "null"
                                : result.ending == TOB_ENDING_E1 ? "\"E1\""
                                                                 : "\"E3\"");
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
        code = host_record_check_viewer(rest.word[0], &record.reader, viewer);
    if (code == HOST_DONE && !rec_has_game(&record.reader)) {
        if (json)
            printf("{\"line\":%u}\n", record.reader.line);
        else
            puts("no game yet: the header goes on");
    } else if (code == HOST_DONE) {
        const rec_reader *reader = &record.reader;
        tob_game game = reader->game;
        if (as && !tob_viewer_equal(game.viewer, viewer))
            tob_view(&game, &reader->game, viewer);
        if (json)
            json_position(reader, &game);
        else
            draw_position(stdout, draw_style_for(stdout), &reader->header, &game,
                          &reader->board);
    }
    host_record_clear(&record);
    return code;
}
