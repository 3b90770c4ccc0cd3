/* A table's life: making it, its events and values, reading them back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/core.h"

/* ---- Answers ---- */

tbl_answer answer_done(const tbl_table *t)
{
    return (tbl_answer){.code = TBL_DONE, .event = t->count};
}

tbl_answer answer_no(const tbl_table *t, tbl_code code, const char *name,
                     const char *text)
{
    return (tbl_answer){
        .code = code, .name = name, .text = text, .event = t ? t->count : 0};
}

bool check_playing(const tbl_table *t, uint64_t guest, unsigned *seat, tbl_answer *answer)
{
    *seat = tbl_seat_of_guest(t, guest);
    if (*seat == TBL_NO_SEAT)
        *answer = answer_no(t, TBL_FORBIDDEN, "no_seat", "You have no seat here.");
    else if (t->state == TBL_WAITING)
        *answer = answer_no(t, TBL_FORBIDDEN, "not_started", "The game has not begun.");
    else if (t->state != TBL_PLAYING)
        *answer = answer_no(t, TBL_FORBIDDEN, "over", "The game is over.");
    else if (t->foreign)
        *answer = answer_no(t, TBL_FORBIDDEN, "other_rules",
                            "This game began under other rules, which this server no "
                            "longer has: it can be read, but not played.");
    else if (t->seat[*seat].resigned)
        *answer = answer_no(t, TBL_FORBIDDEN, "resigned",
                            "You have resigned: a bot plays your seat.");
    else
        return true;
    return false;
}

bool check_spare(const tbl_table *t, unsigned seat, tbl_answer *answer)
{
    if (t->spare_of[seat < TOB_SEATS ? seat : TOB_SEATS] >= SEAT_SPARE) {
        *answer = answer_no(t, TBL_FULL, "too_much",
                            "You have changed enough at this table already; only your "
                            "moves count from now on.");
        return false;
    }
    if (t->spare < EVENTS_SPARE)
        return true;
    *answer = answer_no(t, TBL_FULL, "too_much",
                        "Too much has happened at this table already; only moves count "
                        "from now on.");
    return false;
}

bool check_after(const tbl_table *t, uint32_t after, tbl_answer *answer)
{
    if (after == t->count)
        return true;
    *answer = answer_no(t, TBL_STALE, "stale", "The table has gone on in the meantime.");
    return false;
}

/* ---- Events ---- */

host_text *draft_begin(tbl_table *t, const char *kind)
{
    host_text *draft = &t->draft;

    clock_count(t);
    draft->length = 0;
    put_number(draft, t->count + 1);
    put_text(draft, " ");
    put_number(draft, t->env.wall_ms(t->env.context));
    put_text(draft, " ");
    put_number(draft, t->run_ms);
    if (t->lost_ms) {
        put_text(draft, "+");
        put_number(draft, t->lost_ms);
    }
    put_text(draft, " ");
    put_text(draft, kind);
    return draft;
}

static void log_add(tbl_table *t, const char *text, size_t length)
{
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->start = host_need(realloc(t->start, t->room * sizeof t->start[0]));
    }
    t->start[t->count++] = (uint32_t)t->log.length;
    host_text_append(&t->log, text, length);
}

void draft_done(tbl_table *t)
{
    log_add(t, t->draft.bytes, t->draft.length);
    if (!fold_event(t, t->count, t->draft.bytes, t->draft.length)) {
        /* Impossible: whoever made the event has checked everything. */
        host_complain("an event of a table cannot be folded: %s", t->damage);
        abort();
    }
    t->last_ms = t->mark_ms;
    t->run_ms = t->lost_ms = t->lost_kept_ms = 0;
}

uint32_t tbl_event_count(const tbl_table *t)
{
    return t->count;
}

const char *tbl_event(const tbl_table *t, uint32_t number, size_t *length)
{
    size_t end;

    *length = 0;
    if (number == 0 || number > t->count)
        return NULL;
    end = number < t->count ? t->start[number] : t->log.length;
    *length = end - t->start[number - 1];
    return t->log.bytes + t->start[number - 1];
}

/* ---- Values ---- */

static char *copy(const char *text, size_t length)
{
    char *bytes = host_need(malloc(length + 1));

    memcpy(bytes, text, length);
    bytes[length] = '\0';
    return bytes;
}

static void forget_values(tbl_table *t, unsigned from)
{
    for (unsigned i = from; i < t->dirties; i++) {
        free(t->dirty[i].key);
        free(t->dirty[i].text);
    }
    t->dirties = from;
}

static void value_change(tbl_table *t, const char *key, char *text, size_t length)
{
    if (t->dirty_taken == t->dirties) {
        forget_values(t, 0);
        t->dirty_taken = 0;
    }
    if (t->dirties == t->dirty_room) {
        t->dirty_room = t->dirty_room ? 2 * t->dirty_room : 4;
        t->dirty = host_need(realloc(t->dirty, t->dirty_room * sizeof t->dirty[0]));
    }
    t->dirty[t->dirties++] = (kept_value){copy(key, strlen(key)), text, length};
}

void value_set(tbl_table *t, const char *key, const char *text, size_t length)
{
    value_change(t, key, copy(text, length), length);
}

void value_remove(tbl_table *t, const char *key)
{
    value_change(t, key, NULL, 0);
}

const char *tbl_dirty(tbl_table *t, const char **text, size_t *length)
{
    const kept_value *next;

    if (t->dirty_taken == t->dirties)
        return NULL;
    next = &t->dirty[t->dirty_taken++];
    *text = next->text;
    *length = next->length;
    return next->key;
}

/* ---- Making ---- */

static tbl_table *table_empty(const tbl_env *env)
{
    tbl_table *t = host_need(calloc(1, sizeof *t));

    t->env = *env;
    t->mover = t->turn = TOB_NOBODY;
    t->mark_ms = t->last_ms = env->now_ms(env->context);
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        t->gone_ms[seat] = t->mark_ms;
    return t;
}

/* Makes a table of a plan, with its secret and its first event. */
static tbl_table *table_make(const tbl_env *env, const seats_plan *plan)
{
    tbl_table *t = table_empty(env);

    env->random(env->context, t->source.secret, sizeof t->source.secret);
    t->has_secret = true;
    fair_commitment(t->source.secret, t->commitment);
    t->rules = tob_rules_id();
    t->settings.players = plan->settings.players;
    plan_done(t, plan, "made", TBL_NO_SEAT);
    t->draft.length = 0;
    put_hex(&t->draft, t->source.secret, sizeof t->source.secret);
    value_set(t, "secret", t->draft.bytes, t->draft.length);
    return t;
}

tbl_table *tbl_new(const tbl_env *env, const tbl_settings *settings,
                   const tbl_seat seats[TOB_SEATS], uint64_t creator, const char *name,
                   tbl_answer *answer)
{
    seats_plan plan = {.settings = *settings, .host = creator};
    const char *fault = settings_fault(settings);
    bool seated = false;

    *answer = (tbl_answer){.code = TBL_DONE};
    if (!creator || !name_is_good(name))
        fault = "A name has 1 to 64 bytes and no control characters.";
    for (unsigned i = 0; !fault && i < settings->players; i++) {
        tbl_seat *seat = &plan.seat[i];
        *seat = (tbl_seat){.who = seats[i].who, .usual = seats[i].usual};
        if (seats[i].who == TBL_LEVEL)
            seat->level = seats[i].level;
        if (seats[i].who != TBL_PERSON)
            continue;
        if (seated)
            fault = "Only the creator has a seat to begin with; others join.";
        seated = true;
        seat->device[0] = creator;
        memcpy(seat->name, name, strlen(name) + 1);
    }
    if (!fault)
        fault = seats_fault(settings, plan.seat, true);
    plan.settings.invite = 0;
    if (!fault)
        return table_make(env, &plan);
    *answer = answer_no(NULL, TBL_BAD, "bad_settings", fault);
    return NULL;
}

tbl_table *tbl_rematch(tbl_table *t, uint64_t guest, const char *id, tbl_answer *answer)
{
    const unsigned own = tbl_seat_of_guest(t, guest);
    const unsigned players = t->settings.players;
    seats_plan plan = plan_of(t), here = plan;
    const size_t length = strlen(id);
    tbl_table *other;

    if (own == TBL_NO_SEAT && guest != t->host)
        *answer = answer_no(t, TBL_FORBIDDEN, "no_seat", "You have no seat here.");
    else if (t->state != TBL_OVER)
        *answer = answer_no(t, TBL_FORBIDDEN, "not_over",
                            "There is a rematch when the game is over.");
    else if (t->next[0])
        *answer =
            answer_no(t, TBL_FORBIDDEN, "rematched", "The rematch is made already.");
    else if (length == 0 || length > NEXT_MAX || strpbrk(id, " \n\"\\") ||
             strcmp(id, "-") == 0)
        *answer = answer_no(t, TBL_BAD, "bad_id", "This is no id of a table.");
    else if (!check_spare(t, own, answer))
        ;
    else {
        memset(plan.share, 0, sizeof plan.share);
        memset(plan.next, 0, sizeof plan.next);
        plan.settings.invite = 0;
        plan.host = guest;
        for (unsigned i = 0; i < players; i++) {
            tbl_seat *seat = &plan.seat[(i + 1) % players];
            *seat = t->seat[i];
            seat->usual = t->seat[(i + 1) % players].usual;
            seat->shared = seat->stood_in = seat->resigned = seat->offered = false;
            seat->link = seat->here = 0;
        }
        other = table_make(&t->env, &plan);
        memcpy(here.next, id, length + 1);
        plan_done(t, &here, "rematch", own);
        *answer = answer_done(t);
        return other;
    }
    return NULL;
}

void tbl_free(tbl_table *t)
{
    if (!t)
        return;
    host_text_clear(&t->log);
    host_text_clear(&t->draft);
    host_record_clear(&t->record);
    forget_values(t, 0);
    chat_free(t);
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        free(t->notes[seat]);
    free(t->start);
    free(t->note);
    free(t->mute);
    free(t->dirty);
    free(t->visitor);
    free(t);
}

/* ---- Reading ---- */

tbl_table *tbl_read(const tbl_env *env)
{
    tbl_table *t = table_empty(env);

    t->reading = true;
    return t;
}

/* Notes what is wrong, where, once. */
static bool spoilt(tbl_table *t, const char *what, unsigned long number)
{
    const char *damage = t->damage ? t->damage : "it makes no sense";

    if (!t->why[0] && t->damage_line)
        snprintf(t->why, sizeof t->why, "%s %lu is damaged: %s, from line %lu on", what,
                 number, damage, (unsigned long)t->damage_line);
    else if (!t->why[0])
        snprintf(t->why, sizeof t->why, "%s %lu is damaged: %s", what, number, damage);
    return false;
}

bool tbl_read_event(tbl_table *t, uint32_t number, const char *text, size_t length)
{
    if (t->why[0] || !t->reading)
        return false;
    if (number != t->count + 1 || t->log.length + length > UINT32_MAX) {
        t->damage = "events are missing before it";
        return spoilt(t, "event", number);
    }
    log_add(t, text, length);
    return fold_event(t, number, t->log.bytes + t->start[number - 1], length) ||
           spoilt(t, "event", number);
}

static bool read_secret(tbl_table *t, cursor *c)
{
    uint8_t hash[FAIR_HASH];

    read_hex(c, t->source.secret, sizeof t->source.secret);
    fair_commitment(t->source.secret, hash);
    t->has_secret = !c->bad && memcmp(hash, t->commitment, sizeof hash) == 0;
    return t->has_secret;
}

static bool read_standing(tbl_standing *s, cursor *c)
{
    s->claim_from = (uint8_t)read_number(c, TOB_COINS_MAX);
    s->claim_all = read_number(c, 1);
    s->pass_below = read_number(c, 1);
    s->pass_if_curse = read_number(c, 1);
    return !c->bad;
}

static bool read_notes(tbl_table *t, unsigned seat, cursor *c)
{
    const size_t length = (size_t)(c->end - c->at);

    if (length > TBL_NOTES_MAX || memchr(c->at, '\0', length))
        return false;
    free(t->notes[seat]);
    t->notes[seat] = copy(c->at, length);
    return true;
}

bool tbl_read_value(tbl_table *t, const char *key, const char *text, size_t length)
{
    cursor k = {key, key + strlen(key), false}, c = {text, text + length, false};
    const span word = read_word(&k);
    bool good = false;

    t->damage = NULL;
    if (t->why[0] || !t->reading)
        return false;
    if (span_is(word, "secret")) {
        good = read_secret(t, &c);
    } else if (span_is(word, "standing") || span_is(word, "notes")) {
        const uint64_t seat = read_number(&k, t->settings.players);
        if (!k.bad && seat && word.length == 5)
            good = read_notes(t, (unsigned)seat - 1, &c);
        else if (!k.bad && seat)
            good = read_standing(&t->standing[seat - 1], &c);
    } else if (span_is(word, "chat")) {
        const uint32_t number = (uint32_t)read_number(&k, UINT32_MAX);
        good = !k.bad && number && chat_read(t, number, &c);
    } else if (span_is(word, "said")) {
        const uint32_t number = (uint32_t)read_number(&c, UINT32_MAX);
        good = !c.bad;
        t->said = number > t->said ? number : t->said;
    } else if (span_is(word, "clock")) {
        good = clock_read(t, &c);
    } else if (span_is(word, "mute")) {
        const uint64_t guest = read_id(&k), other = read_id(&k);
        good = !k.bad && t->mutes < MUTES_MAX;
        if (good) {
            t->mute = host_need(realloc(t->mute, (t->mutes + 1) * sizeof t->mute[0]));
            t->mute[t->mutes++] = (mute){guest, other};
        }
    }
    return good || spoilt(t, "a value after event", t->count);
}

bool tbl_read_done(tbl_table *t, const char **why)
{
    const uint64_t wall = t->env.wall_ms(t->env.context);

    t->damage = NULL;
    if (!t->why[0] && !t->count) {
        t->damage = "there is none";
        spoilt(t, "event", 1);
    }
    if (!t->why[0] && !t->has_secret) {
        t->damage = "the secret of its draws is missing";
        spoilt(t, "a value after event", t->count);
    }
    *why = t->why[0] ? t->why : NULL;
    if (t->why[0])
        return false;
    t->reading = false;
    t->key = fair_key_of(&t->source);
    t->mark_ms = t->last_ms = t->proposed_ms = t->env.now_ms(t->env.context);
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        t->gone_ms[seat] = t->mark_ms;
    /* A clock of days went on while nobody held the table. */
    if (clock_runs(t) && t->settings.clock.kind == TBL_CLOCK_DAYS && wall > t->at)
        t->run_ms = wall - t->at;
    if (tbl_clock_is_live(t) && t->kept_event == t->count) {
        t->run_ms = t->kept_run_ms;
        t->lost_ms = t->lost_kept_ms = t->kept_lost_ms;
    }
    return true;
}

/* ---- Looking ---- */

tbl_state tbl_state_of(const tbl_table *t)
{
    return t->state;
}

const tbl_settings *tbl_settings_of(const tbl_table *t)
{
    return &t->settings;
}

const tbl_seat *tbl_seat_of(const tbl_table *t, unsigned seat)
{
    return &t->seat[seat];
}

unsigned tbl_seat_of_guest(const tbl_table *t, uint64_t guest)
{
    for (unsigned seat = 0; guest && seat < t->settings.players; seat++)
        for (unsigned i = 0; i < TBL_DEVICES; i++)
            if (t->seat[seat].device[i] == guest)
                return seat;
    return TBL_NO_SEAT;
}

uint64_t tbl_host(const tbl_table *t)
{
    return t->host;
}

uint64_t tbl_at(const tbl_table *t)
{
    return t->at;
}

tob_viewer tbl_viewer_of(const tbl_table *t, uint64_t guest)
{
    const unsigned seat = tbl_seat_of_guest(t, guest);

    return seat == TBL_NO_SEAT ? tob_viewer_spectator() : tob_viewer_of(seat);
}

bool tbl_is_foreign(const tbl_table *t)
{
    return t->foreign;
}

unsigned tbl_to_move(const tbl_table *t)
{
    return t->mover;
}

unsigned tbl_waits_for(const tbl_table *t, bool *offer)
{
    tob_move move;

    if (t->state != TBL_PLAYING || t->foreign || t->paused || t->mover >= TOB_SEATS)
        return TBL_NO_SEAT;
    if (!is_people(&t->seat[t->mover]) || is_played(&t->seat[t->mover]) ||
        standing_answer(t, &move))
        return TBL_NO_SEAT;
    *offer = t->offer;
    return t->mover;
}
