/* Redaction: what a viewer may know of a move (H1), as a move and as a line.
 *
 * rec_redact alone decides what is hidden from whom. The text form asks it about a move
 * of the line's kind and seat, and needs neither a game nor a board. */
#include "record/words.h"

tob_move rec_redact(tob_move move, tob_viewer viewer)
{
    if (tob_viewer_is_full(viewer))
        return move;
    switch (move.kind) {
    case TOB_MOVE_DEAL:
    case TOB_MOVE_DRAW:
        if (!tob_viewer_is(viewer, move.seat))
            move.card = TOB_HIDDEN;
        break;
    case TOB_MOVE_PEEK:
        if (!tob_viewer_is(viewer, move.seat))
            move.value = TOB_HIDDEN;
        break;
    case TOB_MOVE_ADD: move.value = TOB_HIDDEN; break;
    }
    return move;
}

bool rec_can_redact(tob_viewer from, tob_viewer to)
{
    return tob_viewer_is_full(from) || tob_viewer_equal(from, to);
}

/* Is the last word of this line hidden from the viewer? The hidden word of a line always
 * comes last, and the seat that may see it follows the verb. */
static bool hides_last(const rec_words *words, tob_viewer viewer)
{
    const int kind = rec_words_kind(words);
    tob_move move = {0};

    if (kind < 0)
        return false;
    move.kind = (uint8_t)kind;
    move.seat = (uint8_t)(words->word[2 < words->count ? 2 : 0].text[0] - '1');
    move = rec_redact(move, viewer);
    return move.card == TOB_HIDDEN || move.value == TOB_HIDDEN;
}

size_t rec_redact_line(const char *line, size_t length, tob_viewer viewer,
                       char out[static REC_LINE_MAX])
{
    size_t kept = length < REC_LINE_MAX ? length : 0;
    rec_error ignored;
    rec_words words;

    if (rec_split(&words, line, length, &ignored) && hides_last(&words, viewer))
        kept = (size_t)(words.word[words.count - 1].text - line);
    for (size_t i = 0; i < kept; i++)
        out[i] = line[i];
    if (kept < length && length < REC_LINE_MAX)
        out[kept++] = '?';
    out[kept] = '\0';
    return kept;
}
