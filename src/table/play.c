/* Play: the start, lines, undo, bots, the end.
 *
 * A line comes from a guest. Her seat is checked first; then the line is read and judged
 * on the view of that seat, and a refusal says what the view says (H2). Only a line that
 * her view allows is played in the full game, which knows no reason against it: whatever
 * the rules ask of a player's move lies open to her (tests/test_leak.c). Should it refuse
 * nevertheless, the answer is the same sentence for every line and tells nothing. Then
 * nature moves until a seat has to decide; her lines are drawn by fair.h and belong to
 * the same event. */
#include <stdlib.h>
#include <string.h>

#include "table/core.h"
#include "tobago/kinds.h"

const tob_game *game_of(const tbl_table *t)
{
    return t->foreign || !rec_has_game(&t->record.reader) ? NULL : &t->record.reader.game;
}

/* ---- Drawing and feeding ---- */

/* Adds a line to the record and to the draft. */
static void take_line(tbl_table *t, const char *line, size_t length)
{
    if (!feed_line(t, line, length)) {
        /* Impossible: it was drawn from what is legal. */
        host_complain("a line of a table is refused: %.*s", (int)length, line);
        abort();
    }
    put_bytes(&t->draft, line, length);
    put_text(&t->draft, "\n");
}

/* Lets nature move until a seat decides, or nobody. */
static void draw_lines(tbl_table *t, uint32_t index)
{
    const rec_reader *reader = &t->record.reader;
    fair_place place = {t->count + 1, index};
    tob_moves moves;

    for (; tob_to_move(&reader->game) == TOB_NATURE; place.index++) {
        const tob_move move =
            fair_nature(&t->key, place, &reader->game, &reader->board, &moves);
        char line[REC_LINE_MAX];
        take_line(t, line, rec_write_move(&reader->board, move, line));
    }
}

/* Ends an event whose lines are in the record already. */
static void lines_done(tbl_table *t, uint32_t from)
{
    t->ahead = t->lines - from;
    draft_done(t);
}

/* ---- The start ---- */

static void write_header(tbl_table *t, unsigned island, unsigned first)
{
    rec_header header = {.config = {.island = (uint8_t)island,
                                    .players = t->settings.players,
                                    .first = (uint8_t)first,
                                    .options = t->settings.options}};
    char text[REC_HEADER_MAX];
    size_t length;

    for (unsigned seat = 0; seat < t->settings.players; seat++)
        name_for_record(&t->seat[seat], seat, header.name, header.name[seat]);
    length = rec_write_header(&header, text);
    for (size_t from = 0; from < length;) {
        const char *end = memchr(text + from, '\n', length - from);
        const size_t to = (size_t)(end - text);
        take_line(t, text + from, to - from);
        from = to + 1;
    }
}

tbl_answer tbl_start(tbl_table *t, uint64_t guest)
{
    const bool drawn = t->settings.island == TBL_RANDOM_ISLAND;
    fair_place place = {t->count + 1, 0};
    unsigned island = t->settings.island, first;

    if (guest != t->host)
        return answer_no(t, TBL_FORBIDDEN, "not_host",
                         "Only the person who made the table may start the game.");
    if (t->state != TBL_WAITING)
        return answer_no(t, TBL_FORBIDDEN, "started", "The game has begun already.");
    if (t->foreign)
        return answer_no(t, TBL_FORBIDDEN, "other_rules",
                         "This table was made for other rules, which this server no "
                         "longer has.");
    for (unsigned seat = 0; seat < t->settings.players; seat++) {
        if (t->seat[seat].who == TBL_OPEN)
            return answer_no(t, TBL_FORBIDDEN, "open_seat", "A seat is still open.");
        if (t->seat[seat].who == TBL_PERSON && !t->seat[seat].shared)
            return answer_no(t, TBL_FORBIDDEN, "not_ready",
                             "Someone's client has not contributed to the draws yet.");
    }
    t->key = fair_key_of(&t->source);
    draft_begin(t, drawn ? "start island first\n" : "start first\n");
    if (drawn)
        island = fair_below(&t->key, place, TOB_ISLANDS);
    place.index = 1;
    first = fair_below(&t->key, place, t->settings.players);
    write_header(t, island, first);
    draw_lines(t, 2);
    lines_done(t, 0);
    return answer_done(t);
}

/* ---- Lines ---- */

static void end_if_over(tbl_table *t)
{
    const tob_game *game = game_of(t);

    if (tob_to_move(game) == TOB_NOBODY)
        end_game(t, tob_ending_clause(game->ending), TBL_NO_SEAT);
}

bool play_line(tbl_table *t, unsigned seat, tbl_by by, const char *line, size_t length)
{
    const uint32_t from = t->lines;
    host_text *draft = draft_begin(t, "lines ");

    put_number(draft, seat + 1);
    put_text(draft, " ");
    put_text(draft, by_words[by]);
    put_text(draft, "\n");
    put_bytes(draft, line, length);
    put_text(draft, "\n");
    if (!feed_line(t, line, length))
        return false;
    draw_lines(t, 0);
    lines_done(t, from);
    end_if_over(t);
    return true;
}

/* Is this line the move that a guest of this seat made after that event? Her coming back
 * in time may lie between. */
static bool is_repeated(const tbl_table *t, unsigned seat, uint32_t after,
                        const char *line, size_t length, uint32_t *event)
{
    for (uint32_t number = after + 1; number <= t->count && number <= after + 2;
         number++) {
        cursor c;
        const event_head head = event_open(t, number, &c);
        if (number == after + 1 && head.kind == TBL_EVENT_CLOCK && read_is(&c, "back"))
            continue;
        if (head.kind == TBL_EVENT_LINES && read_number(&c, TOB_SEATS) == seat + 1 &&
            read_is(&c, by_words[TBL_BY_PERSON])) {
            span first;
            read_line_end(&c);
            first = read_rest(&c);
            *event = number;
            return first.length == length && memcmp(first.text, line, length) == 0;
        }
        break;
    }
    return false;
}

/* Judges a line by what its sender may know. */
static bool judge(const tbl_table *t, unsigned seat, const char *line, size_t length,
                  tbl_answer *answer)
{
    const rec_reader *reader = &t->record.reader;
    tob_reason reason;
    tob_game view;
    tob_move move;

    *answer = answer_no(t, TBL_REFUSED, NULL, NULL);
    answer->error.clause = "";
    tob_view(&view, &reader->game, tob_viewer_of(seat));
    if (!rec_parse_move(&view, &reader->board, line, length, &move, &answer->error)) {
        answer->text = answer->error.text;
        return false;
    }
    if (tob_is_nature(move) || move.seat != seat) {
        *answer = answer_no(t, TBL_FORBIDDEN, "not_your_line",
                            "You play lines of your own seat only.");
        return false;
    }
    reason = tob_why(&view, &reader->board, move);
    if (!reason)
        return true;
    rec_explain(reason, line, length, &answer->error);
    answer->text = answer->error.text;
    return false;
}

tbl_answer tbl_move(tbl_table *t, uint64_t guest, uint32_t after, const char *line,
                    size_t length)
{
    unsigned seat = tbl_seat_of_guest(t, guest);
    uint32_t event;
    tbl_answer answer;

    if (seat != TBL_NO_SEAT && after < t->count &&
        is_repeated(t, seat, after, line, length, &event))
        return (tbl_answer){.code = TBL_REPEATED, .event = event};
    if (!check_playing(t, guest, &seat, &answer) || !check_after(t, after, &answer))
        return answer;
    if (t->mover != seat)
        return answer_no(t, TBL_FORBIDDEN, "not_your_turn",
                         "Someone else has to decide now.");
    if (t->paused)
        return answer_no(t, TBL_FORBIDDEN, "paused", "The game is paused.");
    if (!judge(t, seat, line, length, &answer))
        return answer;
    if (t->seat[seat].stood_in || t->seat[seat].offered)
        clock_back(t, seat);
    if (!play_line(t, seat, TBL_BY_PERSON, line, length))
        return answer_no(t, TBL_FORBIDDEN, "impossible", "This line cannot be played.");
    answer = answer_done(t);
    answer.event = t->record_event;
    return answer;
}

/* ---- Taking back ---- */

void undo_to(tbl_table *t, uint32_t lines, unsigned seat)
{
    host_text *draft = draft_begin(t, "undo ");

    put_number(draft, lines);
    put_text(draft, " ");
    put_number(draft, seat + 1);
    put_text(draft, "\n");
    draft_done(t);
}

/* Can the record be cut here? A seat decided here, and will again. */
static bool is_place(const tbl_table *t, uint32_t lines)
{
    return lines >= t->record.hosted.header && lines && lines < t->lines &&
           t->note[lines - 1].seat_next;
}

bool undo_is_free(const tbl_table *t, uint32_t lines, unsigned seat)
{
    for (uint32_t line = lines; line < t->lines; line++)
        if (t->note[line].maker != seat || t->note[line].shown)
            return false;
    return true;
}

bool undo_check(const tbl_table *t, uint32_t lines, tbl_answer *answer)
{
    if (is_place(t, lines))
        return true;
    *answer = answer_no(t, TBL_BAD, "bad_lines",
                        "The record can only be taken back to where someone decided.");
    return false;
}

tbl_answer tbl_patch(tbl_table *t, uint32_t lines, const char *why)
{
    host_text *draft;
    tbl_answer answer;

    if (t->state != TBL_PLAYING || t->foreign)
        return answer_no(t, TBL_FORBIDDEN, "not_playing", "No game is under way here.");
    if (!undo_check(t, lines, &answer))
        return answer;
    if (strlen(why) > TBL_CHAT_MAX || !rec_is_utf8(why, strlen(why)))
        return answer_no(t, TBL_BAD, "bad_text", "A reason is one line of plain text.");
    draft = draft_begin(t, "patch ");
    put_number(draft, lines);
    put_text(draft, "\n");
    put_text(draft, why);
    put_text(draft, "\n");
    draft_done(t);
    return answer_done(t);
}

/* ---- The end ---- */

/* Is seat a ranked before seat b? The winner by resignation of all others comes first,
 * who resigned comes last, and coins decide the rest (E2). */
static bool is_before(const tbl_table *t, const tob_result *result, unsigned winner,
                      unsigned a, unsigned b)
{
    if ((a == winner) != (b == winner))
        return a == winner;
    if (t->seat[a].resigned != t->seat[b].resigned)
        return t->seat[b].resigned;
    return result->coins[a] > result->coins[b];
}

static void put_end(tbl_table *t, const char *why, unsigned winner, const char *reason)
{
    const tob_game *game = game_of(t);
    const tob_result result = game ? tob_result_of(game) : (tob_result){0};
    const unsigned players = t->settings.players;
    host_text *draft = draft_begin(t, "end ");

    put_text(draft, why);
    put_text(draft, " ");
    put_number(draft, winner < TOB_SEATS ? winner + 1 : 0);
    put_text(draft, "\ncoins");
    for (unsigned seat = 0; seat < players; seat++) {
        put_text(draft, " ");
        put_number(draft, result.coins[seat]);
    }
    put_text(draft, "\nplaces");
    for (unsigned seat = 0; seat < players; seat++) {
        unsigned place = 1;
        for (unsigned other = 0; other < players; other++)
            place += is_before(t, &result, winner, other, seat);
        put_text(draft, " ");
        put_number(draft, place);
    }
    put_text(draft, "\n");
    put_text(draft, reason);
    put_text(draft, "\n");
    draft_done(t);
}

void end_game(tbl_table *t, const char *why, unsigned winner)
{
    put_end(t, why, winner, "");
}

tbl_answer tbl_close(tbl_table *t, const char *why)
{
    if (t->state > TBL_PLAYING)
        return answer_no(t, TBL_FORBIDDEN, "over", "The game is over.");
    if (strlen(why) > TBL_CHAT_MAX || !rec_is_utf8(why, strlen(why)))
        return answer_no(t, TBL_BAD, "bad_text", "A reason is one line of plain text.");
    put_end(t, "closed", TBL_NO_SEAT, why);
    return answer_done(t);
}

tbl_answer tbl_resign(tbl_table *t, uint64_t guest)
{
    seats_plan plan;
    unsigned seat;
    tbl_answer answer;

    if (!check_playing(t, guest, &seat, &answer))
        return answer;
    if (t->proposal.kind)
        proposal_lapse(t);
    plan = plan_of(t);
    plan.seat[seat].resigned = true;
    plan.seat[seat].stood_in = plan.seat[seat].offered = false;
    plan_done(t, &plan, "resigned", seat);
    return answer_done(t);
}

tbl_answer tbl_end_as_won(tbl_table *t, uint64_t guest)
{
    unsigned seat;
    tbl_answer answer;

    if (!check_playing(t, guest, &seat, &answer))
        return answer;
    for (unsigned other = 0; other < t->settings.players; other++)
        if (other != seat && t->seat[other].who == TBL_PERSON && !t->seat[other].resigned)
            return answer_no(t, TBL_FORBIDDEN, "not_alone", "Someone else still plays.");
    if (!(t->stayed & 1u << seat) || !(t->began & ~(1u << seat)))
        return answer_no(t, TBL_FORBIDDEN, "nobody_left",
                         "The game is won like this when others began it and resigned.");
    end_game(t, "won", seat);
    return answer_done(t);
}

/* ---- Bots ---- */

/* Bots wait during a pause and a proposal, which their move would end; and a table of
 * bots plays only while someone looks on. */
bool bots_run(const tbl_table *t)
{
    bool people = t->connections > 0;

    for (unsigned seat = 0; seat < t->settings.players; seat++)
        people |= is_people(&t->seat[seat]) && !is_played(&t->seat[seat]);
    return people && t->state == TBL_PLAYING && !t->foreign && !t->paused &&
           !t->proposal.kind;
}

bool tbl_ask_bot(tbl_table *t, tbl_question *question)
{
    const rec_reader *reader = &t->record.reader;
    const tbl_seat *seat;

    if (t->mover >= TOB_SEATS || t->asked == t->record_event || !bots_run(t))
        return false;
    seat = &t->seat[t->mover];
    if (!is_played(seat))
        return false;
    t->asked = t->record_event;
    question->event = t->record_event;
    question->seat = t->mover;
    question->level = seat->who == TBL_LEVEL ? seat->level : t->settings.clock.stand_in;
    t->env.random(t->env.context, (uint8_t *)&question->seed, sizeof question->seed);
    tob_view(&question->view, &reader->game, tob_viewer_of(t->mover));
    question->board = reader->board;
    return true;
}

void tbl_bot_answer(tbl_table *t, uint32_t event, tob_move move)
{
    const rec_reader *reader = &t->record.reader;
    tob_game view;

    if (event != t->record_event || t->asked != event || t->answered == event ||
        t->mover >= TOB_SEATS || !is_played(&t->seat[t->mover]))
        return;
    tob_view(&view, &reader->game, tob_viewer_of(t->mover));
    if (move.seat != t->mover || tob_is_nature(move) ||
        tob_why(&view, &reader->board, move)) {
        t->asked = 0; /* no move at all: it is asked again */
        return;
    }
    t->answered = event;
    t->answered_ms = t->env.now_ms(t->env.context);
    t->answer = move;
    tbl_tick(t);
}
