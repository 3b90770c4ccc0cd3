/* The plot of the shares of wins over the games, with their intervals, as SVG. */
#include <math.h>

#include "arena/results.h"
#include "host/plot.h"

enum { POINTS = 240 };

/* Colours that the colour-blind can tell apart, too. */
static const char *const colours[TOB_SEATS] = {"#0072b2", "#d55e00", "#009e73",
                                               "#aa4499"};

/* A bot after some games, in percent. */
typedef struct point {
    plot_point share, low, high;
} point;

typedef struct picture {
    FILE *out;
    const arena_settings *settings;
    const arena_standing *standing;
    point line[TOB_SEATS][POINTS];
    unsigned points;
    uint64_t games; /* played */
    plot_frame frame;
    double step; /* of the upright axis */
} picture;

/* ---- What is drawn ---- */

static void add_point(picture *p, uint64_t played, const double won[static TOB_SEATS])
{
    for (unsigned i = 0; i < p->settings->bots; i++) {
        const double games = (double)played, share = won[i] / games;
        double low, high;
        arena_wilson(share, played, &low, &high);
        p->line[i][p->points] =
            (point){{games, 100 * share}, {games, 100 * low}, {games, 100 * high}};
    }
    p->points++;
}

/* Computes the shares at evenly spaced numbers of games. The first few games say nothing
 * yet, and their lines would only cover the others. */
static void collect(picture *p, const arena_result *results)
{
    double won[TOB_SEATS] = {0};
    uint64_t played = 0, taken = 0;
    const uint64_t wanted = p->games < POINTS ? p->games : POINTS;

    for (uint64_t game = 0; game < p->settings->games; game++) {
        if (!results[game].played)
            continue;
        played++;
        for (unsigned i = 0; i < p->settings->bots; i++)
            won[i] += arena_win_part(&results[game], p->settings->bots, i);
        if (played * wanted / p->games <= taken)
            continue;
        taken++;
        if (played * 50 >= p->games)
            add_point(p, played, won);
    }
}

/* Chooses the upper edge so that every interval of the second half fits. */
static void scale(picture *p)
{
    double most = 0, top;

    for (unsigned i = 0; i < p->settings->bots; i++)
        for (unsigned k = p->points / 2; k < p->points; k++)
            most = fmax(most, p->line[i][k].high.y);
    p->step = most > 55 ? 20 : 10;
    for (top = 20; top < most && top < 99;)
        top += p->step;
    p->frame = plot_page(0, (double)p->games, 0, top);
}

/* ---- Drawing ---- */

static void draw_heading(const picture *p)
{
    char remark[160];
    host_text about = {0};

    snprintf(remark, sizeof remark,
             "%llu game%s, seed %llu; bands are 95 %% intervals, the dashed line is an "
             "even share",
             (unsigned long long)p->games, p->games == 1 ? "" : "s",
             (unsigned long long)p->settings->seed);
    for (unsigned i = 0; i < p->settings->bots; i++) {
        const arena_standing *s = &p->standing[i];
        char text[SEAT_NAME_MAX + 80];
        const int length =
            snprintf(text, sizeof text, "%s: %.3f, between %.3f and %.3f. ",
                     p->settings->bot[i].name, s->share, s->low, s->high);
        host_text_append(&about, text, (size_t)length);
    }
    plot_begin(p->out, "Share of wins", remark, about.bytes);
    host_text_clear(&about);
}

static void draw_band(const picture *p, unsigned i)
{
    plot_band_begin(p->out, colours[i]);
    for (unsigned k = 0; k < p->points; k++)
        plot_line_to(p->out, &p->frame, p->line[i][k].high);
    for (unsigned k = p->points; k-- > 0;)
        plot_line_to(p->out, &p->frame, p->line[i][k].low);
    plot_line_end(p->out);
}

static void draw_line(const picture *p, unsigned i)
{
    plot_line_begin(p->out, colours[i]);
    for (unsigned k = 0; k < p->points; k++)
        plot_line_to(p->out, &p->frame, p->line[i][k].share);
    plot_line_end(p->out);
}

static void draw_names(const picture *p)
{
    char remark[TOB_SEATS][80];
    plot_label label[TOB_SEATS];

    for (unsigned i = 0; i < p->settings->bots; i++) {
        const arena_standing *s = &p->standing[i];
        snprintf(remark[i], sizeof remark[i], "%.1f %% (%.1f to %.1f), Elo %+.0f",
                 100 * s->share, 100 * s->low, 100 * s->high, s->elo);
        label[i] = (plot_label){{(double)p->games, 100 * s->share},
                                p->settings->bot[i].name,
                                remark[i],
                                colours[i]};
    }
    plot_labels(p->out, &p->frame, label, p->settings->bots);
}

bool arena_plot(const char *path, const arena_settings *settings,
                const arena_result *results, const arena_standing *standing)
{
    static picture p;

    p = (picture){.settings = settings, .standing = standing};
    p.games = standing[0].games;
    p.out = plot_open(path);
    if (!p.out)
        return false;
    collect(&p, results);
    scale(&p);
    draw_heading(&p);
    plot_y_axis(p.out, &p.frame, p.step, " %");
    plot_x_axis(p.out, &p.frame, plot_step((double)p.games, 6), "", "games");
    plot_guide(p.out, &p.frame, 100.0 / settings->bots);
    plot_clip_begin(p.out, &p.frame);
    for (unsigned i = 0; i < settings->bots; i++)
        draw_band(&p, i);
    for (unsigned i = 0; i < settings->bots; i++)
        draw_line(&p, i);
    plot_clip_end(p.out);
    draw_names(&p);
    plot_end(p.out);
    return plot_close(p.out, path);
}
