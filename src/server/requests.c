/* Frames of clients: one table of words says which fields each has and what it does.
 *
 * A frame is read in full before anything happens, so that a request either makes sense
 * or changes nothing. */
#include <jansson.h>
#include <string.h>

#include "server/room.h"
#include "tobago/json.h"

enum { RETRY_MS = 1000 }; /* while the sender cannot be read */

/* ---- Refusals ---- */

const srv_refusal srv_no_guest = {"forbidden", "no_guest",
                                  "Choose a name first: POST /api/guest."};
const srv_refusal srv_no_table = {"not_found", "no_table", "There is no such table."};
const srv_refusal srv_bad_field = {"bad", "bad_field", "A field makes no sense."};
const srv_refusal srv_is_damaged = {"unavailable", "damaged",
                                    "This table is damaged and cannot be opened."};
const srv_refusal srv_is_unavailable = {"unavailable", "unavailable",
                                        "Nothing can be stored now. Try again."};
const srv_refusal srv_too_many_tables = {"limit", "tables",
                                         "The server has no room for another table."};
const srv_refusal srv_too_many_guesses = {"limit", "guesses",
                                          "Too many wrong links came from here."};
const srv_refusal srv_own_limit = {"limit", "tables_guest",
                                   "You have too many tables that are not over."};
const srv_refusal srv_rate_limit = {"limit", "rate",
                                    "That was too often. Wait a little."};
const srv_refusal srv_is_muted = {"forbidden", "muted_by_house",
                                  "Whoever runs this server has muted you for a while."};
const srv_refusal srv_is_draining = {
    "limit", "draining", "The server is about to be looked after: no game begins now."};
const srv_refusal srv_wrong_link = {"forbidden", "wrong_link",
                                    "This link is wrong or no longer works."};
const srv_refusal srv_is_blocked = {"forbidden", "blocked",
                                    "The host of this table does not want to play."};
const srv_refusal srv_too_many_follows = {
    "limit", "follows",
    "This connection follows as many tables as it may: unfollow one."};
const srv_refusal srv_no_room_to_follow = {"full", "followers",
                                           "Too many connections follow this table."};

static const srv_refusal no_json = {"bad", "no_json", "A frame is one JSON object."};
static const srv_refusal no_word = {"bad", "no_word",
                                    "There is no such request; 'do' names it."};
static const srv_refusal no_id = {"bad", "no_id",
                                  "An id is a whole number from 0 to 2^53 - 1."};

void srv_put_refusal(host_text *out, const srv_refusal *why, uint32_t retry_ms)
{
    srv_put(out, "{\"code\":\"");
    srv_put(out, why->code);
    srv_put(out, "\",\"name\":\"");
    srv_put(out, why->name);
    srv_put(out, "\",\"reason\":\"");
    srv_put(out, why->reason);
    srv_put(out, "\"");
    if (retry_ms) {
        srv_put(out, ",\"retry_ms\":");
        srv_put_number(out, retry_ms);
    }
    srv_put(out, "}");
}

static void put_rule(host_text *out, const rec_error *error)
{
    char json[1024];
    const size_t length = rec_error_json(error, json, sizeof json);

    srv_put(out, "{\"code\":\"refused\",");
    host_text_append(out, json + 1,
                     (length < sizeof json ? length : sizeof json - 1) - 1);
}

void srv_put_table_error(host_text *out, const tbl_answer *answer)
{
    static const char *const codes[] = {
        [TBL_DONE] = "",           [TBL_REPEATED] = "",           [TBL_STALE] = "stale",
        [TBL_REFUSED] = "refused", [TBL_FORBIDDEN] = "forbidden", [TBL_FULL] = "full",
        [TBL_BAD] = "bad",         [TBL_OFTEN] = "limit",
    };

    if (answer->code == TBL_REFUSED && !answer->name) {
        put_rule(out, &answer->error);
        return;
    }
    srv_put(out, "{\"code\":\"");
    srv_put(out, codes[answer->code]);
    srv_put(out, "\",\"name\":");
    srv_put_string(out, answer->name ? answer->name : codes[answer->code]);
    srv_put(out, ",\"reason\":");
    srv_put_string(out, answer->text ? answer->text : "");
    if (answer->code == TBL_STALE) {
        srv_put(out, ",\"n\":");
        srv_put_number(out, answer->event);
    }
    if (answer->code == TBL_OFTEN && answer->retry_ms) {
        srv_put(out, ",\"retry_ms\":");
        srv_put_number(out, answer->retry_ms);
    }
    srv_put(out, "}");
}

/* ---- Answers ---- */

static size_t begin_answer(srv_ask *ask, bool ok)
{
    const size_t offset = ask->hub->text.length;

    if (!ask->answers)
        return offset;
    srv_put(&ask->hub->text, "{\"re\":");
    if (ask->nameless)
        srv_put(&ask->hub->text, "null");
    else
        srv_put_number(&ask->hub->text, ask->re);
    srv_put(&ask->hub->text, ok ? ",\"ok\":true" : ",\"ok\":false,\"error\":");
    return offset;
}

size_t srv_answer_begin(srv_ask *ask)
{
    return begin_answer(ask, true);
}

/* Who wants no answer gets none: the text is taken back. */
srv_out *srv_answer_end(srv_ask *ask, size_t offset)
{
    srv_out *out;

    if (!ask->answers) {
        ask->hub->text.length = offset;
        return NULL;
    }
    srv_put(&ask->hub->text, "}");
    out = srv_push(ask->hub, ask->client, offset);
    out->answers = true;
    out->re = ask->re;
    return out;
}

void srv_refuse_for(srv_ask *ask, const srv_refusal *why, uint32_t retry_ms)
{
    const size_t offset = begin_answer(ask, false);

    srv_count_refusal(&ask->hub->counts, why->name);
    srv_put_refusal(&ask->hub->text, why, retry_ms);
    srv_answer_end(ask, offset);
}

void srv_refuse(srv_ask *ask, const srv_refusal *why)
{
    srv_refuse_for(ask, why, 0);
}

/* A field of a request is at fault. */
static void refuse_field(srv_ask *ask, const char *field, const char *wanted)
{
    const size_t offset = begin_answer(ask, false);
    host_text *const out = &ask->hub->text;

    srv_count_refusal(&ask->hub->counts, srv_bad_field.name);
    srv_put(out, "{\"code\":\"bad\",\"name\":\"bad_field\",\"field\":\"");
    srv_put(out, field);
    srv_put(out, "\",\"reason\":\"'");
    srv_put(out, field);
    srv_put(out, "' is ");
    srv_put(out, wanted);
    srv_put(out, ".\"}");
    srv_answer_end(ask, offset);
}

bool srv_acted_quietly(srv_ask *ask, const tbl_answer *answer)
{
    size_t offset;

    if (answer->code == TBL_DONE || answer->code == TBL_REPEATED)
        return true;
    srv_count_refusal(&ask->hub->counts, answer->name ? answer->name : "rule");
    offset = begin_answer(ask, false);
    srv_put_table_error(&ask->hub->text, answer);
    srv_answer_end(ask, offset);
    return false;
}

void srv_acted(srv_ask *ask, tbl_answer answer)
{
    size_t offset;

    if (!srv_acted_quietly(ask, &answer))
        return;
    if (answer.code == TBL_DONE &&
        srv_table_after(ask->hub, ask->table, ask->client, ask->answers, ask->re))
        return;
    offset = srv_answer_begin(ask);
    srv_put(&ask->hub->text, ",\"n\":");
    srv_put_number(&ask->hub->text,
                   answer.code == TBL_REPEATED ? answer.event : ask->table->events);
    srv_answer_end(ask, offset);
}

/* ---- Fields ---- */

typedef enum field_type { TEXT, NUMBER, TRUTH, SEAT, ID, WHATEVER } field_type;

typedef struct field_row {
    const char *name;
    field_type type;
    uint64_t most; /* of a number, or bytes of a text */
} field_row;

static const field_row fields[SRV_FIELD_COUNT] = {
    [SRV_TABLE] = {"table", ID, 0},
    [SRV_AFTER] = {"after", NUMBER, UINT32_MAX},
    [SRV_CHAT_AFTER] = {"chat_after", NUMBER, UINT32_MAX},
    [SRV_LINE] = {"line", TEXT, REC_LINE_MAX - 1},
    [SRV_LINES] = {"lines", NUMBER, UINT32_MAX},
    [SRV_SEAT] = {"seat", SEAT, 0},
    [SRV_SEATS] = {"seats", WHATEVER, 0},
    [SRV_SECONDS] = {"seconds", NUMBER, UINT32_MAX},
    [SRV_KIND] = {"kind", TEXT, 16},
    [SRV_PROPOSAL] = {"proposal", NUMBER, UINT32_MAX},
    [SRV_YES] = {"yes", TRUTH, 0},
    [SRV_TEXT] = {"text", TEXT, TBL_NOTES_MAX},
    [SRV_GUEST] = {"guest", ID, 0},
    [SRV_ON] = {"on", TRUTH, 0},
    [SRV_SECRET] = {"key", TEXT, 64},
    [SRV_PROGRAM] = {"program", TRUTH, 0},
    [SRV_LEVEL] = {"level", TEXT, 16},
    [SRV_BYTES] = {"bytes", TEXT, 2 * FAIR_SHARE},
    [SRV_WHAT] = {"what", TEXT, 16},
    [SRV_FOLLOW] = {"follow", TRUTH, 0},
    [SRV_BEFORE] = {"before", NUMBER, UINT64_C(1) << 53},
    [SRV_OF] = {"of", TEXT, 16},
    [SRV_ISLAND] = {"island", TEXT, 16},
    [SRV_OPTIONS] = {"options", WHATEVER, 0},
    [SRV_CLOCK] = {"clock", WHATEVER, 0},
    [SRV_IS_OPEN] = {"open", TRUTH, 0},
    [SRV_WATCHABLE] = {"watchable", TRUTH, 0},
    [SRV_CLAIM_FROM] = {"claim_from", NUMBER, TOB_COINS_MAX},
    [SRV_CLAIM_ALL] = {"claim_all", TRUTH, 0},
    [SRV_PASS_BELOW] = {"pass_below", TRUTH, 0},
    [SRV_PASS_IF_CURSE] = {"pass_if_curse", TRUTH, 0},
    [SRV_DAYS] = {"days", WHATEVER, 0},
    [SRV_STANDING] = {"standing", WHATEVER, 0},
    [SRV_SUBSCRIPTION] = {"subscription", WHATEVER, 0},
    [SRV_NEXT_PAGE] = {"next", ID, 0},
};

static const char *const wanted[] = {
    [TEXT] = "a text that is not too long",
    [NUMBER] = "a whole number that is not too large",
    [TRUTH] = "true or false",
    [SEAT] = "a seat, from 1 to 4",
    [ID] = "an id",
    [WHATEVER] = "missing",
};

static bool read_number(const json_t *json, uint64_t most, uint64_t *number)
{
    if (!json_is_integer(json) || json_integer_value(json) < 0)
        return false;
    *number = (uint64_t)json_integer_value(json);
    return *number <= most;
}

static bool read_field(const field_row *row, json_t *json, srv_value *value)
{
    switch (row->type) {
    case TEXT:
        value->text = json_string_value(json);
        value->length = json_string_length(json);
        return value->text && value->length <= row->most;
    case NUMBER: return read_number(json, row->most, &value->number);
    case TRUTH: value->number = json_is_true(json); return json_is_boolean(json);
    case SEAT:
        if (!read_number(json, TOB_SEATS, &value->number) || !value->number)
            return false;
        value->number--;
        return true;
    case ID:
        value->number = json_is_string(json) ? srv_id_read(json_string_value(json),
                                                           json_string_length(json))
                                             : 0;
        return json_is_string(json);
    case WHATEVER: value->json = json; return true;
    }
    return false;
}

/* ---- Words ---- */

#define BIT(field) (UINT64_C(1) << (field))

_Static_assert(SRV_FIELD_COUNT <= 64, "a field is a bit of 64");

enum { GUEST = 1, SEES = 2 }; /* only guests may; the sender must see the table */

typedef struct word_row {
    const char *name;
    unsigned who;
    uint64_t needs, may; /* fields */
    srv_act *act;
} word_row;

#define TABLE       BIT(SRV_TABLE)
#define TABLE_AFTER (BIT(SRV_TABLE) | BIT(SRV_AFTER))

static const word_row words[] = {
    {"move", GUEST | SEES, TABLE_AFTER | BIT(SRV_LINE), 0, srv_do_move},
    {"ping", 0, 0, 0, srv_do_ping},
    {"follow", 0, TABLE, BIT(SRV_AFTER) | BIT(SRV_CHAT_AFTER) | BIT(SRV_SECRET),
     srv_do_follow},
    {"unfollow", 0, TABLE, 0, srv_do_unfollow},
    {"lobby", 0, 0, BIT(SRV_FOLLOW), srv_do_lobby},
    {"mine", GUEST, 0, BIT(SRV_FOLLOW), srv_do_mine},
    {"finished", 0, 0, BIT(SRV_BEFORE) | BIT(SRV_OF), srv_do_finished},
    {"create", GUEST, BIT(SRV_SEATS),
     BIT(SRV_ISLAND) | BIT(SRV_OPTIONS) | BIT(SRV_CLOCK) | BIT(SRV_IS_OPEN) |
         BIT(SRV_WATCHABLE) | BIT(SRV_STANDING),
     srv_do_create},
    {"join", GUEST, TABLE, BIT(SRV_SECRET) | BIT(SRV_SEAT) | BIT(SRV_PROGRAM),
     srv_do_join},
    {"leave", GUEST | SEES, TABLE, 0, srv_do_leave},
    {"start", GUEST | SEES, TABLE, 0, srv_do_start},
    {"kick", GUEST | SEES, TABLE | BIT(SRV_SEAT), 0, srv_do_kick},
    {"order", GUEST | SEES, TABLE | BIT(SRV_SEATS), 0, srv_do_order},
    {"fill", GUEST | SEES, TABLE | BIT(SRV_SEAT) | BIT(SRV_LEVEL), 0, srv_do_fill},
    {"contribute", GUEST | SEES, TABLE | BIT(SRV_BYTES), 0, srv_do_contribute},
    {"links", GUEST | SEES, TABLE, 0, srv_do_links},
    {"revoke", GUEST, BIT(SRV_WHAT), TABLE, srv_do_revoke},
    {"guest_link", GUEST, 0, 0, srv_do_guest_link},
    {"rematch", GUEST | SEES, TABLE, 0, srv_do_rematch},
    {"undo", GUEST | SEES, TABLE_AFTER | BIT(SRV_LINES), 0, srv_do_undo},
    {"propose", GUEST | SEES, TABLE_AFTER | BIT(SRV_KIND),
     BIT(SRV_SEAT) | BIT(SRV_SECONDS), srv_do_propose},
    {"consent", GUEST | SEES, TABLE | BIT(SRV_PROPOSAL) | BIT(SRV_YES), 0,
     srv_do_consent},
    {"resume", GUEST | SEES, TABLE, 0, srv_do_resume},
    {"away", GUEST | SEES, TABLE | BIT(SRV_DAYS), 0, srv_do_away},
    {"resign", GUEST | SEES, TABLE, 0, srv_do_resign},
    {"claim_win", GUEST | SEES, TABLE, 0, srv_do_claim_win},
    {"standing", GUEST | SEES, TABLE,
     BIT(SRV_CLAIM_FROM) | BIT(SRV_CLAIM_ALL) | BIT(SRV_PASS_BELOW) |
         BIT(SRV_PASS_IF_CURSE) | BIT(SRV_SEAT),
     srv_do_standing},
    {"notes", GUEST | SEES, TABLE | BIT(SRV_TEXT), 0, srv_do_notes},
    {"say", GUEST | SEES, TABLE | BIT(SRV_TEXT), 0, srv_do_say},
    {"mute", GUEST | SEES, TABLE | BIT(SRV_GUEST) | BIT(SRV_ON), 0, srv_do_mute},
    {"block", GUEST, BIT(SRV_GUEST) | BIT(SRV_ON), 0, srv_do_block},
    {"report", GUEST | SEES, TABLE | BIT(SRV_WHAT) | BIT(SRV_TEXT), BIT(SRV_GUEST),
     srv_do_report},
    {"data", GUEST, 0, BIT(SRV_NEXT_PAGE), srv_do_data},
    {"forget", GUEST, BIT(SRV_GUEST), 0, srv_do_forget},
    {"push_key", GUEST, 0, 0, srv_do_push_key},
    {"subscribe", GUEST, BIT(SRV_SUBSCRIPTION), 0, srv_do_subscribe},
    {"unsubscribe", GUEST, BIT(SRV_SUBSCRIPTION), 0, srv_do_unsubscribe},
    {"hidden", 0, BIT(SRV_ON), 0, srv_do_hidden},
};

static const word_row *find_word(const char *name)
{
    for (size_t i = 0; name && i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].name, name) == 0)
            return &words[i];
    return NULL;
}

/* Reads the fields that the word has; false after a refusal. */
static bool read_fields(srv_ask *ask, const word_row *word, const json_t *frame)
{
    for (uint64_t left = word->needs | word->may; left; left &= left - 1) {
        const unsigned field = (unsigned)__builtin_ctzll(left);
        json_t *const json = json_object_get(frame, fields[field].name);
        if (!json || json_is_null(json)) {
            if (!(word->needs >> field & 1))
                continue;
            refuse_field(ask, fields[field].name, "missing");
            return false;
        }
        if (!read_field(&fields[field], json, &ask->value[field])) {
            refuse_field(ask, fields[field].name, wanted[fields[field].type]);
            return false;
        }
        ask->given |= BIT(field);
    }
    return true;
}

/* Finds the table that the request names; false after a refusal. A table that the sender
 * may not see is answered like one that does not exist. */
static bool find_table(srv_ask *ask, const word_row *word)
{
    const srv_refusal *why;
    const srv_follower *follower;

    if (!srv_has(ask, SRV_TABLE))
        return true;
    ask->table = srv_table_get(ask->hub, ask->value[SRV_TABLE].number, &why);
    if (!ask->table) {
        srv_refuse(ask, why);
        return false;
    }
    if (!(word->who & SEES))
        return true;
    follower = srv_table_follower(ask->table, ask->client);
    if ((follower || srv_table_shows(ask->table, ask->guest, false)) &&
        !srv_table_blocks(ask->hub, ask->table, ask->guest))
        return true;
    srv_refuse(ask, &srv_no_table);
    return false;
}

/* Is the sender known? After a failed commit she is read again, and that may fail too. */
static bool is_read(const srv_ask *ask)
{
    bool unread;

    return !ask->guest || ask->guest->name[0] ||
           srv_guest_get(ask->hub, ask->guest->id, &unread);
}

static void run(srv_ask *ask, const json_t *frame)
{
    const json_t *const id = json_object_get(frame, "id");
    const word_row *word;

    if (id && !json_is_null(id)) {
        ask->answers = read_number(id, (UINT64_C(1) << 53) - 1, &ask->re);
        if (!ask->answers) {
            ask->answers = ask->nameless = true;
            srv_refuse(ask, &no_id);
            return;
        }
    }
    word = find_word(json_string_value(json_object_get(frame, "do")));
    if (!word) {
        srv_refuse(ask, &no_word);
        return;
    }
    if (word->who & GUEST && !ask->guest) {
        srv_refuse(ask, &srv_no_guest);
        return;
    }
    if (!is_read(ask)) {
        srv_refuse_for(ask, &srv_is_unavailable, RETRY_MS);
        return;
    }
    if (read_fields(ask, word, frame) && find_table(ask, word))
        word->act(ask);
}

void srv_request_run(srv_hub *hub, srv_client *client, const char *text, size_t length)
{
    srv_ask ask = {.hub = hub, .client = client, .guest = client->guest};
    json_t *const frame = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);

    if (json_is_object(frame)) {
        run(&ask, frame);
    } else {
        ask.answers = ask.nameless = true;
        srv_refuse(&ask, &no_json);
    }
    json_decref(frame);
}
