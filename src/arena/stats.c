/* From results to numbers: shares, intervals, Elo. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/results.h"
#include "host/print.h"

enum { ELO_STEPS = 10000 };

double arena_win_part(const arena_result *result, unsigned bots, unsigned bot)
{
    const uint16_t coins = result->score[bot].coins;
    unsigned first = 0;

    for (unsigned other = 0; other < bots; other++) {
        if (result->score[other].coins > coins)
            return 0;
        first += result->score[other].coins == coins;
    }
    return 1.0 / first;
}

void arena_wilson(double share, uint64_t n, double *low, double *high)
{
    const double z = 1.959963985, games = (double)n;
    const double scale = 1 + z * z / games;
    const double middle = (share + z * z / (2 * games)) / scale;
    const double reach =
        z / scale * sqrt(share * (1 - share) / games + z * z / (4 * games * games));

    *low = middle - reach > 0 ? middle - reach : 0;
    *high = middle + reach < 1 ? middle + reach : 1;
}

/* ---- Elo ---- */

/* Adds up the scores of each bot against each: 1 for more coins, a half for as many.
 * Each pair starts with one draw that was never played, so that no bot is infinitely
 * strong. */
static void count_pairs(const arena_settings *settings, const arena_result *results,
                        double score[TOB_SEATS][TOB_SEATS])
{
    for (unsigned i = 0; i < settings->bots; i++)
        for (unsigned k = 0; k < settings->bots; k++)
            score[i][k] = i == k ? 0 : 0.5;
    for (uint64_t game = 0; game < settings->games; game++)
        for (unsigned i = 0; results[game].played && i < settings->bots; i++)
            for (unsigned k = 0; k < i; k++) {
                const uint16_t a = results[game].score[i].coins;
                const uint16_t b = results[game].score[k].coins;
                score[i][k] += a > b ? 1 : a == b ? 0.5 : 0;
                score[k][i] += a < b ? 1 : a == b ? 0.5 : 0;
            }
}

/* Fits strengths by which i beats k with chance s[i] / (s[i] + s[k]) and which make the
 * scores most likely (Bradley and Terry), by Hunter's iteration. */
static void fit_strengths(unsigned bots, double score[TOB_SEATS][TOB_SEATS],
                          double strength[TOB_SEATS])
{
    for (unsigned i = 0; i < bots; i++)
        strength[i] = 1;
    for (unsigned step = 0; step < ELO_STEPS; step++) {
        double change = 0;
        for (unsigned i = 0; i < bots; i++) {
            double won = 0, met = 0, next;
            for (unsigned k = 0; k < bots; k++) {
                won += score[i][k];
                met += (score[i][k] + score[k][i]) / (strength[i] + strength[k]);
            }
            next = won / met;
            change += next > strength[i] ? next / strength[i] : strength[i] / next;
            strength[i] = next;
        }
        if (change - bots < 1e-12)
            break;
    }
}

static void rate(const arena_settings *settings, const arena_result *results,
                 arena_standing *standing)
{
    double score[TOB_SEATS][TOB_SEATS], strength[TOB_SEATS], mean = 0;

    count_pairs(settings, results, score);
    fit_strengths(settings->bots, score, strength);
    for (unsigned i = 0; i < settings->bots; i++) {
        standing[i].elo = 400 * log10(strength[i]);
        mean += standing[i].elo / settings->bots;
    }
    for (unsigned i = 0; i < settings->bots; i++)
        standing[i].elo -= mean;
}

/* ---- All together ---- */

static void add_game(arena_standing *s, const arena_result *result, unsigned bots,
                     unsigned bot)
{
    const arena_score *score = &result->score[bot];
    const double part = arena_win_part(result, bots, bot);

    s->games++;
    s->wins += part > 0.75; /* alone */
    s->share += part;
    s->coins += score->coins;
    s->ms += (double)score->time_us / 1000;
    s->moves += score->moves;
    s->illegal += score->illegal;
    s->faults += score->faults;
    s->losses[score->loss]++;
}

void arena_stand(const arena_settings *settings, const arena_result *results,
                 arena_standing standing[static TOB_SEATS])
{
    for (unsigned i = 0; i < settings->bots; i++) {
        arena_standing *s = &standing[i];
        *s = (arena_standing){0};
        for (uint64_t game = 0; game < settings->games; game++)
            if (results[game].played)
                add_game(s, &results[game], settings->bots, i);
        s->share /= (double)s->games;
        s->coins /= (double)s->games;
        s->ms = s->moves ? s->ms / (double)s->moves : 0;
        arena_wilson(s->share, s->games, &s->low, &s->high);
    }
    rate(settings, results, standing);
}

/* ---- Printing ---- */

const char *arena_label(const arena_settings *settings, unsigned bot,
                        char label[static ARENA_LABEL_MAX])
{
    const char *name = settings->bot[bot].name;
    unsigned alike = 0;

    for (unsigned i = 0; i < settings->bots; i++)
        alike += strcmp(settings->bot[i].name, name) == 0;
    if (alike > 1)
        snprintf(label, ARENA_LABEL_MAX, "%s, bot %u", name, bot + 1);
    else
        snprintf(label, ARENA_LABEL_MAX, "%s", name);
    return label;
}

static void print_json(const arena_settings *settings, const arena_standing *standing)
{
    fputs("{\"bots\":[", stdout);
    for (unsigned i = 0; i < settings->bots; i++) {
        const arena_standing *s = &standing[i];
        fputs(i ? ",{\"name\":" : "{\"name\":", stdout);
        host_json_string(stdout, settings->bot[i].name);
        printf(",\"games\":%llu,\"wins\":%llu,\"share\":%.6f,\"coins\":%.3f,"
               "\"low\":%.6f,\"high\":%.6f,\"elo\":%.1f,\"ms\":%.4f",
               s->games, s->wins, s->share, s->coins, s->low, s->high, s->elo, s->ms);
        if (s->illegal || s->losses[SEAT_LOSS_NONE] < s->games) /* of an external bot */
            printf(",\"trouble\":{\"illegal\":%llu,\"faults\":%llu,\"silent\":%llu,"
                   "\"dead\":%llu,\"flooding\":%llu}",
                   s->illegal, s->faults, s->losses[SEAT_LOSS_SILENT],
                   s->losses[SEAT_LOSS_DEAD], s->losses[SEAT_LOSS_FLOOD]);
        putchar('}');
    }
    fputs("]}\n", stdout);
}

/* Returns the rest of a text after this many letters. */
static const char *after_letters(const char *text, unsigned letters)
{
    while (*text && letters) {
        text++;
        letters -= ((unsigned char)*text & 0xc0) != 0x80;
    }
    return text;
}

/* Prints a name in a column of this many letters. A longer name loses its middle, because
 * commands differ at their ends. */
static void print_name(const char *name, unsigned width)
{
    const unsigned letters = host_letters(name), dots = 3;

    if (letters <= width) {
        printf("%s%*s", name, (int)(width - letters), "");
    } else {
        const unsigned first = (width - dots) / 2, last = width - dots - first;
        printf("%.*s...%s", (int)(after_letters(name, first) - name), name,
               after_letters(name, letters - last));
    }
}

static void print_table(const arena_settings *settings, const arena_standing *standing)
{
    unsigned width = 3;

    for (unsigned i = 0; i < settings->bots; i++) {
        const unsigned letters = host_letters(settings->bot[i].name);
        width = letters > 40 ? 40 : letters > width ? letters : width;
    }
    print_name("bot", width);
    printf("  %7s  %7s  %6s  %-14s  %5s  %6s  %7s\n", "games", "wins", "share",
           "95 % interval", "coins", "Elo", "ms/move");
    for (unsigned i = 0; i < settings->bots; i++) {
        const arena_standing *s = &standing[i];
        print_name(settings->bot[i].name, width);
        printf("  %7llu  %7llu  %6.3f  %.3f to %.3f  %5.1f  %+6.0f  %7.3f\n", s->games,
               s->wins, s->share, s->low, s->high, s->coins, s->elo, s->ms);
    }
}

/* Trouble with programs goes to stderr: it is no result. */
static void print_faults(const char *label, const arena_standing *s)
{
    const unsigned long long lost = s->games - s->losses[SEAT_LOSS_NONE];

    if (s->illegal)
        host_complain("%s: %llu illegal answers, %llu random moves after two of them",
                      label, s->illegal, s->faults);
    if (lost)
        host_complain(
            "%s: played at random to the end in %llu game%s: silent in %llu, dead "
            "in %llu, flooding in %llu",
            label, lost, lost == 1 ? "" : "s", s->losses[SEAT_LOSS_SILENT],
            s->losses[SEAT_LOSS_DEAD], s->losses[SEAT_LOSS_FLOOD]);
}

void arena_print(const arena_settings *settings, const arena_standing *standing,
                 bool json)
{
    if (json)
        print_json(settings, standing);
    else
        print_table(settings, standing);
    for (unsigned i = 0; i < settings->bots; i++) {
        char label[ARENA_LABEL_MAX];
        print_faults(arena_label(settings, i, label), &standing[i]);
    }
}
