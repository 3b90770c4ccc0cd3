/* What clients ask for around the game: lists, tables, seats, links, following. */
#include <jansson.h>
#include <string.h>

#include "server/room.h"
#include "tobago/names.h"

enum { HOUR_MS = 3600000, MINUTE_MS = 60000, RESUME_MAX = 500, BUSY_MS = 5000 };

static const char *text_of(const srv_ask *ask, srv_field field)
{
    return ask->value[field].text;
}

static bool is_word(const srv_ask *ask, srv_field field, const char *word)
{
    return srv_has(ask, field) && strcmp(text_of(ask, field), word) == 0;
}

/* ---- Lists ---- */

void srv_do_ping(srv_ask *ask)
{
    const size_t offset = srv_answer_begin(ask);

    srv_put(&ask->hub->text, ",\"now\":");
    srv_put_number(&ask->hub->text, ask->hub->wall_ms);
    srv_answer_end(ask, offset);
}

void srv_do_lobby(srv_ask *ask)
{
    const size_t offset = srv_answer_begin(ask);
    srv_out *out;

    if (srv_has(ask, SRV_FOLLOW)) {
        ask->hub->lobbies -= ask->client->lobby;
        ask->client->lobby = ask->value[SRV_FOLLOW].number;
        ask->hub->lobbies += ask->client->lobby;
    }
    srv_put(&ask->hub->text, ",\"tables\":");
    srv_lobby_list(ask->hub, ask->guest);
    out = srv_answer_end(ask, offset);
    if (out && ask->client->lobby)
        out->setup = SRV_SET_LOBBY;
}

void srv_do_mine(srv_ask *ask)
{
    const size_t offset = srv_answer_begin(ask);
    srv_out *out;

    if (srv_has(ask, SRV_FOLLOW)) {
        ask->hub->mines -= ask->client->mine;
        ask->client->mine = ask->value[SRV_FOLLOW].number;
        ask->hub->mines += ask->client->mine;
    }
    srv_put(&ask->hub->text, ",\"tables\":");
    srv_lobby_mine(ask->hub, ask->guest);
    out = srv_answer_end(ask, offset);
    if (out && ask->client->mine)
        out->setup = SRV_SET_MINE;
}

void srv_do_finished(srv_ask *ask)
{
    const bool mine = is_word(ask, SRV_OF, "me");
    size_t offset;

    if (srv_has(ask, SRV_OF) && !mine && !is_word(ask, SRV_OF, "all")) {
        srv_refuse(ask, &srv_bad_field);
        return;
    }
    if (mine && !ask->guest) {
        srv_refuse(ask, &srv_no_guest);
        return;
    }
    offset = srv_answer_begin(ask);
    srv_put(&ask->hub->text, ",\"tables\":");
    srv_lobby_finished(ask->hub, mine ? ask->guest : NULL, ask->value[SRV_BEFORE].number);
    srv_answer_end(ask, offset);
}

/* ---- Making a table ---- */

/* Reads a level; false if there is no such one. */
static bool read_level(const char *word, ai_level *level)
{
    const int found = word ? ai_level_find(word, strlen(word)) : -1;

    if (found >= 0)
        *level = (ai_level)found;
    return found >= 0;
}

static bool read_seats(const json_t *json, tbl_settings *settings,
                       tbl_seat seats[TOB_SEATS])
{
    const size_t count = json_array_size(json);
    bool me = false;

    if (count < 2 || count > TOB_SEATS)
        return false;
    settings->players = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        const char *word = json_string_value(json_array_get(json, i));
        if (!word)
            return false;
        if (strcmp(word, "me") == 0 && !me) {
            seats[i].who = TBL_PERSON;
            me = true;
        } else if (strcmp(word, "open") == 0) {
            seats[i].who = TBL_OPEN;
        } else {
            seats[i].who = TBL_LEVEL;
            if (!read_level(word, &seats[i].level))
                return false;
        }
    }
    return true;
}

/* A number of an object, which keeps its value if it is missing. */
static bool read_part(const json_t *object, const char *name, uint32_t most,
                      uint32_t *part)
{
    const json_t *const json = json_object_get(object, name);

    if (!json || json_is_null(json))
        return true;
    if (!json_is_integer(json) || json_integer_value(json) < 0 ||
        json_integer_value(json) > most)
        return false;
    *part = (uint32_t)json_integer_value(json);
    return true;
}

static bool read_truth(const json_t *object, const char *name, bool *truth)
{
    const json_t *const json = json_object_get(object, name);

    *truth = json_is_true(json);
    return !json || json_is_null(json) || json_is_boolean(json);
}

/* The answers that people begin with, for each seat: an object, or null. */
static bool read_usual(const json_t *json, unsigned players, tbl_seat seats[TOB_SEATS])
{
    bool good = json_is_array(json) && json_array_size(json) <= players;

    for (size_t i = 0; good && i < json_array_size(json); i++) {
        const json_t *const one = json_array_get(json, i);
        tbl_standing *const usual = &seats[i].usual;
        uint32_t from = 0;
        if (json_is_null(one))
            continue;
        good = json_is_object(one) &&
               read_part(one, "claim_from", TOB_COINS_MAX, &from) &&
               read_truth(one, "claim_all", &usual->claim_all) &&
               read_truth(one, "pass_below", &usual->pass_below) &&
               read_truth(one, "pass_if_curse", &usual->pass_if_curse);
        usual->claim_from = (uint8_t)from;
    }
    return good;
}

static bool read_options(const json_t *json, uint8_t *options)
{
    for (size_t i = 0; i < json_array_size(json); i++) {
        const char *word = json_string_value(json_array_get(json, i));
        const unsigned bit = word ? tob_option_find(word, strlen(word)) : 0;
        if (!bit)
            return false;
        *options |= (uint8_t)bit;
    }
    return json_is_array(json) && !tob_options_lacking(*options);
}

static bool read_clock(const json_t *json, tbl_clock *clock)
{
    static const char *const kinds[] = {"none", "live", "days"};
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const json_t *const level = json_object_get(json, "stand_in");
    const json_t *const weekends = json_object_get(json, "weekends");
    unsigned i = 0;

    while (kind && i < 3 && strcmp(kinds[i], kind) != 0)
        i++;
    if (!kind || i == 3)
        return false;
    clock->kind = (tbl_clock_kind)i;
    clock->weekends = json_is_true(weekends);
    if (level && !read_level(json_string_value(level), &clock->stand_in))
        return false;
    return read_part(json, "minutes", 24 * 60, &clock->minutes) &&
           read_part(json, "increment_s", 3600, &clock->increment_s) &&
           read_part(json, "days", 365, &clock->days) &&
           read_part(json, "offer_h", 24 * 365, &clock->offer_h) &&
           read_part(json, "away_days", 365, &clock->away_days);
}

static bool read_island(const srv_ask *ask, uint8_t *island)
{
    int found;

    *island = TBL_RANDOM_ISLAND;
    if (!srv_has(ask, SRV_ISLAND) || is_word(ask, SRV_ISLAND, "random"))
        return true;
    found = tob_island_find(text_of(ask, SRV_ISLAND), ask->value[SRV_ISLAND].length);
    *island = (uint8_t)found;
    return found >= 0;
}

static bool read_settings(srv_ask *ask, tbl_settings *settings, tbl_seat seats[TOB_SEATS])
{
    settings->clock = (tbl_clock){.minutes = 10,
                                  .increment_s = 10,
                                  .days = 2,
                                  .away_days = 14,
                                  .stand_in = AI_MEDIUM};
    settings->open = ask->value[SRV_IS_OPEN].number;
    settings->watchable = ask->value[SRV_WATCHABLE].number;
    return read_seats(ask->value[SRV_SEATS].json, settings, seats) &&
           read_island(ask, &settings->island) &&
           (!srv_has(ask, SRV_OPTIONS) ||
            read_options(ask->value[SRV_OPTIONS].json, &settings->options)) &&
           (!srv_has(ask, SRV_CLOCK) ||
            read_clock(ask->value[SRV_CLOCK].json, &settings->clock)) &&
           (!srv_has(ask, SRV_STANDING) ||
            read_usual(ask->value[SRV_STANDING].json, settings->players, seats));
}

/* May this guest sit at another table? False after a refusal. */
static bool check_own_tables(srv_ask *ask)
{
    const unsigned most = ask->hub->quotas.tables_guest;

    if (srv_lobby_count(ask->hub, ask->guest->id, most) < most)
        return true;
    srv_refuse_for(ask, &srv_own_limit, HOUR_MS);
    return false;
}

/* May another table be made from here? */
static bool check_room(srv_ask *ask)
{
    srv_hub *const hub = ask->hub;
    srv_visitor *const visitor = srv_visitor_get(hub, ask->client->address);
    uint32_t retry;

    if (hub->draining) {
        srv_refuse(ask, &srv_is_draining);
        return false;
    }
    if (hub->tables.count >= hub->quotas.tables) {
        srv_refuse_for(ask, &srv_too_many_tables, BUSY_MS);
        return false;
    }
    if (!check_own_tables(ask))
        return false;
    retry =
        srv_bucket_take(&visitor->tables, (srv_rate){hub->quotas.tables_address, HOUR_MS},
                        hub->now_ms, 1);
    if (retry)
        srv_refuse_for(ask, &srv_rate_limit, retry);
    return !retry;
}

static void put_link(srv_ask *ask, const char *key, srv_link link)
{
    char text[SRV_LINK_MAX];

    srv_link_write(&ask->hub->key, &link, text);
    srv_put(&ask->hub->text, ",\"");
    srv_put(&ask->hub->text, key);
    srv_put(&ask->hub->text, "\":\"");
    srv_put(&ask->hub->text, text);
    srv_put(&ask->hub->text, "\"");
}

static srv_link invitation(const srv_table *table)
{
    return (srv_link){.kind = SRV_LINK_JOIN,
                      .id = table->id,
                      .number = tbl_settings_of(table->core)->invite};
}

static void answer_made(srv_ask *ask, srv_table *made)
{
    size_t offset;

    srv_table_after(ask->hub, made, NULL, false, 0);
    /* who made it keeps it in her list, with a seat or without */
    store_seat(ask->hub->store, ask->guest->id, made->id, true);
    srv_lobby_news(ask->hub, made, true);
    offset = srv_answer_begin(ask);
    srv_put(&ask->hub->text, ",\"table\":\"");
    srv_put(&ask->hub->text, made->name);
    srv_put(&ask->hub->text, "\"");
    put_link(ask, "link", invitation(made));
    srv_answer_end(ask, offset);
}

void srv_do_create(srv_ask *ask)
{
    tbl_seat seats[TOB_SEATS] = {{0}};
    tbl_settings settings = {.players = 0};
    tbl_answer answer;
    tbl_table *core;

    if (!read_settings(ask, &settings, seats)) {
        srv_refuse(ask, &srv_bad_field);
        return;
    }
    if (!check_room(ask))
        return;
    core = tbl_new(&ask->hub->env.time, &settings, seats, ask->guest->id,
                   ask->guest->name, &answer);
    if (!core) {
        srv_acted_quietly(ask, &answer);
        return;
    }
    answer_made(ask, srv_table_add(ask->hub, srv_new_id(ask->hub), core));
}

void srv_do_rematch(srv_ask *ask)
{
    const uint64_t id = srv_new_id(ask->hub);
    char name[SRV_ID_MAX];
    tbl_answer answer;
    tbl_table *core;

    if (!check_room(ask))
        return;
    srv_id_write(id, name);
    core = tbl_rematch(ask->table->core, ask->guest->id, name, &answer);
    if (!core) {
        srv_acted_quietly(ask, &answer);
        return;
    }
    srv_table_after(ask->hub, ask->table, NULL, false, 0);
    answer_made(ask, srv_table_add(ask->hub, id, core));
}

/* ---- Seats ---- */

bool srv_guess_is_allowed(srv_hub *hub, uint64_t address, uint32_t *retry_ms)
{
    srv_visitor *const visitor = srv_visitor_get(hub, address);

    *retry_ms = srv_bucket_take(&visitor->guesses,
                                (srv_rate){hub->quotas.guesses_address, MINUTE_MS},
                                hub->now_ms, 1);
    return !*retry_ms;
}

/* Looks at the key of an invitation, if there is one; false after a refusal. An address
 * that has guessed too often is refused whatever it shows. */
static bool check_key(srv_ask *ask, bool *invited)
{
    srv_visitor *const visitor = srv_visitor_get(ask->hub, ask->client->address);
    const srv_rate rate = {ask->hub->quotas.guesses_address, MINUTE_MS};
    uint32_t retry;

    *invited = false;
    if (!srv_has(ask, SRV_SECRET))
        return true;
    retry = srv_bucket_wait(&visitor->guesses, rate, ask->hub->now_ms, 1);
    *invited = !retry && srv_table_invites(ask->hub, ask->table, text_of(ask, SRV_SECRET),
                                           ask->value[SRV_SECRET].length);
    if (*invited)
        return true;
    if (!retry && srv_guess_is_allowed(ask->hub, ask->client->address, &retry))
        srv_refuse(ask, &srv_wrong_link);
    else
        srv_refuse_for(ask, &srv_too_many_guesses, retry);
    return false;
}

void srv_do_join(srv_ask *ask)
{
    const tbl_settings *const settings = tbl_settings_of(ask->table->core);
    const srv_guest *host;
    tbl_answer answer;
    bool invited, unread;
    size_t offset;

    if (!check_key(ask, &invited))
        return;
    if (!invited && !settings->open) {
        srv_refuse(ask, &srv_no_table);
        return;
    }
    host = srv_guest_get(ask->hub, tbl_host(ask->table->core), &unread);
    if (unread) {
        srv_refuse_for(ask, &srv_is_unavailable, BUSY_MS);
        return;
    }
    if (host && srv_guest_blocks(host, ask->guest->id)) {
        srv_refuse(ask, &srv_is_blocked);
        return;
    }
    if (!check_own_tables(ask))
        return;
    srv_table_look_for_players(ask->hub, ask->table);
    answer = tbl_join(ask->table->core, ask->guest->id, ask->guest->name,
                      srv_has(ask, SRV_SEAT) ? (unsigned)ask->value[SRV_SEAT].number
                                             : TBL_NO_SEAT,
                      ask->value[SRV_PROGRAM].number);
    if (!srv_acted_quietly(ask, &answer))
        return;
    srv_table_after(ask->hub, ask->table, NULL, false, 0);
    offset = srv_answer_begin(ask);
    srv_put(&ask->hub->text, ",\"n\":");
    srv_put_number(&ask->hub->text, ask->table->events);
    srv_put(&ask->hub->text, ",\"seat\":");
    srv_put_number(&ask->hub->text,
                   tbl_seat_of_guest(ask->table->core, ask->guest->id) + 1);
    srv_answer_end(ask, offset);
}

void srv_do_leave(srv_ask *ask)
{
    srv_acted(ask, tbl_leave(ask->table->core, ask->guest->id));
}

void srv_do_start(srv_ask *ask)
{
    if (ask->hub->draining)
        srv_refuse(ask, &srv_is_draining);
    else
        srv_acted(ask, tbl_start(ask->table->core, ask->guest->id));
}

void srv_do_kick(srv_ask *ask)
{
    srv_acted(ask, tbl_kick(ask->table->core, ask->guest->id,
                            (unsigned)ask->value[SRV_SEAT].number));
}

void srv_do_order(srv_ask *ask)
{
    const json_t *const seats = ask->value[SRV_SEATS].json;
    const size_t count = json_array_size(seats);
    uint8_t order[TOB_SEATS] = {0, 1, 2, 3};

    for (size_t i = 0; i < count && i < TOB_SEATS; i++) {
        const json_int_t seat = json_integer_value(json_array_get(seats, i));
        if (seat < 1 || seat > TOB_SEATS) {
            srv_refuse(ask, &srv_bad_field);
            return;
        }
        order[i] = (uint8_t)(seat - 1);
    }
    if (count != tbl_settings_of(ask->table->core)->players) {
        srv_refuse(ask, &srv_bad_field);
        return;
    }
    srv_acted(ask, tbl_order(ask->table->core, ask->guest->id, order));
}

void srv_do_fill(srv_ask *ask)
{
    ai_level level;

    if (!read_level(text_of(ask, SRV_LEVEL), &level)) {
        srv_refuse(ask, &srv_bad_field);
        return;
    }
    srv_acted(ask, tbl_fill(ask->table->core, ask->guest->id,
                            (unsigned)ask->value[SRV_SEAT].number, level));
}

/* The value of a hexadecimal digit, or -1. */
static int digit(char letter)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

void srv_do_contribute(srv_ask *ask)
{
    const char *const text = text_of(ask, SRV_BYTES);
    bool good = ask->value[SRV_BYTES].length == 2 * FAIR_SHARE;
    uint8_t share[FAIR_SHARE];

    for (unsigned i = 0; good && i < FAIR_SHARE; i++) {
        const int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        good = high >= 0 && low >= 0;
        share[i] = (uint8_t)(16 * high + low);
    }
    if (!good) {
        srv_refuse(ask, &srv_bad_field);
        return;
    }
    srv_acted(ask, tbl_contribute(ask->table->core, ask->guest->id, share));
}

/* ---- Links ---- */

void srv_do_links(srv_ask *ask)
{
    const unsigned seat = tbl_seat_of_guest(ask->table->core, ask->guest->id);
    size_t offset;

    if (seat == TBL_NO_SEAT && tbl_host(ask->table->core) != ask->guest->id) {
        srv_refuse(ask, &srv_no_table);
        return;
    }
    offset = srv_answer_begin(ask);
    put_link(ask, "join", invitation(ask->table));
    if (seat != TBL_NO_SEAT)
        put_link(ask, "seat",
                 (srv_link){.kind = SRV_LINK_SEAT,
                            .id = ask->table->id,
                            .seat = seat,
                            .number = tbl_seat_of(ask->table->core, seat)->link});
    srv_answer_end(ask, offset);
}

static void answer_guest_link(srv_ask *ask)
{
    const size_t offset = srv_answer_begin(ask);

    put_link(ask, "link",
             (srv_link){.kind = SRV_LINK_GUEST,
                        .id = ask->guest->id,
                        .number = ask->guest->epoch});
    srv_answer_end(ask, offset);
}

void srv_do_guest_link(srv_ask *ask)
{
    answer_guest_link(ask);
}

/* Other connections of this guest showed a cookie that is no longer worth anything. */
static void revoke_guest(srv_ask *ask)
{
    srv_guest_revoke(ask->hub, ask->guest);
    for (srv_client *client = ask->guest->clients; client; client = client->next_of_guest)
        client->leaves = client != ask->client;
    ask->hub->leaving = true;
    answer_guest_link(ask);
}

void srv_do_revoke(srv_ask *ask)
{
    const bool guest = is_word(ask, SRV_WHAT, "guest");
    const bool seat = is_word(ask, SRV_WHAT, "seat");

    if (guest) {
        revoke_guest(ask);
        return;
    }
    if (!ask->table || (!seat && !is_word(ask, SRV_WHAT, "join"))) {
        srv_refuse(ask, &srv_bad_field);
        return;
    }
    if (!srv_table_shows(ask->table, ask->guest, false)) {
        srv_refuse(ask, &srv_no_table);
        return;
    }
    srv_acted(ask, seat ? tbl_revoke_seat(ask->table->core, ask->guest->id)
                        : tbl_revoke_invite(ask->table->core, ask->guest->id));
}

void srv_do_block(srv_ask *ask)
{
    const uint64_t other = ask->value[SRV_GUEST].number;

    if (!(other & SRV_GUEST_BIT) || other == ask->guest->id) {
        srv_refuse(ask, &srv_bad_field);
        return;
    }
    if (srv_guest_blocks(ask->guest, other) == (ask->value[SRV_ON].number != 0)) {
        srv_answer_end(ask, srv_answer_begin(ask));
        return;
    }
    if (!srv_guest_block(ask->hub, ask->guest, other, ask->value[SRV_ON].number)) {
        srv_refuse_for(ask, &srv_rate_limit, HOUR_MS);
        return;
    }
    srv_lobby_blocked(ask->hub, ask->guest, other, ask->value[SRV_ON].number);
    srv_tables_send_away(ask->hub, ask->guest);
    srv_answer_end(ask, srv_answer_begin(ask));
}

/* ---- Following ---- */

/* The events that a client has missed, one frame each. */
static void push_missed(srv_ask *ask, uint32_t after)
{
    const srv_follower *const follower = srv_table_follower(ask->table, ask->client);

    for (uint32_t event = after + 1; event <= ask->table->events; event++)
        srv_push_event_to(ask->hub, ask->table, event, event == ask->table->events,
                          follower);
}

/* What a client that resumes cannot learn from the events it missed, and no more. */
static srv_out *answer_resumed(srv_ask *ask)
{
    const uint64_t guest = ask->guest ? ask->guest->id : 0;
    const size_t offset = srv_answer_begin(ask);

    srv_put(&ask->hub->text, ",\"n\":");
    srv_put_number(&ask->hub->text, ask->table->events);
    srv_put(&ask->hub->text, ",\"about\":");
    tbl_table_json(ask->table->core, ask->table->name, &ask->hub->text);
    srv_put(&ask->hub->text, ",");
    tbl_clock_json(ask->table->core, &ask->hub->text);
    if (tbl_seat_of_guest(ask->table->core, guest) != TBL_NO_SEAT) {
        srv_put(&ask->hub->text, ",");
        tbl_private_json(ask->table->core, guest, &ask->hub->text);
    }
    srv_put(&ask->hub->text, ",\"chat\":");
    tbl_chat_json(ask->table->core, guest, (uint32_t)ask->value[SRV_CHAT_AFTER].number,
                  &ask->hub->text);
    return srv_answer_end(ask, offset);
}

void srv_do_follow(srv_ask *ask)
{
    const uint32_t after = (uint32_t)ask->value[SRV_AFTER].number;
    const bool again = srv_table_follower(ask->table, ask->client) != NULL;
    bool invited, resumes;
    srv_out *out;

    if (!check_key(ask, &invited))
        return;
    if (!srv_table_shows(ask->table, ask->guest, invited) ||
        srv_table_blocks(ask->hub, ask->table, ask->guest)) {
        srv_refuse(ask, &srv_no_table);
        return;
    }
    if (!again && ask->client->tables >= ask->hub->quotas.follows) {
        srv_refuse(ask, &srv_too_many_follows);
        return;
    }
    if (!srv_table_follow(ask->hub, ask->table, ask->client, invited)) {
        srv_refuse(ask, &srv_no_room_to_follow);
        return;
    }
    resumes =
        after && after <= ask->table->events && ask->table->events - after <= RESUME_MAX;
    out = resumes ? answer_resumed(ask)
                  : srv_push_snapshot(ask->hub, ask->table, ask->client,
                                      (uint32_t)ask->value[SRV_CHAT_AFTER].number,
                                      ask->answers, ask->re);
    if (out && !again) {
        out->setup = SRV_SET_FOLLOW;
        out->table = ask->table;
    }
    if (resumes)
        push_missed(ask, after);
    srv_table_after(ask->hub, ask->table, NULL, false, 0); /* bots may play now */
}

void srv_do_unfollow(srv_ask *ask)
{
    srv_table_unfollow(ask->hub, ask->table, ask->client);
    srv_answer_end(ask, srv_answer_begin(ask));
}
