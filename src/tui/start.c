#include "tui/start.h"

#include <stdio.h>
#include <string.h>

#include "tui/column.h"
#include "tui/ink.h"
#include "tui/menu.h"
#include "tui/zones.h"

enum { VALUES = 20 }; /* the column where the values of the form begin */

static void put_row(tui_column *c, const tui_row *row, unsigned number, bool form)
{
    const bool chosen = number == c->m->menu.row;
    const unsigned ink = chosen ? TUI_INK_CHOSEN : TUI_INK_TEXT;
    const bool seat = form && row->text[0] >= '1' && row->text[0] <= '4';
    const int width = c->width - 1;

    c->y += row->apart;
    if (c->y >= c->bottom)
        return;
    tui_print(ink, c->y, c->x, width, "%*s", width, "");
    if (form)
        tui_put(chosen || !seat ? ink : TUI_INK_SEAT + (unsigned)(row->text[0] - '1'),
                c->y, c->x + 1, width - 1, row->text);
    else
        tui_print(ink, c->y, c->x + 1, width - 1, "%u %s", number + 1, row->text);
    if (*row->value)
        tui_print(
            chosen ? ink : TUI_INK_GOOD, c->y, c->x + VALUES - 2, width - VALUES + 2,
            chosen ? (tui_ink_has_utf8() ? "‹ %s ›" : "< %s >") : "  %s", row->value);
    tui_zone_add((tui_zone){c->y, c->x, width, TUI_ZONE_ITEM, (int)number});
    c->y++;
}

/* Puts the name of the game over the rows. */
static void put_head(tui_column *c, bool form)
{
    const bool roomy = c->bottom >= TUI_ROOMY;

    c->y += roomy ? 2 : 1;
    if (form) {
        tui_put(TUI_INK_TITLE, c->y++, c->x + 1, c->width, "A new game");
        c->y++;
        return;
    }
    tui_put(TUI_INK_TITLE, c->y++, c->x + 1, c->width, "T  O  B  A  G  O");
    tui_put(TUI_INK_DIM, c->y++, c->x + 1, c->width, "a treasure hunt on an island");
    c->y += roomy ? 2 : 1;
}

void tui_start_draw(const tui_model *m, const tui_frame *f)
{
    const bool form = m->over == TUI_OVER_FORM;
    const int y = m->window.rows - 2, columns = m->window.columns;
    tui_column c = {m, 0, y, f->panel + 1, f->panel_width - 1};
    tui_row rows[TUI_ROWS_MAX];
    const unsigned count = tui_menu_rows(m, rows);
    tui_hint keys[TUI_HINTS_MAX];
    char about[TUI_TEXT_MAX];

    put_head(&c, form);
    for (unsigned i = 0; i < count && m->over != TUI_OVER_ABOUT; i++)
        put_row(&c, &rows[i], i, form);
    tui_menu_about(m, about);
    if (m->over != TUI_OVER_ABOUT)
        tui_put(TUI_INK_TITLE, y, 1, columns - 1, about);
    tui_put_keys(keys, tui_hints(m, keys));
}
