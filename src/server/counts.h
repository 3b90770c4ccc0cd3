/* What the hub counts, for those who watch the server. Everything is a plain number that
 * the hub's one thread adds to: a turn of the loop costs four looks at the clock, and a
 * request one addition. */
#ifndef TOBAGO_SERVER_COUNTS_H
#define TOBAGO_SERVER_COUNTS_H

#include <stdint.h>

enum {
    SRV_BUCKETS = 12,       /* of a histogram, without the last, which has no bound */
    SRV_REFUSAL_NAMES = 96, /* different reasons that are counted; others are one more */
};

/* Bounds of the histograms: microseconds, and bytes. */
#define SRV_BUCKET_US                                                                 \
    {                                                                                 \
        100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 1000000 \
    }
#define SRV_BUCKET_BYTES                                                                \
    {                                                                                   \
        64, 256, 1024, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288, 1048576 \
    }

typedef struct srv_histogram {
    uint64_t bucket[SRV_BUCKETS + 1]; /* values up to the bound of each, and the rest */
    uint64_t sum;
} srv_histogram;

static inline void srv_observe(srv_histogram *h, const uint32_t bound[SRV_BUCKETS],
                               uint64_t value, uint64_t times)
{
    unsigned i = 0;

    while (i < SRV_BUCKETS && value > bound[i])
        i++;
    h->bucket[i] += times;
    h->sum += value * times;
}

typedef struct srv_counts {
    uint64_t frames, requests;  /* that clients sent, over WebSockets and HTTP */
    uint64_t opened;            /* WebSockets */
    uint64_t moves, bot_moves;  /* lines that people and programs sent, and bots */
    uint64_t events, messages;  /* of all tables; and what people said */
    uint64_t tables;            /* made */
    uint64_t begun, over;       /* games */
    uint64_t asked, answered;   /* decisions of bots */
    uint64_t damaged;           /* tables that could not be read */
    uint64_t reports;           /* of abuse */
    uint64_t banned;            /* requests and connections of banned addresses */
    srv_histogram move_us;      /* from the frame to the last answer of its turn */
    srv_histogram commit_us;    /* of a commit */
    srv_histogram commit_bytes; /* that a commit adds */
    struct {
        const char *name; /* constant */
        uint64_t count;
    } refused[SRV_REFUSAL_NAMES]; /* by reason; the last takes those without room */
} srv_counts;

/* Counts a refusal by its reason, whose name is a constant of the program: two constants
 * with the same letters may be counted apart, and are summed up when they are shown. */
static inline void srv_count_refusal(srv_counts *counts, const char *name)
{
    unsigned i = (unsigned)((uintptr_t)name >> 3) % (SRV_REFUSAL_NAMES - 1);
    unsigned looks = 0;

    while (counts->refused[i].name && counts->refused[i].name != name &&
           ++looks < SRV_REFUSAL_NAMES - 1)
        i = (i + 1) % (SRV_REFUSAL_NAMES - 1);
    if (looks == SRV_REFUSAL_NAMES - 1) {
        i = SRV_REFUSAL_NAMES - 1;
        name = "other";
    }
    counts->refused[i].name = name;
    counts->refused[i].count++;
}

#endif
