/* One game of the arena: chance, bots of our own, bots of others.
 *
 * Whoever chooses gets the view of the seat (H2): our bots as a state, external ones as
 * lines. Decisions with one legal move are not put to anyone. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "arena/arena.h"
#include "host/clock.h"

static const char *const seat_names[TOB_SEATS] = {"red", "blue", "green", "yellow"};

/* The game being played. */
typedef struct session {
    arena_crew *crew;
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

arena_crew *arena_crew_new(const arena_settings *settings, const atomic_bool *stop)
{
    arena_crew *crew = calloc(1, sizeof *crew);

    if (!crew)
        return NULL;
    crew->settings = settings;
    crew->stop = stop;
    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        tob_board_init(&crew->islands[island], island);
    for (unsigned i = 0; i < settings->bots; i++) {
        if (settings->bot[i].words[0])
            continue;
        crew->memory[i] = malloc(ai_bot_size(settings->bot[i].level));
        if (!crew->memory[i]) {
            arena_crew_free(crew);
            return NULL;
        }
    }
    return crew;
}

void arena_crew_free(arena_crew *crew)
{
    if (!crew)
        return;
    for (unsigned i = 0; i < TOB_SEATS; i++) {
        external_end(&crew->child[i]);
        external_clear(&crew->child[i]);
        host_text_clear(&crew->told[i]);
        free(crew->memory[i]);
    }
    host_text_clear(&crew->record);
    free(crew);
}

/* What a bot is greeted with: it can say at once if this is no game for it. */
static void write_hello(const arena_settings *settings, char out[static REC_LINE_MAX])
{
    char options[REC_LINE_MAX];
    const bool some = rec_write_options(settings->options, options) > 0;

    snprintf(out, REC_LINE_MAX, "hello %d players %u limit %u%s%.160s", EXTERNAL_PROTOCOL,
             settings->bots, settings->limit_ms, some ? " " : "", options);
}

static bool start_child(arena_crew *crew, unsigned i, const char **why)
{
    const arena_settings *settings = crew->settings;
    char hello[REC_LINE_MAX];

    if (crew->child[i].pid)
        return true;
    crew->games[i] = 0;
    write_hello(settings, hello);
    return external_start(&crew->child[i], settings->bot[i].words, hello,
                          settings->show_errors, settings->limit_ms, crew->stop, why);
}

bool arena_crew_start(arena_crew *crew)
{
    const char *why;

    for (unsigned i = 0; i < crew->settings->bots; i++) {
        if (!crew->settings->bot[i].words[0] || start_child(crew, i, &why))
            continue;
        if (!atomic_load(crew->stop))
            host_complain("%s: %s", crew->settings->bot[i].name, why);
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
    external *child = &s->crew->child[i];
    char text[64];

    external_kill(child);
    snprintf(text, sizeof text, "%s", words[loss]);
    if (loss == ARENA_LOSS_DEAD && WIFEXITED(child->status))
        snprintf(text, sizeof text, "it ended with exit code %d",
                 WEXITSTATUS(child->status));
    else if (loss == ARENA_LOSS_DEAD && WTERMSIG(child->status) != SIGKILL)
        snprintf(text, sizeof text, "it ended by signal %d", WTERMSIG(child->status));
    note(s, &s->crew->loss[i], text);
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
    note(s, &s->crew->answer[i], text);
    s->result.score[i].illegal++;
}

/* Does this bot follow the game as a process of its own? */
static bool listens(const session *s, unsigned i)
{
    return s->settings->bot[i].words[0] && !s->result.score[i].loss;
}

static void say_bytes(session *s, unsigned i, const char *text, size_t length)
{
    external_say(&s->crew->child[i], text, length);
    if (s->answered[i])
        return;
    host_text_append(&s->crew->told[i], text, length);
    host_text_append(&s->crew->told[i], "\n", 1);
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

    s->crew->games[bot]++;
    s->crew->told[bot].length = 0;
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
        rec_write_move(&s->crew->board, rec_redact(move, tob_viewer_of(seat)), line);
        say(s, s->bot_at[seat], line);
        external_send(&s->crew->child[s->bot_at[seat]], false);
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
            external_send(&s->crew->child[i], true);
        }
}

/* The question, with every legal move. */
static void tell_choices(session *s, unsigned i)
{
    const arena_settings *settings = s->settings;
    const tob_moves *moves = &s->crew->moves;
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
        rec_write_move(&s->crew->board, moves->move[k], line);
        say(s, i, line);
    }
}

/* Reads an answer, a number of the list or a line. If it is no legal move, 'no' is the
 * line that says why. */
static bool read_answer(session *s, const char *answer, tob_move *move,
                        char no[static REC_LINE_MAX])
{
    const arena_crew *crew = s->crew;
    const size_t length = strlen(answer);
    rec_error error = {.clause = "", .text = ""};
    tob_reason reason = TOB_OK;
    uint64_t number;

    if (host_number(answer, 1, crew->moves.count, &number)) {
        *move = crew->moves.move[number - 1];
        return true;
    }
    if (length && strspn(answer, "0123456789") == length)
        error.text = "there is no move of this number";
    else if (rec_parse_move(&crew->view, &crew->board, answer, length, move, &error)) {
        reason = tob_why(&crew->view, &crew->board, *move);
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
    const host_text *told = &s->crew->told[i];
    const char *why;

    external_kill(&s->crew->child[i]);
    if (!start_child(s->crew, i, &why))
        return false;
    s->crew->games[i] = 1;
    external_say(&s->crew->child[i], told->bytes, told->length - 1);
    return true;
}

/* Waits for a line. A bot may end after a game: that shows when it is asked in the next
 * one, sooner or later, and must not depend on which. */
static external_status hear(session *s, unsigned i)
{
    const arena_settings *settings = s->settings;
    external *child = &s->crew->child[i];
    external_status status = external_ask(child, settings->limit_ms, s->crew->stop);

    if (status == EXTERNAL_DEAD && !s->answered[i] && s->crew->games[i] > 1 &&
        start_again(s, i))
        status = external_ask(child, settings->limit_ms, s->crew->stop);
    s->answered[i] = true;
    return status;
}

/* One question to an external bot; false if it gives no legal move. */
static bool ask_external(session *s, unsigned i, tob_move *move)
{
    external *child = &s->crew->child[i];

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

static bool ask_level(session *s, unsigned i, tob_move *move)
{
    const arena_settings *settings = s->settings;
    const uint32_t own = settings->bot[i].iterations;
    const ai_budget budget = {.iterations = own ? own : settings->iterations,
                              .time_ms = settings->time_ms,
                              .now_ms = host_now_ms,
                              .settle = true};

    *move = ai_bot_choose(s->bot[i], &s->crew->view, &s->crew->board, budget);
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
    arena_crew *crew = s->crew;
    const unsigned i = s->bot_at[seat];
    arena_score *score = &s->result.score[i];
    tob_move move = {0};

    if (s->settings->bot[i].open)
        arena_open_view(&crew->view, &crew->game, seat);
    else
        tob_view(&crew->view, &crew->game, tob_viewer_of(seat));
    tob_legal(&crew->view, &crew->board, &crew->moves);
    if (crew->moves.count == 1)
        return crew->moves.move[0];
    if (!score->loss) {
        const uint64_t begin = host_now_us();
        const bool chosen = s->settings->bot[i].words[0] ? ask_external(s, i, &move)
                                                         : ask_level(s, i, &move);
        if (chosen && tob_why(&crew->game, &crew->board, move) == TOB_OK) {
            score->time_us += host_now_us() - begin;
            score->moves++;
            return move;
        }
        score->faults += chosen;
    }
    return tob_random_move(&s->chance[i], &crew->view, &crew->moves);
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
            s->bot[i] = ai_bot_init(s->crew->memory[i], settings->bot[i].level, seed);
        else if (start_child(s->crew, i, &why))
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
             bot->words[0] ? s->crew->child[i].name : ai_level_name(bot->level));
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
    s->crew->record.length = 0;
    host_text_append(&s->crew->record, text, rec_write_header(&header, text));
}

static void finish(session *s)
{
    const tob_result result = tob_result_of(&s->crew->game);

    for (unsigned seat = 0; seat < s->config.players; seat++)
        s->result.score[s->bot_at[seat]].coins = result.coins[seat];
    tell_result(s);
    for (unsigned i = 0; s->settings->fresh && i < s->settings->bots; i++)
        external_end(&s->crew->child[i]);
    s->result.played = true;
}

bool arena_play(arena_crew *crew, uint64_t game, arena_result *result)
{
    session s = {.crew = crew, .settings = crew->settings, .number = game};
    unsigned mover;

    arena_seating(s.settings, game, s.bot_at);
    s.config = arena_deal_init(&s.deal, s.settings, game);
    crew->board = crew->islands[s.config.island];
    tob_game_init(&crew->game, &crew->board, &s.config);
    begin(&s, game);
    begin_record(&s);
    while ((mover = tob_to_move(&crew->game)) != TOB_NOBODY) {
        tob_move move;
        if (mover == TOB_NATURE) {
            tob_legal(&crew->game, &crew->board, &crew->moves);
            move = arena_deal_choose(&s.deal, &crew->game, &crew->moves);
        } else {
            move = choose(&s, mover);
        }
        if (s.stopped || atomic_load(crew->stop))
            return false;
        tob_apply(&crew->game, &crew->board, move);
        tell_move(&s, move);
        if (s.settings->out)
            host_text_append_move(&crew->record, &crew->board, move);
    }
    finish(&s);
    *result = s.result;
    return true;
}
