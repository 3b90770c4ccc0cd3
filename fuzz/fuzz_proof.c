/* Any bytes as a proof. Whatever is accepted must be sound by a second look: the record
 * can be read, and the same text fed line by line comes to the same verdict. */
#include "fuzz.h"

static rec_hosted hosted;
static rec_reader reader, fresh;
static char record[REC_BYTES_MAX];
static uint32_t ends[REC_LINES_MAX];
static tob_moves moves;
static rec_proof proof;

static void begin(void)
{
    rec_hosted_init(&hosted, &reader,
                    (rec_buffers){record, ends, sizeof record, REC_LINES_MAX});
}

/* The hosted record is what a fresh reader makes of its text, sound or not. */
static void require_record(void)
{
    uint32_t length;
    const char *text = rec_hosted_text(&hosted, &length);
    rec_error error;

    require(rec_read(&fresh, text, length, UINT32_MAX, &error),
            "the record of a proof can be read");
    require(memcmp(&fresh, &reader, sizeof fresh) == 0, "its reader stands at its end");
    if (rec_has_game(&reader))
        require_sound(&reader.game, &reader.board);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    fair_verdict verdict, again;

    begin();
    verdict = rec_proof_check(text, size, &hosted, &moves);
    require(verdict.text && verdict.clause, "a verdict says something");
    require(verdict.lines == hosted.lines, "a verdict counts the lines");
    require_record();
    begin();
    rec_proof_init(&proof, &hosted, &moves);
    for (size_t from = 0; from < size;) {
        const char *end = memchr(text + from, '\n', size - from);
        const size_t length = end ? (size_t)(end - text) - from : size - from;
        if (!rec_proof_feed(&proof, text + from, length))
            break;
        require(proof.part < FAIR_PART_COUNT, "every line has a part");
        from += length + 1;
    }
    again = rec_proof_end(&proof);
    require(again.line == verdict.line && again.text == verdict.text &&
                again.draws == verdict.draws && again.lines == verdict.lines,
            "both ways come to the same verdict");
    return 0;
}
