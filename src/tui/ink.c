#include "tui/ink.h"

#include "tui/tui.h"

#define NCURSES_NOMACROS 1
#include <curses.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

/* One role: its colours where there are 256 and where there are 8 (-1: the terminal's
 * own), and its attributes with and without colour. */
typedef struct ink {
    short fore, back, fore8, back8;
    attr_t bright, plain;
} ink;

static const ink inks[TUI_INK_COUNT] = {
    [TUI_INK_TEXT] = {-1, -1, -1, -1, 0, 0},
    [TUI_INK_DIM] = {245, -1, -1, -1, 0, 0},
    [TUI_INK_TITLE] = {222, -1, COLOR_YELLOW, -1, A_BOLD, A_BOLD},
    [TUI_INK_KEY] = {81, -1, COLOR_CYAN, -1, A_BOLD, A_BOLD},
    [TUI_INK_BAD] = {210, -1, COLOR_RED, -1, A_BOLD, A_BOLD},
    [TUI_INK_GOOD] = {114, -1, COLOR_GREEN, -1, 0, 0},
    [TUI_INK_CHOSEN] = {16, 222, COLOR_BLACK, COLOR_YELLOW, 0, A_REVERSE},
    [TUI_INK_OCEAN] = {24, 17, COLOR_BLUE, -1, 0, A_DIM},
    [TUI_INK_CURSOR] = {16, 231, COLOR_BLACK, COLOR_WHITE, A_BOLD, A_REVERSE},
    [TUI_INK_AMULET] = {231, 162, COLOR_WHITE, COLOR_MAGENTA, A_BOLD, A_BOLD},
    [TUI_INK_LOST] = {210, 52, COLOR_WHITE, COLOR_RED, A_BOLD, 0},
    /* Like nothing else on the island: ATVs are digits, too. */
    [TUI_INK_MARK] = {16, 189, COLOR_YELLOW, COLOR_BLACK, A_BOLD, A_BOLD | A_UNDERLINE},
    [TUI_INK_MARK + 1] = {16, 147, COLOR_YELLOW, COLOR_BLACK, A_BOLD, A_UNDERLINE},
    [TUI_INK_MARK + 2] = {16, 105, COLOR_YELLOW, COLOR_BLACK, 0, A_UNDERLINE},
    [TUI_INK_SEAT] = {203, -1, COLOR_RED, -1, A_BOLD, A_BOLD},
    [TUI_INK_SEAT + 1] = {75, -1, COLOR_BLUE, -1, A_BOLD, A_BOLD},
    [TUI_INK_SEAT + 2] = {83, -1, COLOR_GREEN, -1, A_BOLD, A_BOLD},
    [TUI_INK_SEAT + 3] = {227, -1, COLOR_YELLOW, -1, A_BOLD, A_BOLD},
    [TUI_INK_ATV] = {231, 160, COLOR_WHITE, COLOR_RED, A_BOLD, A_REVERSE | A_BOLD},
    [TUI_INK_ATV + 1] = {231, 20, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE | A_BOLD},
    [TUI_INK_ATV + 2] = {16, 46, COLOR_BLACK, COLOR_GREEN, A_BOLD, A_REVERSE | A_BOLD},
    [TUI_INK_ATV + 3] = {16, 226, COLOR_BLACK, COLOR_YELLOW, A_BOLD, A_REVERSE | A_BOLD},
    [TUI_INK_MARKER + TOB_WHITE] = {16, 231, COLOR_BLACK, COLOR_WHITE, A_BOLD, A_BOLD},
    [TUI_INK_MARKER + TOB_GREY] = {16, 248, COLOR_BLACK, COLOR_CYAN, A_BOLD, A_BOLD},
    [TUI_INK_MARKER + TOB_BROWN] = {231, 94, COLOR_WHITE, COLOR_RED, A_BOLD, A_BOLD},
    [TUI_INK_MARKER + TOB_BLACK] = {231, 16, COLOR_WHITE, COLOR_BLACK, A_BOLD, A_BOLD},
    [TUI_INK_GROUND + TOB_BEACH] = {137, 222, COLOR_BLACK, COLOR_YELLOW, 0, 0},
    [TUI_INK_GROUND + TOB_JUNGLE] = {71, 28, COLOR_BLACK, COLOR_GREEN, 0, 0},
    [TUI_INK_GROUND + TOB_LAKE] = {75, 26, COLOR_WHITE, COLOR_BLUE, 0, 0},
    [TUI_INK_GROUND + TOB_MOUNTAIN] = {250, 243, COLOR_BLACK, COLOR_WHITE, 0, 0},
    [TUI_INK_GROUND + TOB_RIVER] = {30, 80, COLOR_BLACK, COLOR_CYAN, 0, 0},
    [TUI_INK_GROUND + TOB_SCRUBLAND] = {100, 143, COLOR_BLACK, COLOR_MAGENTA, 0, 0},
    [TUI_INK_GROUND + TOB_LAVA] = {226, 160, COLOR_YELLOW, COLOR_RED, A_BOLD, 0},
    [TUI_INK_GROUND + TOB_VOLCANO] = {209, 52, COLOR_RED, COLOR_BLACK, A_BOLD, 0},
    [TUI_INK_STRONG + TOB_BEACH] = {16, 222, COLOR_BLACK, COLOR_YELLOW, A_BOLD, A_BOLD},
    [TUI_INK_STRONG + TOB_JUNGLE] = {231, 28, COLOR_BLACK, COLOR_GREEN, A_BOLD, A_BOLD},
    [TUI_INK_STRONG + TOB_LAKE] = {231, 26, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_BOLD},
    [TUI_INK_STRONG +
        TOB_MOUNTAIN] = {231, 243, COLOR_BLACK, COLOR_WHITE, A_BOLD, A_BOLD},
    [TUI_INK_STRONG + TOB_RIVER] = {16, 80, COLOR_BLACK, COLOR_CYAN, A_BOLD, A_BOLD},
    [TUI_INK_STRONG +
        TOB_SCRUBLAND] = {16, 143, COLOR_BLACK, COLOR_MAGENTA, A_BOLD, A_BOLD},
    [TUI_INK_STRONG + TOB_LAVA] = {231, 160, COLOR_WHITE, COLOR_RED, A_BOLD, A_BOLD},
    [TUI_INK_STRONG + TOB_VOLCANO] = {231, 52, COLOR_RED, COLOR_BLACK, A_BOLD, A_BOLD},
    [TUI_INK_SHADE + TOB_BEACH] = {137, 94, COLOR_YELLOW, -1, 0, A_DIM},
    [TUI_INK_SHADE + TOB_JUNGLE] = {28, 22, COLOR_GREEN, -1, 0, A_DIM},
    [TUI_INK_SHADE + TOB_LAKE] = {67, 24, COLOR_BLUE, -1, 0, A_DIM},
    [TUI_INK_SHADE + TOB_MOUNTAIN] = {242, 237, -1, -1, 0, A_DIM},
    [TUI_INK_SHADE + TOB_RIVER] = {66, 23, COLOR_CYAN, -1, 0, A_DIM},
    [TUI_INK_SHADE + TOB_SCRUBLAND] = {101, 58, COLOR_MAGENTA, -1, 0, A_DIM},
    [TUI_INK_SHADE + TOB_LAVA] = {130, 88, COLOR_RED, -1, 0, A_DIM},
    [TUI_INK_SHADE + TOB_VOLCANO] = {95, 52, COLOR_RED, -1, 0, A_DIM},
    [TUI_INK_STANDING + TOB_BEACH] = {231, 94, -1, -1, A_BOLD, A_BOLD},
    [TUI_INK_STANDING + TOB_JUNGLE] = {231, 22, -1, -1, A_BOLD, A_BOLD},
    [TUI_INK_STANDING + TOB_LAKE] = {231, 24, -1, -1, A_BOLD, A_BOLD},
    [TUI_INK_STANDING + TOB_MOUNTAIN] = {231, 237, -1, -1, A_BOLD, A_BOLD},
    [TUI_INK_STANDING + TOB_RIVER] = {231, 23, -1, -1, A_BOLD, A_BOLD},
    [TUI_INK_STANDING + TOB_SCRUBLAND] = {231, 58, -1, -1, A_BOLD, A_BOLD},
    [TUI_INK_STANDING + TOB_LAVA] = {231, 88, -1, -1, A_BOLD, A_BOLD},
    [TUI_INK_STANDING + TOB_VOLCANO] = {231, 52, -1, -1, A_BOLD, A_BOLD},
};

static int colours; /* 256, 8 or 0 */
static bool utf8;

bool tui_is_possible(void)
{
    static bool asked, possible;
    int found;

    if (asked) /* and curses may have the terminal by now */
        return possible;
    asked = true;
    possible = setupterm(NULL, STDOUT_FILENO, &found) == OK;
    if (!possible)
        return false;
    possible = tigetstr("cup") && tigetstr("clear"); /* else nothing can be placed */
    del_curterm(cur_term);
    return possible;
}

void tui_ink_start(void)
{
    const char *no_colour = getenv("NO_COLOR");

    utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    colours = 0;
    if ((no_colour && *no_colour) || !has_colors() || start_color() == ERR)
        return;
    colours = COLORS >= 256 && COLOR_PAIRS > TUI_INK_COUNT ? 256
              : COLORS >= 8 && COLOR_PAIRS > TUI_INK_COUNT ? 8
                                                           : 0;
    const bool own = use_default_colors() == OK;
    for (short role = 0; colours && role < TUI_INK_COUNT; role++) {
        const ink *i = &inks[role];
        short fore = colours == 256 ? i->fore : i->fore8;
        short back = colours == 256 ? i->back : i->back8;
        if (fore < 0 && !own)
            fore = COLOR_WHITE;
        if (back < 0 && !own)
            back = COLOR_BLACK;
        init_pair((short)(role + 1), fore, back);
    }
}

void tui_ink(unsigned role)
{
    if (colours)
        attr_set(inks[role].bright, (short)(role + 1), NULL);
    else
        attr_set(inks[role].plain, 0, NULL);
}

bool tui_ink_has_colour(void)
{
    return colours > 0;
}

bool tui_ink_has_ocean(void)
{
    return colours == 256;
}

bool tui_ink_has_utf8(void)
{
    return utf8;
}
