/* One game of the arena: chance, and a seat for each bot.
 *
 * A seat chooses from its view (H2). A single legal move is made without asking. */
#include "arena/game.h"

#include <stdio.h>
#include <stdlib.h>

#include "arena/deal.h"
#include "host/clock.h"
#include "tobago/query.h"

/* The game being played. */
typedef struct session {
    arena_crew *crew;
    const arena_settings *settings;
    tob_config config;
    arena_deal deal;
    arena_result result;
    tob_rng chance[TOB_SEATS]; /* for moves made in a bot's stead, by bot */
    uint8_t bot_at[TOB_SEATS]; /* by seat */
    bool stopped;
} session;

/* ---- The crew ---- */

arena_crew *arena_crew_new(const arena_settings *settings, const atomic_bool *stop)
{
    arena_crew *crew = calloc(1, sizeof *crew);

    if (!crew)
        return NULL;
    crew->settings = settings;
    crew->terms = (seat_terms){.players = (uint8_t)settings->bots,
                               .options = settings->options,
                               .iterations = settings->iterations,
                               .time_ms = settings->time_ms,
                               .limit_ms = settings->limit_ms,
                               .show_errors = settings->show_errors,
                               .stop = stop};
    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        tob_board_init(&crew->islands[island], island);
    for (unsigned i = 0; i < settings->bots; i++) {
        crew->seat[i] = seat_new(&settings->bot[i], &crew->terms);
        if (!crew->seat[i]) {
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
    for (unsigned i = 0; i < TOB_SEATS; i++)
        seat_free(crew->seat[i]);
    host_text_clear(&crew->record);
    free(crew);
}

bool arena_crew_start(arena_crew *crew)
{
    const char *why;

    for (unsigned i = 0; i < crew->settings->bots; i++) {
        if (seat_start(crew->seat[i], &why))
            continue;
        if (!atomic_load(crew->terms.stop))
            host_complain("%s: %s", crew->settings->bot[i].name, why);
        return false;
    }
    return true;
}

/* ---- Choosing ---- */

/* Returns the choice of the bot at this seat, or a random move in its stead. */
static tob_move choose(session *s, unsigned seat)
{
    arena_crew *crew = s->crew;
    const unsigned i = s->bot_at[seat];
    const seat_question question = {&crew->view, &crew->board, &crew->moves};
    arena_score *score = &s->result.score[i];
    seat_answer answer;
    uint64_t begin;
    tob_move move = {0};

    if (s->settings->bot[i].open)
        tob_view_open(&crew->view, &crew->game, seat);
    else
        tob_view(&crew->view, &crew->game, tob_viewer_of(seat));
    tob_legal(&crew->view, &crew->board, &crew->moves);
    if (crew->moves.count == 1)
        return crew->moves.move[0];
    begin = host_now_us();
    answer = seat_choose(crew->seat[i], &question, &move);
    if (answer == SEAT_MOVE) {
        score->time_us += host_now_us() - begin;
        score->moves++;
        return move;
    }
    s->stopped = answer == SEAT_STOPPED;
    return tob_random_move(&s->chance[i], &crew->view, &crew->moves);
}

/* ---- A game ---- */

static void begin_seats(session *s, uint64_t game)
{
    for (unsigned seat = 0; seat < s->settings->bots; seat++) {
        const unsigned i = s->bot_at[seat];
        /* Programs learn it, so it must not lead to the cards of the deal (H2). */
        const uint64_t seed = host_mix(game, i);

        tob_rng_init(&s->chance[i], seed, 1);
        seat_begin(s->crew->seat[i], &s->config, seat, seed);
    }
}

static void begin_record(session *s)
{
    rec_header header = {.config = s->config};
    char text[REC_HEADER_MAX];

    if (!s->settings->out)
        return;
    for (unsigned seat = 0; seat < s->config.players; seat++)
        seat_record_name(s->crew->seat[s->bot_at[seat]], seat, header.name[seat]);
    s->crew->record.length = 0;
    host_text_append(&s->crew->record, text, rec_write_header(&header, text));
}

static void make_move(session *s, tob_move move)
{
    arena_crew *crew = s->crew;

    tob_apply(&crew->game, &crew->board, move);
    for (unsigned i = 0; i < s->settings->bots; i++)
        seat_tell(crew->seat[i], &crew->board, move);
    if (s->settings->out)
        host_text_append_move(&crew->record, &crew->board, move);
}

static void note(arena_note *note, uint64_t game, const char *text)
{
    if (*note->text)
        return;
    note->game = game;
    snprintf(note->text, sizeof note->text, "%s", text);
}

static void take_trouble(session *s, uint64_t game)
{
    for (unsigned i = 0; i < s->settings->bots; i++) {
        const seat_trouble *trouble = &s->crew->seat[i]->trouble;
        arena_score *score = &s->result.score[i];

        note(&s->crew->answer[i], game, trouble->answer);
        note(&s->crew->loss[i], game, trouble->end);
        score->illegal = trouble->illegal;
        score->faults = trouble->faults;
        score->loss = (uint8_t)trouble->loss;
    }
}

static void finish(session *s)
{
    const tob_result result = tob_result_of(&s->crew->game);

    for (unsigned seat = 0; seat < s->config.players; seat++)
        s->result.score[s->bot_at[seat]].coins = result.coins[seat];
    for (unsigned i = 0; i < s->settings->bots; i++) {
        seat_over(s->crew->seat[i], &result);
        if (s->settings->fresh)
            seat_end(s->crew->seat[i], true);
    }
    s->result.rounds = (uint16_t)tob_round(&s->crew->game);
    s->result.ending = result.ending;
    s->result.played = true;
}

/* Plays to the end, unless it is stopped. */
static void play(session *s)
{
    arena_crew *crew = s->crew;
    unsigned mover;

    while (!s->stopped && (mover = tob_to_move(&crew->game)) != TOB_NOBODY) {
        tob_move move;
        if (mover == TOB_NATURE) {
            tob_legal(&crew->game, &crew->board, &crew->moves);
            move = arena_deal_choose(&s->deal, &crew->game, &crew->moves);
        } else {
            move = choose(s, mover);
        }
        s->stopped = s->stopped || atomic_load(crew->terms.stop);
        if (!s->stopped)
            make_move(s, move);
    }
}

bool arena_play(arena_crew *crew, uint64_t game, arena_result *result)
{
    session s = {.crew = crew, .settings = crew->settings};

    arena_seating(s.settings, game, s.bot_at);
    s.config = arena_deal_init(&s.deal, s.settings, game);
    crew->board = crew->islands[s.config.island];
    tob_game_init(&crew->game, &crew->board, &s.config);
    begin_seats(&s, game);
    begin_record(&s);
    play(&s);
    take_trouble(&s, game);
    if (s.stopped)
        return false;
    finish(&s);
    *result = s.result;
    return true;
}
