/* play: a first game in the terminal, by record lines or numbers from a list. */
#include <editline/readline.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/draw.h"
#include "tobago/random.h"

typedef struct session {
    rec_reader reader;
    tob_rng rng;
    FILE *file; /* the record being written, or NULL */
    const char *path;
    bool human[TOB_SEATS];
    bool terminal;
    unsigned shown_to; /* the seat that saw the board last */
    draw_style style;
} session;

static tob_moves moves;        /* the legal moves of the decision at hand */
static const tob_board *spell; /* the board that spells them */

/* ---- Completion ---- */

/* The legal lines that begin with the text, for Tab. */
static char *complete_line(const char *text, int again)
{
    static unsigned at;

    if (!again)
        at = 0;
    while (at < moves.count) {
        char line[REC_LINE_MAX];
        rec_write_move(spell, moves.move[at++], line);
        if (strncmp(line, text, strlen(text)) == 0)
            return strdup(line);
        if (strncmp(line + 2, text, strlen(text)) == 0)
            return strdup(line + 2); /* the seat in front may be left out */
    }
    return NULL;
}

static char **complete(const char *text, int from, int to)
{
    (void)from;
    (void)to;
    rl_attempted_completion_over = 1;
    return rl_completion_matches(text, complete_line);
}

/* ---- Keeping the record ---- */

static bool keep(session *s, const char *line)
{
    if (!s->file)
        return true;
    if (fprintf(s->file, "%s\n", line) > 0 && fflush(s->file) == 0 &&
        fsync(fileno(s->file)) == 0)
        return true;
    cli_complain("%s: %s", s->path, strerror(errno));
    return false;
}

/* Plays a line and writes it down; false if it is refused. */
static bool play_line(session *s, const char *line, rec_error *error, cli_exit *code)
{
    if (!rec_feed(&s->reader, line, strlen(line), error))
        return false;
    if (!keep(s, line))
        *code = CLI_SYSTEM;
    return true;
}

/* ---- Showing ---- */

static void show_board(const session *s, unsigned seat)
{
    tob_game view;

    tob_view(&view, &s->reader.game, seat);
    draw_position(stdout, s->style, &s->reader.header, &view, &s->reader.board);
}

static void show_moves(const session *s)
{
    for (unsigned i = 0; i < moves.count; i++) {
        char line[REC_LINE_MAX];
        rec_write_move(&s->reader.board, moves.move[i], line);
        printf("%4u  %s\n", i + 1, line);
    }
}

static void show_help(void)
{
    puts("Type the number of a move, or a record line (Tab completes; the seat in front\n"
         "may be left out), or one of:\n"
         "  list    the legal moves        board   the island and everything you see\n"
         "  why M   why M is not legal     help    this\n"
         "  quit    stop; a game with a file goes on later");
}

/* What happened, as far as those before the screen may know it: one person sees her own
 * cards; of several, none does, and the board shows them after the hand-over. */
static void announce(const session *s)
{
    unsigned people = 0, viewer = TOB_VIEW_SPECTATOR;
    char line[REC_LINE_MAX];

    for (unsigned seat = 0; seat < s->reader.game.players; seat++)
        if (s->human[seat]) {
            viewer = people++ ? TOB_VIEW_SPECTATOR : seat;
        }
    rec_write_move(&s->reader.board, rec_redact(s->reader.move, viewer), line);
    printf("  %s\n", line);
}

/* The cards that a seat holds, and those of the treasure at hand that she looked at. */
static void show_hand(const session *s, unsigned seat)
{
    const tob_game *game = &s->reader.game;

    fputs("hand:", stdout);
    for (uint64_t rest = game->hand[seat]; rest; rest &= rest - 1)
        printf(" %s", tob_card_name((unsigned)__builtin_ctzll(rest)));
    if (game->bag || game->phase == TOB_PHASE_OFFER) {
        fputs("   looked at:", stdout);
        for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
            for (unsigned i = 0; i < game->peeked[seat][coins]; i++)
                printf(coins ? " %u" : " curse", coins);
    }
    putchar('\n');
}

static void show_result(const session *s)
{
    const tob_result result = tob_result_of(&s->reader.game);

    show_board(s, TOB_VIEW_FULL);
    printf("The game is over (%s).\n", result.ending == TOB_ENDING_E1 ? "E1" : "E3");
    for (unsigned seat = 0; seat < s->reader.game.players; seat++)
        printf("%u. %s, %u coins\n", result.place[seat], s->reader.header.name[seat],
               result.coins[seat]);
}

/* ---- Asking ---- */

/* Puts the seat in front of a line that lacks it. */
static void add_seat(const session *s, const char *typed, char line[static REC_LINE_MAX])
{
    const unsigned seat = tob_to_move(&s->reader.game);

    if (strncmp(typed, "nature", 6) == 0 || (typed[0] >= '1' && typed[0] <= '9'))
        snprintf(line, REC_LINE_MAX, "%s", typed);
    else
        snprintf(line, REC_LINE_MAX, "%u %.240s", seat + 1, typed);
}

static void explain(const rec_error *error)
{
    printf("No: %s", error->text);
    if (*error->clause)
        printf(" (%s)", error->clause);
    if (error->word)
        printf(": '%s'", error->token);
    fputs(".\n", stdout);
}

static void ask_why(const session *s, const char *typed)
{
    char line[REC_LINE_MAX];
    tob_reason reason;
    rec_error error;
    tob_move move;

    add_seat(s, typed, line);
    if (!rec_parse_move(&s->reader.game, &s->reader.board, line, strlen(line), &move,
                        &error)) {
        explain(&error);
        return;
    }
    reason = tob_why(&s->reader.game, &s->reader.board, move);
    rec_explain(reason, line, strlen(line), &error);
    if (reason)
        explain(&error);
    else
        puts("That is legal.");
}

/* Reads a line: edited on a terminal, plain from a pipe. NULL at the end of input. */
static char *read_input(const session *s)
{
    char prompt[REC_NAME_MAX + 8];
    char *line = NULL;
    size_t size = 0;

    snprintf(prompt, sizeof prompt, "%s> ",
             s->reader.header.name[tob_to_move(&s->reader.game)]);
    if (s->terminal)
        return readline(prompt);
    if (getline(&line, &size, stdin) < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

/* Does what was typed; true when that was a move or the end. */
static bool obey(session *s, const char *typed, bool *quit, cli_exit *code)
{
    char line[REC_LINE_MAX];
    rec_error error;
    uint64_t number;

    if (!*typed) {
        return false;
    } else if (strcmp(typed, "quit") == 0 || strcmp(typed, "q") == 0) {
        *quit = true;
        return true;
    } else if (strcmp(typed, "help") == 0 || strcmp(typed, "?") == 0) {
        show_help();
        return false;
    } else if (strcmp(typed, "list") == 0) {
        show_moves(s);
        return false;
    } else if (strcmp(typed, "board") == 0) {
        show_board(s, tob_to_move(&s->reader.game));
        return false;
    } else if (strncmp(typed, "why ", 4) == 0) {
        ask_why(s, typed + 4);
        return false;
    }
    if (cli_number(typed, 0, UINT64_MAX, &number) &&
        (number < 1 || number > moves.count)) {
        printf("There are %u moves; 'list' shows them.\n", moves.count);
        return false;
    }
    if (cli_number(typed, 1, moves.count, &number))
        rec_write_move(&s->reader.board, moves.move[number - 1], line);
    else
        add_seat(s, typed, line);
    if (play_line(s, line, &error, code))
        return true;
    explain(&error);
    return false;
}

/* Another person sits down: what the last one saw goes off the screen first. */
static void hand_over(session *s, unsigned seat)
{
    unsigned people = 0;

    for (unsigned i = 0; i < s->reader.game.players; i++)
        people += s->human[i];
    if (s->shown_to == seat)
        return;
    if (s->terminal && people > 1) {
        char *pause;
        printf("\033[H\033[2J\033[3J%s, it is your decision: press Enter when only you "
               "look.\n",
               s->reader.header.name[seat]);
        pause = readline("");
        free(pause);
    }
    s->shown_to = seat;
    show_board(s, seat);
}

static bool ask_person(session *s, unsigned seat, cli_exit *code)
{
    bool quit = false, done = false;

    hand_over(s, seat);
    show_hand(s, seat);
    if (moves.count <= 24)
        show_moves(s);
    else
        printf("%u moves are legal; 'list' shows them.\n", moves.count);
    while (!done) {
        char *typed = read_input(s);
        if (!typed)
            return false;
        done = obey(s, typed, &quit, code);
        free(typed);
    }
    return !quit;
}

static cli_exit game_loop(session *s)
{
    cli_exit code = CLI_DONE;

    while (code == CLI_DONE && tob_to_move(&s->reader.game) != TOB_NOBODY) {
        const unsigned mover = tob_to_move(&s->reader.game);
        tob_legal(&s->reader.game, &s->reader.board, &moves);
        spell = &s->reader.board;
        if (mover < TOB_SEATS && s->human[mover]) {
            if (!ask_person(s, mover, &code))
                return code;
        } else {
            char line[REC_LINE_MAX];
            rec_error error;
            rec_write_move(&s->reader.board,
                           tob_random_move(&s->rng, &s->reader.game, &moves), line);
            play_line(s, line, &error, &code);
        }
        announce(s);
        if (s->reader.move.kind == TOB_MOVE_END)
            s->shown_to = TOB_NOBODY;
    }
    if (code == CLI_DONE)
        show_result(s);
    return code;
}

/* ---- Beginning ---- */

/* Goes on with the game of an existing file. */
static cli_exit resume(session *s, const char *path)
{
    static cli_record record;
    const cli_exit code = cli_record_read(&record, path, UINT64_MAX);
    const bool ends_well =
        record.text.length && record.text.bytes[record.text.length - 1] == '\n';

    s->reader = record.reader;
    cli_record_clear(&record);
    if (code)
        return code;
    if (!rec_has_game(&s->reader) || s->reader.game.viewer != TOB_VIEW_FULL) {
        cli_complain("%s: only a full record with its header can go on", path);
        return CLI_REFUSED;
    }
    s->file = fopen(path, "ab");
    if (!s->file || (!ends_well && fputc('\n', s->file) == EOF)) {
        cli_complain("%s: %s", path, strerror(errno));
        return CLI_SYSTEM;
    }
    return CLI_DONE;
}

static cli_exit begin(session *s, const char *path, const tob_config *config)
{
    static const char *const names[TOB_SEATS] = {"red", "blue", "green", "yellow"};
    rec_header header = {.config = *config};
    char text[REC_HEADER_MAX];
    size_t length;
    rec_error error;

    for (unsigned seat = 0; seat < config->players; seat++)
        snprintf(header.name[seat], sizeof header.name[seat], "%s", names[seat]);
    length = rec_write_header(&header, text);
    if (!rec_read(&s->reader, text, length, UINT32_MAX, &error)) {
        cli_complain_line("header", &error);
        return CLI_REFUSED;
    }
    if (!path)
        return CLI_DONE;
    s->file = fopen(path, "wbx");
    if (!s->file || fwrite(text, 1, length, s->file) != length || fflush(s->file) != 0) {
        cli_complain("%s: %s", path, strerror(errno));
        return CLI_SYSTEM;
    }
    return CLI_DONE;
}

/* "human,random": one word a seat; seats not named are random. */
static bool read_seats(session *s, const char *list, unsigned players)
{
    for (unsigned seat = 0; *list; seat++) {
        const size_t length = strcspn(list, ",");
        const bool human = length == 5 && strncmp(list, "human", 5) == 0;
        if (seat == players || (!human && (length != 6 || strncmp(list, "random", 6))))
            return false;
        s->human[seat] = human;
        list += length;
        list += *list == ',';
    }
    return true;
}

cli_exit cli_run_play(const cli_command *self, int count, char **words)
{
    static session s;
    const char *seats = "human", *island = NULL, *game_options = "";
    uint64_t players = 2, first = 0, seed = 0;
    unsigned number = 0;
    const cli_option options[] = {
        {"--players", CLI_NUMBER, &players, 2, TOB_SEATS},
        {"--seats", CLI_TEXT, &seats, 0, 0},
        {"--island", CLI_TEXT, &island, 0, 0},
        {"--options", CLI_TEXT, &game_options, 0, 0},
        {"--first", CLI_NUMBER, &first, 1, TOB_SEATS},
        {"--seed", CLI_NUMBER, &seed, 1, UINT64_MAX},
    };
    tob_config config = {.viewer = TOB_VIEW_FULL};
    bool exists;
    cli_words rest;
    cli_exit code =
        cli_parse(self, count, words, options, sizeof options / sizeof options[0], &rest);

    if (code)
        return code;
    if (rest.count > 1)
        return cli_usage(self, "at most one file");
    if (!read_seats(&s, seats, (unsigned)players))
        return cli_usage(self, "--seats takes human or random for each of the %u seats",
                         (unsigned)players);
    if (first > players)
        return cli_usage(self, "--first is one of the %u seats", (unsigned)players);
    if (!cli_game_options(game_options, &config.options))
        return CLI_USAGE;
    if (island && !cli_island(island, &number))
        return CLI_REFUSED;
    exists = rest.count && access(rest.word[0], F_OK) == 0;
    if (exists && (players != 2 || first || island || *game_options))
        return cli_usage(self, "%s holds a game already, with its own settings",
                         rest.word[0]);
    if (!seed && getrandom(&seed, sizeof seed, 0) != sizeof seed)
        return CLI_SYSTEM;
    s.path = rest.count ? rest.word[0] : NULL;
    s.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    s.style = draw_style_for(stdout);
    s.shown_to = TOB_NOBODY;
    tob_rng_init(&s.rng, seed, 0);
    config.players = (uint8_t)players;
    config.island = (uint8_t)(island ? number : tob_rng_below(&s.rng, TOB_ISLANDS));
    config.first =
        (uint8_t)(first ? first - 1 : tob_rng_below(&s.rng, (uint32_t)players));
    rl_attempted_completion_function = complete;
    rl_basic_word_break_characters = ""; /* a line is completed as a whole */
    rl_completion_append_character = '\0';
    code = exists ? resume(&s, s.path) : begin(&s, s.path, &config);
    if (code == CLI_DONE)
        code = game_loop(&s);
    if (s.file && fclose(s.file) != 0 && code == CLI_DONE)
        code = CLI_SYSTEM;
    return code;
}
