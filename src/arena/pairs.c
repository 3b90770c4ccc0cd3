/* A round robin: every two of a field of bots play an arena of their own, and one rating
 * is fitted to all results.
 *
 * Each pair is an ordinary arena of two bots with the settings' seed, so that it can be
 * repeated alone, and its state file is an ordinary one. Pairs are played one after the
 * other: first each bot against its neighbour in the list, then against the next but one,
 * so that a run cut short has the closest pairs of a list in order of strength. With
 * state files it has all games that any of them holds. */
#include <stdio.h>
#include <stdlib.h>

#include "arena/results.h"
#include "host/print.h"

/* All that a round robin gathers. */
typedef struct field {
    seat_choice bot[ARENA_FIELD_MAX];
    unsigned bots;
    arena_standing standing[ARENA_FIELD_MAX];
    arena_standing pair[ARENA_FIELD_MAX][ARENA_FIELD_MAX]; /* [i][k]: i against k */
    arena_pairs pairs;
    arena_course course;
} field;

/* Adds the games of a pair of bots to everything. */
static void gather(field *f, unsigned one, unsigned two, const arena_settings *settings,
                   const arena_result *results)
{
    const unsigned place[] = {one, two};

    for (unsigned i = 0; i < 2; i++) {
        arena_standing *pair = &f->pair[place[i]][place[1 - i]];
        arena_stand_add(pair, settings, results, i);
        arena_stand_end(pair);
        arena_stand_add(&f->standing[place[i]], settings, results, i);
    }
    arena_pairs_add(&f->pairs, settings, results, place);
    arena_course_add(&f->course, settings, results);
}

/* Plays one pair, as far as its state file does not have it. Once the arena is stopped,
 * only what the file has counts. */
static host_status play_pair(field *f, unsigned one, unsigned two,
                             const arena_settings *common, const char *state,
                             unsigned jobs)
{
    static arena_settings settings;
    char list[2 * SEAT_NAME_MAX + 2], path[4096];
    arena_result *results;
    uint64_t done;
    host_status code;

    settings = *common;
    snprintf(list, sizeof list, "%s,%s", f->bot[one].name, f->bot[two].name);
    if (!arena_read_bots(list, &settings))
        return HOST_USAGE;
    if (state && (size_t)snprintf(path, sizeof path, "%s/%u-%u.arena", state, one + 1,
                                  two + 1) >= sizeof path) {
        host_complain("%s: the path is too long", state);
        return HOST_USAGE;
    }
    results = host_need(calloc(settings.games, sizeof *results));
    code = arena_play_all(&settings, state ? path : NULL, jobs, NULL, results, &done);
    if (done)
        gather(f, one, two, &settings, results);
    free(results);
    return code;
}

static void print_pairs_json(const field *f)
{
    bool any = false;

    for (unsigned i = 0; i < f->bots; i++)
        for (unsigned k = i + 1; k < f->bots; k++) {
            const arena_standing *s = &f->pair[i][k];
            if (!s->games)
                continue;
            fputs(any ? ",{\"bots\":[" : "{\"bots\":[", stdout);
            host_json_string(stdout, f->bot[i].name);
            putchar(',');
            host_json_string(stdout, f->bot[k].name);
            printf("],\"games\":%llu,\"share\":%.6f,\"low\":%.6f,\"high\":%.6f}",
                   s->games, s->share, s->low, s->high);
            any = true;
        }
}

/* Prints the share of each bot (line) against each other (column, by its number). */
static void print_cross(const field *f)
{
    const unsigned width = arena_name_width(f->bot, f->bots);

    printf("\n   ");
    arena_print_name("share against", width > 13 ? width : 13);
    for (unsigned k = 0; k < f->bots; k++)
        printf("  %5u", k + 1);
    putchar('\n');
    for (unsigned i = 0; i < f->bots; i++) {
        printf("%u  ", i + 1);
        arena_print_name(f->bot[i].name, width > 13 ? width : 13);
        for (unsigned k = 0; k < f->bots; k++)
            if (f->pair[i][k].games)
                printf("  %5.3f", f->pair[i][k].share);
            else
                printf("  %5s", "-");
        putchar('\n');
    }
    putchar('\n');
}

static void print_field(field *f, bool json)
{
    for (unsigned i = 0; i < f->bots; i++)
        if (f->standing[i].games)
            arena_stand_end(&f->standing[i]);
    arena_pairs_rate(&f->pairs, f->standing);
    if (json) {
        fputs("{\"bots\":[", stdout);
        for (unsigned i = 0; i < f->bots; i++) {
            fputs(i ? "," : "", stdout);
            arena_print_standing_json(&f->bot[i], &f->standing[i]);
        }
        fputs("],\"pairs\":[", stdout);
        print_pairs_json(f);
        fputs("],", stdout);
        arena_print_course(&f->course, true);
        fputs("}\n", stdout);
    } else {
        arena_print_table(f->bot, f->bots, f->standing);
        print_cross(f);
        arena_print_course(&f->course, false);
    }
    for (unsigned i = 0; i < f->bots; i++)
        arena_print_faults(f->bot[i].name, &f->standing[i]);
}

host_status arena_run_pairs(const char *list, const arena_settings *settings,
                            const char *state, unsigned jobs, bool json)
{
    static field the_field;
    field *f = &the_field;
    host_status code = HOST_DONE;

    f->bots = seat_read_list(list, false, ARENA_FIELD_MAX, f->bot);
    if (f->bots < 2) {
        if (f->bots)
            host_complain("at least 2 bots play");
        return HOST_USAGE;
    }
    if (state && !host_make_folder(state))
        return HOST_FAILED;
    arena_begin();
    arena_pairs_begin(&f->pairs, f->bots);
    for (unsigned apart = 1; apart < f->bots; apart++)
        for (unsigned i = 0; i + apart < f->bots; i++)
            if (!code || (state && arena_is_stopped())) {
                const host_status played =
                    play_pair(f, i, i + apart, settings, state, jobs);
                code = code ? code : played;
            }
    if (!code || (arena_is_stopped() && f->course.games))
        print_field(f, json);
    return code;
}
