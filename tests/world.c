#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/core.h"

static uint64_t now_of(void *context)
{
    return ((world *)context)->now;
}

static uint64_t wall_of(void *context)
{
    return ((world *)context)->wall;
}

static void bytes_of(void *context, uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)tob_rng_below(&((world *)context)->rng, 256);
}

void world_init(world *w, uint64_t seed)
{
    *w = (world){.now = 1000, .wall = UINT64_C(1794960000000)};
    tob_rng_init(&w->rng, seed, 15);
}

void world_clear(world *w)
{
    for (unsigned i = 0; i < w->values; i++) {
        free(w->value[i].key);
        free(w->value[i].text);
    }
    free(w->value);
    w->value = NULL;
    w->values = 0;
}

tbl_env world_env(world *w)
{
    return (tbl_env){now_of, wall_of, bytes_of, w};
}

void world_wait(world *w, uint64_t ms)
{
    w->now += ms;
    w->wall += ms;
}

/* ---- The store ---- */

static void keep(world *w, const char *key, const char *text, size_t length)
{
    unsigned i = 0;

    while (i < w->values && strcmp(w->value[i].key, key) != 0)
        i++;
    if (i < w->values) {
        free(w->value[i].key);
        free(w->value[i].text);
        w->value[i] = w->value[--w->values];
    }
    if (!text)
        return;
    w->value = realloc(w->value, (w->values + 1) * sizeof w->value[0]);
    w->value[w->values] = (kept){strdup(key), malloc(length + 1), length};
    memcpy(w->value[w->values++].text, text, length);
}

void keep_values(world *w, tbl_table *t)
{
    const char *key, *text;
    size_t length;

    while ((key = tbl_dirty(t, &text, &length)))
        keep(w, key, text, length);
}

tbl_table *read_back(world *w, const tbl_table *t, const char **why)
{
    const tbl_env env = world_env(w);
    tbl_table *other = tbl_read(&env);
    bool good = true;

    *why = NULL;
    for (uint32_t number = 1; good && number <= tbl_event_count(t); number++) {
        size_t length;
        const char *text = tbl_event(t, number, &length);
        char *exact = malloc(length); /* so that ASan sees every byte beyond */
        memcpy(exact, text, length);
        good = tbl_read_event(other, number, exact, length);
        free(exact);
    }
    for (unsigned i = 0; good && i < w->values; i++)
        good =
            tbl_read_value(other, w->value[i].key, w->value[i].text, w->value[i].length);
    if (tbl_read_done(other, why) && good)
        return other;
    if (*why) { /* it belongs to the table */
        snprintf(w->why, sizeof w->why, "%s", *why);
        *why = w->why;
    }
    tbl_free(other);
    return NULL;
}

/* ---- Playing ---- */

tob_move random_move(world *w, const tbl_table *t)
{
    static tob_moves moves;
    const rec_reader *reader = &t->record.reader;
    tob_game view;

    tob_view(&view, &reader->game, tob_viewer_of(tbl_to_move(t)));
    tob_legal(&view, &reader->board, &moves);
    for (unsigned i = 0; i < moves.count; i++)
        if (moves.move[i].kind == TOB_MOVE_RAISE)
            return moves.move[i];
    return tob_random_move(&w->rng, &view, &moves);
}

size_t random_line(world *w, const tbl_table *t, char line[REC_LINE_MAX])
{
    return rec_write_move(&t->record.reader.board, random_move(w, t), line);
}

/* ---- Acts ---- */

unsigned roll(dice *d, unsigned limit)
{
    unsigned number = 0;

    if (!d->bytes)
        return tob_rng_below(&d->w->rng, limit);
    for (unsigned most = limit - 1; most; most >>= 8) {
        number = number << 8 | (d->left ? *d->bytes : 0);
        d->bytes += d->left > 0;
        d->left -= d->left > 0;
    }
    return number % limit;
}

/* Mostly someone who has a seat. */
static uint64_t some_guest(dice *d)
{
    return roll(d, 8) ? 1 + roll(d, 5) : STRANGER - roll(d, 3);
}

static uint32_t some_event(dice *d, const tbl_table *t)
{
    return roll(d, 8) ? tbl_event_count(t) : tbl_event_count(t) - roll(d, 4) + roll(d, 2);
}

static tbl_answer act_at_seats(dice *d, tbl_table *t, unsigned kind)
{
    static const char *const names[] = {"Ada B.", "Ben \"x\"", "", "Chloé", "a\tb", " "};
    const uint64_t guest = some_guest(d);
    uint8_t order[TOB_SEATS], share[FAIR_SHARE] = {(uint8_t)roll(d, 3)};

    switch (kind) {
    case 0:
        return tbl_join(t, guest, names[roll(d, 6)],
                        roll(d, 3) ? (unsigned)TBL_NO_SEAT : roll(d, 6), !roll(d, 5));
    case 1: return tbl_leave(t, guest);
    case 2: return tbl_kick(t, guest, roll(d, 5));
    case 3:
        for (unsigned i = 0; i < TOB_SEATS; i++)
            order[i] = (uint8_t)roll(d, 4);
        return tbl_order(t, guest, order);
    case 4: return tbl_fill(t, guest, roll(d, 5), (ai_level)roll(d, AI_LEVEL_COUNT + 1));
    case 5: return tbl_contribute(t, guest, share);
    case 6: return tbl_start(t, guest);
    case 7: return tbl_add_device(t, roll(d, 5), guest + 10 * roll(d, 3));
    case 8: return tbl_revoke_seat(t, guest);
    default: return tbl_revoke_invite(t, guest);
    }
}

static tbl_answer act_away(dice *d, tbl_table *t, uint64_t guest)
{
    uint32_t day[8], at = (uint32_t)(d->w->wall / 86400000);
    unsigned count = 0;

    for (const unsigned most = roll(d, 8); count < most;)
        day[count++] = at += roll(d, 4);
    return tbl_set_away(t, guest, day, count);
}

static tbl_answer act_at_table(dice *d, tbl_table *t, unsigned kind)
{
    static const char *const texts[] = {"hi", "a\nb", "\xff", "", "\"\\\""};
    const uint64_t guest = some_guest(d);
    const char *text = texts[roll(d, 5)];
    tbl_standing standing;

    switch (kind) {
    case 0: return tbl_propose_pause(t, guest, some_event(d, t));
    case 1:
        return tbl_propose_time(t, guest, some_event(d, t), roll(d, 5), roll(d, 5000));
    case 2: return tbl_propose_seat(t, guest, some_event(d, t), roll(d, 5));
    case 3: return tbl_resume(t, guest);
    case 4:
        return roll(d, 20) ? tbl_set_notes(t, guest, text, strlen(text))
                           : tbl_resign(t, guest);
    case 5: return tbl_end_as_won(t, guest);
    case 6:
        if (roll(d, 60))
            return tbl_say(t, guest, "Ada", text, strlen(text));
        return tbl_close(t, text);
    case 7:
        standing = (tbl_standing){.claim_from = (uint8_t)roll(d, 9),
                                  .claim_all = !roll(d, 3),
                                  .pass_below = roll(d, 2),
                                  .pass_if_curse = roll(d, 2)};
        return tbl_set_standing(t, guest, &standing);
    case 8: return tbl_mute(t, guest, some_guest(d), roll(d, 2));
    case 9: return act_away(d, t, guest);
    default:
        return roll(d, 20) ? tbl_say(t, guest, "Sue", text, strlen(text))
                           : tbl_patch(t, t->lines - roll(d, 9), text);
    }
}

/* A line that may or may not be legal. */
static tbl_answer act_line(dice *d, tbl_table *t)
{
    static const char *const odd[] = {"1 end",          "2 claim", "1 leg ?",
                                      "nature curse",   "",        "3 pass",
                                      "1 clue white ?", "2 cannot"};
    const unsigned mover = tbl_to_move(t);
    uint64_t guest = some_guest(d);
    char line[REC_LINE_MAX];
    size_t length;

    if (mover >= TOB_SEATS || !roll(d, 6)) {
        const char *text = odd[roll(d, 8)];
        return tbl_move(t, guest, some_event(d, t), text, strlen(text));
    }
    if (roll(d, 6) && tbl_seat_of(t, mover)->device[0])
        guest = tbl_seat_of(t, mover)->device[0];
    length = random_line(d->w, t, line);
    return tbl_move(t, guest, some_event(d, t), line, length);
}

static void act_bot(dice *d, tbl_table *t)
{
    static tbl_question question;

    if (tbl_ask_bot(t, &question) || !roll(d, 9))
        tbl_bot_answer(t, question.event,
                       tbl_to_move(t) < TOB_SEATS && roll(d, 9)
                           ? random_move(d->w, t)
                           : (tob_move){.kind = (uint8_t)roll(d, 256)});
}

tbl_answer act(dice *d, tbl_table *t)
{
    static const unsigned waits[] = {0, 1, 500, 1000, 5000, 60000, 3600000, 86400000};
    const unsigned kind = roll(d, 16);

    switch (kind) {
    case 0:
    case 1: return act_at_seats(d, t, roll(d, 10));
    case 2: return act_at_table(d, t, roll(d, 11));
    case 3: world_wait(d->w, waits[roll(d, roll(d, 4) ? 5 : 8)]); break;
    case 4: tbl_presence(t, some_guest(d), roll(d, 3)); break;
    case 5:
        if (tbl_state_of(t) == TBL_PLAYING)
            return tbl_undo(t, some_guest(d), some_event(d, t), t->lines - roll(d, 12));
        return act_at_seats(d, t, roll(d, 10));
    case 6: return tbl_consent(t, some_guest(d), t->proposal.id, roll(d, 3));
    case 7: act_bot(d, t); break;
    case 8: d->w->wall += roll(d, 100000) - (uint64_t)roll(d, 100000); break;
    case 9:
    case 10:
        if (tbl_due(t) != UINT64_MAX && tbl_due(t) > d->w->now)
            world_wait(d->w, tbl_due(t) - d->w->now);
        break;
    default:
        if (tbl_state_of(t) == TBL_WAITING)
            return act_at_seats(d, t, roll(d, 10));
        if (tbl_to_move(t) >= TOB_SEATS || !is_played(tbl_seat_of(t, tbl_to_move(t))) ||
            !roll(d, 4))
            return act_line(d, t);
        act_bot(d, t);
    }
    tbl_tick(t);
    return (tbl_answer){.code = TBL_DONE, .event = tbl_event_count(t)};
}

tbl_table *some_table(dice *d)
{
    static const tbl_clock clocks[] = {
        {.stand_in = AI_EASY},
        {.kind = TBL_CLOCK_LIVE, .minutes = 1, .increment_s = 2, .stand_in = AI_HARD},
        {.kind = TBL_CLOCK_DAYS, .days = 1, .away_days = 5, .stand_in = AI_EASY}};
    const tbl_env env = world_env(d->w);
    tbl_settings settings = {.clock = clocks[roll(d, 3)],
                             .players = (uint8_t)(2 + roll(d, 3)),
                             .options = (uint8_t)roll(d, TOB_OPTION_ALL + 1),
                             .island = roll(d, 2) ? TBL_RANDOM_ISLAND
                                                  : (uint8_t)roll(d, TOB_ISLANDS),
                             .open = roll(d, 2)};
    tbl_seat seats[TOB_SEATS] = {{.who = TBL_PERSON}};
    tbl_answer answer;

    settings.options |= (uint8_t)tob_options_lacking(settings.options);
    for (unsigned i = 1; i < TOB_SEATS; i++)
        seats[i] = (tbl_seat){.who = roll(d, 3) ? TBL_OPEN : TBL_LEVEL, .level = AI_EASY};
    return tbl_new(&env, &settings, seats, 1, "Ada B.", &answer);
}

/* Seats everybody and starts, so that acts find a game. */
void some_start(tbl_table *t)
{
    for (uint64_t guest = 1; guest <= TOB_SEATS; guest++) {
        const uint8_t share[FAIR_SHARE] = {(uint8_t)guest};
        if (guest > 1)
            tbl_join(t, guest, "Ada B.", TBL_NO_SEAT, false);
        tbl_presence(t, guest, true);
        tbl_contribute(t, guest, share);
    }
    tbl_start(t, 1);
}
