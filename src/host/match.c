#include "host/match.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/text.h"
#include "tobago/kinds.h"
#include "tobago/whatif.h"

enum {
    THINK_MS = 1000,  /* the most that a level thinks about a move by default */
    LIMIT_MS = 10000, /* for a program's answer, beyond the time of a move */
    SOURCE_MS = 100,  /* a step waits so long for lines of a source */
};

/* In match.told: the seat does not know the game yet. */
static const uint32_t untold = UINT32_MAX;

void match_init(match *t, uint64_t seed, uint32_t iterations, uint32_t time_ms)
{
    static const atomic_bool never;

    *t = (match){.file.fd = -1,
                 .seed = seed,
                 .terms = {.iterations = iterations,
                           .time_ms = time_ms,
                           .patience_ms = THINK_MS,
                           .limit_ms = LIMIT_MS + time_ms,
                           .stop = &never,
                           .stop_search = true}};
    tob_rng_init(&t->rng, seed, 0);
    for (unsigned seat = 1; seat < TOB_SEATS; seat++)
        t->choice[seat] = (seat_choice){.kind = SEAT_LEVEL, .level = AI_MEDIUM};
}

unsigned match_read_seats(match *t, const char *list)
{
    const unsigned seats = seat_read_list(list, true, TOB_SEATS, t->choice);

    t->seated = seats > 0;
    return seats;
}

/* ---- The record ---- */

static void note_move(match *t, const tob_game *before)
{
    const rec_reader *reader = &t->record.reader;
    host_turns turns = t->moves ? t->move[t->moves - 1].turns : (host_turns){0};

    host_turns_next(&turns, before);
    if (t->moves == t->room) {
        t->room = t->room ? 2 * t->room : 512;
        t->move = host_need(realloc(t->move, t->room * sizeof t->move[0]));
    }
    t->move[t->moves++] = (match_move){
        .move = reader->move,
        .effects = rec_effects_of(before, &reader->game, reader->move),
        .turns = turns,
        .shown = tob_shown_to(before, reader->move) != 0,
    };
    t->changes++;
}

/* ---- The file ---- */

static bool fail(match *t)
{
    t->failure = errno ? errno : EIO;
    return false;
}

static uint32_t text_length(const match *t)
{
    uint32_t length;

    rec_hosted_text(&t->record.hosted, &length);
    return length;
}

/* Appends what the file lacks of the record. */
static bool write_rest(match *t)
{
    uint32_t length;
    const char *text = rec_hosted_text(&t->record.hosted, &length);
    const size_t have = (size_t)t->file.length;

    return host_file_append(&t->file, text + have, length - have) || fail(t);
}

/* Opens the record for one writer: two taking turns would spoil it. */
static host_status open_file(match *t, const char *path, int flags)
{
    return host_file_open(&t->file, path, O_WRONLY | flags,
                          "this game is being played already");
}

host_status match_take_seat(match *t, unsigned seat, const tob_config *config)
{
    const char *why;

    t->terms.players = config->players;
    t->terms.options = config->options;
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
    return HOST_DONE;
}

static host_status take_seats(match *t, const tob_config *config)
{
    host_status code = HOST_DONE;

    for (unsigned seat = 0; !code && seat < config->players; seat++)
        code = match_take_seat(t, seat, config);
    return code;
}

/* Notes the moves of a record that was read as a whole. Names say who sits where, so that
 * a resumed game needs no options: the name of a level ends in it, like "blue-hard". All
 * others are people. */
static void take_record(match *t)
{
    rec_hosted *hosted = &t->record.hosted;

    for (uint32_t line = hosted->header; line < hosted->lines; line++) {
        tob_game before;
        rec_hosted_seek(hosted, line);
        before = t->record.reader.game;
        rec_hosted_seek(hosted, line + 1);
        note_move(t, &before);
    }
    for (unsigned seat = 0; !t->seated && seat < t->record.reader.game.players; seat++) {
        const char *dash = strrchr(t->record.reader.header.name[seat], '-');
        const int level = dash ? ai_level_find(dash + 1, strlen(dash + 1)) : -1;

        t->choice[seat] = (seat_choice){.kind = level < 0 ? SEAT_PERSON : SEAT_LEVEL,
                                        .level = level < 0 ? 0 : (ai_level)level};
    }
}

/* Is this a file without a byte? A game may begin in it. */
static bool is_empty(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0;
}

host_status match_begin(match *t, const char *path, const tob_config *config)
{
    const bool empty = path && is_empty(path);

    rec_header header = {.config = *config};
    rec_error error;
    host_status code = take_seats(t, config);

    if (code)
        return code;
    for (unsigned seat = 0; seat < config->players; seat++)
        seat_record_name(t->seat[seat], seat, header.name[seat]);
    if (!host_record_begin(&t->record, &header, &error)) {
        host_complain_line("header", &error);
        return HOST_REFUSED;
    }
    t->path = path;
    if (!path)
        return HOST_DONE;
    code = open_file(t, path, empty ? 0 : O_CREAT | O_EXCL);
    if (code)
        return code;
    t->made = !empty;
    if (write_rest(t))
        return HOST_DONE;
    match_forsake(t);
    return HOST_FAILED;
}

void match_forsake(match *t)
{
    if (t->file.fd < 0 || t->moves)
        return;
    host_file_cut(&t->file, 0);
    if (t->made)
        unlink(t->path);
}

/* Makes the file equal to the text that was read from it: whole lines only. */
static bool mend_file(match *t)
{
    const uint32_t length = text_length(t);

    if (t->file.length > length)
        return host_file_cut(&t->file, length) || fail(t);
    return t->file.length == length || write_rest(t);
}

host_status match_resume(match *t, const char *path)
{
    host_status code = open_file(t, path, 0);

    if (!code)
        code = host_record_resume(&t->record, path);
    if (code)
        return code;
    if (!rec_has_game(&t->record.reader) ||
        !tob_viewer_is_full(t->record.reader.game.viewer)) {
        host_complain("%s: only a full record with its header can go on", path);
        return HOST_REFUSED;
    }
    take_record(t);
    code = take_seats(t, &t->record.reader.header.config);
    if (code)
        return code;
    t->path = path;
    return mend_file(t) ? HOST_DONE : HOST_FAILED;
}

host_status match_look(match *t, const char *path)
{
    const host_status code = host_record_read(&t->record, path, UINT64_MAX);

    if (code)
        return code;
    if (!rec_has_game(&t->record.reader)) {
        host_complain("%s: no game yet: the header goes on", path);
        return HOST_REFUSED;
    }
    take_record(t);
    return HOST_DONE;
}

/* ---- Playing ---- */

bool match_play(match *t, const char *line, rec_error *error)
{
    return t->source ? t->source->play(t, line, error) : match_add(t, line, error);
}

bool match_add(match *t, const char *line, rec_error *error)
{
    const tob_game before = t->record.reader.game;

    if (!host_record_feed(&t->record, line, strlen(line), error))
        return false;
    note_move(t, &before);
    if (!t->failure)
        write_rest(t);
    return true;
}

bool match_play_move(match *t, tob_move move, rec_error *error)
{
    char line[REC_LINE_MAX];

    rec_write_move(&t->record.reader.board, move, line);
    return match_play(t, line, error);
}

/* Tells a seat the lines that it does not know yet. A program learns its seed, so that
 * seed is made of the header, which everybody sees (H2). */
static void catch_up(match *t, unsigned seat)
{
    if (t->told[seat] == untold) {
        const rec_hosted *hosted = &t->record.hosted;
        const uint32_t header = hosted->buffers.end[hosted->header - 1];
        const bool program = t->choice[seat].kind == SEAT_PROGRAM;
        const uint64_t seed = program ? host_sum(hosted->buffers.text, header) : t->seed;

        seat_begin(t->seat[seat], &t->record.reader.header.config, seat,
                   seed * TOB_SEATS + seat);
        t->told[seat] = 0;
    }
    for (; t->told[seat] < t->moves; t->told[seat]++)
        seat_tell(t->seat[seat], &t->record.reader.board, t->move[t->told[seat]].move);
}

bool match_stopped(const match *t)
{
    return atomic_load(t->terms.stop);
}

/* Nature's moves are random, and so is that of a program that gives none. */
tob_move match_choose(match *t)
{
    static tob_moves moves;
    tob_game view = t->record.reader.game;
    const unsigned mover = tob_to_move(&view);
    const seat_question question = {&view, &t->record.reader.board, &moves};
    tob_move move;

    if (mover != TOB_NATURE) {
        match_view(t, tob_viewer_of(mover), &view);
        catch_up(t, mover);
    }
    tob_legal(&view, &t->record.reader.board, &moves);
    if (mover == TOB_NATURE || seat_choose(t->seat[mover], &question, &move) != SEAT_MOVE)
        move = tob_random_move(&t->rng, &view, &moves);
    return move;
}

void match_step(match *t)
{
    tob_move move;
    rec_error error;

    if (t->source) {
        t->source->wait(t, SOURCE_MS);
        return;
    }
    move = match_choose(t);
    if (match_stopped(t))
        return; /* a search that was cut short has chosen nothing */
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
    const tob_result result = tob_result_of(&t->record.reader.game);
    const bool over = rec_has_game(&t->record.reader) && result.ending != TOB_ENDING_NONE;

    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        const seat_trouble *trouble = t->seat[seat] ? &t->seat[seat]->trouble : NULL;
        const char *name = t->choice[seat].name;

        if (!trouble)
            continue;
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

    if (!host_file_close(&t->file) && !t->failure)
        t->failure = errno;
    if (t->failure)
        code = host_complain_file(t->path, t->failure);
    leave_seats(t);
    think_free(t->adviser);
    free(t->move);
    host_record_clear(&t->record);
    t->move = NULL;
    return code;
}

void match_spell(const match *t, const char *typed, char line[static REC_LINE_MAX])
{
    const unsigned seat = tob_to_move(&t->record.reader.game);

    if (strncmp(typed, "nature", 6) == 0 || (typed[0] >= '1' && typed[0] <= '9'))
        snprintf(line, REC_LINE_MAX, "%s", typed);
    else
        snprintf(line, REC_LINE_MAX, "%u %.240s", seat + 1, typed);
}

bool match_why(const match *t, const char *line, rec_error *error)
{
    static rec_outcome outcome;
    const rec_reader *reader = &t->record.reader;
    const bool legal =
        rec_what_if(&reader->game, &reader->board, line, strlen(line), &outcome);

    if (!legal)
        *error = outcome.error;
    return legal;
}

/* ---- For a source ---- */

/* Programs know no undo: one that has heard what is gone hears the game anew. */
static void forget_after(match *t, uint32_t moves)
{
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        if (t->choice[seat].kind == SEAT_PROGRAM && t->told[seat] > moves)
            t->told[seat] = untold;
}

bool match_load(match *t, const char *text, size_t length, rec_error *error)
{
    bool good;

    host_record_clear(&t->record);
    t->moves = 0;
    t->changes++;
    forget_after(t, 0);
    good = host_record_load(&t->record, text, length, error);
    take_record(t);
    return good;
}

bool match_cut(match *t, uint32_t lines)
{
    const uint32_t header = t->record.hosted.header;

    if (lines < header || !rec_hosted_cut(&t->record.hosted, lines))
        return false;
    t->moves = lines - header;
    t->changes++;
    forget_after(t, t->moves);
    return true;
}

unsigned match_to_move(const match *t)
{
    return t->closed ? TOB_NOBODY : tob_to_move(&t->record.reader.game);
}

void match_view(const match *t, tob_viewer viewer, tob_game *view)
{
    const tob_game *game = &t->record.reader.game;

    if (tob_viewer_is_full(game->viewer))
        tob_view(view, game, viewer);
    else
        *view = *game;
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
    if (t->source)
        return t->choice[seat].name; /* a level, or "" for someone elsewhere */
    return match_is_human(t, seat) ? "" : ai_level_name(t->choice[seat].level);
}

unsigned match_people(const match *t)
{
    unsigned people = 0;

    for (unsigned seat = 0; seat < t->record.reader.game.players; seat++)
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
    const match_move *last = t->moves ? &t->move[t->moves - 1] : NULL;

    if (!last)
        return MATCH_UNDO_NOTHING;
    if (tob_is_nature(last->move) || (last->shown && last->move.seat == seat))
        return MATCH_UNDO_SHOWN;
    return last->move.seat == seat ? MATCH_UNDO_OK : MATCH_UNDO_OTHER;
}

const char *match_undo_text(match_undo reason)
{
    static const char *const texts[] = {
        [MATCH_UNDO_OK] = "Taken back.",
        [MATCH_UNDO_NOTHING] = "There is nothing to take back.",
        [MATCH_UNDO_SHOWN] = "This cannot be taken back: a card has been revealed since.",
        [MATCH_UNDO_OTHER] = "This cannot be taken back: someone else has played since.",
    };

    return texts[reason];
}

void match_take_back(match *t)
{
    if (t->source) {
        t->source->take_back(t, t->record.hosted.lines - 1);
        return;
    }
    t->moves--;
    t->changes++;
    forget_after(t, t->moves);
    rec_hosted_cut(&t->record.hosted, t->record.hosted.lines - 1);
    /* After a failed write the file is shorter than the record, and stays whole. */
    if (text_length(t) < t->file.length && !host_file_cut(&t->file, text_length(t)))
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
        t->adviser = host_need(think_new(AI_EXPERT, t->seed + 1, t->terms.threads));
    match_view(t, tob_viewer_of(tob_to_move(&t->record.reader.game)), &view);
    *best = think_choose(t->adviser, &view, &t->record.reader.board, budget);
    return think_opinions(t->adviser, opinions);
}
