/* Any bytes as what three guests do at a server without a network, line by line: frames,
 * requests, closed connections, time, crashes. Nothing crashes, everything that is sent
 * is JSON, and what is read back from the store is never damaged.
 *
 *     0{...}, 1{...}, 2{...}   a frame of that guest's connection
 *     0@L                      a legal line of hers, if she has to decide
 *     c1                       her connection ends, and a new one follows the table
 *     t5000                    time passes, in milliseconds
 *     p/api/guest {...}        a POST; g/healthz: a GET
 *     x                        the server is killed and starts again
 *
 * @T stands for the table, @K for the secret of its invitation, @N for its last event,
 * @A, @B and @C for the ids of the three guests. */
#include "fuzz.h"

#include <dirent.h>
#include <jansson.h>
#include <sodium.h>
#include <unistd.h>

#include "server/hub.h"
#include "tests/json.h"

enum { PEOPLE = 3, LINE_MAX_BYTES = 6000, STEPS_MAX = 60, TURNS_MAX = 40 };

struct srv_peer {
    void *own;
    bool open;
    host_text last; /* the last frame with legal lines */
};

static struct {
    char folder[64];
    store *store;
    srv_hub *hub;
    tob_rng rng;
    uint64_t now_ms, wall_ms, due_ms;
    srv_peer peer[PEOPLE];
    char cookie[PEOPLE][SRV_COOKIE_MAX];
    char table[32], key[64];
    long n;
    host_text frame; /* the last one that was sent to anyone */
} w;

/* ---- The world ---- */

static uint64_t now_ms(void *context)
{
    (void)context;
    return w.now_ms;
}

static uint64_t wall_ms(void *context)
{
    (void)context;
    return w.wall_ms;
}

static void draw(void *context, uint8_t *bytes, size_t length)
{
    (void)context;
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)(tob_rng_next(&w.rng) >> 56);
}

static void keep(host_text *text, const char *bytes, size_t length)
{
    text->length = 0;
    host_text_append(text, bytes, length);
}

static void hear(srv_peer *peer, const char *text, size_t length)
{
    const char *n;

    require(peer->open, "nothing is sent to who is gone");
    keep(&w.frame, text, length);
    require(is_json(w.frame.bytes), "frames are JSON");
    if (strstr(w.frame.bytes, "\"legal\":["))
        keep(&peer->last, text, length);
    n = strstr(w.frame.bytes, "\"n\":");
    if (n && strstr(w.frame.bytes, "{\"is\":\"event\""))
        w.n = strtol(n + 4, NULL, 10);
}

static void end_peer(srv_peer *peer, unsigned code, const char *why)
{
    (void)code;
    (void)why;
    require(peer->open, "who is gone is not closed");
}

static void wake(void *context)
{
    (void)context;
    w.due_ms = w.now_ms;
}

static bool post(void *context, const srv_letter *letter)
{
    (void)context;
    require(letter->length <= SRV_LETTER_MAX, "letters are short");
    require(strncmp(letter->to.endpoint, "https://", 8) == 0, "letters go over https");
    return true;
}

static void empty_folder(void)
{
    DIR *const all = opendir(w.folder);
    const struct dirent *file;
    char path[400];

    while (all && (file = readdir(all))) {
        snprintf(path, sizeof path, "%s/%s", w.folder, file->d_name);
        unlink(path);
    }
    if (all)
        closedir(all);
}

static void start(void)
{
    const srv_env env = {.time = {.now_ms = now_ms, .wall_ms = wall_ms, .random = draw},
                         .send = hear,
                         .close = end_peer,
                         .wake = wake,
                         .post = post,
                         .url = "https://club.example/",
                         .password = "open sesame"};
    const srv_key key = {{1}};
    srv_quotas quotas;
    char why[256];

    srv_quotas_init(&quotas);
    require(store_open(&w.store, w.folder, why) == STORE_DONE, "the store opens");
    w.hub = srv_hub_new(&env, w.store, &key, &quotas, 0);
    require(w.hub != NULL, "the hub begins");
}

static void turn(void)
{
    w.due_ms = UINT64_MAX;
    const uint64_t due = srv_hub_turn(w.hub);
    w.due_ms = due < w.due_ms ? due : w.due_ms;
}

/* ---- Acts ---- */

static void send_frame(unsigned who, const char *text)
{
    if (!w.peer[who].open)
        return;
    srv_hub_frame(w.hub, &w.peer[who], w.peer[who].own, text, strlen(text));
    turn();
}

static void open_peer(unsigned who)
{
    const srv_upgrade upgrade = {.cookie = w.cookie[who],
                                 .host = "x",
                                 .protocol = "tobago.1",
                                 .address = "127.0.0.1"};
    char text[200];

    w.peer[who].open = srv_hub_open(w.hub, &w.peer[who], &upgrade, &w.peer[who].own) == 0;
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"follow\",\"table\":\"%s\"}", w.table);
    send_frame(who, text);
}

static void close_peer(unsigned who)
{
    if (w.peer[who].open) {
        w.peer[who].open = false;
        srv_hub_closed(w.hub, &w.peer[who], w.peer[who].own);
        turn();
    }
    w.peer[who].last.length = 0;
}

static void stop(void)
{
    for (unsigned i = 0; i < PEOPLE; i++)
        w.peer[i].open = false;
    srv_hub_free(w.hub);
    store_close(w.store);
}

static void pass(uint64_t ms)
{
    const uint64_t until = w.now_ms + ms;

    for (unsigned i = 0; i < TURNS_MAX && w.now_ms < until; i++) {
        const uint64_t next = w.due_ms > w.now_ms ? w.due_ms : w.now_ms + 1;
        const uint64_t to = next < until ? next : until;
        w.wall_ms += to - w.now_ms;
        w.now_ms = to;
        turn();
    }
}

static void request(srv_method method, const char *path, unsigned who, const char *body,
                    char cookie[static SRV_COOKIE_MAX])
{
    const srv_request r = {.method = method,
                           .path = path,
                           .path_length = strcspn(path, " "),
                           .cookie = w.cookie[who],
                           .host = "x",
                           .content_type = "application/json",
                           .address = "127.0.0.1",
                           .body = body,
                           .body_length = strlen(body)};
    srv_answer answer = {0};

    if (!srv_hub_request(w.hub, &r, &answer))
        return;
    require(answer.status >= 200 && answer.status < 600, "an answer has a status");
    memcpy(cookie, answer.cookie, sizeof answer.cookie);
    cookie[strcspn(cookie, ";")] = '\0';
    srv_answer_clear(&answer);
    turn();
}

/* Plays the first legal line of a guest. */
static void play(unsigned who)
{
    const char *legal =
        w.peer[who].last.length ? strstr(w.peer[who].last.bytes, "\"legal\":[\"") : NULL;
    char frame[500];

    if (!legal)
        return;
    legal += strlen("\"legal\":[\"");
    snprintf(
        frame, sizeof frame,
        "{\"id\":5,\"do\":\"move\",\"table\":\"%s\",\"after\":%ld,\"line\":\"%.*s\"}",
        w.table, w.n, (int)strcspn(legal, "\""), legal);
    send_frame(who, frame);
}

/* Replaces the names of things by what they stand for. */
static void expand(const char *line, size_t length, char out[static LINE_MAX_BYTES])
{
    size_t used = 0;

    for (size_t i = 0; i < length && used + 100 < LINE_MAX_BYTES; i++) {
        const char what = line[i] == '@' && i + 1 < length ? line[i + 1] : 0;
        int added = 0;
        if (what == 'T')
            added = snprintf(out + used, 100, "%s", w.table);
        else if (what == 'K')
            added = snprintf(out + used, 100, "%s", w.key);
        else if (what == 'N')
            added = snprintf(out + used, 100, "%ld", w.n);
        else if (what >= 'A' && what <= 'C')
            added = snprintf(out + used, 100, "%.16s",
                             w.cookie[what - 'A'] + sizeof "tobago");
        else
            out[used++] = line[i] ? line[i] : ' ';
        used += (size_t)added;
        i += added > 0;
    }
    out[used] = '\0';
}

static void act(const char *line)
{
    const unsigned who = (unsigned)(line[0] - '0') % PEOPLE;
    const char *blank = strchr(line, ' ');
    char unused[SRV_COOKIE_MAX];

    switch (line[0]) {
    case 'x':
        stop();
        start();
        for (unsigned i = 0; i < PEOPLE; i++)
            open_peer(i);
        break;
    case 't': pass(strtoull(line + 1, NULL, 10) % 100000000); break;
    case 'c':
        close_peer((unsigned)(unsigned char)line[1] % PEOPLE);
        open_peer((unsigned)(unsigned char)line[1] % PEOPLE);
        break;
    case 'p': request(SRV_POST, line + 1, 2, blank ? blank + 1 : "", unused); break;
    case 'g': request(SRV_GET, line + 1, 0, "", unused); break;
    case '0':
    case '1':
    case '2':
        if (strcmp(line + 1, "@L") == 0)
            play(who);
        else
            send_frame(who, line + 1);
        break;
    default: send_frame(0, line); break;
    }
}

/* A game of Ada, Ben and a bot has begun; Cleo is there. */
static void begin(void)
{
    static const char *const names[] = {
        "{\"name\":\"Ada\",\"password\":\"open sesame\"}",
        "{\"name\":\"Ben\",\"password\":\"open sesame\"}",
        "{\"name\":\"Cleo\",\"password\":\"open sesame\"}"};
    char text[300];
    const char *at;

    for (unsigned i = 0; i < PEOPLE; i++) {
        w.cookie[i][0] = '\0';
        request(SRV_POST, "/api/guest", i, names[i], w.cookie[i]);
    }
    w.table[0] = '\0';
    for (unsigned i = 0; i < PEOPLE; i++)
        open_peer(i);
    send_frame(0, "{\"id\":1,\"do\":\"create\",\"seats\":[\"me\",\"open\",\"random\"],"
                  "\"watchable\":true}");
    at = strstr(w.frame.bytes, "join=");
    require(at != NULL, "a table is made");
    snprintf(w.table, sizeof w.table, "%.*s", 10, at + 5);
    snprintf(w.key, sizeof w.key, "%.*s", 26, at + 16);
    snprintf(text, sizeof text, "{\"do\":\"join\",\"table\":\"%s\",\"key\":\"%s\"}",
             w.table, w.key);
    send_frame(1, text);
    for (unsigned i = 0; i < PEOPLE; i++) {
        snprintf(text, sizeof text, "{\"do\":\"follow\",\"table\":\"%s\"}", w.table);
        send_frame(i, text);
        snprintf(text, sizeof text,
                 "{\"do\":\"contribute\",\"table\":\"%s\",\"bytes\":\"%032u\"}", w.table,
                 i);
        send_frame(i, text);
    }
    snprintf(text, sizeof text, "{\"id\":9,\"do\":\"start\",\"table\":\"%s\"}", w.table);
    send_frame(0, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *input = (const char *)bytes;
    char line[LINE_MAX_BYTES];

    if (!w.folder[0]) {
        snprintf(w.folder, sizeof w.folder, "%s/tobago-fuzz-XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        require(mkdtemp(w.folder) && sodium_init() >= 0, "there is a folder");
    }
    empty_folder();
    tob_rng_init(&w.rng, 1, 0);
    w.now_ms = 1000000;
    w.wall_ms = UINT64_C(1794960000000);
    w.n = 0;
    start();
    begin();
    for (size_t at = 0, steps = 0; at < size && steps < STEPS_MAX; steps++) {
        const char *end = memchr(input + at, '\n', size - at);
        const size_t length = end ? (size_t)(end - input) - at : size - at;
        expand(input + at, length, line);
        act(line);
        at += length + 1;
    }
    stop();
    return 0;
}
