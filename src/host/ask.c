#include "host/ask.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/print.h"
#include "host/text.h"
#include "tobago/legs.h"
#include "tobago/names.h"
#include "tobago/query.h"

/* A question: the session, what follows the first word, and where the answer goes. */
typedef struct question {
    ask_session *s;
    const char *words;
    size_t length;
    FILE *out;
} question;

/* A kind of question. 'run' writes an answer without its newline. */
typedef struct request {
    const char *word;
    const char *form;    /* how it is asked */
    const char *meaning; /* what it answers */
    void (*run)(const question *q);
    bool takes_words; /* something may follow the word */
    bool needs_game;
} request;

/* ---- Errors ---- */

static void put_error(const question *q, const rec_error *error)
{
    char text[2048];

    rec_error_json(error, text, sizeof text);
    fprintf(q->out, "{\"error\":%s}", text);
}

static void refuse(const question *q, const char *sentence)
{
    put_error(q, &(rec_error){.clause = "", .text = sentence});
}

/* ---- What follows the first word ---- */

static bool is_word(const question *q, const char *word)
{
    return q->length == strlen(word) && memcmp(q->words, word, q->length) == 0;
}

/* Reads the only word as a number. */
static bool read_number(const question *q, uint64_t most, uint64_t *number)
{
    char text[24];

    if (q->length >= sizeof text || memchr(q->words, '\0', q->length))
        return false;
    snprintf(text, sizeof text, "%.*s", (int)q->length, q->words);
    return host_number(text, 0, most, number);
}

/* Reads the only word as a seat of this game. */
static bool read_seat(const question *q, unsigned *seat)
{
    uint64_t number;

    if (!read_number(q, q->s->record.hosted.players, &number) || !number)
        return false;
    *seat = (unsigned)number - 1;
    return true;
}

/* ---- The record ---- */

static const rec_reader *reader_of(const question *q)
{
    return &q->s->record.reader;
}

static const tob_board *board_of(const question *q)
{
    return &q->s->record.reader.board;
}

static tob_viewer viewer_of(const ask_session *s)
{
    return s->as ? s->viewer : s->record.hosted.viewer;
}

static const char hidden[] =
    "this record has no such seat, or is the view of another one (H1)";

/* May the viewer see this record? */
static bool is_shown(const ask_session *s)
{
    return rec_hosted_shows(&s->record.hosted, viewer_of(s));
}

/* The game as the viewer knows it. There is one, and it is shown: see 'answer'. */
static tob_game view_of(const question *q)
{
    tob_game view = {0};

    rec_hosted_view(&q->s->record.hosted, viewer_of(q->s), &view);
    return view;
}

static void put_line_number(const question *q)
{
    fprintf(q->out, "{\"line\":%u}", reader_of(q)->line);
}

/* Would a line be more than the record may hold? */
static bool is_full(const ask_session *s, size_t length)
{
    const rec_hosted *hosted = &s->record.hosted;
    uint32_t bytes;

    rec_hosted_text(hosted, &bytes);
    return bytes + length + 1 > (s->most ? s->most : (uint32_t)REC_BYTES_MAX);
}

static bool feed(const question *q, rec_error *error)
{
    *error = (rec_error){.line = reader_of(q)->line + 1,
                         .clause = "",
                         .text = "the record is longer than any game"};
    return !is_full(q->s, q->length) &&
           host_record_feed(&q->s->record, q->words, q->length, error);
}

/* A line of the record is its own question. */
static void run_line(const question *q)
{
    rec_error error;

    if (feed(q, &error))
        put_line_number(q);
    else
        put_error(q, &error);
}

static void run_new(const question *q)
{
    ask_clear(q->s);
    put_line_number(q);
}

static void run_at(const question *q)
{
    rec_hosted *hosted = &q->s->record.hosted;
    uint64_t line;

    if (q->length && !(read_number(q, UINT32_MAX, &line) && hosted->reader &&
                       rec_hosted_seek(hosted, (uint32_t)line)))
        refuse(q, "the record has no such line");
    else
        fprintf(q->out, "{\"line\":%u,\"lines\":%u}", reader_of(q)->line, hosted->lines);
}

static void run_cut(const question *q)
{
    uint64_t lines;

    if (read_number(q, UINT32_MAX, &lines) && q->s->record.hosted.reader &&
        rec_hosted_cut(&q->s->record.hosted, (uint32_t)lines))
        put_line_number(q);
    else
        refuse(q, "the record has no such line");
}

static void put_viewer(const question *q)
{
    const tob_viewer viewer = viewer_of(q->s);
    const unsigned seat = tob_viewer_seat(viewer);

    if (seat < TOB_SEATS)
        fprintf(q->out, "{\"as\":%u}", seat + 1);
    else
        fprintf(q->out, "{\"as\":%s}",
                tob_viewer_is_spectator(viewer) ? "\"spectator\"" : "null");
}

static void run_as(const question *q)
{
    tob_viewer viewer = q->s->record.hosted.viewer;
    unsigned seat;

    if (is_word(q, "spectator"))
        viewer = tob_viewer_spectator();
    else if (read_seat(q, &seat))
        viewer = tob_viewer_of(seat);
    else if (q->length && !is_word(q, "record")) {
        refuse(q, "a viewer is a seat of this game, 'spectator', or 'record' for all "
                  "that the record shows");
        return;
    }
    if (!rec_hosted_shows(&q->s->record.hosted, viewer)) {
        refuse(q, hidden);
        return;
    }
    if (q->length) {
        q->s->viewer = viewer;
        q->s->as = !is_word(q, "record");
    }
    put_viewer(q);
}

static void run_record(const question *q)
{
    const rec_hosted *hosted = &q->s->record.hosted;
    const size_t length = rec_hosted_redact(hosted, viewer_of(q->s), NULL, 0);
    char *text = host_need(malloc(length + 1));

    rec_hosted_redact(hosted, viewer_of(q->s), text, length + 1);
    host_json_lines(q->out, text, length);
    free(text);
}

/* ---- The game ---- */

static void run_position(const question *q)
{
    const rec_reader *reader = reader_of(q);
    const tob_game view = view_of(q);

    rec_position_json(&reader->header, &view, &reader->board, reader->line, q->s->text,
                      sizeof q->s->text);
    fputs(q->s->text, q->out);
}

static void run_legal(const question *q)
{
    const tob_game view = view_of(q);

    rec_legal_json(&view, board_of(q), &q->s->moves, q->s->text, sizeof q->s->text);
    fputs(q->s->text, q->out);
}

static void run_what_if(const question *q)
{
    const rec_reader *reader = reader_of(q);
    const tob_game view = view_of(q);

    rec_what_if_json(&reader->header, &view, &reader->board, reader->line, q->words,
                     q->length, &q->s->outcome, q->s->text, sizeof q->s->text);
    fputs(q->s->text, q->out);
}

/* A refusal is the same answer as that of what-if. */
static void run_why(const question *q)
{
    const tob_game view = view_of(q);

    if (rec_what_if(&view, board_of(q), q->words, q->length, &q->s->outcome))
        fputs("{\"legal\":true}", q->out);
    else
        run_what_if(q);
}

static void run_clues(const question *q)
{
    const tob_game view = view_of(q);
    const unsigned own = tob_viewer_seat(view.viewer), decides = tob_to_move(&view);
    unsigned seat = own < TOB_SEATS ? own : decides < TOB_SEATS ? decides : view.turn;

    if (is_word(q, "all")) {
        seat = TOB_NONE;
    } else if (q->length && !read_seat(q, &seat)) {
        refuse(q, "clues takes a seat of this game, or 'all'");
        return;
    }
    rec_clues_json(&view, board_of(q), seat, q->s->text, sizeof q->s->text);
    fputs(q->s->text, q->out);
}

static void run_clue(const question *q)
{
    tob_clue clue;

    if (!tob_clue_find(q->words, q->length, &clue)) {
        refuse(q, "a clue is a relation and a landmark, like not-next-hut");
        return;
    }
    rec_clue_json(board_of(q), clue, q->s->text, sizeof q->s->text);
    fprintf(q->out, "{\"spaces\":%s}", q->s->text);
}

/* The legs as the game stands, or after announcing a movement on a copy. */
static void run_legs(const question *q)
{
    const tob_game view = view_of(q);
    const tob_game *game = &view;
    char line[REC_LINE_MAX];

    if (q->length) {
        if (!is_word(q, "move") && !is_word(q, "amulet move")) {
            refuse(q, "legs takes nothing, 'move' or 'amulet move'");
            return;
        }
        snprintf(line, sizeof line, "%u %.*s", view.turn + 1u, (int)q->length, q->words);
        if (!rec_what_if(&view, board_of(q), line, strlen(line), &q->s->outcome)) {
            put_error(q, &q->s->outcome.error);
            return;
        }
        game = &q->s->outcome.game;
    }
    rec_legs_json(game, board_of(q), q->s->text, sizeof q->s->text);
    fputs(q->s->text, q->out);
}

static void run_distances(const question *q)
{
    const tob_board *board = board_of(q);
    const unsigned space = tob_space_find(board, q->words, q->length);

    if (space == TOB_NONE || !tob_hexset_has(board->spaces, space)) {
        refuse(q, "there is no such space on this island");
        return;
    }
    rec_distances_json(board, space, q->s->text, sizeof q->s->text);
    fputs(q->s->text, q->out);
}

static void run_board(const question *q)
{
    rec_board_json(board_of(q), q->s->text, sizeof q->s->text);
    fputs(q->s->text, q->out);
}

static void run_effects(const question *q)
{
    ask_session *s = q->s;
    rec_hosted eyes = rec_hosted_look(&s->record.hosted, &s->looking);
    uint64_t line = reader_of(q)->line;
    rec_effects effects;

    if ((q->length && !read_number(q, UINT32_MAX, &line)) ||
        !rec_hosted_effects(&eyes, (uint32_t)line, &effects)) {
        refuse(q, "the record has no such move");
        return;
    }
    rec_effects_json(&s->looking.board, &effects, s->text, sizeof s->text);
    fputs(s->text, q->out);
}

/* ---- What every game shares ---- */

static void run_tables(const question *q)
{
    rec_tables_json(q->s->text, sizeof q->s->text);
    fputs(q->s->text, q->out);
}

static void run_rules(const question *q)
{
    rec_rules_json(q->words, q->length, q->s->text, sizeof q->s->text);
    fputs(q->s->text, q->out);
}

static void run_help(const question *q);

/* ---- The table ---- */

static const request requests[] = {
    {"new", "new", "forgets the record, for another one", run_new, true, false},
    {"at", "at [N]", "goes to the position after N lines; says where it is", run_at, true,
     false},
    {"cut", "cut N", "takes back all lines after the first N", run_cut, true, false},
    {"as", "as [SEAT|spectator|record]",
     "answers as this viewer may know it from now on; says who it is", run_as, true,
     true},
    {"record", "record", "the lines of the record", run_record, false, true},
    {"position", "position", "the position", run_position, false, true},
    {"legal", "legal", "every legal line", run_legal, false, true},
    {"why", "why LINE", "whether a line is legal, or the rule against it", run_why, true,
     true},
    {"what-if", "what-if LINE", "the effects of a line and the position after it",
     run_what_if, true, true},
    {"effects", "effects [N]", "the effects of a line of the record, the last one read",
     run_effects, true, true},
    {"clues", "clues [SEAT|all]", "the number of sites that each card leaves on each map",
     run_clues, true, true},
    {"clue", "clue CLUE", "the spaces that a clue allows", run_clue, true, true},
    {"legs", "legs [move|amulet move]", "where the movement can go, and the ways",
     run_legs, true, true},
    {"distances", "distances SPACE", "the fewest legs from a space to every other",
     run_distances, true, true},
    {"board", "board", "the hexes of the island as it is now", run_board, false, true},
    {"tables", "tables", "cards, islands, options, kinds of lines, reasons", run_tables,
     false, false},
    {"rules", "rules [CLAUSE|WORD...]", "the rules, or what they say about words",
     run_rules, true, false},
    {"help", "help", "this list", run_help, false, false},
};
enum { REQUESTS = sizeof requests / sizeof requests[0] };

static void run_help(const question *q)
{
    fputs("{\"requests\":[", q->out);
    for (unsigned i = 0; i < REQUESTS; i++)
        fprintf(q->out, "%s{\"form\":\"%s\",\"meaning\":\"%s\"}", i ? "," : "",
                requests[i].form, requests[i].meaning);
    fputs("]}", q->out);
}

static const request *find_request(const char *word, size_t length)
{
    for (unsigned i = 0; i < REQUESTS; i++)
        if (strlen(requests[i].word) == length &&
            memcmp(requests[i].word, word, length) == 0)
            return &requests[i];
    return NULL;
}

/* Is this the first word of a line of a record? */
static bool begins_line(const char *word, size_t length)
{
    static const char *const words[] = {"tobago", "players", "island", "options",
                                        "first",  "view",    "nature", "1",
                                        "2",      "3",       "4"};

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0)
            return true;
    return false;
}

/* ---- Lines ---- */

static size_t first_word(const char *line, size_t length)
{
    const char *blank = memchr(line, ' ', length);

    return blank ? (size_t)(blank - line) : length;
}

static void answer(const question *q)
{
    const size_t word = first_word(q->words, q->length);
    const size_t skipped = word < q->length ? word + 1 : word;
    const request *r = find_request(q->words, word);
    const question rest = {q->s, q->words + skipped, q->length - skipped, q->out};

    if (q->length >= REC_LINE_MAX)
        refuse(q, "the line is too long");
    else if (!r && begins_line(q->words, word))
        run_line(q);
    else if (!r)
        refuse(q, "this is neither a line of a record nor a request: 'help' lists them");
    else if (rest.length && !r->takes_words)
        refuse(q, "nothing follows this word");
    else if (r->needs_game && !rec_has_game(reader_of(q)))
        refuse(q, "there is no game yet: the header goes on");
    else if (r->needs_game && r->run != run_as && !is_shown(q->s))
        refuse(q, hidden);
    else
        r->run(&rest);
}

void ask_answer(ask_session *session, const char *line, size_t length, FILE *out)
{
    answer(&(question){session, line, length, out});
    fputc('\n', out);
}

bool ask_watch(ask_session *session, const char *line, size_t length, FILE *out)
{
    const question q = {session, line, length, out};
    rec_error error;
    const bool good = feed(&q, &error);

    if (!good)
        put_error(&q, &error);
    else if (!rec_has_game(reader_of(&q)))
        put_line_number(&q);
    else if (!is_shown(session))
        refuse(&q, hidden);
    else
        run_position(&q);
    fputc('\n', out);
    return good && (!rec_has_game(reader_of(&q)) || is_shown(session));
}

/* Reads a line of at most 'room' bytes without its LF; what is longer is cut, and
 * *length, which counts all of it, is beyond the room. False at the end. */
static bool read_line(FILE *in, char *line, size_t room, size_t *length)
{
    int byte;

    *length = 0;
    while ((byte = getc(in)) != EOF && byte != '\n') {
        if (*length < room)
            line[*length] = (char)byte;
        *length += *length <= room;
    }
    return byte != EOF || *length;
}

host_status ask_lines(ask_session *session, FILE *in, FILE *out, bool watch)
{
    char line[REC_LINE_MAX];
    bool good = true;
    size_t length;

    while (read_line(in, line, sizeof line, &length)) {
        if (length > sizeof line)
            length = sizeof line; /* one byte too long for a line */
        if (watch)
            good = ask_watch(session, line, length, out) && good;
        else
            ask_answer(session, line, length, out);
        if (fflush(out) != 0)
            return HOST_FAILED; /* main says why */
    }
    if (ferror(in)) {
        host_complain("the input cannot be read: %s", strerror(errno));
        return HOST_FAILED;
    }
    return good ? HOST_DONE : HOST_REFUSED;
}

void ask_clear(ask_session *session)
{
    host_record_clear(&session->record);
    session->as = false;
}
