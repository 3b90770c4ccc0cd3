/* The sentences and clauses behind tob_reason. */
#include "tobago/reason.h"

typedef struct reason_entry {
    const char *name;
    const char *clause;
    const char *text;
    tob_blame blame;
} reason_entry;

static const reason_entry reasons[TOB_REASON_COUNT] = {
    [TOB_OK] = {"OK", "", "legal", TOB_BLAME_KIND},
#define REASON_ENTRY(name, clause, blame, text) \
    [TOB_REASON_##name] = {#name, clause, text, TOB_BLAME_##blame},
    TOB_REASONS(REASON_ENTRY)
#undef REASON_ENTRY
};

const char *tob_reason_clause(tob_reason reason)
{
    return reasons[reason].clause;
}

const char *tob_reason_text(tob_reason reason)
{
    return reasons[reason].text;
}

const char *tob_reason_name(tob_reason reason)
{
    return reasons[reason].name;
}

tob_blame tob_reason_blame(tob_reason reason)
{
    return reasons[reason].blame;
}

/* The stage of judging at which a reason refuses a move. */
static unsigned stage_of(tob_reason reason)
{
    if (reason == TOB_OK)
        return 0;
    switch (tob_reason_blame(reason)) {
    case TOB_BLAME_KIND: return 1;
    case TOB_BLAME_SEAT: return 2;
    case TOB_BLAME_TREASURE: return 3;
    case TOB_BLAME_VALUE:
    case TOB_BLAME_SPACE:
    case TOB_BLAME_CARD: return 4;
    case TOB_BLAME_DIRECTION:
    case TOB_BLAME_OTHER: return 5;
    }
    return 0;
}

tob_reason tob_reason_further(tob_reason a, tob_reason b)
{
    return stage_of(b) > stage_of(a) ? b : a;
}
