#include "host/saves.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/text.h"
#include "tobago/names.h"

/* ---- The folder ---- */

/* Writes the path of a file in the folder, or of the folder itself for "". False if there
 * is no home, or the path is too long. Relative paths do not count (XDG). */
static bool path_of(const char *name, char path[static SAVES_PATH_MAX])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    const bool own = data && data[0] == '/';
    int length;

    if (!own && (!home || home[0] != '/'))
        return false;
    length = snprintf(path, SAVES_PATH_MAX, "%s%s/tobago%s%s", own ? data : home,
                      own ? "" : "/.local/share", *name ? "/" : "", name);
    return length < SAVES_PATH_MAX;
}

/* Makes the folder and those above it that are missing. */
static bool make_folder(void)
{
    char path[SAVES_PATH_MAX];

    if (!path_of("", path)) {
        errno = ENOENT;
        return false;
    }
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700); /* what fails here fails below */
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

int saves_path(const char *name, char path[static SAVES_PATH_MAX])
{
    if (!make_folder())
        return errno;
    return path_of(name, path) ? 0 : ENAMETOOLONG;
}

int saves_new_path(char path[static SAVES_PATH_MAX])
{
    const time_t now = time(NULL);
    struct tm local;
    char name[64];

    if (!make_folder() || !localtime_r(&now, &local))
        return errno;
    for (unsigned same = 1; same < 1000; same++) {
        size_t used = strftime(name, sizeof name, "%Y-%m-%d-%H%M", &local);
        if (same > 1)
            used += (size_t)snprintf(name + used, sizeof name - used, "-%u", same);
        snprintf(name + used, sizeof name - used, ".tobago");
        if (!path_of(name, path))
            return ENAMETOOLONG;
        if (access(path, F_OK) != 0)
            return errno == ENOENT ? 0 : errno;
    }
    return EEXIST;
}

/* ---- The games ---- */

/* Reads a record without a word about its faults; false if it holds no full game. A last
 * line that a crash left unfinished does not matter. */
static bool read_game(saved_game *game)
{
    static rec_reader reader;
    host_text text;
    rec_error error;
    bool good = false;

    if (access(game->path, R_OK) != 0)
        return false;
    if (host_text_read(&text, game->path, REC_BYTES_MAX) == HOST_DONE && text.length) {
        rec_read(&reader, text.bytes, text.length, UINT32_MAX, &error);
        good = rec_has_game(&reader) && tob_viewer_is_full(reader.game.viewer);
        game->header = reader.header;
        game->round = good ? tob_round(&reader.game) : 0;
        game->over = good && tob_to_move(&reader.game) == TOB_NOBODY;
    }
    host_text_clear(&text);
    return good;
}

static bool is_record_name(const char *name)
{
    const size_t length = strlen(name);

    return name[0] != '.' && length > 7 && strcmp(name + length - 7, ".tobago") == 0;
}

/* Puts a file into the list, which is sorted and keeps the latest ones. */
static unsigned insert(saved_game *games, unsigned count, const saved_game *game)
{
    unsigned at = count;

    while (at > 0 && (games[at - 1].changed < game->changed ||
                      (games[at - 1].changed == game->changed &&
                       strcmp(games[at - 1].path, game->path) < 0)))
        at--;
    if (at == SAVES_MAX)
        return count;
    count += count < SAVES_MAX;
    memmove(games + at + 1, games + at, (count - at - 1) * sizeof *games);
    games[at] = *game;
    return count;
}

unsigned saves_list(saved_game games[static SAVES_MAX])
{
    static saved_game game;
    char folder[SAVES_PATH_MAX];
    DIR *files = path_of("", folder) ? opendir(folder) : NULL;
    unsigned count = 0, kept = 0;

    for (const struct dirent *entry; files && (entry = readdir(files));) {
        struct stat status;
        if (!is_record_name(entry->d_name) || !path_of(entry->d_name, game.path) ||
            stat(game.path, &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        game.changed = status.st_mtime;
        count = insert(games, count, &game);
    }
    if (files)
        closedir(files);
    for (unsigned i = 0; i < count; i++)
        if (read_game(&games[i]))
            games[kept++] = games[i];
    return kept;
}

/* ---- Settings ---- */

/* Takes a line of the file; what is not understood leaves the setting as it is. */
static void take_setting(game_settings *s, const char *word, const char *value)
{
    if (strcmp(word, "seats") == 0) {
        unsigned seats = 0;
        while (*value && seats < TOB_SEATS) {
            const size_t length = strcspn(value, ",");
            const int level = ai_level_find(value, length);
            s->seat[seats++] = (int8_t)(level < 0 ? SETTINGS_PERSON : level);
            value += length + (value[length] == ',');
        }
        s->players = (uint8_t)(seats < 2 ? 2 : seats);
    } else if (strcmp(word, "island") == 0) {
        const int island = tob_island_find(value, strlen(value));
        s->island = (int8_t)(island < 0 ? SETTINGS_ANY_ISLAND : island);
    } else if (strcmp(word, "options") == 0) {
        s->options = 0;
        while (*value) {
            const size_t length = strcspn(value, ",");
            s->options |= (uint8_t)tob_option_find(value, length);
            value += length + (value[length] == ',');
        }
        if (tob_options_lacking(s->options))
            s->options = 0;
    } else if (strcmp(word, "end") == 0) {
        s->ask_end = strcmp(value, "ask") == 0;
    }
}

game_settings settings_read(void)
{
    game_settings s = {.players = 2, .island = SETTINGS_ANY_ISLAND};
    char path[SAVES_PATH_MAX], line[256];
    FILE *file = path_of("settings", path) ? fopen(path, "r") : NULL;

    s.seat[0] = SETTINGS_PERSON;
    for (unsigned seat = 1; seat < TOB_SEATS; seat++)
        s.seat[seat] = AI_MEDIUM;
    while (file && fgets(line, sizeof line, file)) {
        char *blank = strchr(line, ' ');
        line[strcspn(line, "\n")] = '\0';
        if (!blank)
            continue;
        *blank = '\0';
        take_setting(&s, line, blank + 1);
    }
    if (file)
        fclose(file);
    return s;
}

void settings_write(const game_settings *s)
{
    char path[SAVES_PATH_MAX], island[5] = "any";
    const char *comma = "";
    FILE *file = make_folder() && path_of("settings", path) ? fopen(path, "w") : NULL;

    if (!file)
        return;
    fputs("seats ", file);
    for (unsigned seat = 0; seat < s->players; seat++)
        fprintf(file, "%s%s", seat ? "," : "",
                s->seat[seat] < 0 ? "human" : ai_level_name((unsigned)s->seat[seat]));
    if (s->island >= 0)
        tob_island_name((unsigned)s->island, island);
    fprintf(file, "\nisland %s\noptions ", island);
    for (unsigned i = 0; tob_option_at(i); i++)
        if (s->options & tob_option_at(i)->bit) {
            fprintf(file, "%s%s", comma, tob_option_at(i)->word);
            comma = ",";
        }
    fprintf(file, "\nend %s\n", s->ask_end ? "ask" : "itself");
    fclose(file);
}
