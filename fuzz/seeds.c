/* Writes what the fuzz targets begin with: seed/fuzz_record, seed/fuzz_hosted,
 * seed/fuzz_moves, seed/fuzz_proof, seed/fuzz_table, seed/fuzz_frames, seed/fuzz_http
 * and seed/fuzz_hub, and the words of records and proofs as record.dict, below the folder
 * that is its argument. The games are eager ones, so that a treasure is raised within a
 * few hundred lines. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/proofs.h"
#include "tests/watchers.h"
#include "tests/world.h"
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
                                        "lava ",
                                        "tobago proof 1\\x0a",
                                        "commitment ",
                                        "secret ",
                                        "share 1 ",
                                        "event ",
                                        " start island first\\x0a",
                                        " lines\\x0a",
                                        " undo ",
                                        " patch ",
                                        "end\\x0a"};
    FILE *file = create(folder, "%s/record.dict", 0);

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        fprintf(file, "\"%s\"\n", words[i]);
    for (unsigned card = 0; card < tob_card_total(); card++)
        fprintf(file, "\"%s\"\n", tob_card_name(card));
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        fprintf(file, "\"%s\"\n", tob_treasure_name(treasure));
    fclose(file);
}

/* Dice for a session at a table, and the events of one. */
static void write_table(const char *folder, unsigned number)
{
    FILE *file = create(folder, "%s/seed/fuzz_table/dice-%u", number);
    world w;
    dice d = {&w, NULL, 0};
    tbl_table *t;

    world_init(&w, number);
    fputc(0, file);
    for (unsigned i = 0; i < 100 * (1 + number % 8); i++)
        fputc((int)roll(&d, 256), file);
    fclose(file);
    t = some_table(&d);
    some_start(t);
    for (unsigned i = 0; i < 10 * (1 + number % 5); i++)
        act(&d, t);
    file = create(folder, "%s/seed/fuzz_table/events-%u", number);
    fputc(1, file);
    for (uint32_t n = 1; n <= tbl_event_count(t); n++) {
        size_t length;
        const char *text = tbl_event(t, n, &length);
        fwrite(text, 1, length, file);
        fputc(0x1e, file);
    }
    fclose(file);
    tbl_free(t);
    world_clear(&w);
}

/* Requests, and frames behind the byte that says how they are cut. */
static void write_network(const char *folder)
{
    static const char *const requests[] = {
        "GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip;q=0, br\r\n"
        "If-None-Match: \"a\", W/\"b\"\r\n\r\n",
        "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nCookie: a=b\r\n"
        "Content-Type: application/json\r\nOrigin: http://x\r\nExpect: 100-continue\r\n"
        "\r\n",
        "GET http://x/ws?a=%20 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Protocol: tobago.1\r\n\r\n",
        "HEAD /a.js HTTP/1.0\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        "GET /%61.js HTTP/1.1\r\nHost: x\r\n\r\n",
    };
    static const char frames[] = "\x07\x01\x82\1\2\3\4`g\x89\x81\0\0\0\0?"
                                 "\x80\x83\0\0\0\0\xe2\x82\xac\x81\xfe\0\x80\0\0\0\0"
                                 "0123456789012345678901234567890123456789012345678901"
                                 "2345678901234567890123456789012345678901234567890123"
                                 "456789012345678901234567\x88\x82\0\0\0\0\x03\xe8";
    FILE *file = create(folder, "%s/seed/fuzz_frames/frames", 0);

    fwrite(frames, 1, sizeof frames - 1, file);
    fclose(file);
    for (unsigned i = 0; i < sizeof requests / sizeof *requests; i++) {
        file = create(folder, "%s/seed/fuzz_http/request-%u", i);
        fputs(requests[i], file);
        fclose(file);
    }
}

/* What guests do at the table of fuzz_hub. */
static void write_hub(const char *folder)
{
    static const char *const lines[] = {
        "0{\"id\":1,\"do\":\"follow\",\"table\":\"@T\",\"after\":2}\n"
        "2{\"id\":1,\"do\":\"follow\",\"table\":\"@T\",\"key\":\"@K\"}\n"
        "0{\"id\":2,\"do\":\"say\",\"table\":\"@T\",\"text\":\"hi\"}\n"
        "1{\"id\":3,\"do\":\"notes\",\"table\":\"@T\",\"text\":\"mine\"}\n"
        "1{\"id\":4,\"do\":\"resign\",\"table\":\"@T\"}\nt5000\nt5000\n",
        "0@L\n1@L\n0@L\n1@L\nt3000\n0@L\n1@L\n0{\"id\":9,\"do\":\"undo\",\"table\":\"@"
        "T\","
        "\"after\":@N,\"lines\":14}\nx\n0{\"id\":1,\"do\":\"follow\",\"table\":\"@T\"}\n",
        "2{\"id\":1,\"do\":\"create\",\"seats\":[\"me\",\"open\",\"hard\"],\"island\":"
        "\"random\",\"options\":[\"volcano\"],\"clock\":{\"kind\":\"live\",\"minutes\":3,"
        "\"increment_s\":5,\"stand_in\":\"easy\"},\"open\":true,\"watchable\":true}\n"
        "2{\"id\":2,\"do\":\"lobby\",\"follow\":true}\n1{\"id\":3,\"do\":\"mine\","
        "\"follow\":"
        "true}\n1{\"id\":4,\"do\":\"finished\",\"before\":9,\"of\":\"all\"}"
        "\nc1\nt99999999\n",
        "p/api/guest {\"name\":\"Eve\"}\np/api/enter {\"link\":\"join=@T.@K\"}\n"
        "g/api/table/@T/record\ng/api/table/@T/proof\ng/healthz\n",
        "0{\"id\":1,\"do\":\"propose\",\"table\":\"@T\",\"after\":@N,\"kind\":\"pause\"}"
        "\n"
        "1{\"id\":2,\"do\":\"consent\",\"table\":\"@T\",\"proposal\":6,\"yes\":true}\n"
        "0{\"id\":3,\"do\":\"resume\",\"table\":\"@T\"}\n0{\"id\":4,\"do\":\"links\","
        "\"table\":"
        "\"@T\"}\n0{\"id\":5,\"do\":\"revoke\",\"what\":\"seat\",\"table\":\"@T\"}\n"
        "0{\"id\":6,\"do\":\"revoke\",\"what\":\"guest\"}\n",
        "1{\"id\":1,\"do\":\"push_key\"}\n1{\"id\":2,\"do\":\"subscribe\","
        "\"subscription\":{\"endpoint\":\"https://push.example/a?b=c\",\"keys\":{"
        "\"p256dh\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-"
        "AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}}}"
        "\n1{\"id\":3,\"do\":\"hidden\",\"on\":true}\n0@L\n1@L\n0@L\n1@L\n"
        "1{\"id\":4,\"do\":\"unsubscribe\",\"subscription\":{\"endpoint\":"
        "\"https://push.example/a?b=c\"}}\n",
        "0{\"id\":1,\"do\":\"say\",\"table\":\"@T\",\"text\":\"hi\"}\n"
        "2{\"id\":1,\"do\":\"say\",\"table\":\"@T\",\"text\":\"hi\"}\n"
        "1{\"id\":2,\"do\":\"report\",\"table\":\"@T\",\"what\":\"chat\",\"guest\":"
        "\"@A\",\"text\":\"odd\"}\nx\n0{\"id\":3,\"do\":\"data\"}\n"
        "0{\"id\":4,\"do\":\"data\",\"next\":\"@T\"}\n1{\"id\":5,\"do\":\"block\","
        "\"guest\":\"@C\",\"on\":true}\n"
        "0{\"id\":6,\"do\":\"forget\",\"guest\":\"@A\"}\nx\nt5000\n1@L\nt5000\nc0\n"
        "2{\"id\":7,\"do\":\"forget\",\"guest\":\"@C\"}\nt90000000\nx\n1@L\n",
        "p/api/guest {\"name\":\"x\",\"password\":\"y\"}\n"
        "p/api/enter {\"link\":\"seat=@T.0\",\"password\":\"open sesame\"}\n"
        "p/api/guest {\"name\":\"x\",\"password\":\"open sesame\"}\n",
    };

    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        FILE *const file = create(folder, "%s/seed/fuzz_hub/evening-%u", i);
        fputs(lines[i], file);
        fclose(file);
    }
}

int main(int count, char **words)
{
    static story s;
    static proof_story proof;
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
        write_table(words[1], number);
        proof_tell(&proof, 1, number, 10 + 10 * (number % 4), true);
        file = create(words[1], "%s/seed/fuzz_proof/game-%u", number);
        fwrite(proof.text, 1, proof.length, file);
        fclose(file);
    }
    write_hub(words[1]);
    write_words(words[1]);
    write_network(words[1]);
    return 0;
}
