/* From results to numbers: shares, intervals, rounds, Elo. */
#include <math.h>

#include "arena/results.h"

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

void arena_pairs_begin(arena_pairs *pairs, unsigned bots)
{
    pairs->bots = bots;
    for (unsigned i = 0; i < bots; i++)
        for (unsigned k = 0; k < bots; k++)
            pairs->score[i][k] = i == k ? 0 : 0.5;
}

void arena_pairs_add(arena_pairs *pairs, const arena_settings *settings,
                     const arena_result *results, const unsigned place[])
{
    for (uint64_t game = 0; game < settings->games; game++)
        for (unsigned i = 0; results[game].played && i < settings->bots; i++)
            for (unsigned k = 0; k < i; k++) {
                const uint16_t a = results[game].score[i].coins;
                const uint16_t b = results[game].score[k].coins;
                const unsigned p = place[i], q = place[k];
                pairs->score[p][q] += a > b ? 1 : a == b ? 0.5 : 0;
                pairs->score[q][p] += a < b ? 1 : a == b ? 0.5 : 0;
            }
}

/* Fits strengths by which i beats k with chance s[i] / (s[i] + s[k]) and which make the
 * scores most likely (Bradley and Terry), by Hunter's iteration. */
static void fit_strengths(const arena_pairs *pairs, double strength[])
{
    for (unsigned i = 0; i < pairs->bots; i++)
        strength[i] = 1;
    for (unsigned step = 0; step < ELO_STEPS; step++) {
        double change = 0;
        for (unsigned i = 0; i < pairs->bots; i++) {
            double won = 0, met = 0, next;
            for (unsigned k = 0; k < pairs->bots; k++) {
                const double games = pairs->score[i][k] + pairs->score[k][i];
                won += pairs->score[i][k];
                met += games / (strength[i] + strength[k]);
            }
            next = won / met;
            change += next > strength[i] ? next / strength[i] : strength[i] / next;
            strength[i] = next;
        }
        if (change - pairs->bots < 1e-12)
            break;
    }
}

void arena_pairs_rate(const arena_pairs *pairs, arena_standing standing[])
{
    double strength[ARENA_FIELD_MAX], mean = 0;

    fit_strengths(pairs, strength);
    for (unsigned i = 0; i < pairs->bots; i++) {
        standing[i].elo = 400 * log10(strength[i]);
        mean += standing[i].elo / pairs->bots;
    }
    for (unsigned i = 0; i < pairs->bots; i++)
        standing[i].elo -= mean;
}

/* ---- Rounds ---- */

void arena_course_add(arena_course *course, const arena_settings *settings,
                      const arena_result *results)
{
    for (uint64_t game = 0; game < settings->games; game++) {
        const arena_result *r = &results[game];
        if (!r->played)
            continue;
        if (!course->games || r->rounds > course->longest) {
            course->longest = r->rounds;
            course->longest_game = game;
        }
        course->games++;
        course->endings[r->ending]++;
        course->rounds[r->rounds]++;
    }
}

double arena_course_median(const arena_course *course)
{
    const unsigned long long low = (course->games - 1) / 2, high = course->games / 2;
    unsigned long long seen = 0;
    unsigned at = 0;
    double sum = 0;

    if (!course->games)
        return 0;
    for (; at <= TOB_ROUNDS_MAX && seen <= high; at++) {
        const unsigned long long next = seen + course->rounds[at];
        sum +=
            (low >= seen && low < next ? at : 0) + (high >= seen && high < next ? at : 0);
        seen = next;
    }
    return sum / 2;
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

void arena_stand_add(arena_standing *s, const arena_settings *settings,
                     const arena_result *results, unsigned bot)
{
    for (uint64_t game = 0; game < settings->games; game++)
        if (results[game].played)
            add_game(s, &results[game], settings->bots, bot);
}

void arena_stand_end(arena_standing *s)
{
    s->share /= (double)s->games;
    s->coins /= (double)s->games;
    s->ms = s->moves ? s->ms / (double)s->moves : 0;
    arena_wilson(s->share, s->games, &s->low, &s->high);
}

void arena_stand(const arena_settings *settings, const arena_result *results,
                 arena_standing standing[static TOB_SEATS])
{
    static const unsigned place[TOB_SEATS] = {0, 1, 2, 3};
    arena_pairs pairs;

    for (unsigned i = 0; i < settings->bots; i++) {
        standing[i] = (arena_standing){0};
        arena_stand_add(&standing[i], settings, results, i);
        arena_stand_end(&standing[i]);
    }
    arena_pairs_begin(&pairs, settings->bots);
    arena_pairs_add(&pairs, settings, results, place);
    arena_pairs_rate(&pairs, standing);
}
