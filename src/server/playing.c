/* What clients ask for in the game: each word is one act of the table. */
#include <jansson.h>
#include <string.h>

#include "server/room.h"

enum { MINUTE_MS = 60000 };

static uint32_t number_of(const srv_ask *ask, srv_field field)
{
    return (uint32_t)ask->value[field].number;
}

void srv_do_move(srv_ask *ask)
{
    const tbl_answer answer =
        tbl_move(ask->table->core, ask->guest->id, number_of(ask, SRV_AFTER),
                 ask->value[SRV_LINE].text, ask->value[SRV_LINE].length);

    if (answer.code == TBL_DONE) {
        ask->hub->counts.moves++;
        ask->hub->turn_moves++;
    }
    srv_acted(ask, answer);
}

void srv_do_undo(srv_ask *ask)
{
    srv_table_look_for_players(ask->hub, ask->table);
    srv_acted(ask, tbl_undo(ask->table->core, ask->guest->id, number_of(ask, SRV_AFTER),
                            number_of(ask, SRV_LINES)));
}

static tbl_answer propose_pause(const srv_ask *ask)
{
    return tbl_propose_pause(ask->table->core, ask->guest->id, number_of(ask, SRV_AFTER));
}

static tbl_answer propose_time(const srv_ask *ask)
{
    return tbl_propose_time(ask->table->core, ask->guest->id, number_of(ask, SRV_AFTER),
                            number_of(ask, SRV_SEAT), number_of(ask, SRV_SECONDS));
}

static tbl_answer propose_seat(const srv_ask *ask)
{
    return tbl_propose_seat(ask->table->core, ask->guest->id, number_of(ask, SRV_AFTER),
                            number_of(ask, SRV_SEAT));
}

void srv_do_propose(srv_ask *ask)
{
    static const struct {
        const char *kind;
        tbl_answer (*propose)(const srv_ask *ask);
        uint32_t needs;
    } kinds[] = {
        {"pause", propose_pause, 0},
        {"time", propose_time, 1u << SRV_SEAT | 1u << SRV_SECONDS},
        {"seat", propose_seat, 1u << SRV_SEAT},
    };

    srv_table_look_for_players(ask->hub, ask->table);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].kind, ask->value[SRV_KIND].text) == 0 &&
            (ask->given & kinds[i].needs) == kinds[i].needs) {
            srv_acted(ask, kinds[i].propose(ask));
            return;
        }
    srv_refuse(ask, &srv_bad_field);
}

void srv_do_consent(srv_ask *ask)
{
    srv_acted(ask, tbl_consent(ask->table->core, ask->guest->id,
                               number_of(ask, SRV_PROPOSAL), ask->value[SRV_YES].number));
}

void srv_do_resume(srv_ask *ask)
{
    srv_acted(ask, tbl_resume(ask->table->core, ask->guest->id));
}

void srv_do_away(srv_ask *ask)
{
    const json_t *const days = ask->value[SRV_DAYS].json;
    const size_t count = json_array_size(days);
    uint32_t day[4 * TBL_AWAY_MAX]; /* days that cost nothing may be among them */
    bool good = json_is_array(days) && count <= sizeof day / sizeof *day;

    for (size_t i = 0; i < count && good; i++) {
        const json_t *const date = json_array_get(days, i);
        good = json_is_string(date) &&
               tbl_day_read(json_string_value(date), json_string_length(date), &day[i]);
    }
    if (good)
        srv_acted(ask,
                  tbl_set_away(ask->table->core, ask->guest->id, day, (unsigned)count));
    else
        srv_refuse(ask, &srv_bad_field);
}

void srv_do_resign(srv_ask *ask)
{
    srv_acted(ask, tbl_resign(ask->table->core, ask->guest->id));
}

void srv_do_claim_win(srv_ask *ask)
{
    srv_acted(ask, tbl_end_as_won(ask->table->core, ask->guest->id));
}

/* After an act that changes what is private to the seat. */
static void acted_in_private(srv_ask *ask, tbl_answer answer)
{
    const unsigned seat = tbl_seat_of_guest(ask->table->core, ask->guest->id);

    srv_acted(ask, answer);
    if (answer.code == TBL_DONE && seat != TBL_NO_SEAT)
        srv_push_private(ask->hub, ask->table, seat, ask->client);
}

/* Who made the table names the answers that someone begins with at a seat; who sits there
 * begins with these now. */
static void set_usual(srv_ask *ask, const tbl_standing *standing)
{
    const unsigned seat = number_of(ask, SRV_SEAT);
    const tbl_answer answer =
        tbl_set_usual(ask->table->core, ask->guest->id, seat, standing);

    srv_acted(ask, answer);
    if (answer.code == TBL_DONE)
        srv_push_private(ask->hub, ask->table, seat, NULL);
}

void srv_do_standing(srv_ask *ask)
{
    const tbl_standing standing = {
        .claim_from = (uint8_t)number_of(ask, SRV_CLAIM_FROM),
        .claim_all = ask->value[SRV_CLAIM_ALL].number,
        .pass_below = ask->value[SRV_PASS_BELOW].number,
        .pass_if_curse = ask->value[SRV_PASS_IF_CURSE].number,
    };

    if (srv_has(ask, SRV_SEAT)) {
        set_usual(ask, &standing);
        return;
    }
    acted_in_private(ask, tbl_set_standing(ask->table->core, ask->guest->id, &standing));
}

void srv_do_notes(srv_ask *ask)
{
    acted_in_private(ask, tbl_set_notes(ask->table->core, ask->guest->id,
                                        ask->value[SRV_TEXT].text,
                                        ask->value[SRV_TEXT].length));
}

/* What is said or muted stays at the table, whoever leaves it. */
static void leave_trace(srv_ask *ask, const tbl_answer *answer)
{
    if (answer->code == TBL_DONE)
        store_trace(ask->hub->store, ask->guest->id, ask->table->id, true);
}

void srv_do_say(srv_ask *ask)
{
    const srv_rate rate = {ask->hub->quotas.chat_minute, MINUTE_MS};
    tbl_answer answer;
    uint32_t retry;

    if (ask->guest->muted_ms > ask->hub->wall_ms) {
        srv_refuse(ask, &srv_is_muted);
        return;
    }
    retry = srv_bucket_take(&ask->guest->chat, rate, ask->hub->now_ms, 1);
    if (retry) {
        srv_refuse_for(ask, &srv_rate_limit, retry);
        return;
    }
    answer = tbl_say(ask->table->core, ask->guest->id, ask->guest->name,
                     ask->value[SRV_TEXT].text, ask->value[SRV_TEXT].length);
    leave_trace(ask, &answer);
    srv_acted(ask, answer);
}

void srv_do_mute(srv_ask *ask)
{
    const tbl_answer answer =
        tbl_mute(ask->table->core, ask->guest->id, ask->value[SRV_GUEST].number,
                 ask->value[SRV_ON].number);

    leave_trace(ask, &answer);
    acted_in_private(ask, answer);
}
