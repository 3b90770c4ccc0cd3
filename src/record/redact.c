/* Redaction: what a viewer may know of a move (H1), as a move and as a line.
 *
 * The table of kinds says which field of a move is secret, and from whom. The text form
 * finds the word of that field and needs neither a game nor a board. */
#include "record/words.h"
#include "tobago/kinds.h"

static bool is_secret(const tob_kind_row *row, unsigned seat, tob_viewer viewer)
{
    return !tob_viewer_is_full(viewer) &&
           (row->secret == TOB_SECRET_ALL ||
            (row->secret == TOB_SECRET_OTHERS && !tob_viewer_is(viewer, seat)));
}

tob_move rec_redact(tob_move move, tob_viewer viewer)
{
    const tob_kind_row *row = tob_kind_of(move.kind);

    if (!row || !is_secret(row, move.seat, viewer))
        return move;
    switch ((tob_field)row->hidden) {
    case TOB_FIELD_CARD: move.card = TOB_HIDDEN; break;
    case TOB_FIELD_OTHER: move.other = TOB_HIDDEN; break;
    case TOB_FIELD_COINS:
    case TOB_FIELD_TRIAD:
    case TOB_FIELD_OBJECT: move.value = TOB_HIDDEN; break;
    case TOB_FIELD_NONE:
    case TOB_FIELD_SEAT:
    case TOB_FIELD_SPACE:
    case TOB_FIELD_TREASURE:
    case TOB_FIELD_DIRECTION:
    case TOB_FIELD_FACING:
    case TOB_FIELD_COUNT: break; /* public in every kind */
    }
    return move;
}

bool rec_can_redact(tob_viewer from, tob_viewer to)
{
    return tob_viewer_is_full(from) || tob_viewer_equal(from, to);
}

/* The word of a field in a line of this kind, or NULL if the line has none. */
static const rec_word *word_of(const rec_words *words, const tob_kind_row *row,
                               unsigned field)
{
    unsigned at = row->power ? 3 : 2;

    for (unsigned i = 0; i < TOB_FIELDS_MAX && row->field[i] != field; i++)
        at++;
    return at < words->count ? &words->word[at] : NULL;
}

/* The word of the line that the viewer may not see, or NULL. */
static const rec_word *secret_word(const rec_words *words, tob_viewer viewer)
{
    const int kind = rec_words_kind(words);
    const tob_kind_row *row = kind < 0 ? NULL : tob_kind_of((unsigned)kind);
    const rec_word *seat;

    if (!row || row->secret == TOB_SECRET_NONE)
        return NULL;
    seat = word_of(words, row, TOB_FIELD_SEAT);
    if (!is_secret(row, seat ? (unsigned)(seat->text[0] - '1') : TOB_NOBODY, viewer))
        return NULL;
    return word_of(words, row, row->hidden);
}

size_t rec_redact_line(const char *line, size_t length, tob_viewer viewer,
                       char out[REC_LINE_MAX])
{
    const rec_word *secret = NULL;
    size_t from = length, behind = length, at = 0;
    rec_error ignored;
    rec_words words;

    if (length >= REC_LINE_MAX)
        from = behind = length = 0;
    else if (rec_split(&words, line, length, &ignored))
        secret = secret_word(&words, viewer);
    if (secret) {
        from = (size_t)(secret->text - line);
        behind = from + secret->length;
    }
    for (size_t i = 0; i < from; i++)
        out[at++] = line[i];
    if (secret)
        out[at++] = '?';
    for (size_t i = behind; i < length; i++)
        out[at++] = line[i];
    out[at] = '\0';
    return at;
}
