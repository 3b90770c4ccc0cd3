/* What is spoken over HTTP: making a guest, opening links, fetching records and proofs.
 */
#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/room.h"

enum { HOUR_MS = 3600000, MINUTE_MS = 60000, UNAVAILABLE_MS = 500 };

static const char json_media[] = "application/json";
static const char text_type[] = "text/plain; charset=utf-8";

static const srv_refusal wrong_origin = {"forbidden", "origin",
                                         "This request came from another page."};
static const srv_refusal no_json = {"bad", "no_json",
                                    "The body is one JSON object with its type."};
static const srv_refusal bad_name = {
    "bad", "bad_name", "A name has 1 to 64 bytes and something to see in them."};
static const srv_refusal not_over = {"forbidden", "not_over",
                                     "The proof is there when the game is over."};
static const srv_refusal is_banned = {"forbidden", "banned",
                                      "Nothing is answered to your address now."};
static const srv_refusal password_wanted = {
    "forbidden", "password_wanted", "This server asks new guests for its password."};
static const srv_refusal wrong_password = {"forbidden", "wrong_password",
                                           "This is not the password of this server."};
static const srv_refusal wrong_method = {"bad", "method", "Use another method here."};

/* ---- Answers ---- */

static void answer_text(srv_answer *answer, unsigned status, const char *type,
                        host_text *text)
{
    host_text_append(text, "", 0);
    srv_answer_owned(answer, status, type, text->bytes, text->length);
    *text = (host_text){0};
}

static void refuse_for(srv_answer *answer, unsigned status, const srv_refusal *why,
                       uint32_t retry_ms)
{
    host_text text = {0};

    srv_put(&text, "{\"error\":");
    srv_put_refusal(&text, why, retry_ms);
    srv_put(&text, "}\n");
    answer_text(answer, status, json_media, &text);
    answer->refused = why->name;
}

static void refuse(srv_answer *answer, unsigned status, const srv_refusal *why)
{
    refuse_for(answer, status, why, 0);
}

/* Refuses what a table was asked for and cannot be had. */
static void refuse_table(srv_answer *answer, const srv_refusal *why)
{
    if (why == &srv_no_table)
        refuse(answer, 404, why);
    else
        refuse_for(answer, 503, why, UNAVAILABLE_MS);
}

/* ---- Reading ---- */

bool srv_origin_is_own(const char *origin, const char *host)
{
    static const char *const schemes[] = {"http://", "https://"};

    if (!origin)
        return true;
    for (unsigned i = 0; host && i < 2; i++)
        if (strncasecmp(origin, schemes[i], strlen(schemes[i])) == 0)
            return strcasecmp(origin + strlen(schemes[i]), host) == 0;
    return false;
}

static bool is_json(const char *type)
{
    const size_t length = sizeof json_media - 1;

    return type && strncasecmp(type, json_media, length) == 0 &&
           (!type[length] || strchr("; \t", type[length]));
}

/* The text of a key, or NULL. */
static const char *text_of(const json_t *body, const char *key, size_t *length)
{
    const json_t *const json = json_object_get(body, key);

    *length = json_string_length(json);
    return json_string_value(json);
}

/* ---- Guests ---- */

/* Refuses while nobody can tell whose a cookie or a link is. */
static void refuse_unread(srv_answer *answer)
{
    refuse_for(answer, 503, &srv_is_unavailable, UNAVAILABLE_MS);
}

/* Are both texts the same? How long it takes does not depend on where they differ. */
static bool is_same(const srv_hub *hub, const char *a, size_t a_length, const char *b,
                    size_t b_length)
{
    uint8_t hash[2][crypto_generichash_BYTES];

    crypto_generichash(hash[0], sizeof hash[0], (const uint8_t *)a, a_length,
                       (const uint8_t *)hub->hash_key, sizeof hub->hash_key);
    crypto_generichash(hash[1], sizeof hash[1], (const uint8_t *)b, b_length,
                       (const uint8_t *)hub->hash_key, sizeof hub->hash_key);
    return sodium_memcmp(hash[0], hash[1], sizeof hash[0]) == 0;
}

/* Does a new guest know the password, if there is one? Otherwise answers. A wrong one is
 * a guess as a wrong link is. */
static bool knows_password(srv_hub *hub, const srv_request *request, const json_t *body,
                           srv_answer *answer)
{
    const uint64_t address = srv_address_hash(hub, request->address);
    const srv_rate rate = {hub->quotas.guesses_address, MINUTE_MS};
    const char *text;
    size_t length;
    uint32_t retry;

    if (!hub->env.password)
        return true;
    text = text_of(body, "password", &length);
    if (!text) {
        refuse(answer, 403, &password_wanted);
        return false;
    }
    retry =
        srv_bucket_wait(&srv_visitor_get(hub, address)->guesses, rate, hub->now_ms, 1);
    if (!retry &&
        is_same(hub, text, length, hub->env.password, strlen(hub->env.password)))
        return true;
    if (!retry && srv_guess_is_allowed(hub, address, &retry))
        refuse(answer, 403, &wrong_password);
    else
        refuse_for(answer, 429, &srv_too_many_guesses, retry);
    return false;
}

/* Makes a guest, if she knows the password and the address may have another one;
 * otherwise answers. */
static srv_guest *new_guest(srv_hub *hub, const srv_request *request, const json_t *body,
                            const char *name, size_t length, srv_answer *answer)
{
    const srv_rate rate = {hub->quotas.guests_address, HOUR_MS};
    srv_visitor *const visitor =
        srv_visitor_get(hub, srv_address_hash(hub, request->address));
    uint32_t retry;

    if (!knows_password(hub, request, body, answer))
        return NULL;
    retry = srv_bucket_take(&visitor->guests, rate, hub->now_ms, 1);
    if (retry) {
        refuse_for(answer, 429, &srv_rate_limit, retry);
        return NULL;
    }
    return srv_guest_new(hub, name, length);
}

static void put_guest(host_text *out, const srv_guest *guest)
{
    char id[SRV_ID_MAX];

    srv_id_write(guest->id, id);
    srv_put(out, "\"guest\":\"");
    srv_put(out, id);
    srv_put(out, "\",\"name\":");
    srv_put_string(out, guest->name);
}

/* Answers once everything is stored. A guest who has another cookie gets hers. */
static void answer_stored(srv_hub *hub, srv_answer *answer, host_text *text,
                          const srv_guest *guest, bool cookie)
{
    const uint64_t id = guest ? guest->id : 0;
    const uint32_t epoch = guest ? guest->epoch : 0;

    if (!srv_hub_flush(hub)) {
        host_text_clear(text);
        refuse_for(answer, 503, &srv_is_unavailable, UNAVAILABLE_MS);
        return;
    }
    answer_text(answer, 200, json_media, text);
    if (cookie)
        srv_cookie_write(&hub->key, id, epoch, answer->cookie);
}

static void post_guest(srv_hub *hub, const srv_request *request, const json_t *body,
                       srv_answer *answer)
{
    bool unread;
    srv_guest *guest = srv_guest_of_cookie(hub, request->cookie, &unread);
    const bool known = guest != NULL;
    host_text text = {0};
    size_t length;
    const char *name = text_of(body, "name", &length);

    if (!name || !srv_name_is_good(name, length) || !tbl_name_is_seen(name, length)) {
        refuse(answer, 400, &bad_name);
        return;
    }
    if (unread) {
        refuse_unread(answer);
        return;
    }
    if (known)
        srv_guest_rename(hub, guest, name, length);
    else
        guest = new_guest(hub, request, body, name, length, answer);
    if (!guest)
        return;
    srv_put(&text, "{");
    put_guest(&text, guest);
    srv_put(&text, "}\n");
    answer_stored(hub, answer, &text, guest, !known);
}

/* ---- Links ---- */

static void enter_guest(srv_hub *hub, srv_guest *guest, srv_answer *answer)
{
    host_text text = {0};

    srv_put(&text, "{\"kind\":\"guest\",");
    put_guest(&text, guest);
    srv_put(&text, "}\n");
    answer_stored(hub, answer, &text, guest, true);
}

static void enter_table(srv_hub *hub, const srv_table *table, srv_answer *answer)
{
    host_text text = {0};

    srv_put(&text, "{\"kind\":\"join\",\"table\":\"");
    srv_put(&text, table->name);
    srv_put(&text, "\",\"about\":");
    tbl_table_json(table->core, table->name, &text);
    srv_put(&text, "}\n");
    answer_stored(hub, answer, &text, NULL, false);
}

static void enter_seat(srv_hub *hub, const srv_request *request, const json_t *body,
                       srv_table *table, unsigned seat, srv_answer *answer)
{
    bool unread;
    srv_guest *guest = srv_guest_of_cookie(hub, request->cookie, &unread);
    const char *name = tbl_seat_of(table->core, seat)->name;
    const bool known = guest != NULL;
    host_text text = {0};
    tbl_answer added;

    if (unread) {
        refuse_unread(answer);
        return;
    }
    if (!known)
        guest = new_guest(hub, request, body, name, strlen(name), answer);
    if (!guest)
        return;
    added = tbl_add_device(table->core, seat, guest->id);
    if (added.code != TBL_DONE && added.code != TBL_REPEATED) {
        srv_put(&text, "{\"error\":");
        srv_put_table_error(&text, &added);
        srv_put(&text, "}\n");
        srv_hub_flush(hub);
        answer_text(answer, 403, json_media, &text);
        return;
    }
    srv_table_after(hub, table, NULL, false, 0);
    srv_put(&text, "{\"kind\":\"seat\",\"table\":\"");
    srv_put(&text, table->name);
    srv_put(&text, "\",\"seat\":");
    srv_put_number(&text, seat + 1);
    srv_put(&text, ",");
    put_guest(&text, guest);
    srv_put(&text, "}\n");
    answer_stored(hub, answer, &text, guest, !known);
}

/* Does what a link is for; false if its secret is wrong. */
static bool enter(srv_hub *hub, const srv_request *request, const json_t *body,
                  srv_link link, const char *secret, size_t length, srv_answer *answer)
{
    const srv_refusal *why;
    srv_guest *guest;
    srv_table *table;
    bool unread;

    if (link.kind == SRV_LINK_GUEST) {
        guest = srv_guest_get(hub, link.id, &unread);
        if (unread) {
            refuse_unread(answer);
            return true;
        }
        link.number = guest ? guest->epoch : 0;
        if (!guest || !srv_secret_is(&hub->key, &link, secret, length))
            return false;
        enter_guest(hub, guest, answer);
        return true;
    }
    table = srv_table_get(hub, link.id, &why);
    if (!table && why != &srv_no_table)
        refuse_table(answer, why);
    if (!table)
        return why != &srv_no_table;
    if (link.kind == SRV_LINK_JOIN) {
        if (!srv_table_invites(hub, table, secret, length))
            return false;
        enter_table(hub, table, answer);
        return true;
    }
    for (link.seat = 0; link.seat < TOB_SEATS; link.seat++) {
        link.number = tbl_seat_of(table->core, link.seat)->link;
        if (srv_secret_is(&hub->key, &link, secret, length)) {
            enter_seat(hub, request, body, table, link.seat, answer);
            return true;
        }
    }
    return false;
}

static void post_enter(srv_hub *hub, const srv_request *request, const json_t *body,
                       srv_answer *answer)
{
    const uint64_t address = srv_address_hash(hub, request->address);
    const srv_rate rate = {hub->quotas.guesses_address, MINUTE_MS};
    uint32_t retry =
        srv_bucket_wait(&srv_visitor_get(hub, address)->guesses, rate, hub->now_ms, 1);
    size_t length, secret_length;
    const char *text = text_of(body, "link", &length), *secret;
    srv_link link;

    if (!retry && text && srv_link_read(text, length, &link, &secret, &secret_length) &&
        enter(hub, request, body, link, secret, secret_length, answer))
        return;
    if (!retry && srv_guess_is_allowed(hub, address, &retry))
        refuse(answer, 403, &srv_wrong_link);
    else
        refuse_for(answer, 429, &srv_too_many_guesses, retry);
}

/* ---- Records and proofs ---- */

static void get_record(srv_table *table, const srv_guest *guest, srv_answer *answer)
{
    const bool over = tbl_state_of(table->core) == TBL_OVER;
    host_text text = {0};

    if (!over && !srv_table_shows(table, guest, false)) {
        refuse(answer, 404, &srv_no_table);
        return;
    }
    tbl_record(table->core, tbl_viewer_of(table->core, guest ? guest->id : 0), &text);
    answer_text(answer, 200, text_type, &text);
}

static void get_proof(srv_table *table, const srv_guest *guest, srv_answer *answer)
{
    host_text text = {0};

    if (tbl_proof(table->core, &text)) {
        answer_text(answer, 200, text_type, &text);
        return;
    }
    host_text_clear(&text);
    if (srv_table_shows(table, guest, false))
        refuse(answer, 403, &not_over);
    else
        refuse(answer, 404, &srv_no_table);
}

/* Answers "/api/table/ID/record" and ".../proof", given from the ID on. What is in the
 * batch is stored first: nobody sees what may be taken back. */
static void get_table(srv_hub *hub, const srv_request *request, const char *path,
                      size_t length, srv_answer *answer)
{
    static const struct {
        const char *name;
        void (*get)(srv_table *table, const srv_guest *guest, srv_answer *answer);
    } parts[] = {{"/record", get_record}, {"/proof", get_proof}};
    const srv_refusal *why = &srv_no_table;
    const char *slash = memchr(path, '/', length);
    const size_t id = slash ? (size_t)(slash - path) : length;
    srv_table *table = NULL;
    const srv_guest *guest;
    bool unread;

    srv_hub_flush(hub);
    guest = srv_guest_of_cookie(hub, request->cookie, &unread);
    if (unread) {
        refuse_unread(answer);
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (length - id != strlen(parts[i].name) ||
            memcmp(path + id, parts[i].name, length - id) != 0)
            continue;
        table = srv_table_get(hub, srv_id_read(path, id), &why);
        if (table)
            parts[i].get(table, guest, answer);
    }
    if (!table)
        refuse_table(answer, why);
}

/* ---- Paths ---- */

static void post(srv_hub *hub, const srv_request *request, srv_answer *answer,
                 void (*act)(srv_hub *hub, const srv_request *request, const json_t *body,
                             srv_answer *answer))
{
    json_t *body;

    if (request->method != SRV_POST) {
        refuse(answer, 405, &wrong_method);
        answer->allow = "POST";
        return;
    }
    if (!srv_origin_is_own(request->origin, request->host)) {
        refuse(answer, 403, &wrong_origin);
        return;
    }
    body = is_json(request->content_type) && request->body
               ? json_loadb(request->body, request->body_length, JSON_REJECT_DUPLICATES,
                            NULL)
               : NULL;
    if (json_is_object(body))
        act(hub, request, body, answer);
    else
        refuse(answer, 400, &no_json);
    json_decref(body);
}

static bool is_path(const srv_request *request, const char *path)
{
    return request->path_length == strlen(path) &&
           memcmp(request->path, path, request->path_length) == 0;
}

static void answer_health(const srv_hub *hub, srv_answer *answer)
{
    host_text text = {0};

    srv_put(&text, hub->broken ? "nothing can be stored now\n" : "ok\n");
    answer_text(answer, hub->broken ? 503 : 200, text_type, &text);
}

/* For bench/load: how many moves share a commit? */
static void answer_commits(const srv_hub *hub, srv_answer *answer)
{
    host_text text = {0};

    srv_put_number(&text, store_commits(hub->store));
    srv_put(&text, "\n");
    answer_text(answer, 200, text_type, &text);
}

static bool begins(const srv_request *request, const char *path)
{
    return request->path_length >= strlen(path) &&
           memcmp(request->path, path, strlen(path)) == 0;
}

/* In how many milliseconds the address may ask again; 0: now. */
static uint32_t wait_ms(srv_hub *hub, const srv_request *request)
{
    const char *const from = request->address ? request->address : "";
    const bool here = strncmp(from, "127.", 4) == 0 || strcmp(from, "::1") == 0;
    const uint32_t most = hub->quotas.requests_address;
    srv_visitor *visitor;

    if (!most && here)
        return 0;
    visitor = srv_visitor_get(hub, srv_address_hash(hub, from));
    return srv_bucket_take(&visitor->requests,
                           (srv_rate){most ? most : SRV_REQUESTS_USUAL, MINUTE_MS},
                           hub->now_ms, 1);
}

/* Answers what is asked under /api. */
static void answer_api(srv_hub *hub, const srv_request *request, srv_answer *answer)
{
    static const char tables[] = "/api/table/";
    const size_t begin = sizeof tables - 1;
    const uint32_t retry = wait_ms(hub, request);

    if (retry) {
        refuse_for(answer, 429, &srv_rate_limit, retry);
    } else if (is_path(request, "/api/guest")) {
        post(hub, request, answer, post_guest);
    } else if (is_path(request, "/api/enter")) {
        post(hub, request, answer, post_enter);
    } else if (!begins(request, tables) || request->path_length == begin) {
        refuse(answer, 404, &srv_no_table);
    } else if (request->method == SRV_GET || request->method == SRV_HEAD) {
        get_table(hub, request, request->path + begin, request->path_length - begin,
                  answer);
    } else {
        refuse(answer, 405, &wrong_method);
        answer->allow = "GET, HEAD";
    }
}

bool srv_hub_request(srv_hub *hub, const srv_request *request, srv_answer *answer)
{
    const bool reads = request->method == SRV_GET || request->method == SRV_HEAD;

    srv_hub_look_at_clocks(hub);
    hub->counts.requests++;
    if (hub->bans && srv_house_bans(hub, srv_address_hash(hub, request->address)))
        refuse(answer, 403, &is_banned);
    else if (is_path(request, "/healthz") && reads)
        answer_health(hub, answer);
    else if (is_path(request, "/healthz/commits") && reads)
        answer_commits(hub, answer);
    else if (begins(request, "/api/"))
        answer_api(hub, request, answer);
    else
        return false;
    if (answer->refused)
        srv_count_refusal(&hub->counts, answer->refused);
    answer->sends_body = request->method != SRV_HEAD && answer->length > 0;
    return true;
}
