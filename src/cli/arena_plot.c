/* The picture: how the shares of wins developed, with their intervals, as SVG. */
#include <errno.h>
#include <string.h>

#include "cli/arena.h"

enum {
    WIDTH = 960,
    HEIGHT = 540,
    LEFT = 70,
    RIGHT = 690, /* the plot ends here; names stand to the right of it */
    TOP = 84,
    BOTTOM = 476,
    POINTS = 240,
    NAME_SHOWN = 26, /* characters of a name */
};

/* Told apart by people who see few colours, too. */
static const char *const colours[TOB_SEATS] = {"#0072b2", "#d55e00", "#009e73",
                                               "#aa4499"};

typedef struct point {
    double games, share, low, high;
} point;

typedef struct picture {
    FILE *out;
    const arena_settings *settings;
    const arena_standing *standing;
    point line[TOB_SEATS][POINTS];
    unsigned points;
    uint64_t games; /* played */
    double top;     /* the share at the upper edge */
} picture;

/* ---- What is drawn ---- */

/* The shares after so many games, at evenly spaced numbers of them. */
static void collect(picture *p, const arena_result *results)
{
    double won[TOB_SEATS] = {0};
    uint64_t played = 0;
    const uint64_t wanted = p->games < POINTS ? p->games : POINTS;

    for (uint64_t game = 0; game < p->settings->games; game++) {
        if (!results[game].played)
            continue;
        played++;
        for (unsigned i = 0; i < p->settings->bots; i++)
            won[i] += arena_win_part(&results[game], p->settings->bots, i);
        if (played * wanted / p->games < p->points + 1)
            continue;
        for (unsigned i = 0; i < p->settings->bots; i++) {
            point *at = &p->line[i][p->points];
            at->games = (double)played;
            at->share = won[i] / (double)played;
            arena_wilson(at->share, played, &at->low, &at->high);
        }
        p->points++;
    }
}

/* The upper edge shows every interval of the second half, in tenths. */
static void scale(picture *p)
{
    double most = 0;

    for (unsigned i = 0; i < p->settings->bots; i++)
        for (unsigned k = p->points / 2; k < p->points; k++)
            most = p->line[i][k].high > most ? p->line[i][k].high : most;
    p->top = 0.2;
    while (p->top < most && p->top < 0.99)
        p->top += 0.1;
}

static double x_of(const picture *p, double games)
{
    return LEFT + (RIGHT - LEFT) * games / (double)p->games;
}

static double y_of(const picture *p, double share)
{
    return BOTTOM - (BOTTOM - TOP) * share / p->top;
}

/* ---- Drawing ---- */

/* Text as XML, cut after some characters. */
static void put_text(FILE *out, const char *text, unsigned most)
{
    unsigned shown = 0;

    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if ((byte & 0xc0) != 0x80 && shown++ == most) {
            fputs("\xe2\x80\xa6", out); /* an ellipsis */
            return;
        }
        if (byte == '<' || byte == '>' || byte == '&' || byte == '"')
            fprintf(out, "&#%u;", byte);
        else
            fputc(byte < 0x20 || byte == 0x7f ? '.' : byte, out);
    }
}

static void draw_frame(const picture *p)
{
    FILE *out = p->out;

    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\" role=\"img\" aria-labelledby=\"t d\" "
            "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n"
            "<title id=\"t\">Shares of wins in the arena</title>\n<desc id=\"d\">",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    for (unsigned i = 0; i < p->settings->bots; i++) {
        put_text(out, p->settings->bot[i].name, NAME_SHOWN);
        fprintf(out, ": %.3f, between %.3f and %.3f. ", p->standing[i].share,
                p->standing[i].low, p->standing[i].high);
    }
    fprintf(out,
            "</desc>\n<clipPath id=\"c\"><rect x=\"%d\" y=\"%d\" width=\"%d\" "
            "height=\"%d\"/></clipPath>\n<rect width=\"%d\" height=\"%d\" "
            "fill=\"#fffdf8\"/>\n",
            LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, WIDTH, HEIGHT);
    fprintf(out,
            "<text x=\"%d\" y=\"38\" font-size=\"21\" font-weight=\"600\" "
            "fill=\"#222\">Share of wins</text>\n<text x=\"%d\" y=\"60\" "
            "font-size=\"13\" fill=\"#666\">%llu games, seed %llu; bands are 95 %% "
            "intervals, the dashed line is an even share</text>\n",
            LEFT, LEFT, (unsigned long long)p->games,
            (unsigned long long)p->settings->seed);
}

/* Games between two marks of the axis: 1, 2 or 5 with zeros. */
static uint64_t tick(uint64_t games)
{
    for (uint64_t unit = 1;; unit *= 10)
        for (unsigned i = 0; i < 3; i++) {
            static const unsigned steps[] = {1, 2, 5};
            if (games / (unit * steps[i]) <= 6)
                return unit * steps[i];
        }
}

static void draw_axes(const picture *p)
{
    FILE *out = p->out;
    const double step = p->top > 0.55 ? 0.2 : 0.1;
    const uint64_t unit = tick(p->games);

    for (double share = 0; share < p->top + 0.01; share += step)
        fprintf(out,
                "<path d=\"M%d %.1fH%d\" stroke=\"#e4dfd3\"/><text x=\"%d\" y=\"%.1f\" "
                "font-size=\"13\" fill=\"#555\" text-anchor=\"end\">%.1f</text>\n",
                LEFT, y_of(p, share), RIGHT, LEFT - 10, y_of(p, share) + 4.5, share);
    for (uint64_t games = 0; games <= p->games; games += unit)
        fprintf(out,
                "<path d=\"M%.1f %dv6\" stroke=\"#999\"/><text x=\"%.1f\" y=\"%d\" "
                "font-size=\"13\" fill=\"#555\" text-anchor=\"middle\">%llu</text>\n",
                x_of(p, (double)games), BOTTOM, x_of(p, (double)games), BOTTOM + 23,
                (unsigned long long)games);
    fprintf(out,
            "<path d=\"M%d %dH%d\" stroke=\"#999\"/>\n<text x=\"%d\" y=\"%d\" "
            "font-size=\"13\" fill=\"#555\" text-anchor=\"middle\">games</text>\n",
            LEFT, BOTTOM, RIGHT, (LEFT + RIGHT) / 2, BOTTOM + 46);
    fprintf(out, "<path d=\"M%d %.1fH%d\" stroke=\"#888\" stroke-dasharray=\"5 5\"/>\n",
            LEFT, y_of(p, 1.0 / p->settings->bots), RIGHT);
}

static void draw_band(const picture *p, unsigned i)
{
    fputs("<path d=\"", p->out);
    for (unsigned k = 0; k < p->points; k++)
        fprintf(p->out, "%c%.1f %.1f", k ? 'L' : 'M', x_of(p, p->line[i][k].games),
                y_of(p, p->line[i][k].high));
    for (unsigned k = p->points; k-- > 0;)
        fprintf(p->out, "L%.1f %.1f", x_of(p, p->line[i][k].games),
                y_of(p, p->line[i][k].low));
    fprintf(p->out, "Z\" fill=\"%s\" fill-opacity=\"0.13\"/>\n", colours[i]);
}

static void draw_line(const picture *p, unsigned i)
{
    fputs("<path d=\"", p->out);
    for (unsigned k = 0; k < p->points; k++)
        fprintf(p->out, "%c%.1f %.1f", k ? 'L' : 'M', x_of(p, p->line[i][k].games),
                y_of(p, p->line[i][k].share));
    fprintf(p->out,
            "\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.4\" "
            "stroke-linejoin=\"round\"/>\n",
            colours[i]);
}

/* Names beside the ends of their lines, the highest first, without overlap. */
static void draw_names(const picture *p)
{
    enum { ROOM = 42 };
    const unsigned bots = p->settings->bots;
    double free_from = TOP - 10;

    for (unsigned rank = 0; rank < bots; rank++) {
        for (unsigned i = 0; i < bots; i++) {
            const arena_standing *s = &p->standing[i];
            const double latest = BOTTOM - 26 - (double)ROOM * (bots - 1 - rank);
            unsigned above = 0;
            double y = y_of(p, s->share) - 4;
            for (unsigned k = 0; k < bots; k++)
                above += p->standing[k].share > s->share ||
                         (k < i && !(p->standing[k].share < s->share));
            if (above != rank)
                continue;
            y = y > latest ? latest : y;
            y = y < free_from ? free_from : y;
            free_from = y + ROOM;
            fprintf(p->out,
                    "<path d=\"M%d %.1fL%d %.1f\" stroke=\"%s\" fill=\"none\"/>\n"
                    "<text x=\"%d\" y=\"%.1f\" font-size=\"14\" font-weight=\"600\" "
                    "fill=\"%s\">",
                    RIGHT + 4, y_of(p, s->share), RIGHT + 22, y, colours[i], RIGHT + 28,
                    y + 4, colours[i]);
            put_text(p->out, p->settings->bot[i].name, NAME_SHOWN);
            fprintf(p->out,
                    "</text><text x=\"%d\" y=\"%.1f\" font-size=\"12\" "
                    "fill=\"#555\">%.3f (%.3f to %.3f), Elo %+.0f</text>\n",
                    RIGHT + 28, y + 20, s->share, s->low, s->high, s->elo);
        }
    }
}

bool arena_plot(const char *path, const arena_settings *settings,
                const arena_result *results, const arena_standing *standing)
{
    static picture p;
    bool good;

    p = (picture){.settings = settings, .standing = standing};
    p.games = standing[0].games;
    p.out = fopen(path, "wb");
    if (!p.out) {
        cli_complain("%s: %s", path, strerror(errno));
        return false;
    }
    collect(&p, results);
    scale(&p);
    draw_frame(&p);
    draw_axes(&p);
    fputs("<g clip-path=\"url(#c)\">\n", p.out);
    for (unsigned i = 0; i < settings->bots; i++)
        draw_band(&p, i);
    for (unsigned i = 0; i < settings->bots; i++)
        draw_line(&p, i);
    fputs("</g>\n", p.out);
    draw_names(&p);
    fputs("</svg>\n", p.out);
    good = !ferror(p.out);
    if (fclose(p.out) != 0 || !good) {
        cli_complain("%s: cannot be written", path);
        return false;
    }
    return true;
}
