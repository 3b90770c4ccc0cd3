#include "box/companion.h"

#include <editline/readline.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "box/answers.h"
#include "box/finder.h"
#include "box/gallery.h"
#include "box/screen.h"

typedef struct talk {
    box_journal *journal;
    FILE *out; /* of the answer */
    draw_style style;
    unsigned columns;
    bool terminal, quit, failed;
} talk;

/* ---- Questions ---- */

static const box_table *table_of(const talk *t)
{
    return &t->journal->table;
}

/* Writes an answer that is one sentence. */
static void tell(const talk *t, const char *sentence)
{
    fprintf(t->out, "%s\n", sentence);
}

static bool has_island(const talk *t)
{
    if (!table_of(t)->laid)
        tell(t, "Say first which island lies there, like 'island AbC1'; 'find' helps.");
    return table_of(t)->laid;
}

static void ask_help(talk *t, box_span rest)
{
    (void)rest;
    tell(t, "Setting up   island AbC1 | statue h8 NE | hut e5 | palm k7 | find aC m:oob\n"
            "  Volcano    volcano h7 (first) | triad beach-jungle c5 NE\n"
            "Playing      white not next to a hut | raise white | remove white h8 (A1)\n"
            "  amulets    take h8 | spend | amulet h8 (one lies there) | face h8 NE\n"
            "  Volcano    lava h6\n"
            "Asking       would white | would next to a hut | would white next-hut\n"
            "             maps | white | statues | reach h8 | board | picture FILE.svg\n"
            "             undo | help | quit\n"
            "Names go in any case, with blanks or hyphens; w g n k stand for the "
            "treasures.");
}

static void ask_maps(talk *t, box_span rest)
{
    const int treasure = rest.length ? box_find_treasure(rest) : TOB_TREASURE_COUNT;

    if (has_island(t))
        box_tell_maps(t->out, t->style, table_of(t),
                      treasure < 0 ? TOB_TREASURE_COUNT : (unsigned)treasure);
}

static void ask_statues(talk *t, box_span rest)
{
    (void)rest;
    if (has_island(t))
        box_tell_statues(t->out, table_of(t), false);
}

/* "would white", "would next-hut" or "would white next-hut" */
static void ask_would(talk *t, box_span rest)
{
    size_t length = 0;
    unsigned treasure = TOB_TREASURE_COUNT;
    char why[BOX_WHY_MAX];
    tob_clue clue;
    int found;

    if (!has_island(t))
        return;
    while (length < rest.length && rest.text[length] != ' ')
        length++;
    found = box_find_treasure((box_span){rest.text, length});
    if (found >= 0) {
        treasure = (unsigned)found;
        rest = box_trim((box_span){rest.text + length, rest.length - length});
    }
    if (!rest.length && found >= 0) {
        box_tell_all(t->out, table_of(t), treasure, t->columns);
    } else if (!rest.length) {
        tell(t, "Which map or clue? 'would white', 'would next-hut'.");
    } else if (box_find_clue(rest, &clue)) {
        box_tell_would(t->out, table_of(t), treasure, clue);
    } else {
        box_explain_clue(why, rest);
        tell(t, why);
    }
}

static void ask_reach(talk *t, box_span rest)
{
    char why[BOX_WHY_MAX];
    unsigned space;

    if (!has_island(t))
        return;
    if (box_need_free_space(&table_of(t)->set, rest, &space, why))
        box_tell_reach(t->out, table_of(t), space, false);
    else
        tell(t, why);
}

static void ask_board(talk *t, box_span rest)
{
    (void)rest;
    if (has_island(t))
        draw_board(t->out, t->style, &table_of(t)->game, &table_of(t)->set.board);
}

static void ask_picture(talk *t, box_span rest)
{
    char path[1024];

    if (!has_island(t))
        return;
    if (!rest.length || rest.length >= sizeof path) {
        tell(t, "Where to? 'picture table.svg'.");
        return;
    }
    memcpy(path, rest.text, rest.length);
    path[rest.length] = '\0';
    if (box_write_picture(table_of(t), path))
        fprintf(t->out, "The picture is in %s.\n", path);
    else
        tell(t, "The picture could not be written.");
}

/* "find aC m:oobssm": words with a colon are spots, all others sides */
static void ask_find(talk *t, box_span rest)
{
    char why[BOX_WHY_MAX];
    box_finder finder = {.sides = 0};
    bool good = true;

    while (good && rest.length) {
        size_t length = 0;
        while (length < rest.length && rest.text[length] != ' ')
            length++;
        const box_span word = {rest.text, length};
        good = memchr(word.text, ':', length) ? box_read_spots(&finder, word, why)
                                              : box_read_sides(&finder, word, why);
        rest = box_trim((box_span){rest.text + length, rest.length - length});
    }
    if (!good) {
        tell(t, why);
        return;
    }
    const uint32_t left = box_finder_left(&finder);
    if (left)
        box_draw_islands(t->out, t->style, t->columns, left);
    fprintf(t->out, "%d of %d islands look like that.\n", __builtin_popcount(left),
            TOB_ISLANDS);
}

static void ask_undo(talk *t, box_span rest)
{
    char said[BOX_WHY_MAX];

    (void)rest;
    box_journal_undo(t->journal, said, &t->failed);
    tell(t, said);
}

static void ask_quit(talk *t, box_span rest)
{
    (void)rest;
    t->quit = true;
}

static const struct {
    const char *word;
    void (*ask)(talk *, box_span);
} questions[] = {
    {"help", ask_help},   {"maps", ask_maps},       {"sites", ask_maps},
    {"would", ask_would}, {"statues", ask_statues}, {"reach", ask_reach},
    {"board", ask_board}, {"picture", ask_picture}, {"find", ask_find},
    {"undo", ask_undo},   {"quit", ask_quit},       {"exit", ask_quit},
};

enum { QUESTIONS = sizeof questions / sizeof questions[0] };

/* All words with which a line may begin. */
static const char *first_word_at(unsigned index, char store[static 32])
{
    unsigned acts = 0;

    while (box_act_at(acts, store))
        acts++;
    if (index < acts)
        return box_act_at(index, store);
    index -= acts;
    if (index < QUESTIONS)
        return questions[index].word;
    return box_treasure_at(index - QUESTIONS, store);
}

/* ---- Obeying ---- */

/* Does one act, and says what happened. */
static bool act(talk *t, box_span line)
{
    char said[BOX_WHY_MAX];
    const bool done = box_journal_act(t->journal, line, said, &t->failed);

    tell(t, said);
    return done;
}

/* Does a list of acts: "hut:e5, palm:k7". It stops at the first that is refused. */
static void act_all(talk *t, box_span line)
{
    while (line.length) {
        const char *comma = memchr(line.text, ',', line.length);
        const size_t length = comma ? (size_t)(comma - line.text) : line.length;
        if (!act(t, box_trim((box_span){line.text, length})))
            return;
        line = (box_span){line.text + length + (comma != NULL),
                          line.length - length - (comma != NULL)};
    }
}

static void obey(talk *t, box_span line)
{
    char why[BOX_WHY_MAX], with_clue[512];
    size_t length = 0;

    line = box_trim(line);
    while (length < line.length && !strchr(" :\t", line.text[length]))
        length++;
    const box_span word = {line.text, length};
    const box_span rest = box_trim((box_span){line.text + length, line.length - length});
    if (!line.length || line.text[0] == '#')
        return;
    for (unsigned i = 0; i < QUESTIONS; i++)
        if (box_is(word, questions[i].word) || (i == 0 && box_is(word, "?"))) {
            questions[i].ask(t, rest);
            return;
        }
    if (box_is_act(word)) {
        act_all(t, line);
    } else if (box_find_treasure(word) >= 0 && rest.length) {
        snprintf(with_clue, sizeof with_clue, "clue %.*s",
                 (int)(line.length < 500 ? line.length : 500), line.text);
        act(t, box_span_of(with_clue));
    } else if (box_find_treasure(word) >= 0) {
        ask_maps(t, word);
    } else {
        box_say(why, "'%.*s' is unknown here", (int)(length < 40 ? length : 40),
                line.text);
        if (!box_suggest(why, word, first_word_at))
            box_say(why, "'%.*s' is unknown here; 'help' lists what can be said",
                    (int)(length < 40 ? length : 40), line.text);
        tell(t, why);
    }
}

/* ---- Completion ---- */

static const box_table *spelt; /* the table whose spaces are completed */

/* The names of the spaces of the table. */
static const char *space_at(unsigned index, char store[static 32])
{
    if (!spelt->laid || index >= spelt->set.board.count)
        return NULL;
    tob_space_name(&spelt->set.board, index, store);
    return store;
}

static box_name_at *const first_names[] = {first_word_at, NULL};
static box_name_at *const later_names[] = {
    box_treasure_at, box_clue_at,   space_at, box_direction_at,
    box_triad_at,    box_island_at, NULL};
static box_name_at *const *completed;

/* Finds the next name that begins with the text, for Tab. */
static char *complete_name(const char *text, int again)
{
    static unsigned list, index;
    char store[32];

    if (!again)
        list = index = 0;
    for (; completed[list]; list++, index = 0) {
        const char *name;
        while ((name = completed[list](index++, store)) != NULL)
            if (strncmp(name, text, strlen(text)) == 0)
                return strdup(name);
    }
    return NULL;
}

static char **complete(const char *text, int from, int to)
{
    (void)to;
    completed = from == 0 ? first_names : later_names;
    rl_attempted_completion_over = 1;
    return rl_completion_matches(text, complete_name);
}

/* ---- Signals ---- */

static struct termios found; /* the terminal as it was */
static bool restores;

/* Ends the program as 'quit' does: everything acknowledged is in the file. */
static void leave(int signal_number)
{
    (void)signal_number;
    if (restores) {
        tcsetattr(STDIN_FILENO, TCSANOW, &found);
        if (write(STDOUT_FILENO, "\n", 1) < 0) /* leave the line of the prompt */
            _exit(HOST_FAILED);
    }
    _exit(HOST_DONE);
}

static void catch_signals(bool terminal)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = leave};

    restores = terminal && tcgetattr(STDIN_FILENO, &found) == 0;
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaction(numbers[i], &action, NULL);
}

/* ---- The loop ---- */

/* Reads a line: edited on a terminal, plain from a pipe. NULL at the end of input. */
static char *read_input(const talk *t)
{
    char *line = NULL;
    size_t size = 0;

    if (t->terminal) {
        line = readline("table> ");
        if (!line)
            putchar('\n'); /* leave the line of the prompt */
        else if (*line)
            add_history(line);
        return line;
    }
    if (getline(&line, &size, stdin) < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

static unsigned terminal_rows(void)
{
    struct winsize window;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_row ? window.ws_row
                                                                           : 24;
}

/* Shows an answer: printed, or on a screen drawn anew. */
static void show(talk *t, const char *answer, bool plain)
{
    t->columns = box_columns(stdout);
    if (plain)
        fputs(answer, stdout);
    else
        box_screen_draw(stdout, t->style, t->columns, terminal_rows(), t->journal,
                        answer);
    fflush(stdout);
}

/* Greets: what the file holds, or how to begin. */
static void greet(talk *t)
{
    if (t->journal->cut)
        tell(t, "The last line of the file was not finished and is left out.");
    if (table_of(t)->laid)
        fprintf(
            t->out,
            "Island %s goes on, %u acts so far. 'island CODE' begins another table.\n",
            table_of(t)->set.code, t->journal->acts);
    else
        ask_help(t, (box_span){"", 0});
}

/* Obeys one line, or greets if there is none, and shows the answer. */
static void answer(talk *t, const char *line, bool plain)
{
    char *text = NULL;
    size_t length;

    t->out = host_need(open_memstream(&text, &length));
    if (line)
        obey(t, box_span_of(line));
    else
        greet(t);
    if (fclose(t->out) != 0)
        host_need(NULL);
    show(t, text, plain);
    free(text);
}

host_status box_companion(box_journal *journal, bool plain)
{
    talk t = {.journal = journal, .style = draw_style_for(stdout)};

    t.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    t.columns = box_columns(stdout);
    plain |= !t.terminal;
    catch_signals(t.terminal);
    spelt = &journal->table;
    rl_attempted_completion_function = complete;
    rl_basic_word_break_characters = " ";
    answer(&t, NULL, plain);
    while (!t.quit && !t.failed && !ferror(stdout)) {
        char *line = read_input(&t);
        if (!line)
            break;
        answer(&t, line, plain);
        free(line);
    }
    if (t.terminal && !t.failed && journal->path)
        printf("The table is kept: tobago companion %s\n", journal->path);
    return t.failed ? HOST_FAILED : HOST_DONE;
}
