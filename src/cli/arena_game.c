/* One game of the arena: chance, bots of our own, bots of others.
 *
 * Whoever chooses gets the view of the seat (H2): our bots as a state, external ones as
 * lines. Decisions with one legal move are not put to anyone. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/arena.h"

static const char *const seat_names[TOB_SEATS] = {"red", "blue", "green", "yellow"};

/* The game being played. */
typedef struct session {
    arena_table *table;
    const arena_settings *settings;
    tob_config config;
    arena_deal deal;
    arena_result result;
    ai_bot *bot[TOB_SEATS];    /* by the order in which they were given */
    tob_rng chance[TOB_SEATS]; /* for moves made in a bot's stead */
    uint8_t bot_at[TOB_SEATS]; /* by seat */
    uint64_t number;           /* of the game */
    bool answered[TOB_SEATS];  /* in this game, whatever */
    bool stopped;
} session;

/* ---- The table ---- */

arena_table *arena_table_new(const arena_settings *settings, const atomic_bool *stop)
{
    arena_table *table = calloc(1, sizeof *table);

    if (!table)
        return NULL;
    table->settings = settings;
    table->stop = stop;
    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        tob_board_init(&table->islands[island], island);
    for (unsigned i = 0; i < settings->bots; i++) {
        if (settings->bot[i].words[0])
            continue;
        table->memory[i] = malloc(ai_bot_size(settings->bot[i].level));
        if (!table->memory[i]) {
            arena_table_free(table);
            return NULL;
        }
    }
    return table;
}

void arena_table_free(arena_table *table)
{
    if (!table)
        return;
    for (unsigned i = 0; i < TOB_SEATS; i++) {
        external_end(&table->child[i]);
        external_clear(&table->child[i]);
        cli_text_clear(&table->told[i]);
        free(table->memory[i]);
    }
    cli_text_clear(&table->record);
    free(table);
}

/* What a bot is greeted with: it can say at once if this is no game for it. */
static void write_hello(const arena_settings *settings, char out[static REC_LINE_MAX])
{
    char options[REC_LINE_MAX];
    const bool some = rec_write_options(settings->options, options) > 0;

    snprintf(out, REC_LINE_MAX, "hello %d players %u limit %u%s%.160s", EXTERNAL_PROTOCOL,
             settings->bots, settings->limit_ms, some ? " " : "", options);
}

static bool start_child(arena_table *table, unsigned i, const char **why)
{
    const arena_settings *settings = table->settings;
    char hello[REC_LINE_MAX];

    if (table->child[i].pid)
        return true;
    table->games[i] = 0;
    write_hello(settings, hello);
    return external_start(&table->child[i], settings->bot[i].words, hello,
                          settings->show_errors, settings->limit_ms, table->stop, why);
}

bool arena_table_start(arena_table *table)
{
    const char *why;

    for (unsigned i = 0; i < table->settings->bots; i++) {
        if (!table->settings->bot[i].words[0] || start_child(table, i, &why))
            continue;
        if (!atomic_load(table->stop))
            cli_complain("%s: %s", table->settings->bot[i].name, why);
        return false;
    }
    return true;
}

/* ---- External bots ---- */

static void note(session *s, arena_note *note, const char *text)
{
    if (!*note->text) {
        note->game = s->number;
        snprintf(note->text, sizeof note->text, "%s", text);
    }
}

static void lose(session *s, unsigned i, arena_loss loss)
{
    static const char *const words[ARENA_LOSS_COUNT] = {
        [ARENA_LOSS_SILENT] = "no answer in time",
        [ARENA_LOSS_DEAD] = "it closed its pipes",
        [ARENA_LOSS_FLOOD] = "a line of more than 255 bytes, or 64 KiB unasked"};
    external *child = &s->table->child[i];
    char text[64];

    external_kill(child);
    snprintf(text, sizeof text, "%s", words[loss]);
    if (loss == ARENA_LOSS_DEAD && WIFEXITED(child->status))
        snprintf(text, sizeof text, "it ended with exit code %d",
                 WEXITSTATUS(child->status));
    else if (loss == ARENA_LOSS_DEAD && WTERMSIG(child->status) != SIGKILL)
        snprintf(text, sizeof text, "it ended by signal %d", WTERMSIG(child->status));
    note(s, &s->table->loss[i], text);
    s->result.score[i].loss = (uint8_t)loss;
}

/* An answer that is no move, and why, with nothing in it that a terminal would obey. */
static void note_answer(session *s, unsigned i, const char *answer, const char *why)
{
    char text[200];
    int length = snprintf(text, sizeof text, "'%.60s': %s", answer, why);

    for (int k = 0; k < length && text[k]; k++)
        if ((unsigned char)text[k] < ' ' || (unsigned char)text[k] > '~')
            text[k] = '?';
    note(s, &s->table->answer[i], text);
    s->result.score[i].illegal++;
}

/* Does this bot follow the game as a process of its own? */
static bool listens(const session *s, unsigned i)
{
    return s->settings->bot[i].words[0] && !s->result.score[i].loss;
}

static void say_bytes(session *s, unsigned i, const char *text, size_t length)
{
    external_say(&s->table->child[i], text, length);
    if (s->answered[i])
        return;
    cli_text_append(&s->table->told[i], text, length);
    cli_text_append(&s->table->told[i], "\n", 1);
}

static void say(session *s, unsigned i, const char *text)
{
    say_bytes(s, i, text, strlen(text));
}

/* The lines that open a game for one seat. */
static void tell_header(session *s, unsigned seat, uint64_t seed)
{
    rec_header header = {.config = s->config};
    const unsigned bot = s->bot_at[seat];
    char text[REC_HEADER_MAX];
    size_t length;

    s->table->games[bot]++;
    s->table->told[bot].length = 0;
    header.config.viewer = tob_viewer_of(seat);
    for (unsigned i = 0; i < s->config.players; i++)
        snprintf(header.name[i], sizeof header.name[i], "%s", seat_names[i]);
    snprintf(text, sizeof text, "new %llu", (unsigned long long)seed);
    say(s, bot, text);
    length = rec_write_header(&header, text);
    say_bytes(s, bot, text, length - 1);
}

/* A move as each of them may know it. */
static void tell_move(session *s, tob_move move)
{
    for (unsigned seat = 0; seat < s->config.players; seat++) {
        char line[REC_LINE_MAX];
        if (!listens(s, s->bot_at[seat]))
            continue;
        rec_write_move(&s->table->board, rec_redact(move, tob_viewer_of(seat)), line);
        say(s, s->bot_at[seat], line);
        external_send(&s->table->child[s->bot_at[seat]], false);
    }
}

static void tell_result(session *s)
{
    char line[64] = "over";

    for (unsigned seat = 0; seat < s->config.players; seat++) {
        const size_t length = strlen(line);
        snprintf(line + length, sizeof line - length, " %u",
                 s->result.score[s->bot_at[seat]].coins);
    }
    for (unsigned i = 0; i < s->settings->bots; i++)
        if (listens(s, i)) {
            say(s, i, line);
            external_send(&s->table->child[i], true);
        }
}

/* The question, with every legal move. */
static void tell_choices(session *s, unsigned i)
{
    const arena_settings *settings = s->settings;
    const tob_moves *moves = &s->table->moves;
    char line[REC_LINE_MAX];
    int length = snprintf(line, sizeof line, "choose %u", moves->count);

    if (settings->iterations)
        length += snprintf(line + length, sizeof line - (size_t)length, " iterations %u",
                           settings->iterations);
    if (settings->time_ms)
        length += snprintf(line + length, sizeof line - (size_t)length, " time %u",
                           settings->time_ms);
    snprintf(line + length, sizeof line - (size_t)length, " limit %u",
             settings->limit_ms);
    say(s, i, line);
    for (unsigned k = 0; k < moves->count; k++) {
        rec_write_move(&s->table->board, moves->move[k], line);
        say(s, i, line);
    }
}

/* Reads an answer, a number of the list or a line. If it is no legal move, 'no' is the
 * line that says why. */
static bool read_answer(session *s, const char *answer, tob_move *move,
                        char no[static REC_LINE_MAX])
{
    const arena_table *table = s->table;
    const size_t length = strlen(answer);
    rec_error error = {.clause = "", .text = ""};
    tob_reason reason = TOB_OK;
    uint64_t number;

    if (cli_number(answer, 1, table->moves.count, &number)) {
        *move = table->moves.move[number - 1];
        return true;
    }
    if (length && strspn(answer, "0123456789") == length)
        error.text = "there is no move of this number";
    else if (rec_parse_move(&table->view, &table->board, answer, length, move, &error)) {
        reason = tob_why(&table->view, &table->board, *move);
        if (!reason)
            return true;
        rec_explain(reason, answer, length, &error);
    }
    snprintf(no, REC_LINE_MAX, "illegal %s %.120s", *error.clause ? error.clause : "-",
             error.text);
    return false;
}

/* Starts a bot that ended after an earlier game, and tells it this one so far. */
static bool start_again(session *s, unsigned i)
{
    const cli_text *told = &s->table->told[i];
    const char *why;

    external_kill(&s->table->child[i]);
    if (!start_child(s->table, i, &why))
        return false;
    s->table->games[i] = 1;
    external_say(&s->table->child[i], told->bytes, told->length - 1);
    return true;
}

/* Waits for a line. A bot may end after a game: that shows when it is asked in the next
 * one, sooner or later, and must not depend on which. */
static external_status hear(session *s, unsigned i)
{
    const arena_settings *settings = s->settings;
    external *child = &s->table->child[i];
    external_status status = external_ask(child, settings->limit_ms, s->table->stop);

    if (status == EXTERNAL_DEAD && !s->answered[i] && s->table->games[i] > 1 &&
        start_again(s, i))
        status = external_ask(child, settings->limit_ms, s->table->stop);
    s->answered[i] = true;
    return status;
}

/* One question to an external bot; false if it gives no legal move. */
static bool ask_external(session *s, unsigned i, tob_move *move)
{
    external *child = &s->table->child[i];

    tell_choices(s, i);
    for (unsigned attempt = 0; attempt < 2; attempt++) {
        char no[REC_LINE_MAX];
        switch (hear(s, i)) {
        case EXTERNAL_OK: break;
        case EXTERNAL_SILENT: lose(s, i, ARENA_LOSS_SILENT); return false;
        case EXTERNAL_DEAD: lose(s, i, ARENA_LOSS_DEAD); return false;
        case EXTERNAL_FLOOD: lose(s, i, ARENA_LOSS_FLOOD); return false;
        case EXTERNAL_STOPPED: s->stopped = true; return false;
        }
        if (read_answer(s, child->line, move, no))
            return true;
        note_answer(s, i, child->line, no + strlen("illegal "));
        if (attempt == 0)
            say(s, i, no);
    }
    s->result.score[i].faults++;
    return false;
}

/* ---- Choosing ---- */

static uint64_t now_ms(void *context)
{
    (void)context;
    return external_now_us() / 1000;
}

static bool ask_level(session *s, unsigned i, tob_move *move)
{
    const arena_settings *settings = s->settings;
    const uint32_t own = settings->bot[i].iterations;
    ai_budget budget = ai_budget_for(
        settings->bot[i].level, own ? own : settings->iterations, settings->time_ms, 0);

    budget.now_ms = now_ms;
    *move = ai_bot_choose(s->bot[i], &s->table->view, &s->table->board, budget);
    return true;
}

void arena_open_view(tob_game *view, const tob_game *game, unsigned seat)
{
    unsigned known[TOB_COINS_MAX + 1] = {0}, drawn = game->bag, hidden = 0;

    tob_view(view, game, tob_viewer_of(seat));
    view->deck = game->deck;
    for (unsigned other = 0; other < game->players; other++) {
        view->hand[other] = game->hand[other];
        for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
            view->peeked[other][coins] = game->peeked[other][coins];
            known[coins] += game->peeked[other][coins];
        }
    }
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        const bool added = game->peeked[TOB_PEEK_ADDED][coins] > 0;
        const bool here = added && game->shown[coins] <= known[coins];
        view->pool[coins] = (uint8_t)(game->pool[coins] + here);
        hidden += here;
        drawn += game->shown[coins];
    }
    view->deep = hidden && drawn > game->bag_top; /* the added card was drawn last */
}

/* The choice of the bot at this seat, or a random one in its stead. */
static tob_move choose(session *s, unsigned seat)
{
    arena_table *table = s->table;
    const unsigned i = s->bot_at[seat];
    arena_score *score = &s->result.score[i];
    tob_move move = {0};

    if (s->settings->bot[i].open)
        arena_open_view(&table->view, &table->game, seat);
    else
        tob_view(&table->view, &table->game, tob_viewer_of(seat));
    tob_legal(&table->view, &table->board, &table->moves);
    if (table->moves.count == 1)
        return table->moves.move[0];
    if (!score->loss) {
        const uint64_t begin = external_now_us();
        const bool chosen = s->settings->bot[i].words[0] ? ask_external(s, i, &move)
                                                         : ask_level(s, i, &move);
        if (chosen && tob_why(&table->game, &table->board, move) == TOB_OK) {
            score->time_us += external_now_us() - begin;
            score->moves++;
            return move;
        }
        score->faults += chosen;
    }
    return tob_random_move(&s->chance[i], &table->view, &table->moves);
}

/* ---- A game ---- */

/* Seats the bots; one that does not come up has lost from the beginning. */
static void begin(session *s, uint64_t game)
{
    const arena_settings *settings = s->settings;

    for (unsigned seat = 0; seat < settings->bots; seat++) {
        const unsigned i = s->bot_at[seat];
        /* Bots are told it, so it must not lead to the cards of the deal (H2). */
        const uint64_t seed = arena_mix(game, i);
        const char *why;

        tob_rng_init(&s->chance[i], seed, 1);
        if (!settings->bot[i].words[0])
            s->bot[i] = ai_bot_init(s->table->memory[i], settings->bot[i].level, seed);
        else if (start_child(s->table, i, &why))
            tell_header(s, seat, seed);
        else
            s->result.score[i].loss = ARENA_LOSS_DEAD;
    }
}

/* Who sat there, as a name in a record: "red-hard", "blue-my_bot". It is one word, and as
 * much of it as a name has room for. */
static void write_name(const session *s, unsigned seat, char out[static REC_NAME_MAX + 1])
{
    const unsigned i = s->bot_at[seat];
    const arena_bot *bot = &s->settings->bot[i];
    char name[80];
    size_t length;

    snprintf(name, sizeof name, "%s-%s%s", seat_names[seat], bot->open ? "open-" : "",
             bot->words[0] ? s->table->child[i].name : ai_level_name(bot->level));
    for (char *at = name; *at; at++)
        *at = *at == ' ' ? '_' : *at;
    length = strlen(name);
    while (length > REC_NAME_MAX || (name[length] & 0xc0) == 0x80)
        length--; /* to where a letter ends */
    memcpy(out, name, length);
    out[length] = '\0';
}

static void begin_record(session *s)
{
    rec_header header = {.config = s->config};
    char text[REC_HEADER_MAX];

    if (!s->settings->out)
        return;
    for (unsigned seat = 0; seat < s->config.players; seat++)
        write_name(s, seat, header.name[seat]);
    s->table->record.length = 0;
    cli_text_append(&s->table->record, text, rec_write_header(&header, text));
}

static void finish(session *s)
{
    const tob_result result = tob_result_of(&s->table->game);

    for (unsigned seat = 0; seat < s->config.players; seat++)
        s->result.score[s->bot_at[seat]].coins = result.coins[seat];
    tell_result(s);
    for (unsigned i = 0; s->settings->fresh && i < s->settings->bots; i++)
        external_end(&s->table->child[i]);
    s->result.played = true;
}

bool arena_play(arena_table *table, uint64_t game, arena_result *result)
{
    session s = {.table = table, .settings = table->settings, .number = game};
    unsigned mover;

    arena_seating(s.settings, game, s.bot_at);
    s.config = arena_deal_init(&s.deal, s.settings, game);
    table->board = table->islands[s.config.island];
    tob_game_init(&table->game, &table->board, &s.config);
    begin(&s, game);
    begin_record(&s);
    while ((mover = tob_to_move(&table->game)) != TOB_NOBODY) {
        tob_move move;
        if (mover == TOB_NATURE) {
            tob_legal(&table->game, &table->board, &table->moves);
            move = arena_deal_choose(&s.deal, &table->game, &table->moves);
        } else {
            move = choose(&s, mover);
        }
        if (s.stopped || atomic_load(table->stop))
            return false;
        tob_apply(&table->game, &table->board, move);
        tell_move(&s, move);
        if (s.settings->out)
            cli_text_append_move(&table->record, &table->board, move);
    }
    finish(&s);
    *result = s.result;
    return true;
}
