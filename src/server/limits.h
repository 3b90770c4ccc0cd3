/* What a client, a guest or an address may cost: the limits, each of which is a setting
 * called "limit-NAME", and rates. */
#ifndef TOBAGO_SERVER_LIMITS_H
#define TOBAGO_SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(NAME, DEFAULT, LEAST, MOST, SENTENCE): all of them, for the struct, the parser and
 * the help. */
#define SRV_LIMITS(X)                                                                  \
    X(connections, 12000, 1, 1000000, "connections at once")                           \
    X(connections_address, 0, 0, 1000000,                                              \
      "connections at once from one address; 0: 100, but any number from here")        \
    X(frames_s, 20, 1, 1000000, "frames a second of a connection, on average")         \
    X(follows, 16, 1, 1000, "tables that a connection follows at once")                \
    X(watchers, 500, 1, 1000000, "connections that follow one table")                  \
    X(tables, 20000, 1, 1000000, "tables in memory")                                   \
    X(tables_guest, 50, 1, 1000000, "tables of a guest that are not over")             \
    X(tables_address, 200, 1, 1000000, "tables made from one address in an hour")      \
    X(guests_address, 200, 1, 1000000, "guests made from one address in an hour")      \
    X(guesses_address, 20, 1, 1000000, "wrong links from one address in a minute")     \
    X(requests_address, 0, 0, 1000000,                                                 \
      "requests to /api from one address in a minute; 0: 600, here any number")        \
    X(chat_minute, 30, 1, 1000000, "messages of a guest in a minute")                  \
    X(blocks_guest, 200, 1, 10000, "guests whom a guest blocks")                       \
    X(devices_guest, 8, 1, 100, "devices of a guest that are notified")                \
    X(notices_hour, 60, 1, 1000000, "notifications of a guest in an hour")             \
    X(reports_hour, 5, 1, 1000000,                                                     \
      "reports of abuse by a guest, and from one address, in an hour")                 \
    X(reports, 1000, 1, 10000, "reports that are kept")                                \
    X(bot_threads, 0, 0, 64, "threads on which bots think; 0: one less than cores")    \
    X(bot_queue, 64, 1, 4096, "decisions that wait for a bot; then tables wait")       \
    X(bot_ms, 20000, 1, 60000, "bots' thinking for the tables of a guest in a minute") \
    X(idle_s, 60, 1, 86400, "seconds until a table that nobody follows leaves memory") \
    X(waiting_hours, 168, 1, 87600, "hours until a table that never starts is closed") \
    X(playing_days, 90, 1, 3650, "days until a game in which nobody moves is closed")  \
    X(compact_days, 30, 1, 36500,                                                      \
      "days until nothing but its record is left of a finished game")                  \
    X(finished_days, 3650, 1, 36500, "days until a finished game is removed")          \
    X(stranger_days, 30, 1, 36500,                                                     \
      "days until a guest who never sat at a table and stays away is deleted")         \
    X(guest_days, 400, 1, 36500,                                                       \
      "days until a guest who stays away is deleted; her cookie lasts 400")            \
    X(report_days, 180, 1, 36500, "days until a report is removed")                    \
    X(audit_days, 365, 1, 36500, "days until a line of the audit log is removed")

enum { SRV_REQUESTS_USUAL = 600 }; /* requests_address of other machines */

#define SRV_LIMIT_FIELD(name, standard, least, most, text) uint32_t name;
#define SRV_LIMIT_HELP(name, standard, least, most, text) \
    "    " #name "=" #standard "\n                  " text "\n"

typedef struct srv_quotas {
    SRV_LIMITS(SRV_LIMIT_FIELD)
} srv_quotas;

/* The lines that --help shows. */
#define SRV_LIMITS_HELP SRV_LIMITS(SRV_LIMIT_HELP)

/* Every limit as it is by default. */
void srv_quotas_init(srv_quotas *quotas);

/* ---- Rates ---- */

/* A bucket that leaks: what was used and has not run out yet. Zeroed, it is empty. */
typedef struct srv_bucket {
    double level;
    uint64_t at_ms;
} srv_bucket;

/* So many in a span of time. */
typedef struct srv_rate {
    uint32_t most;
    uint32_t span_ms;
} srv_rate;

/* Takes 'cost' from what the rate allows. Returns 0, or in how many milliseconds it may
 * work: nothing was taken then. */
uint32_t srv_bucket_take(srv_bucket *bucket, srv_rate rate, uint64_t now_ms,
                         uint32_t cost);

/* The same without taking anything. */
uint32_t srv_bucket_wait(const srv_bucket *bucket, srv_rate rate, uint64_t now_ms,
                         uint32_t cost);

/* Has everything run out? Then forgetting the bucket gives nobody more. */
bool srv_bucket_is_empty(const srv_bucket *bucket, srv_rate rate, uint64_t now_ms);

#endif
