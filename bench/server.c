#define _GNU_SOURCE /* pipe2 */
/* The server that is loaded: one of our own, or one that runs. */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Quotas are for people; nothing of ours may run into them. */
static const char *const limits[] = {
    "connections=1000000",    "connections_address=1000000", "frames_s=1000000",
    "tables=1000000",         "tables_guest=1000000",        "tables_address=1000000",
    "guests_address=1000000",
};

enum { LIMITS = sizeof limits / sizeof *limits };

/* The program lies beside this one. */
static void find_program(char path[static PATH_MAX])
{
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 16);
    char *slash;

    path[length > 0 ? length : 0] = '\0';
    slash = strrchr(path, '/');
    if (!slash)
        load_fail("cannot find out where this program lies");
    snprintf(slash, 16, "/tobago");
}

static void make_folder(load_server *server)
{
    const char *temporary = getenv("TMPDIR");
    char path[128];
    FILE *page;

    if (snprintf(server->folder, sizeof server->folder, "%s/tobago-load-XXXXXX",
                 temporary && strlen(temporary) < 40 ? temporary : "/tmp") < 0 ||
        !mkdtemp(server->folder))
        load_fail("cannot make a folder: %s", strerror(errno));
    snprintf(path, sizeof path, "%s/site", server->folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/site/index.html", server->folder);
    page = fopen(path, "w");
    if (!page || fputs("<!DOCTYPE html><title>load</title>\n", page) < 0 ||
        fclose(page) != 0)
        load_fail("cannot write %s", path);
}

static _Noreturn void run_server(const load_server *server, int out)
{
    char program[PATH_MAX], site[128], data[128];
    const char *words[16 + 2 * LIMITS] = {program,  "serve", "--listen", "127.0.0.1:0",
                                          "--site", site,    "--data",   data};
    unsigned count = 8;

    find_program(program);
    snprintf(site, sizeof site, "%s/site", server->folder);
    snprintf(data, sizeof data, "%s/data", server->folder);
    for (unsigned i = 0; i < LIMITS; i++) {
        words[count++] = "--limit";
        words[count++] = limits[i];
    }
    dup2(out, STDOUT_FILENO);
    execv(program, (char *const *)(uintptr_t)words);
    load_fail("cannot run %s: %s", program, strerror(errno));
}

void load_find(load_server *server, const char *url)
{
    char host[64];
    unsigned port = 80;

    server->process = 0;
    server->address = (struct sockaddr_in){.sin_family = AF_INET};
    if (sscanf(url, "http://%63[^:/]:%u", host, &port) < 1 || port > 65535 ||
        inet_pton(AF_INET, strcmp(host, "localhost") == 0 ? "127.0.0.1" : host,
                  &server->address.sin_addr) != 1)
        load_fail("'%s' is no address like http://127.0.0.1:8700", url);
    server->address.sin_port = htons((uint16_t)port);
}

void load_start(load_server *server)
{
    char line[512] = "";
    int ends[2];
    FILE *said;
    pid_t child;

    make_folder(server);
    if (pipe2(ends, O_CLOEXEC) != 0 || (child = fork()) < 0)
        load_fail("cannot start the server: %s", strerror(errno));
    if (child == 0)
        run_server(server, ends[1]);
    close(ends[1]);
    said = fdopen(ends[0], "r");
    if (!said || !fgets(line, sizeof line, said) || !strstr(line, " serves ")) {
        server->process = child;
        load_stop(server);
        load_fail("the server does not start");
    }
    fclose(said); /* it says nothing more */
    line[strcspn(line, " ")] = '\0';
    load_find(server, line);
    server->process = child;
}

static int remove_one(const char *path, const struct stat *about, int kind,
                      struct FTW *where)
{
    (void)about;
    (void)kind;
    (void)where;
    return remove(path);
}

void load_stop(load_server *server)
{
    if (!server->process)
        return;
    kill(server->process, SIGTERM);
    waitpid(server->process, NULL, 0);
    server->process = 0;
    nftw(server->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* ---- What it costs ---- */

long load_rss_kb(const load_server *server)
{
    char path[64], line[256];
    long kb = 0;
    FILE *status;

    if (!server->process)
        return 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)server->process);
    status = fopen(path, "r");
    while (status && fgets(line, sizeof line, status)) {
        if (strncmp(line, "VmRSS:", 6) == 0)
            kb = strtol(line + 6, NULL, 10);
    }
    if (status)
        fclose(status);
    return kb;
}

double load_cpu_us(const load_server *server)
{
    char path[64], line[1024] = "";
    unsigned long user = 0, kernel = 0;
    const char *rest;
    FILE *stat;

    if (!server->process)
        return 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)server->process);
    stat = fopen(path, "r");
    if (!stat || !fgets(line, sizeof line, stat))
        line[0] = '\0';
    if (stat)
        fclose(stat);
    rest = strrchr(line, ')');
    if (!rest || sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                        &user, &kernel) != 2)
        return 0;
    return (double)(user + kernel) * 1e6 / (double)sysconf(_SC_CLK_TCK);
}

long long load_commits(const load_server *server)
{
    static const char ask[] = "GET /healthz/commits HTTP/1.1\r\nHost: localhost\r\n"
                              "Connection: close\r\n\r\n";
    char answer[4096];
    size_t length = 0;
    ssize_t got;
    const char *found;
    const int to = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (to < 0 ||
        connect(to, (const struct sockaddr *)&server->address, sizeof server->address) !=
            0 ||
        send(to, ask, sizeof ask - 1, MSG_NOSIGNAL) < 0)
        load_fail("cannot ask the server how it is: %s", strerror(errno));
    while (length < sizeof answer - 1 &&
           (got = recv(to, answer + length, sizeof answer - 1 - length, 0)) > 0)
        length += (size_t)got;
    answer[length] = '\0';
    close(to);
    found = strstr(answer, "\r\n\r\n");
    return found && strncmp(answer, "HTTP/1.1 200 ", 13) == 0
               ? strtoll(found + 4, NULL, 10)
               : -1;
}
