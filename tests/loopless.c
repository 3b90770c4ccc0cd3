#include "tests/loopless.h"

#include <dirent.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support.h"

/* ---- The world ---- */

static uint64_t now_ms(void *context)
{
    return ((world *)context)->now_ms;
}

static uint64_t wall_ms(void *context)
{
    return ((world *)context)->wall_ms;
}

static void draw(void *context, uint8_t *bytes, size_t length)
{
    world *const w = context;

    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)(tob_rng_next(&w->rng) >> 56);
}

static void keep_frame(srv_peer *peer, const char *text, size_t length)
{
    assert_true(peer->open);
    assert_null(memchr(text, '\n', length));
    host_text_append(&peer->heard, text, length);
    host_text_append(&peer->heard, "\n", 1);
}

static void keep_close(srv_peer *peer, unsigned code, const char *why)
{
    (void)why;
    peer->code = code;
}

static void wake(void *context)
{
    ((world *)context)->wakes++;
}

static bool keep_letter(void *context, const srv_letter *letter)
{
    world *const w = context;

    if (w->letters == w->letter_room) {
        w->letter_room = 2 * w->letter_room + 8;
        w->letter = realloc(w->letter, w->letter_room * sizeof *w->letter);
        assert_non_null(w->letter);
    }
    w->letter[w->letters++] = *letter;
    return true;
}

/* False if the disk does not let it. */
static bool begin_hub(world *w)
{
    const srv_env env = {
        .time = {.now_ms = now_ms, .wall_ms = wall_ms, .random = draw, .context = w},
        .send = keep_frame,
        .close = keep_close,
        .wake = wake,
        .post = keep_letter,
        .context = w,
        .url = w->url,
        .password = w->password};
    const srv_key key = {{1, 2, 3}};
    char why[256] = "";

    if (store_open(&w->store, w->folder, why) != STORE_DONE) {
        print_message("# %s\n", why);
        assert_true(strlen(why) > 10);
        return false;
    }
    w->hub = srv_hub_new(&env, w->store, &key, &w->quotas, 0);
    if (!w->hub)
        store_close(w->store);
    return w->hub != NULL;
}

void world_begin(world *w, uint64_t seed)
{
    assert_true(sodium_init() >= 0);
    *w = (world){.now_ms = 1000000, .wall_ms = UINT64_C(1794960000000)};
    snprintf(w->folder, sizeof w->folder, "/tmp/tobago-hub-XXXXXX");
    assert_non_null(mkdtemp(w->folder));
    tob_rng_init(&w->rng, seed, 0);
    srv_quotas_init(&w->quotas);
    assert_true(begin_hub(w));
}

/* The folder of a store has no folders in it. */
static void remove_folder(const char *folder)
{
    DIR *const all = opendir(folder);
    const struct dirent *file;
    char path[512];

    while (all && (file = readdir(all))) {
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        unlink(path);
    }
    if (all)
        closedir(all);
    rmdir(folder);
}

static void end_hub(world *w)
{
    srv_hub_free(w->hub);
    store_close(w->store);
    w->hub = NULL;
    w->store = NULL;
}

void world_end(world *w)
{
    end_hub(w);
    remove_folder(w->folder);
    free(w->letter);
}

bool world_restart(world *w)
{
    if (w->hub)
        end_hub(w);
    return begin_hub(w);
}

void world_crash(world *w)
{
    assert_true(world_restart(w));
}

void world_reopen(world *w)
{
    begin_hub(w);
}

void world_turn(world *w)
{
    w->wakes = 0;
    w->due_ms = srv_hub_turn(w->hub);
}

void world_pass(world *w, uint64_t ms)
{
    const uint64_t until = w->now_ms + ms;

    world_turn(w);
    while (w->now_ms < until) {
        uint64_t next = w->due_ms < until ? w->due_ms : until;
        if (next <= w->now_ms || w->wakes)
            next = w->now_ms + 1;
        w->wall_ms += next - w->now_ms;
        w->now_ms = next;
        world_turn(w);
    }
}

/* ---- HTTP ---- */

reply world_request(world *w, srv_method method, const char *path, const char *cookie,
                    const char *body)
{
    const srv_request request = {.method = method,
                                 .path = path,
                                 .path_length = strlen(path),
                                 .cookie = cookie,
                                 .host = "localhost:8700",
                                 .content_type = body ? "application/json" : NULL,
                                 .address = w->address ? w->address : "127.0.0.1",
                                 .body = body,
                                 .body_length = body ? strlen(body) : 0};
    srv_answer answer = {0};
    reply r = {0};

    assert_true(srv_hub_request(w->hub, &request, &answer));
    r.status = answer.status;
    r.body = strndup(answer.body ? answer.body : "", answer.length);
    memcpy(r.cookie, answer.cookie, strcspn(answer.cookie, ";"));
    srv_answer_clear(&answer);
    world_turn(w);
    return r;
}

void reply_clear(reply *r)
{
    free(r->body);
    *r = (reply){0};
}

void world_guest(world *w, const char *name, char cookie[static SRV_COOKIE_MAX])
{
    char body[200];
    reply r;

    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    r = world_request(w, SRV_POST, "/api/guest", NULL, body);
    if (r.status != 200)
        fail_msg("%u %s", r.status, r.body);
    memcpy(cookie, r.cookie, sizeof r.cookie);
    reply_clear(&r);
}

/* ---- WebSockets ---- */

void peer_open(srv_peer *peer, world *w, const char *cookie)
{
    const srv_upgrade upgrade = {.cookie = cookie,
                                 .host = "localhost:8700",
                                 .protocol = "tobago.1",
                                 .address = w->address ? w->address : "127.0.0.1"};

    *peer = (srv_peer){.world = w};
    peer->status = srv_hub_open(w->hub, peer, &upgrade, &peer->own);
    peer->open = peer->status == 0;
}

void peer_close(srv_peer *peer)
{
    if (peer->open) {
        srv_hub_closed(peer->world->hub, peer, peer->own);
        peer->open = false;
        world_turn(peer->world);
    }
    host_text_clear(&peer->heard);
}

void peer_send(srv_peer *peer, const char *frame)
{
    srv_hub_frame(peer->world->hub, peer, peer->own, frame, strlen(frame));
}

json_t *peer_next(srv_peer *peer)
{
    const char *at = peer->heard.bytes + peer->read;
    const char *end = peer->read < peer->heard.length
                          ? memchr(at, '\n', peer->heard.length - peer->read)
                          : NULL;
    json_t *frame;

    if (!end)
        return NULL;
    frame = json_loadb(at, (size_t)(end - at), JSON_REJECT_DUPLICATES, NULL);
    if (!frame)
        fail_msg("no JSON: %.*s", (int)(end - at), at);
    peer->read += (size_t)(end - at) + 1;
    return frame;
}

void peer_forget(srv_peer *peer)
{
    peer->read = peer->heard.length;
}

static json_t *ask(srv_peer *peer, const char *format, va_list arguments)
{
    char body[8192], frame[8300];
    const uint64_t id = ++peer->next_id;
    json_t *answer;

    vsnprintf(body, sizeof body, format, arguments);
    for (char *at = body; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    snprintf(frame, sizeof frame, "{\"id\":%llu,%s}", (unsigned long long)id, body);
    peer_send(peer, frame);
    world_turn(peer->world);
    while ((answer = peer_next(peer))) {
        const json_t *const re = json_object_get(answer, "re");
        if (re && (uint64_t)json_integer_value(re) == id)
            return answer;
        json_decref(answer);
    }
    fail_msg("no answer to %s", frame);
    return NULL;
}

json_t *peer_ask(srv_peer *peer, const char *format, ...)
{
    va_list arguments;
    json_t *answer;

    va_start(arguments, format);
    answer = ask(peer, format, arguments);
    va_end(arguments);
    return answer;
}

json_t *peer_do(srv_peer *peer, const char *format, ...)
{
    va_list arguments;
    json_t *answer;

    va_start(arguments, format);
    answer = ask(peer, format, arguments);
    va_end(arguments);
    if (json_is_false(json_object_get(answer, "ok")))
        fail_msg("%s: %s", format, json_dumps(answer, JSON_COMPACT));
    return answer;
}

void peer_refused(srv_peer *peer, const char *code, const char *name, const char *format,
                  ...)
{
    const json_t *error;
    va_list arguments;
    json_t *answer;

    va_start(arguments, format);
    answer = ask(peer, format, arguments);
    va_end(arguments);
    error = json_object_get(answer, "error");
    if (!error)
        fail_msg("%s was not refused: %s", format, json_dumps(answer, JSON_COMPACT));
    assert_string_equal(text_at(error, "code"), code);
    if (name)
        assert_string_equal(text_at(error, "name"), name);
    assert_true(strlen(text_at(error, "reason")) > 0);
    json_decref(answer);
}

const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

long number_at(const json_t *object, const char *key)
{
    return (long)json_integer_value(json_object_get(object, key));
}

/* ---- An evening ---- */

static const char *const names[PEOPLE] = {"Ada B.", "Ben", "Cleo"};

void evening_begin(evening *e, uint64_t seed)
{
    world_begin(&e->w, seed);
    for (unsigned i = 0; i < PEOPLE; i++) {
        world_guest(&e->w, names[i], e->cookie[i]);
        peer_open(&e->peer[i], &e->w, e->cookie[i]);
    }
    world_turn(&e->w);
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_forget(&e->peer[i]);
}

void evening_end(evening *e)
{
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_close(&e->peer[i]);
    world_end(&e->w);
}

void evening_reconnect(evening *e)
{
    for (unsigned i = 0; i < PEOPLE; i++) {
        host_text_clear(&e->peer[i].heard);
        peer_open(&e->peer[i], &e->w, e->cookie[i]);
    }
}

void drop_answer(json_t *answer)
{
    json_decref(answer);
}

void evening_table(evening *e, const char *fields)
{
    json_t *made = peer_do(&e->peer[0], "'do':'create',%s", fields);

    snprintf(e->table, sizeof e->table, "%s", text_at(made, "table"));
    snprintf(e->key, sizeof e->key, "%s", strchr(text_at(made, "link"), '.') + 1);
    json_decref(made);
    drop_answer(peer_do(&e->peer[0], "'do':'follow','table':'%s'", e->table));
}

void evening_share(evening *e, unsigned who)
{
    drop_answer(peer_do(&e->peer[who], "'do':'contribute','table':'%s','bytes':'%032u'",
                        e->table, who + 1));
}

void evening_game(evening *e, unsigned people, const char *more)
{
    char fields[300];

    snprintf(fields, sizeof fields, "'seats':['me','open'%s],'island':'ABC0'%s",
             people > 2 ? ",'open'" : "", more);
    evening_table(e, fields);
    evening_share(e, 0);
    for (unsigned i = 1; i < people; i++) {
        drop_answer(peer_do(&e->peer[i], "'do':'join','table':'%s','key':'%s'", e->table,
                            e->key));
        drop_answer(peer_do(&e->peer[i], "'do':'follow','table':'%s'", e->table));
        evening_share(e, i);
    }
    drop_answer(peer_do(&e->peer[0], "'do':'start','table':'%s'", e->table));
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_forget(&e->peer[i]);
}

json_t *evening_snapshot(evening *e, unsigned who)
{
    return peer_do(&e->peer[who], "'do':'follow','table':'%s','after':0", e->table);
}

unsigned evening_mover(evening *e, long *n, char line[static REC_LINE_MAX],
                       unsigned choice)
{
    for (unsigned who = 0; who < PEOPLE; who++) {
        json_t *s = evening_snapshot(e, who);
        const json_t *legal = json_object_get(s, "legal");
        const size_t count = json_array_size(legal);
        *n = number_at(s, "n");
        if (count)
            snprintf(line, REC_LINE_MAX, "%s",
                     json_string_value(json_array_get(legal, choice % count)));
        json_decref(s);
        if (count)
            return who;
    }
    fail_msg("nobody decides");
    return 0;
}

long evening_play(evening *e, unsigned choice)
{
    char line[REC_LINE_MAX];
    long n, number;
    const unsigned who = evening_mover(e, &n, line, choice);
    json_t *event =
        peer_do(&e->peer[who], "'do':'move','table':'%s','after':%ld,'line':'%s'",
                e->table, n, line);

    number = number_at(event, "n");
    json_decref(event);
    return number;
}
