/* The findings of an analysis as text, as JSON and as a plot. */
#include <string.h>

#include "study/analyse.h"
#include "host/plot.h"
#include "tobago/names.h"
#include "host/print.h"
#include "host/text.h"

enum { MISTAKES = 3 };

/* The summary of one player. */
typedef struct summary {
    size_t decisions;
    unsigned mean; /* cost of a decision, in hundredths of a percent */
    const analyse_decision *mistake[MISTAKES]; /* the costliest first; NULL: no more */
} summary;

/* Keeps a decision if it is one of the costliest; of equal ones the earlier come
 * first. */
static void add_mistake(summary *s, const analyse_decision *decision)
{
    unsigned at = MISTAKES;

    while (at > 0 && (!s->mistake[at - 1] ||
                      s->mistake[at - 1]->verdict.cost < decision->verdict.cost))
        at--;
    for (unsigned i = MISTAKES; i > at + 1; i--)
        s->mistake[i - 1] = s->mistake[i - 2];
    if (at < MISTAKES)
        s->mistake[at] = decision;
}

static summary summarise(const analysis *a, unsigned seat)
{
    summary s = {0};
    uint64_t sum = 0;

    for (size_t i = 0; i < a->count; i++) {
        const analyse_decision *decision = &a->decision[i];
        if (decision->verdict.move.seat != seat)
            continue;
        s.decisions++;
        sum += decision->verdict.cost;
        if (decision->verdict.cost)
            add_mistake(&s, decision);
    }
    if (s.decisions)
        s.mean = (unsigned)((sum * 10 + s.decisions / 2) / s.decisions);
    return s;
}

/* ---- Text ---- */

static void print_padded(const char *text, unsigned width)
{
    const unsigned letters = host_letters(text);

    printf("%s%*s", text, letters < width ? (int)(width - letters) : 0, "");
}

/* Returns a move without its seat: the player is named beside it. */
static const char *move_of(const char *line)
{
    const char *blank = strchr(line, ' ');

    return blank ? blank + 1 : line;
}

/* Puts a number, or a dash for none: the set-up has neither rounds nor turns. */
static int print_number(int width, uint32_t number)
{
    return number ? printf("%*u", width, number) : printf("%*s", width, "-");
}

/* Numbers first, words last: most lines fit into 80 columns. */
static void print_decisions(const analysis *a)
{
    unsigned names = 6;

    for (unsigned seat = 0; seat < a->header->config.players; seat++) {
        const unsigned letters = host_letters(a->header->name[seat]);
        names = letters > names ? letters : names;
    }
    fputs(" line  round  turn  best %  chance %  cost %  ", stdout);
    print_padded("player", names + 2);
    fputs("move\n", stdout);
    for (size_t i = 0; i < a->count; i++) {
        const analyse_decision *decision = &a->decision[i];
        const ai_verdict *verdict = &decision->verdict;
        int indent = printf("%5u", decision->line);

        indent += print_number(7, decision->round) + print_number(6, decision->turn);
        indent += printf("%6u.%u%8u.%u%6u.%u  ", verdict->best / 10, verdict->best % 10,
                         verdict->chance / 10, verdict->chance % 10, verdict->cost / 10,
                         verdict->cost % 10);
        print_padded(a->header->name[verdict->move.seat], names + 2);
        puts(move_of(decision->played));
        if (strcmp(decision->played, decision->expert) != 0)
            printf("%*srather: %s\n", indent + (int)names + 2, "",
                   move_of(decision->expert));
    }
}

static void print_summary(const char *name, const summary *s)
{
    printf("\n%s: %zu decisions, mean cost %u.%02u %%\n", name, s->decisions,
           s->mean / 100, s->mean % 100);
    for (unsigned i = 0; i < MISTAKES && s->mistake[i]; i++) {
        const analyse_decision *mistake = s->mistake[i];
        char when[48] = "the set-up";
        int indent;
        if (mistake->round)
            snprintf(when, sizeof when, "round %u, turn %u", mistake->round,
                     mistake->turn);
        indent = printf("%5u.%u %%  line %u (%s): ", mistake->verdict.cost / 10,
                        mistake->verdict.cost % 10, mistake->line, when);
        printf("%s\n%*srather: %s\n", move_of(mistake->played), indent, "",
               move_of(mistake->expert));
    }
}

void analyse_print(const analysis *a)
{
    printf("%s: %u lines, %zu decisions, %s with %u iterations\n\n", a->path, a->lines,
           a->count, ai_level_name(a->level), a->iterations);
    if (a->count)
        print_decisions(a);
    for (unsigned seat = 0; seat < a->header->config.players; seat++) {
        const summary s = summarise(a, seat);
        print_summary(a->header->name[seat], &s);
    }
}

/* ---- JSON ---- */

static void json_tenths(const char *key, unsigned value)
{
    printf(",\"%s\":%u.%03u", key, value / 1000, value % 1000);
}

static void json_chances(const analysis *a, const ai_chances *chances)
{
    for (unsigned seat = 0; seat < a->header->config.players; seat++)
        printf("%s%.4f", seat ? "," : "[", (double)chances->of[seat]);
    putchar(']');
}

static void json_decision(const analysis *a, size_t index)
{
    const analyse_decision *decision = &a->decision[index];

    printf("%s{\"line\":%u,\"round\":%u,\"turn\":%u,\"seat\":%u,\"played\":",
           index ? "," : "", decision->line, decision->round, decision->turn,
           decision->verdict.move.seat + 1u);
    host_json_string(stdout, decision->played);
    fputs(",\"expert\":", stdout);
    host_json_string(stdout, decision->expert);
    json_tenths("best", decision->verdict.best);
    json_tenths("chance", decision->verdict.chance);
    json_tenths("cost", decision->verdict.cost);
    printf(",\"searched\":%s,\"chances\":",
           decision->verdict.searched ? "true" : "false");
    json_chances(a, &decision->verdict.before);
    putchar('}');
}

static void json_player(const analysis *a, unsigned seat)
{
    const summary s = summarise(a, seat);

    printf("%s{\"seat\":%u,\"name\":", seat ? "," : "", seat + 1);
    host_json_string(stdout, a->header->name[seat]);
    printf(",\"decisions\":%zu,\"mean_cost\":%u.%04u,\"mistakes\":[", s.decisions,
           s.mean / 10000, s.mean % 10000);
    for (unsigned i = 0; i < MISTAKES && s.mistake[i]; i++) {
        printf("%s{\"line\":%u,\"round\":%u,\"turn\":%u", i ? "," : "",
               s.mistake[i]->line, s.mistake[i]->round, s.mistake[i]->turn);
        json_tenths("cost", s.mistake[i]->verdict.cost);
        putchar('}');
    }
    fputs("]}", stdout);
}

void analyse_json(const analysis *a)
{
    fputs("{\"file\":", stdout);
    host_json_string(stdout, a->path);
    printf(",\"lines\":%u,\"level\":\"%s\",\"iterations\":%u,\"seed\":%llu,"
           "\"decisions\":[",
           a->lines, ai_level_name(a->level), a->iterations, (unsigned long long)a->seed);
    for (size_t i = 0; i < a->count; i++)
        json_decision(a, i);
    fputs("],\"last\":", stdout);
    if (a->has_last)
        json_chances(a, &a->last);
    else
        fputs("null", stdout);
    fputs(",\"players\":[", stdout);
    for (unsigned seat = 0; seat < a->header->config.players; seat++)
        json_player(a, seat);
    puts("]}");
}

/* ---- The plot ---- */

static const char *const seat_colours[TOB_SEATS] = {"#d1372f", "#2563c9", "#2c9a45",
                                                    "#e0a800"};
static const char *const treasure_colours[TOB_TREASURE_COUNT] = {"#ffffff", "#a9b0b5",
                                                                 "#8a5a2b", "#1b1b1b"};

/* Point number 'index' of a player's line: one at each decision, one after the last
 * line of the record where the chances are known there. */
static plot_point point_of(const analysis *a, size_t index, unsigned seat)
{
    const bool last = index == a->count;
    const ai_chances *chances = last ? &a->last : &a->decision[index].verdict.before;

    return (plot_point){last ? a->last_round : a->decision[index].when,
                        100.0 * (double)chances->of[seat]};
}

static void plot_player(const analysis *a, const plot_frame *frame, unsigned seat,
                        FILE *out)
{
    plot_line_begin(out, seat_colours[seat]);
    for (size_t i = 0; i < a->count + a->has_last; i++)
        plot_line_to(out, frame, point_of(a, i, seat));
    plot_line_end(out);
}

static void plot_raises(const analysis *a, const plot_frame *frame, FILE *out)
{
    for (size_t i = 0; i < a->count; i++) {
        const tob_move move = a->decision[i].verdict.move;
        char remark[REC_NAME_MAX + 96];

        if (move.kind != TOB_MOVE_RAISE)
            continue;
        snprintf(remark, sizeof remark, "round %u, turn %u, line %u: %s raises %s",
                 a->decision[i].round, a->decision[i].turn, a->decision[i].line,
                 a->header->name[move.seat], tob_treasure_name(move.treasure));
        plot_dot(out, plot_at(frame, point_of(a, i, move.seat)),
                 treasure_colours[move.treasure], seat_colours[move.seat], remark);
    }
}

/* Explains the colours of the treasures, above the frame. */
static void plot_treasures(FILE *out)
{
    double x = 24;

    plot_text(out, x, 84, PLOT_MUTED, PLOT_START, "treasures on their raiser's line:");
    x += 186;
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++, x += 66) {
        plot_dot(out, (plot_point){x, 80}, treasure_colours[treasure], "#9aa5ad", NULL);
        plot_text(out, x + 11, 84, PLOT_LABEL, PLOT_START, tob_treasure_name(treasure));
    }
}

/* Names the players at the ends of their lines, with their mean costs. */
static void plot_names(const analysis *a, const plot_frame *frame, FILE *out)
{
    const size_t points = a->count + a->has_last;
    char remark[TOB_SEATS][64];
    plot_label label[TOB_SEATS];

    for (unsigned seat = 0; seat < a->header->config.players; seat++) {
        const summary s = summarise(a, seat);
        const float even = 1.0f / a->header->config.players;
        const plot_point end = points ? point_of(a, points - 1, seat)
                                      : (plot_point){frame->x1, 100.0 * (double)even};
        snprintf(remark[seat], sizeof remark[seat], "%.0f %%, mean cost %u.%02u %%",
                 end.y, s.mean / 100, s.mean % 100);
        label[seat] =
            (plot_label){end, a->header->name[seat], remark[seat], seat_colours[seat]};
    }
    plot_labels(out, frame, label, a->header->config.players);
}

void analyse_plot(const analysis *a, FILE *out)
{
    const double first = a->first_round, last = a->last_round;
    const unsigned players = a->header->config.players;
    const plot_frame frame = plot_page(first, last > first ? last : first + 1, 0, 100);
    char island[5], about[200];

    tob_island_name(a->header->config.island, island);
    snprintf(about, sizeof about,
             "Island %s, %u lines, %zu decisions; %s, %u iterations a decision; the "
             "dashed line is an even share",
             island, a->lines, a->count, ai_level_name(a->level), a->iterations);
    plot_begin(out, "Chances to win", about, about);
    plot_treasures(out);
    plot_y_axis(out, &frame, 25, " %");
    plot_x_axis(out, &frame, plot_step(frame.x1 - frame.x0, 10), "", "round");
    plot_guide(out, &frame, 100.0 / players);
    for (unsigned seat = 0; seat < players && a->count; seat++)
        plot_player(a, &frame, seat, out);
    plot_names(a, &frame, out);
    plot_raises(a, &frame, out);
    plot_end(out);
}
