/* The user's data folder: games that were begun without a file, the settings of the last
 * new game, and the companion's table.
 *
 * The folder is $XDG_DATA_HOME/tobago, or ~/.local/share/tobago. Games are named after
 * the moment when they began: 2026-11-17-2030.tobago. */
#ifndef TOBAGO_HOST_SAVES_H
#define TOBAGO_HOST_SAVES_H

#include <stdbool.h>
#include <time.h>

#include "tobago/bot.h"
#include "tobago/record.h"

enum { SAVES_PATH_MAX = 1024, SAVES_MAX = 60 };

/* One game of the folder. */
typedef struct saved_game {
    char path[SAVES_PATH_MAX];
    time_t changed;
    rec_header header;
    uint32_t round; /* 0: the set-up */
    bool over;
} saved_game;

/* Makes the folder if it is missing and writes the path of a file in it, whether it
 * exists or not. Returns 0, or the errno of what stands in the way: ENOENT if there is no
 * home. */
int saves_path(const char *name, char path[static SAVES_PATH_MAX]);

/* Makes the folder if it is missing and chooses the name of a game that begins now.
 * Returns 0, or the errno of what stands in the way: there is no folder then. */
int saves_new_path(char path[static SAVES_PATH_MAX]);

/* Lists the full records in the folder, the one that changed last first. Files that are
 * no records are left out. Returns how many there are. */
unsigned saves_list(saved_game games[static SAVES_MAX]);

/* ---- Settings ---- */

enum { SETTINGS_PERSON = -1, SETTINGS_ANY_ISLAND = -1 };

/* The settings of a new game. */
typedef struct game_settings {
    uint8_t players;
    int8_t seat[TOB_SEATS]; /* an ai_level, or SETTINGS_PERSON */
    int8_t island;          /* or SETTINGS_ANY_ISLAND */
    uint8_t options;        /* TOB_OPTION_... */
    bool ask_end;           /* a turn never ends by itself */
} game_settings;

/* The settings of the last new game, or those of a first one: a person against medium. */
game_settings settings_read(void);

/* Keeps the settings. A folder that cannot be written is no reason not to play. */
void settings_write(const game_settings *settings);

#endif
