#include "host/match.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "tobago/kinds.h"

enum {
    THINK_MS = 1000,  /* the most that a level thinks about a move by default */
    LIMIT_MS = 10000, /* for a program's answer, beyond the time of a move */
};

static const uint32_t untold =
    UINT32_MAX; /* in match.told: the seat does not know the game yet */

void match_init(match *t, uint64_t seed, uint32_t iterations, uint32_t time_ms)
{
    static const atomic_bool never;

    *t = (match){.file = -1,
                 .seed = seed,
                 .terms = {.iterations = iterations,
                           .time_ms = time_ms,
                           .patience_ms = THINK_MS,
                           .limit_ms = LIMIT_MS + time_ms,
                           .stop = &never}};
    tob_rng_init(&t->rng, seed, 0);
    for (unsigned seat = 1; seat < TOB_SEATS; seat++)
        t->choice[seat] = (seat_choice){.kind = SEAT_LEVEL, .level = AI_MEDIUM};
}

unsigned match_read_seats(match *t, const char *list)
{
    const unsigned seats = seat_read_list(list, true, t->choice);

    t->seated = seats > 0;
    return seats;
}

/* ---- The record ---- */

/* Lists the effects of a move that its line does not mention. */
static match_line describe(const tob_game *before, const tob_game *after, tob_move move)
{
    match_line line = {.move = move};
    const tob_hexset lay = before->amulets;

    line.surfaced.low = after->amulets.low & ~lay.low;
    line.surfaced.high = after->amulets.high & ~lay.high;
    for (unsigned seat = 0; seat < after->players; seat++) {
        const int amulets = after->amulet[seat] - before->amulet[seat];
        line.took |= (uint8_t)((amulets > 0) << seat);
        if (move.kind != TOB_MOVE_REVEAL || move.value)
            continue;
        line.paid |= (uint8_t)((amulets < 0) << seat);
        for (uint8_t coins = 1; coins <= TOB_COINS_MAX; coins++)
            if (after->pile[seat][coins] < before->pile[seat][coins])
                line.lost[seat] = coins;
    }
    return line;
}

static void note_line(match *t, const char *line, const tob_game *before)
{
    host_text_append(&t->text, line, strlen(line));
    host_text_append(&t->text, "\n", 1);
    if (t->lines == t->room) {
        t->room = t->room ? 2 * t->room : 512;
        t->line = realloc(t->line, t->room * sizeof t->line[0]);
        if (!t->line) {
            host_complain("out of memory");
            exit(HOST_FAILED);
        }
    }
    t->line[t->lines] = describe(before, &t->reader.game, t->reader.move);
    t->line[t->lines++].end = t->text.length;
}

/* Reads a whole text, known to be a record, into an empty match. */
static void read_text(match *t, const char *text, size_t length)
{
    rec_init(&t->reader);
    for (size_t from = 0; from < length;) {
        const char *newline = memchr(text + from, '\n', length - from);
        const size_t to = newline ? (size_t)(newline - text) : length;
        const uint32_t moves = t->reader.moves;
        const tob_game before = t->reader.game;
        char line[REC_LINE_MAX];
        rec_error error;
        snprintf(line, sizeof line, "%.*s", (int)(to - from), text + from);
        if (!rec_feed(&t->reader, line, to - from, &error))
            return;
        if (t->reader.moves > moves) {
            note_line(t, line, &before);
        } else {
            host_text_append(&t->text, line, to - from);
            host_text_append(&t->text, "\n", 1);
            t->header_end = t->text.length;
        }
        from = to + 1;
    }
}

/* ---- The file ---- */

static bool fail(match *t)
{
    t->failure = errno ? errno : EIO;
    return false;
}

static bool write_bytes(match *t, const char *bytes, size_t length)
{
    if (t->file < 0)
        return true;
    while (length) {
        const ssize_t wrote = write(t->file, bytes, length);
        if (wrote < 0 && errno != EINTR)
            return fail(t);
        if (wrote > 0) {
            bytes += wrote;
            length -= (size_t)wrote;
        }
    }
    /* Files without a disk behind them cannot be synced, and need not be. */
    return fsync(t->file) == 0 || errno == EINVAL || errno == EROFS || fail(t);
}

static host_status complain_file(const char *path, int error)
{
    host_complain("%s: %s", path, strerror(error));
    return HOST_FAILED;
}

/* Opens the record and locks it: two writers taking turns would spoil it. */
static host_status open_file(match *t, const char *path, int flags)
{
    t->file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | flags, 0666);
    if (t->file < 0)
        return complain_file(path, errno);
    if (flock(t->file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return HOST_DONE; /* some files cannot be locked, and need not be */
    host_complain("%s: this game is being played already", path);
    return HOST_REFUSED;
}

/* Makes the seats and starts the programs among them, which must come up. */
static host_status take_seats(match *t, const tob_config *config)
{
    const char *why;

    t->terms.players = config->players;
    t->terms.options = config->options;
    for (unsigned seat = 0; seat < config->players; seat++) {
        t->told[seat] = untold;
        t->seat[seat] = seat_new(&t->choice[seat], &t->terms);
        if (!t->seat[seat]) {
            host_complain("out of memory");
            return HOST_FAILED;
        }
        if (t->choice[seat].kind == SEAT_PROGRAM)
            signal(SIGCHLD, SIG_DFL); /* children that end stay ours to reap */
        if (!seat_start(t->seat[seat], &why)) {
            host_complain("%s: %s", t->choice[seat].name, why);
            return HOST_REFUSED;
        }
    }
    return HOST_DONE;
}

/* Names say who sits where, so that a resumed game needs no options: the name of a level
 * ends in it, like "blue-hard". All others are people. */
static void read_names(match *t)
{
    for (unsigned seat = 0; !t->seated && seat < t->reader.game.players; seat++) {
        const char *dash = strrchr(t->reader.header.name[seat], '-');
        const int level = dash ? ai_level_find(dash + 1, strlen(dash + 1)) : -1;

        t->choice[seat] = (seat_choice){.kind = level < 0 ? SEAT_PERSON : SEAT_LEVEL,
                                        .level = level < 0 ? 0 : (ai_level)level};
    }
}

host_status match_begin(match *t, const char *path, const tob_config *config)
{
    rec_header header = {.config = *config};
    char text[REC_HEADER_MAX];
    size_t length;
    rec_error error;
    host_status code = take_seats(t, config);

    if (code)
        return code;
    for (unsigned seat = 0; seat < config->players; seat++)
        seat_record_name(t->seat[seat], seat, header.name[seat]);
    length = rec_write_header(&header, text);
    if (!rec_read(&t->reader, text, length, UINT32_MAX, &error)) {
        host_complain_line("header", &error);
        return HOST_REFUSED;
    }
    read_text(t, text, length);
    t->path = path;
    if (!path)
        return HOST_DONE;
    code = open_file(t, path, O_CREAT | O_EXCL);
    if (code)
        return code;
    return write_bytes(t, text, length) ? HOST_DONE : HOST_FAILED;
}

/* Cuts off a last line that has no newline and is no move: a crash or a full disk left it
 * behind, and nobody saw it played. */
static void cut_unfinished(host_text *text)
{
    static rec_reader reader;
    size_t whole = text->length;
    rec_error error;

    while (whole && text->bytes[whole - 1] != '\n')
        whole--;
    if (!whole || whole == text->length || text->length - whole >= REC_LINE_MAX)
        return;
    rec_init(&reader);
    if (rec_read(&reader, text->bytes, whole, UINT32_MAX, &error) &&
        !rec_feed(&reader, text->bytes + whole, text->length - whole, &error))
        text->length = whole;
}

static host_status read_file(match *t, const char *path, bool resume)
{
    static host_record record;
    host_status code = host_text_read(&record.text, path);

    if (code == HOST_DONE && resume)
        cut_unfinished(&record.text);
    if (code == HOST_DONE)
        code = host_record_parse(&record, path, UINT64_MAX);
    if (code == HOST_DONE)
        read_text(t, record.text.bytes, record.text.length);
    host_record_clear(&record);
    return code;
}

/* Makes the file equal to the text that was read from it: whole lines only. */
static bool mend_file(match *t)
{
    const off_t end = lseek(t->file, 0, SEEK_END);
    const off_t length = (off_t)t->text.length;

    if (end > length && ftruncate(t->file, length) != 0)
        return fail(t);
    return end != length - 1 || write_bytes(t, "\n", 1);
}

host_status match_resume(match *t, const char *path)
{
    host_status code = open_file(t, path, 0);

    if (!code)
        code = read_file(t, path, true);
    if (code)
        return code;
    if (!rec_has_game(&t->reader) || !tob_viewer_is_full(t->reader.game.viewer)) {
        host_complain("%s: only a full record with its header can go on", path);
        return HOST_REFUSED;
    }
    read_names(t);
    code = take_seats(t, &t->reader.header.config);
    if (code)
        return code;
    t->path = path;
    return mend_file(t) ? HOST_DONE : HOST_FAILED;
}

host_status match_look(match *t, const char *path)
{
    const host_status code = read_file(t, path, false);

    if (code)
        return code;
    if (!rec_has_game(&t->reader)) {
        host_complain("%s: no game yet: the header goes on", path);
        return HOST_REFUSED;
    }
    read_names(t);
    return HOST_DONE;
}

/* ---- Playing ---- */

bool match_play(match *t, const char *line, rec_error *error)
{
    const tob_game before = t->reader.game;
    const size_t length = t->text.length;

    if (!rec_feed(&t->reader, line, strlen(line), error))
        return false;
    note_line(t, line, &before);
    /* After a failed write the file is cut back: a full disk leaves whole lines. */
    if (!t->failure && !write_bytes(t, t->text.bytes + length, t->text.length - length))
        (void)!ftruncate(t->file, (off_t)length);
    return true;
}

bool match_play_move(match *t, tob_move move, rec_error *error)
{
    char line[REC_LINE_MAX];

    rec_write_move(&t->reader.board, move, line);
    return match_play(t, line, error);
}

/* Tells a seat the lines that it does not know yet. A program learns its seed, so that
 * seed is made of the header, which everybody sees (H2). */
static void catch_up(match *t, unsigned seat)
{
    if (t->told[seat] == untold) {
        const bool program = t->choice[seat].kind == SEAT_PROGRAM;
        const uint64_t seed = program ? host_sum(t->text.bytes, t->header_end) : t->seed;

        seat_begin(t->seat[seat], &t->reader.header.config, seat,
                   seed * TOB_SEATS + seat);
        t->told[seat] = 0;
    }
    for (; t->told[seat] < t->lines; t->told[seat]++)
        seat_tell(t->seat[seat], &t->reader.board, t->line[t->told[seat]].move);
}

/* Returns the move of a seat that is no person. A program that gives none gets a random
 * one. */
static tob_move seat_move(match *t, unsigned seat)
{
    static tob_moves moves;
    tob_game view;
    const seat_question question = {&view, &t->reader.board, &moves};
    tob_move move;

    tob_view(&view, &t->reader.game, tob_viewer_of(seat));
    tob_legal(&view, &t->reader.board, &moves);
    catch_up(t, seat);
    if (seat_choose(t->seat[seat], &question, &move) != SEAT_MOVE)
        move = tob_random_move(&t->rng, &view, &moves);
    return move;
}

void match_step(match *t)
{
    static tob_moves moves;
    const unsigned mover = tob_to_move(&t->reader.game);
    tob_move move;
    rec_error error;

    if (mover == TOB_NATURE) {
        tob_legal(&t->reader.game, &t->reader.board, &moves);
        move = tob_random_move(&t->rng, &t->reader.game, &moves);
    } else {
        move = seat_move(t, mover);
    }
    if (!match_play_move(t, move, &error)) {
        /* Impossible: a move that is legal in a view is legal in the game. */
        host_complain("a bot's move was refused (%s): %s", error.clause, error.text);
        abort();
    }
}

/* Tells the seats the result of a game that is over, and frees them. Complains about
 * programs that needed random moves. */
static void leave_seats(match *t)
{
    const tob_result result = tob_result_of(&t->reader.game);
    const bool over = rec_has_game(&t->reader) && result.ending != TOB_ENDING_NONE;

    for (unsigned seat = 0; seat < TOB_SEATS && t->seat[seat]; seat++) {
        const seat_trouble *trouble = &t->seat[seat]->trouble;
        const char *name = t->choice[seat].name;

        if (over && t->told[seat] != untold) {
            catch_up(t, seat);
            seat_over(t->seat[seat], &result);
        }
        if (trouble->faults)
            host_complain("%s: %u random moves after two illegal answers, first %s", name,
                          trouble->faults, trouble->answer);
        if (trouble->loss)
            host_complain("%s: played at random to the end: %s", name,
                          *trouble->end ? trouble->end : "it did not come up");
        seat_free(t->seat[seat]);
        t->seat[seat] = NULL;
    }
}

host_status match_close(match *t)
{
    host_status code = HOST_DONE;

    if (t->file >= 0 && close(t->file) != 0 && !t->failure)
        t->failure = errno;
    if (t->failure)
        code = complain_file(t->path, t->failure);
    leave_seats(t);
    think_free(t->adviser);
    free(t->line);
    host_text_clear(&t->text);
    t->file = -1;
    t->line = NULL;
    return code;
}

void match_spell(const match *t, const char *typed, char line[static REC_LINE_MAX])
{
    const unsigned seat = tob_to_move(&t->reader.game);

    if (strncmp(typed, "nature", 6) == 0 || (typed[0] >= '1' && typed[0] <= '9'))
        snprintf(line, REC_LINE_MAX, "%s", typed);
    else
        snprintf(line, REC_LINE_MAX, "%u %.240s", seat + 1, typed);
}

bool match_why(const match *t, const char *line, rec_error *error)
{
    const rec_reader *reader = &t->reader;
    tob_reason reason;
    tob_move move;

    if (!rec_parse_move(&reader->game, &reader->board, line, strlen(line), &move, error))
        return false;
    reason = tob_why(&reader->game, &reader->board, move);
    if (reason)
        rec_explain(reason, line, strlen(line), error);
    return reason == TOB_OK;
}

/* ---- People ---- */

bool match_is_human(const match *t, unsigned seat)
{
    return seat < TOB_SEATS && t->choice[seat].kind == SEAT_PERSON;
}

const char *match_player(const match *t, unsigned seat)
{
    if (t->seat[seat])
        return t->seat[seat]->name;
    return match_is_human(t, seat) ? "" : ai_level_name(t->choice[seat].level);
}

unsigned match_people(const match *t)
{
    unsigned people = 0;

    for (unsigned seat = 0; seat < t->reader.game.players; seat++)
        people += match_is_human(t, seat);
    return people;
}

tob_viewer match_watcher(const match *t)
{
    unsigned seat = 0;

    if (match_people(t) != 1)
        return tob_viewer_spectator();
    while (!match_is_human(t, seat))
        seat++;
    return tob_viewer_of(seat);
}

/* ---- Taking back ---- */

match_undo match_undo_reason(const match *t, unsigned seat)
{
    if (!t->lines)
        return MATCH_UNDO_NOTHING;
    if (tob_is_nature(t->line[t->lines - 1].move))
        return MATCH_UNDO_NATURE;
    return t->line[t->lines - 1].move.seat == seat ? MATCH_UNDO_OK : MATCH_UNDO_OTHER;
}

const char *match_undo_text(match_undo reason)
{
    switch (reason) {
    case MATCH_UNDO_OK: return "Taken back.";
    case MATCH_UNDO_NOTHING: return "There is nothing to take back.";
    case MATCH_UNDO_NATURE:
        return "This cannot be taken back: a card has been revealed since.";
    case MATCH_UNDO_OTHER:
        return "This cannot be taken back: someone else has played since.";
    }
    return "";
}

void match_take_back(match *t)
{
    const size_t end = t->lines > 1 ? t->line[t->lines - 2].end : t->header_end;
    rec_error error;

    t->lines--;
    t->text.length = end;
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        if (t->choice[seat].kind == SEAT_PROGRAM && t->told[seat] > t->lines)
            t->told[seat] = untold; /* the protocol has no undo: it hears the game anew */
    rec_read(&t->reader, t->text.bytes, end, UINT32_MAX, &error);
    if (t->file >= 0 && (ftruncate(t->file, (off_t)end) != 0 || fsync(t->file) != 0))
        fail(t);
}

/* ---- Advice ---- */

unsigned match_advice(match *t, ai_opinion opinions[static AI_OPINIONS_MAX],
                      tob_move *best)
{
    ai_budget budget = seat_budget(&t->terms, AI_EXPERT, 0);
    tob_game view;

    budget.settle = false; /* all moves are shown, so all deserve a look */
    if (!t->adviser)
        t->adviser = think_new(AI_EXPERT, t->seed + 1, t->terms.threads);
    if (!t->adviser) {
        host_complain("out of memory");
        exit(HOST_FAILED);
    }
    tob_view(&view, &t->reader.game, tob_viewer_of(tob_to_move(&t->reader.game)));
    *best = think_choose(t->adviser, &view, &t->reader.board, budget);
    return think_opinions(t->adviser, opinions);
}
