/* Proofs, checked line by line (docs/fairness.md has the grammar).
 *
 * Every line of nature belongs to the event whose draws made it, and its place is the
 * event's number and its index there. So an event must hold all that nature owes after
 * it: a host who could leave a draw to a later event could choose among draws. That, one
 * player's line an event, and rising numbers leave exactly one line that may stand at
 * each place where nature decides. */
#include "record/words.h"
#include "tobago/fair.h"
#include "tobago/names.h"

/* What may come next. */
enum {
    STAGE_FORMAT,
    STAGE_COMMITMENT,
    STAGE_SECRET,
    STAGE_SHARES, /* contributions, or the start */
    STAGE_HEADER, /* within the start, before nature's lines */
    STAGE_PLAY,   /* within an event */
};

/* What an event still wants: bits of rec_proof.wanted. */
enum {
    WANT_ISLAND = 1, /* the header's island is drawn */
    WANT_FIRST = 2,  /* the first seat is drawn and has not been compared yet */
    WANT_LINE = 4,   /* a player's line */
};

enum { INDEX_ISLAND, INDEX_FIRST, INDEX_START }; /* of the start's draws */

void rec_proof_init(rec_proof *proof, rec_hosted *hosted, tob_moves *moves)
{
    *proof = (rec_proof){.hosted = hosted, .moves = moves, .verdict.clause = ""};
    rec_hosted_init(hosted, hosted->reader, hosted->buffers);
}

/* ---- Faults ---- */

static bool fail_at(rec_proof *proof, uint32_t line, const char *clause, const char *text)
{
    proof->verdict.line = line;
    proof->verdict.clause = clause;
    proof->verdict.text = text;
    return false;
}

static bool fail(rec_proof *proof, const char *text)
{
    return fail_at(proof, proof->line, "", text);
}

static bool fail_draw(rec_proof *proof, const char *clause, const char *text)
{
    proof->differs = true;
    return fail_at(proof, proof->line, clause, text);
}

/* ---- Words ---- */

/* Reads exactly so many bytes in small hexadecimal digits. */
static bool read_hex(rec_word word, uint8_t *out, size_t bytes)
{
    if (word.length != 2 * bytes)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        const char digit = word.text[i];
        unsigned value;
        if (digit >= '0' && digit <= '9')
            value = (unsigned)(digit - '0');
        else if (digit >= 'a' && digit <= 'f')
            value = (unsigned)(digit - 'a' + 10);
        else
            return false;
        out[i / 2] = (uint8_t)(i % 2 ? out[i / 2] | value : value << 4);
    }
    return true;
}

/* Reads a number without leading zeros; 0 if it is none. */
static uint32_t read_number(rec_word word)
{
    uint64_t number = 0;

    if (word.length > 10 || word.text[0] == '0')
        return 0;
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return 0;
        number = number * 10 + (unsigned)(word.text[i] - '0');
    }
    return number <= UINT32_MAX ? (uint32_t)number : 0;
}

static bool same_bytes(const uint8_t *a, const uint8_t *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static bool same_text(const char *text, const char *line, size_t length)
{
    size_t i = 0;

    while (i < length && text[i] == line[i] && text[i])
        i++;
    return i == length && !text[i];
}

/* ---- Before the events ---- */

static bool read_format(rec_proof *proof, const rec_words *words)
{
    if (words->count != 3 || !rec_word_is(words, 0, "tobago") ||
        !rec_word_is(words, 1, "proof"))
        return fail(proof, "a proof begins with the line 'tobago proof 1'");
    if (!rec_word_is(words, 2, "1"))
        return fail(proof, "this program checks proofs of format 1, not of this one");
    proof->part = FAIR_PART_FORMAT;
    proof->stage = STAGE_COMMITMENT;
    return true;
}

static bool read_commitment(rec_proof *proof, const rec_words *words)
{
    if (words->count != 2 || !rec_word_is(words, 0, "commitment") ||
        !read_hex(words->word[1], proof->commitment, FAIR_HASH))
        return fail(proof, "the second line is the commitment, 64 hexadecimal digits");
    proof->part = FAIR_PART_COMMITMENT;
    proof->stage = STAGE_SECRET;
    return true;
}

static bool read_secret(rec_proof *proof, const rec_words *words)
{
    uint8_t hash[FAIR_HASH];

    if (words->count != 2 || !rec_word_is(words, 0, "secret") ||
        !read_hex(words->word[1], proof->source.secret, FAIR_SECRET))
        return fail(proof, "the third line is the secret, 64 hexadecimal digits");
    fair_commitment(proof->source.secret, hash);
    if (!same_bytes(hash, proof->commitment, sizeof hash))
        return fail(proof, "this is not the secret that was committed");
    proof->part = FAIR_PART_SECRET;
    proof->stage = STAGE_SHARES;
    return true;
}

static bool read_share(rec_proof *proof, const rec_words *words)
{
    const uint32_t seat = words->count == 3 ? read_number(words->word[1]) : 0;

    if (seat == 0 || seat > TOB_SEATS)
        return fail(proof, "a contribution names its seat and has 32 digits");
    if (seat <= proof->next_share)
        return fail(proof, "contributions come once each, in the order of seats");
    if (!read_hex(words->word[2], proof->source.share[seat - 1], FAIR_SHARE))
        return fail(proof, "a contribution has 32 hexadecimal digits");
    proof->part = FAIR_PART_SHARE;
    proof->share_line = proof->line;
    proof->next_share = (uint8_t)seat;
    return true;
}

/* ---- Draws ---- */

static fair_place next_place(rec_proof *proof, uint32_t index)
{
    proof->place.index = index;
    proof->verdict.draws++;
    return proof->place;
}

/* Writes "first 3", or nothing for seat 1, which needs no line. */
static void write_first(char *out, unsigned seat)
{
    for (const char *from = "first "; seat && *from;)
        *out++ = *from++;
    if (seat)
        *out++ = (char)('1' + seat);
    *out = '\0';
}

/* Compares the first seat, once the header has named it or goes on without. */
static bool check_first(rec_proof *proof)
{
    const rec_header *header = &proof->hosted->reader->header;
    const unsigned players = header->config.players;
    const unsigned seat =
        fair_below(&proof->key, next_place(proof, INDEX_FIRST), players);

    proof->wanted &= (uint8_t)~WANT_FIRST;
    proof->part = FAIR_PART_DRAWN;
    write_first(proof->drawn, seat);
    if (seat == header->config.first)
        return true;
    return fail_draw(proof, "S7",
                     seat ? "another seat was drawn to begin"
                          : "seat 1 was drawn to begin, and needs no line");
}

static bool check_island(rec_proof *proof)
{
    const unsigned island =
        fair_below(&proof->key, next_place(proof, INDEX_ISLAND), TOB_ISLANDS);

    proof->wanted &= (uint8_t)~WANT_ISLAND;
    proof->part = FAIR_PART_DRAWN;
    for (unsigned i = 0; i < 7; i++)
        proof->drawn[i] = "island "[i];
    tob_island_name(island, proof->drawn + 7);
    return proof->hosted->reader->header.config.island == island ||
           fail_draw(proof, "I2", "another island was drawn");
}

/* Compares a line with the one that nature draws here. */
static bool check_nature(rec_proof *proof, const char *line, size_t length)
{
    const rec_reader *reader = proof->hosted->reader;
    const tob_move move = fair_nature(&proof->key, next_place(proof, proof->next_index++),
                                      &reader->game, &reader->board, proof->moves);

    proof->part = FAIR_PART_DRAWN;
    rec_write_move(&reader->board, move, proof->drawn);
    return same_text(proof->drawn, line, length) ||
           fail_draw(proof, "", "nature drew another line here");
}

/* ---- Lines of the record ---- */

static bool keep(rec_proof *proof, const char *line, size_t length)
{
    rec_error error;

    switch (rec_hosted_feed(proof->hosted, line, length, &error)) {
    case REC_DONE: return true;
    case REC_REFUSED: return fail_at(proof, proof->line, error.clause, error.text);
    case REC_NO_ROOM: return fail(proof, "no game has so many lines or bytes");
    }
    return false;
}

static unsigned to_move(const rec_proof *proof)
{
    const rec_reader *reader = proof->hosted->reader;

    return rec_has_game(reader) ? tob_to_move(&reader->game) : TOB_NOBODY;
}

static bool read_header(rec_proof *proof, const rec_words *words, const char *line,
                        size_t length)
{
    const rec_reader *reader = proof->hosted->reader;

    proof->part = FAIR_PART_HEADER;
    if (rec_word_is(words, 0, "view"))
        return fail_at(proof, proof->line, "H1", "a proof holds the full record");
    if (!keep(proof, line, length))
        return false;
    if (rec_word_is(words, 0, "players") &&
        proof->next_share > reader->header.config.players)
        return fail_at(proof, proof->share_line, "", "there is no such seat in the game");
    if ((rec_word_is(words, 0, "first") && !check_first(proof)) ||
        (rec_word_is(words, 0, "island") && proof->wanted & WANT_ISLAND &&
         !check_island(proof)))
        return !rec_hosted_cut(proof->hosted, proof->hosted->lines - 1);
    return true;
}

/* Ends the header before a line that is none of it. */
static bool end_header(rec_proof *proof)
{
    if (!rec_has_game(proof->hosted->reader))
        return fail(proof, "the header of the record is not complete");
    if (proof->wanted & WANT_FIRST && !check_first(proof))
        return false;
    proof->stage = STAGE_PLAY;
    return true;
}

static bool read_move(rec_proof *proof, const char *line, size_t length)
{
    if (to_move(proof) == TOB_NATURE)
        return check_nature(proof, line, length) && keep(proof, line, length);
    if (!(proof->wanted & WANT_LINE))
        return fail(proof, "this line is not part of the event before it");
    if (!keep(proof, line, length))
        return false;
    proof->part = FAIR_PART_PLAYED;
    proof->wanted &= (uint8_t)~WANT_LINE;
    return true;
}

static bool is_header(const rec_words *words)
{
    static const char *const first[] = {"tobago",  "players", "island",
                                        "options", "first",   "view"};

    for (unsigned i = 0; i < sizeof first / sizeof *first; i++)
        if (rec_word_is(words, 0, first[i]))
            return true;
    return false;
}

static bool read_record(rec_proof *proof, const rec_words *words, const char *line,
                        size_t length)
{
    if (proof->stage == STAGE_HEADER && is_header(words))
        return read_header(proof, words, line, length);
    if (proof->stage == STAGE_HEADER && !end_header(proof))
        return false;
    return read_move(proof, line, length);
}

/* ---- Events ---- */

/* Is the event before this line complete? */
static bool end_event(rec_proof *proof)
{
    if (proof->stage == STAGE_HEADER && !end_header(proof))
        return false;
    if (proof->wanted & WANT_LINE)
        return fail(proof, "the event before this line has no line of a player");
    if (to_move(proof) == TOB_NATURE)
        return fail(proof, "lines of nature are missing before this one");
    return true;
}

static bool begin_start(rec_proof *proof, const rec_words *words)
{
    const bool island = words->count == 5 && rec_word_is(words, 3, "island");

    if (proof->begun)
        return fail(proof, "a game starts once");
    if (words->count != (island ? 5u : 4u) ||
        !rec_word_is(words, words->count - 1, "first"))
        return fail(proof, "a start says 'first', after 'island' if that is drawn too");
    proof->begun = true;
    proof->key = fair_key_of(&proof->source);
    proof->stage = STAGE_HEADER;
    proof->wanted = island ? WANT_ISLAND | WANT_FIRST : WANT_FIRST;
    proof->next_index = INDEX_START;
    return true;
}

static bool begin_cut(rec_proof *proof, const rec_words *words)
{
    const uint32_t lines = words->count == 4 ? read_number(words->word[3]) : 0;

    if (lines < proof->hosted->header || lines >= proof->hosted->lines)
        return fail(proof, "an undo says how many lines are left, the header at least");
    rec_hosted_cut(proof->hosted, lines);
    proof->part = FAIR_PART_CUT;
    return true;
}

static bool begin_event(rec_proof *proof, const rec_words *words)
{
    const uint32_t event = words->count > 2 ? read_number(words->word[1]) : 0;

    if (event == 0)
        return fail(proof, "an event has a number and a kind");
    if (event <= proof->place.event)
        return fail(proof, "the numbers of events rise");
    proof->place.event = event;
    proof->next_index = 0;
    proof->verdict.events++;
    proof->part = FAIR_PART_EVENT;
    if (rec_word_is(words, 2, "start"))
        return begin_start(proof, words);
    if (!proof->begun)
        return fail(proof, "the first event is the start");
    if (rec_word_is(words, 2, "undo") || rec_word_is(words, 2, "patch"))
        return begin_cut(proof, words);
    if (!rec_word_is(words, 2, "lines") || words->count != 3)
        return fail(proof, "an event is start, lines, undo or patch");
    proof->wanted = WANT_LINE;
    return true;
}

/* ---- Whole proofs ---- */

static bool read_events(rec_proof *proof, const rec_words *words, const char *line,
                        size_t length)
{
    const bool end = words->count == 1 && rec_word_is(words, 0, "end");

    if (end || rec_word_is(words, 0, "event")) {
        if (proof->begun && !end_event(proof))
            return false;
        if (!end)
            return begin_event(proof, words);
        if (!proof->begun)
            return fail(proof, "the proof ends before the start of the game");
        proof->part = FAIR_PART_END;
        proof->ended = true;
        return true;
    }
    if (proof->begun)
        return read_record(proof, words, line, length);
    if (rec_word_is(words, 0, "share"))
        return read_share(proof, words);
    return fail(proof, "contributions and then the start of the game come here");
}

bool rec_proof_feed(rec_proof *proof, const char *line, size_t length)
{
    rec_words words;
    rec_error error;

    if (proof->verdict.line)
        return false;
    proof->line++;
    if (proof->ended)
        return fail(proof, "nothing follows the end");
    if (!rec_split(&words, line, length, &error))
        return fail(proof, error.text);
    switch (proof->stage) {
    case STAGE_FORMAT: return read_format(proof, &words);
    case STAGE_COMMITMENT: return read_commitment(proof, &words);
    case STAGE_SECRET: return read_secret(proof, &words);
    default: return read_events(proof, &words, line, length);
    }
}

fair_verdict rec_proof_end(rec_proof *proof)
{
    if (!proof->verdict.line && !proof->ended)
        fail_at(proof, proof->line + 1, "", "the proof ends without the line 'end'");
    if (!proof->verdict.line)
        proof->verdict.text = "every draw is the one that had to come";
    proof->verdict.lines = proof->hosted->lines;
    return proof->verdict;
}

fair_verdict rec_proof_check(const char *text, size_t length, rec_hosted *hosted,
                             tob_moves *moves)
{
    rec_proof proof;

    rec_proof_init(&proof, hosted, moves);
    for (size_t from = 0; from < length;) {
        size_t to = from;
        while (to < length && text[to] != '\n')
            to++;
        if (!rec_proof_feed(&proof, text + from, to - from))
            break;
        from = to + 1;
    }
    return rec_proof_end(&proof);
}

/* ---- Words for people ---- */

static const struct {
    const char *name, *text;
} parts[FAIR_PART_COUNT] = {
    [FAIR_PART_FORMAT] = {"format", "the format is known"},
    [FAIR_PART_COMMITMENT] = {"commitment", "what was promised before the game"},
    [FAIR_PART_SECRET] = {"secret", "it is the secret that was promised"},
    [FAIR_PART_SHARE] = {"share", "what a player added"},
    [FAIR_PART_EVENT] = {"event", "the number makes its draws new ones"},
    [FAIR_PART_CUT] = {"cut", "lines are taken back"},
    [FAIR_PART_HEADER] = {"header", "chosen by the players"},
    [FAIR_PART_DRAWN] = {"drawn", "drawn as it had to be"},
    [FAIR_PART_PLAYED] = {"played", "a player's move, legal"},
    [FAIR_PART_END] = {"end", "nothing is missing"},
};

const char *fair_part_name(fair_part part)
{
    return (unsigned)part < FAIR_PART_COUNT ? parts[part].name : "";
}

const char *fair_part_text(fair_part part)
{
    return (unsigned)part < FAIR_PART_COUNT ? parts[part].text : "";
}
