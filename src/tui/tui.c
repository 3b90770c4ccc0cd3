#include "tui/tui.h"

#include <stdlib.h>

#include "tui/menu.h"
#include "tui/replay.h"
#include "tui/screen.h"
#include "tui/text.h"
#include "tui/turn.h"

enum {
    SOURCE_MS = 60, /* between two looks at what a source has sent */
    READING = 40,   /* looks for which a message stays before news take its place */
};

static void press(tui_model *m, int key)
{
    tui_press(m, key);
    if (m->thinking) {
        tui_draw(m); /* it takes a while, and says so */
        tui_list_opinions(m);
    }
}

/* Takes in what a source has sent, and says its news. */
static void hear_source(tui_model *m)
{
    const match_source *source = m->match->source;
    const char *news;

    source->wait(m->match, 0);
    if (m->message[0] && m->idle++ < READING)
        return; /* what stands there is being read */
    news = source->news(m->match);
    if (news)
        tui_say(m, "%s", news);
    m->idle = 0;
}

/* Draws and waits for a key; where a source may send something, only for a moment. */
static void draw_and_press(tui_model *m)
{
    const bool source = m->match && m->match->source;
    int key;

    tui_draw(m);
    key = tui_read_key(m, source ? SOURCE_MS : -1);
    if (key != TUI_KEY_NONE)
        m->idle = 0;
    if (key != TUI_KEY_NONE || !source)
        press(m, key);
    if (source && m->mode != TUI_MODE_REPLAY) /* which holds on to the record */
        hear_source(m);
}

/* Hands the screen over to another person; false if they left. Keys typed ahead are
 * forgotten, and it takes Space, not Enter, which plays moves. */
static bool hand_over(tui_model *m, unsigned seat)
{
    m->over = TUI_OVER_BETWEEN;
    m->next_seat = seat;
    m->heard = false;
    m->message[0] = '\0';
    m->asked = 0;
    tui_draw(m);
    tui_unhear();
    m->heard = true;
    while (!m->quit && m->over == TUI_OVER_BETWEEN)
        draw_and_press(m);
    return !m->quit;
}

/* Says that another person decides. That is enough while all cards lie open. */
static void announce(tui_model *m, unsigned seat)
{
    tui_say(m, "%s, it is your decision.", tui_person_of(m->match, seat).name);
    tui_draw(m);
    tui_unhear();
    m->message[0] = '\0';
}

/* Takes keys of a person who decides until the record has changed. */
static void ask_person(tui_model *m, unsigned seat)
{
    const uint32_t before = m->match->changes;
    const bool other = m->seat != seat && match_people(m->match) > 1;
    const bool open = tob_is_setup(&m->match->record.reader.game);

    if (other && !open && !hand_over(m, seat))
        return;
    if (other)
        tui_look_at_atv(m, seat);
    tui_look(m, tob_viewer_of(seat));
    if (tui_end_by_itself(m))
        return;
    tui_decide(m);
    if (other && open)
        announce(m, seat);
    while (!m->quit && m->match->changes == before && !m->match->closed)
        draw_and_press(m);
}

/* The viewer while a bot decides: still the person whose turn it is or, with several
 * people at the screen, nobody in particular (H1). */
static tob_viewer watcher(const tui_model *m)
{
    const bool own_turn = m->seat < TOB_SEATS && match_is_human(m->match, m->seat) &&
                          m->match->record.reader.game.turn == m->seat;

    return own_turn ? m->viewer : match_watcher(m->match);
}

/* Lets a bot play, and shows its move for 'pace_ms' after the last key. Meanwhile one can
 * look around, replay and leave. */
static void watch_bot(tui_model *m, int pace_ms)
{
    bool busy = false;

    m->mode = TUI_MODE_BOARD;
    m->message[0] = '\0';
    tui_look(m, watcher(m));
    tui_draw(m);
    match_step(m->match);
    tui_look(m, m->viewer);
    if (tui_decides(m))
        return; /* the move is seen while she decides, and her keys count at once */
    do {
        tui_draw(m);
        const int key = tui_read_key(m, busy ? -1 : pace_ms);
        if (key == TUI_KEY_NONE)
            break;
        press(m, key);
        busy = m->over || m->mode == TUI_MODE_REPLAY;
    } while (!m->quit && (busy || pace_ms));
}

/* Looks on while others decide elsewhere, until the record changes. */
static void watch_source(tui_model *m)
{
    const uint32_t before = m->match->changes;

    if (m->mode != TUI_MODE_REPLAY && !m->over)
        m->mode = TUI_MODE_BOARD;
    if (m->mode != TUI_MODE_REPLAY)
        tui_look(m, match_watcher(m->match));
    while (!m->quit && !m->match->closed && !match_stopped(m->match) &&
           (m->match->changes == before || m->over || m->mode == TUI_MODE_REPLAY))
        draw_and_press(m);
}

/* Looks at a game that is over with all cards open, or as the view that it is. */
static void look_at_all(tui_model *m)
{
    const tob_viewer viewer = m->match->record.reader.game.viewer;

    tui_look(m, tob_viewer_is_full(viewer) ? tob_viewer_full() : viewer);
    m->told = m->match->moves;
}

/* Shows the result, and lets the people look around. A source may send the full record
 * later. */
static void finish(tui_model *m)
{
    uint32_t seen = m->match->changes;

    look_at_all(m);
    m->mode = TUI_MODE_BOARD;
    m->over = TUI_OVER_RESULT;
    while (!m->quit) {
        draw_and_press(m);
        if (m->match->changes != seen && m->mode != TUI_MODE_REPLAY) {
            seen = m->match->changes;
            look_at_all(m);
        }
    }
}

static tui_model *open_screen(match *t)
{
    tui_model *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    tui_model_init(m, t);
    if (!tui_screen_start()) {
        free(m);
        return NULL;
    }
    return m;
}

/* Gives the terminal back, and tells the wish with which the screen was left. */
static void close_screen(tui_model *m, tui_next *next)
{
    *next = m->next;
    tui_screen_stop();
    free(m);
}

host_status tui_play(match *t, const tui_manner *manner, tui_next *next)
{
    tui_model *m = open_screen(t);

    if (!m) {
        host_complain("this terminal cannot be used; --plain plays line by line");
        return HOST_FAILED;
    }
    m->ask_end = manner->ask_end;
    while (!m->quit && !t->failure && !match_stopped(t)) {
        const unsigned mover = match_to_move(t);
        if (mover == TOB_NOBODY)
            finish(m);
        else if (match_is_human(t, mover))
            ask_person(m, mover);
        else if (t->source)
            watch_source(m);
        else if (mover == TOB_NATURE)
            match_step(t);
        else
            watch_bot(m, (int)manner->pace_ms);
    }
    close_screen(m, next);
    return HOST_DONE;
}

host_status tui_replay(match *t, uint32_t at, tui_next *next)
{
    tui_model *m = open_screen(t);

    if (!m) {
        host_complain("this terminal cannot be used");
        return HOST_FAILED;
    }
    m->viewer = t->record.reader.game.viewer;
    tui_replay_begin(m, true);
    if (at)
        tui_replay_go(m, at);
    while (!m->quit && m->mode == TUI_MODE_REPLAY)
        draw_and_press(m);
    close_screen(m, next);
    return HOST_DONE;
}

host_status tui_menu(tui_start *start, const atomic_bool *stop)
{
    tui_model *m = calloc(1, sizeof *m);

    if (!m || !tui_screen_start()) {
        free(m);
        host_complain("this terminal cannot be used; --plain plays line by line");
        return HOST_FAILED;
    }
    m->stop = stop;
    m->below = TUI_OVER_MENU;
    tui_menu_begin(m, start);
    while (!m->quit)
        draw_and_press(m);
    tui_screen_stop();
    free(m);
    return HOST_DONE;
}
