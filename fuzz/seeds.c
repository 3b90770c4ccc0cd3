/* Writes what the fuzz targets begin with: seed/fuzz_record, seed/fuzz_hosted and
 * seed/fuzz_moves, and the words of records as record.dict, below the folder that is its
 * argument. The games are
 * eager ones, so that a treasure is raised within a few hundred lines. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/watchers.h"
#include "tobago/random.h"
#include "tobago/tobago.h"

enum { GAMES = 24, LINES = 500, TRIES = 200 };

typedef struct story {
    rec_header header;
    unsigned length, raises;
    uint8_t config[4], choice[2 * LINES + 8]; /* for fuzz_moves */
    unsigned choices;
    tob_move move[LINES];
} story;

static FILE *create(const char *folder, const char *name, unsigned number)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, name, folder, number);
    file = fopen(path, "wb");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

static bool is_dull(unsigned kind)
{
    return kind == TOB_MOVE_END || kind == TOB_MOVE_EXCHANGE || kind == TOB_MOVE_PASS ||
           kind == TOB_MOVE_AMULET_EXCHANGE;
}

/* Raises where it can; does the dull things least. */
static unsigned choose(tob_rng *rng, const tob_moves *moves)
{
    unsigned choice = tob_rng_below(rng, moves->count);

    for (unsigned i = 0; i < moves->count; i++)
        if (moves->move[i].kind == TOB_MOVE_RAISE)
            return i;
    for (unsigned tries = 0; tries < 4 && is_dull(moves->move[choice].kind); tries++)
        choice = tob_rng_below(rng, moves->count);
    return choice;
}

static void tell(story *s, uint64_t stream, tob_board *board)
{
    static const rec_header header = {.name = {"red", "blue", "green", "yellow"}};
    static tob_moves moves;
    tob_config *config = &s->header.config;
    tob_game game;
    tob_rng rng;

    tob_rng_init(&rng, 1, stream);
    *s = (story){.header = header};
    *config = (tob_config){.island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS),
                           .players = (uint8_t)(2 + tob_rng_below(&rng, 3)),
                           .options = (uint8_t)(stream & TOB_OPTION_ALL)};
    if (!(config->options & TOB_OPTION_VOLCANO))
        config->options &= TOB_OPTION_EXPERIENCED | TOB_OPTION_PLACED;
    s->config[0] = config->island;
    s->config[1] = config->players;
    s->config[3] = config->options;
    tob_board_init(board, config->island);
    tob_game_init(&game, board, config);
    while (s->length < LINES && tob_to_move(&game) != TOB_NOBODY) {
        unsigned choice;
        tob_legal(&game, board, &moves);
        choice = choose(&rng, &moves);
        if (moves.count > 0xf0)
            s->choice[s->choices++] = (uint8_t)(choice >> 8);
        s->choice[s->choices++] = (uint8_t)choice;
        s->raises += moves.move[choice].kind == TOB_MOVE_RAISE;
        s->move[s->length++] = moves.move[choice];
        tob_apply(&game, board, moves.move[choice]);
    }
}

static void write_record(const story *s, const tob_board *board, unsigned viewer,
                         FILE *file)
{
    rec_header header = s->header;
    char line[REC_HEADER_MAX];

    header.config.viewer = as(viewer);
    rec_write_header(&header, line);
    fputs(line, file);
    for (unsigned i = 0; i < s->length; i++) {
        rec_write_move(board, rec_redact(s->move[i], as(viewer)), line);
        fprintf(file, "%s\n", line);
    }
    fclose(file);
}

/* The first moves of a record with operations of fuzz_hosted strewn in. It is short: each
 * operation that goes back replays all of it. */
static void write_operations(const story *s, const tob_board *board, unsigned most,
                             FILE *file)
{
    char line[REC_HEADER_MAX];
    unsigned lines = 0;

    rec_write_header(&s->header, line);
    fputs(line, file);
    for (const char *at = line; *at; at++)
        lines += *at == '\n';
    for (unsigned i = 0; i < s->length && i < most; i++, lines++) {
        rec_write_move(board, s->move[i], line);
        if (i % 67 == 40)
            fprintf(file, "@g%u\n@r%u\n@j%u %s\n@e%u\n@s%u\n@s%u\n", i, i, i, line,
                    lines / 2, lines / 3, lines);
        if (i % 200 == 150)
            fprintf(file, "@w\n@s%u\n", lines);
        fprintf(file, "%s\n", line);
    }
    fprintf(file, "@c%u\n@r5\n@c2\n", lines / 2);
    fclose(file);
}

/* The words of a record, so that the fuzzer need not find their letters. */
static void write_words(const char *folder)
{
    static const char *const words[] = {"tobago 1",
                                        "players ",
                                        "island ",
                                        "options experienced",
                                        " placed",
                                        "first 2",
                                        "view ",
                                        "spectator",
                                        "nature ",
                                        "object ",
                                        "atv ",
                                        "initial ",
                                        "start ",
                                        "deal ",
                                        "clue ",
                                        "move",
                                        "leg ",
                                        "raise ",
                                        "exchange",
                                        "end",
                                        "amulet ",
                                        "remove ",
                                        "double ",
                                        "swap ",
                                        "discard ",
                                        "draw ",
                                        "peek ",
                                        "add ",
                                        "reveal ",
                                        "curse",
                                        "claim",
                                        "pass",
                                        "cannot",
                                        "?",
                                        "ABC0",
                                        "statue ",
                                        "hut ",
                                        "palm ",
                                        "nature curse\\x0a",
                                        "1 end\\x0a",
                                        "1 move\\x0a",
                                        "2 end\\x0a",
                                        "1 pass\\x0a",
                                        "volcano ",
                                        "triad ",
                                        "volcanic ",
                                        "take",
                                        "leave",
                                        "lava "};
    FILE *file = create(folder, "%s/record.dict", 0);

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        fprintf(file, "\"%s\"\n", words[i]);
    for (unsigned card = 0; card < tob_card_total(); card++)
        fprintf(file, "\"%s\"\n", tob_card_name(card));
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        fprintf(file, "\"%s\"\n", tob_treasure_name(treasure));
    fclose(file);
}

int main(int count, char **words)
{
    static story s;
    static tob_board board;
    uint64_t stream = 0;

    if (count != 2) {
        fprintf(stderr, "usage: seeds FOLDER\n");
        return 2;
    }
    for (unsigned number = 0; number < GAMES; number++) {
        FILE *file;
        unsigned viewer;
        do
            tell(&s, stream++, &board);
        while (s.raises < 1 + number % 3 && stream % TRIES);
        viewer = number % 2 ? EVERYBODY : (number / 2) % s.header.config.players;
        write_record(&s, &board, EVERYBODY,
                     create(words[1], "%s/seed/fuzz_record/full-%u", number));
        if (viewer != EVERYBODY)
            write_record(&s, &board, viewer,
                         create(words[1], "%s/seed/fuzz_record/view-%u", number));
        write_operations(&s, &board, 50 + 25 * (number % 8),
                         create(words[1], "%s/seed/fuzz_hosted/game-%u", number));
        file = create(words[1], "%s/seed/fuzz_moves/game-%u", number);
        fwrite(s.config, 1, sizeof s.config, file);
        fwrite(s.choice, 1, s.choices, file);
        fclose(file);
    }
    write_words(words[1]);
    return 0;
}
