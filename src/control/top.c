#include "control/top.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "host/workers.h"

enum { EVERY_MS = 1000 };

static atomic_bool stop;

static long long value(const json_t *figures, const char *key)
{
    return json_integer_value(json_object_get(figures, key));
}

/* How fast a counter grew since the last look. */
static double rate(const json_t *now, const json_t *before, const char *key)
{
    const long long ms = before ? value(now, "now") - value(before, "now") : 0;

    return ms > 0 ? (double)(value(now, key) - value(before, key)) * 1000 / (double)ms
                  : 0;
}

static void paint(const json_t *now, const json_t *before)
{
    const time_t seconds = (time_t)(value(now, "now") / 1000);
    struct tm parts;
    char when[16];

    localtime_r(&seconds, &parts);
    strftime(when, sizeof when, "%H:%M:%S", &parts);
    printf("tobago  %s%s%s\n\n", when,
           json_is_true(json_object_get(now, "broken")) ? "  NOTHING CAN BE STORED" : "",
           json_is_true(json_object_get(now, "draining")) ? "  draining" : "");
    printf("connections  %8lld   guests    %8lld   banned    %8lld\n",
           value(now, "connections"), value(now, "guests"), value(now, "bans"));
    printf("tables       %8lld playing   %8lld waiting   %8lld over\n",
           value(now, "playing"), value(now, "waiting"), value(now, "over"));
    printf(
        "moves        %8lld   a second  %8.1f   50 %% under %6.1f ms, 99 %% %6.1f ms\n",
        value(now, "moves"), rate(now, before, "moves"),
        (double)value(now, "move_us_50") / 1000, (double)value(now, "move_us_99") / 1000);
    printf("bots' moves  %8lld   a second  %8.1f   thinking  %8lld   waiting %lld\n",
           value(now, "bot_moves"), rate(now, before, "bot_moves"),
           value(now, "thinking"), value(now, "queued"));
    printf("commits      %8lld   a second  %8.1f   failed    %8lld\n",
           value(now, "commits"), rate(now, before, "commits"), value(now, "failures"));
    printf("messages     %8lld   frames/s  %8.1f   damaged   %8lld\n",
           value(now, "messages"), rate(now, before, "frames"), value(now, "damaged"));
    printf("database     %8.1f MB  reports   %8lld open\n",
           (double)value(now, "database_bytes") / 1048576, value(now, "reports"));
    fflush(stdout);
}

/* Waits a second, or for 'q'; true if it is over. */
static bool wait_or_quit(void)
{
    struct pollfd keys = {.fd = 0, .events = POLLIN};
    char key = 0;

    if (poll(&keys, isatty(0) ? 1 : 0, EVERY_MS) > 0 && read(0, &key, 1) == 1 &&
        (key == 'q' || key == 'Q'))
        return true;
    return atomic_load(&stop);
}

static host_status paint_on(ctl_link *link)
{
    json_t *before = NULL;
    host_status code = HOST_DONE;

    for (;;) {
        json_t *const now = ctl_ask(link, json_pack("{s:s}", "do", "figures"));
        if (!now) {
            code = HOST_FAILED;
            break;
        }
        fputs("\033[H\033[2J", stdout);
        paint(now, before);
        fputs("\nq quits\n", stdout);
        fflush(stdout);
        json_decref(before);
        before = now;
        if (wait_or_quit())
            break;
    }
    json_decref(before);
    return code;
}

host_status ctl_run_top(ctl_link *link, const ctl_wish *wish)
{
    struct termios usual, raw;
    const bool keys = isatty(0) && tcgetattr(0, &usual) == 0;
    host_status code;

    if (wish->once || wish->json || !isatty(1)) {
        json_t *const now = ctl_ask(link, json_pack("{s:s}", "do", "figures"));
        if (!now)
            return HOST_FAILED;
        if (wish->json) {
            json_dumpf(now, stdout, JSON_COMPACT);
            putchar('\n');
        } else {
            paint(now, NULL);
        }
        json_decref(now);
        return HOST_DONE;
    }
    workers_stop_on_signals(&stop);
    if (keys) {
        raw = usual;
        raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
        tcsetattr(0, TCSANOW, &raw);
    }
    code = paint_on(link);
    if (keys)
        tcsetattr(0, TCSANOW, &usual);
    return code;
}
