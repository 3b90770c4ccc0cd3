/* The standings as a table and as JSON. */
#include <stdio.h>
#include <string.h>

#include "arena/results.h"
#include "host/print.h"

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

void arena_print_standing_json(const seat_choice *bot, const arena_standing *s)
{
    fputs("{\"name\":", stdout);
    host_json_string(stdout, bot->name);
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

void arena_print_course(const arena_course *course, bool json)
{
    const char *form = json ? "\"rounds\":{\"median\":%g,\"longest\":%u},\"endings\":{"
                            : "rounds: median %g, longest %u\nendings:";

    printf(form, arena_course_median(course), course->longest);
    for (unsigned i = TOB_ENDING_NONE + 1; i < TOB_ENDING_COUNT; i++)
        printf(json ? "%s\"%s\":%llu" : "%s %s %llu", i == TOB_ENDING_NONE + 1 ? "" : ",",
               tob_ending_clause(i), course->endings[i]);
    fputs(json ? "}" : "\n", stdout);
}

static void print_json(const arena_settings *settings, const arena_standing *standing,
                       const arena_course *course)
{
    fputs("{\"bots\":[", stdout);
    for (unsigned i = 0; i < settings->bots; i++) {
        fputs(i ? "," : "", stdout);
        arena_print_standing_json(&settings->bot[i], &standing[i]);
    }
    fputs("],", stdout);
    arena_print_course(course, true);
    fputs("}\n", stdout);
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

void arena_print_name(const char *name, unsigned width)
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

unsigned arena_name_width(const seat_choice bot[], unsigned bots)
{
    unsigned width = 3;

    for (unsigned i = 0; i < bots; i++) {
        const unsigned letters = host_letters(bot[i].name);
        width = letters > 40 ? 40 : letters > width ? letters : width;
    }
    return width;
}

void arena_print_table(const seat_choice bot[], unsigned bots,
                       const arena_standing standing[])
{
    const unsigned width = arena_name_width(bot, bots);

    arena_print_name("bot", width);
    printf("  %7s  %7s  %6s  %-14s  %5s  %6s  %7s\n", "games", "wins", "share",
           "95 % interval", "coins", "Elo", "ms/move");
    for (unsigned i = 0; i < bots; i++) {
        const arena_standing *s = &standing[i];
        arena_print_name(bot[i].name, width);
        printf("  %7llu  %7llu  %6.3f  %.3f to %.3f  %5.1f  %+6.0f  %7.3f\n", s->games,
               s->wins, s->share, s->low, s->high, s->coins, s->elo, s->ms);
    }
}

/* Trouble with programs goes to stderr: it is no result. */
void arena_print_faults(const char *label, const arena_standing *s)
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
                 const arena_course *course, bool json)
{
    if (json) {
        print_json(settings, standing, course);
    } else {
        arena_print_table(settings->bot, settings->bots, standing);
        arena_print_course(course, false);
    }
    for (unsigned i = 0; i < settings->bots; i++) {
        char label[ARENA_LABEL_MAX];
        arena_print_faults(arena_label(settings, i, label), &standing[i]);
    }
}
