/* The sentences and clauses behind tob_reason. */
#include "tobago/reason.h"

typedef struct reason_entry {
    const char *clause;
    const char *text;
    tob_blame blame;
} reason_entry;

static const reason_entry reasons[TOB_REASON_COUNT] = {
    [TOB_OK] = {"", "legal", TOB_BLAME_KIND},
#define REASON_ENTRY(name, clause, blame, text) \
    [TOB_REASON_##name] = {clause, text, TOB_BLAME_##blame},
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

tob_blame tob_reason_blame(tob_reason reason)
{
    return reasons[reason].blame;
}
