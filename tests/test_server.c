/* The server without its network: names, folders, addresses, requests and answers. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/addresses.h"
#include "net/answer.h"
#include "net/frames.h"
#include "net/handshake.h"
#include "net/listen.h"
#include "net/request.h"

#include "support.h"

/* ---- A folder of files ---- */

static char folder[] = "/tmp/tobago-server-XXXXXX";

static const char *at(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_bytes(const char *name, const void *bytes, size_t length)
{
    FILE *file = fopen(at(name), "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

static int make_folder(void **state)
{
    (void)state;
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    if (!mkdtemp(folder))
        return -1;
    write_text("index.html", "home");
    return 0;
}

static int remove_folder(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static srv_site *open_site(void)
{
    srv_site *site = srv_site_open(folder);

    assert_non_null(site);
    return site;
}

static const srv_file *find(const srv_site *site, const char *path)
{
    return srv_site_find(site, path, strlen(path));
}

/* gzip of "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", forty of them */
static const char FORTY[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
static const unsigned char FORTY_GZIP[] = {
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4b, 0x4c,
    0x24, 0x0e, 0x00, 0x00, 0x25, 0x8a, 0x5b, 0xc9, 0x28, 0x00, 0x00, 0x00};

static void write_forty(void)
{
    write_text("app.js", FORTY);
    write_bytes("app.js.gz", FORTY_GZIP, sizeof FORTY_GZIP);
    write_text("app.js.br", "brotli");
}

/* ---- Names ---- */

static void a_names_ending_gives_its_media_type(void **state)
{
    (void)state;
    assert_string_equal(srv_media_type("/a/b.wasm"), "application/wasm");
    assert_string_equal(srv_media_type("/a.b/C.HTML"), "text/html; charset=utf-8");
    assert_string_equal(srv_media_type("/x.webmanifest"), "application/manifest+json");
    assert_string_equal(srv_media_type("/a.js/b"), "application/octet-stream");
    assert_string_equal(srv_media_type("/none"), "application/octet-stream");
    assert_string_equal(srv_media_type("/dot."), "application/octet-stream");
}

static void a_hash_in_a_name_is_found(void **state)
{
    static const char *const hashed[] = {
        "/assets/app-5KDYQ3LZ.js",       "/assets/chunk-RDTMVZET.js",
        "/tobago-4155d0c860.wasm",       "/a.0123abcd.css",
        "/icon-maskable-563ae43a02.svg",
    };
    static const char *const plain[] = {
        "/index.html",        "/sw.js",          "/5KDYQ3LZ.js",    "/0123456789.js",
        "/icon-512.png",      "/a-deadbeef.png", "/a-KDYQ3LZ.js",   "/a-precomposed.png",
        "/a-0123abcd/app.js", "/a-0123abcd",     "/a-CHANGELOG.md", "/",
        "/a-0123Abcd.js",     "/x-.js",
    };

    (void)state;
    for (size_t i = 0; i < sizeof hashed / sizeof *hashed; i++)
        if (!srv_name_is_hashed(hashed[i]))
            fail_msg("no hash in %s", hashed[i]);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (srv_name_is_hashed(plain[i]))
            fail_msg("a hash in %s", plain[i]);
}

/* ---- Sites ---- */

static void a_site_has_the_files_of_its_folder(void **state)
{
    srv_site *site;

    (void)state;
    mkdir(at("img"), 0755);
    write_text("img/a.svg", "<svg/>");
    write_text("empty", "");
    site = open_site();

    assert_int_equal(srv_site_files(site), 3);
    assert_int_equal(srv_site_bytes(site), 10);
    assert_memory_equal(find(site, "/img/a.svg")->body[SRV_PLAIN].bytes, "<svg/>", 6);
    assert_int_equal(find(site, "/empty")->body[SRV_PLAIN].length, 0);
    assert_null(find(site, "/img"));
    assert_null(find(site, "/img/"));
    assert_null(find(site, "/index.htm"));
    assert_null(find(site, "/index.html2"));
    assert_null(find(site, "index.html"));
    assert_null(find(site, ""));
    assert_null(srv_site_find(site, "/index.html\0", 12));
    assert_null(srv_site_find(site, "/index.html\0/../x", 17));
    srv_site_release(site);
}

static void what_leads_out_of_a_folder_is_left_out(void **state)
{
    srv_site *site;

    (void)state;
    mkdir(at("sub"), 0755);
    write_text("sub/file", "x");
    write_text(".hidden", "x");
    assert_int_equal(symlink("/etc/passwd", at("passwd")), 0);
    assert_int_equal(symlink("../../etc/passwd", at("sub/passwd")), 0);
    assert_int_equal(symlink("/etc", at("etc")), 0);
    assert_int_equal(symlink("sub", at("again")), 0);
    assert_int_equal(symlink(".", at("sub/loop")), 0);
    assert_int_equal(symlink("nowhere", at("nowhere")), 0);
    assert_int_equal(symlink("../index.html", at("sub/home")), 0);
    assert_int_equal(mkfifo(at("pipe"), 0644), 0);
    site = open_site();

    assert_int_equal(srv_site_files(site), 3);
    assert_non_null(find(site, "/sub/file"));
    assert_non_null(find(site, "/sub/home"));
    srv_site_release(site);
}

static void a_folder_beside_with_a_longer_name_is_outside(void **state)
{
    char beside[64];
    srv_site *site;
    int file;

    (void)state;
    snprintf(beside, sizeof beside, "%s-beside", folder);
    file = open(beside, O_CREAT | O_WRONLY | O_TRUNC, 0644);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(symlink(beside, at("beside")), 0);
    site = open_site();
    unlink(beside);

    assert_null(find(site, "/beside"));
    srv_site_release(site);
}

static void encodings_beside_a_file_belong_to_it(void **state)
{
    const srv_file *file;
    srv_site *site;

    (void)state;
    write_forty();
    write_text("alone.gz", "not of a file");
    write_text("alone.br", "not of a file");
    site = open_site();
    file = find(site, "/app.js");

    assert_int_equal(file->body[SRV_GZIP].length, sizeof FORTY_GZIP);
    assert_int_equal(file->body[SRV_BROTLI].length, 6);
    assert_string_not_equal(file->body[SRV_GZIP].etag, file->body[SRV_PLAIN].etag);
    assert_string_not_equal(file->body[SRV_GZIP].etag, file->body[SRV_BROTLI].etag);
    assert_null(find(site, "/app.js.gz"));
    assert_null(find(site, "/app.js.br"));
    assert_non_null(find(site, "/alone.gz"));
    assert_non_null(find(site, "/alone.br"));
    srv_site_release(site);
}

static void encodings_of_an_older_file_are_left_out(void **state)
{
    static const char *const damaged[] = {"", "\x1f\x8b",
                                          "no gzip, but long enough for one"};
    srv_site *site;

    (void)state;
    write_forty();
    write_text("app.js", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
    site = open_site();
    assert_null(find(site, "/app.js")->body[SRV_GZIP].bytes);
    assert_null(find(site, "/app.js")->body[SRV_BROTLI].bytes);
    srv_site_release(site);

    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        write_forty();
        write_text("app.js.gz", damaged[i]);
        site = open_site();
        assert_null(find(site, "/app.js")->body[SRV_GZIP].bytes);
        srv_site_release(site);
    }

    write_forty();
    write_text("app.js.br", "longer than the forty letters that it stands for");
    site = open_site();
    assert_non_null(find(site, "/app.js")->body[SRV_GZIP].bytes);
    assert_null(find(site, "/app.js")->body[SRV_BROTLI].bytes);
    srv_site_release(site);
}

static void a_changed_folder_is_read_again_and_an_unchanged_one_is_not(void **state)
{
    srv_site *site = open_site(), *fresh;
    char etag[SRV_ETAG_MAX];

    (void)state;
    memcpy(etag, find(site, "/index.html")->body[SRV_PLAIN].etag, sizeof etag);
    assert_null(srv_site_reopen(site));

    write_text("index.html", "HOME"); /* as long as before */
    write_text("more", "more");
    fresh = srv_site_reopen(site);
    assert_non_null(fresh);
    assert_string_equal(find(site, "/index.html")->body[SRV_PLAIN].etag, etag);
    assert_string_not_equal(find(fresh, "/index.html")->body[SRV_PLAIN].etag, etag);
    assert_non_null(find(fresh, "/more"));
    srv_site_release(site);

    unlink(at("more"));
    site = srv_site_reopen(fresh);
    assert_non_null(site);
    assert_null(find(site, "/more"));
    srv_site_release(fresh);
    srv_site_release(site);
}

static void a_folder_that_vanishes_leaves_the_site_as_it_was(void **state)
{
    srv_site *site = open_site();
    char away[64];

    (void)state;
    snprintf(away, sizeof away, "%s.away", folder);
    assert_int_equal(rename(folder, away), 0);
    assert_null(srv_site_reopen(site));
    assert_non_null(find(site, "/index.html"));
    assert_int_equal(rename(away, folder), 0);
    assert_null(srv_site_reopen(site));
    srv_site_release(site);
}

/* ---- Answers ---- */

static srv_answer answer;
static char head[SRV_HEAD_MAX + 1];

static void ask_with(srv_site *site, srv_method method, const char *path,
                     const char *encoding, const char *match)
{
    const srv_request request = {.method = method,
                                 .path = path,
                                 .path_length = strlen(path),
                                 .accept_encoding = encoding,
                                 .if_none_match = match};
    size_t length;

    srv_answer_clear(&answer);
    srv_answer_request(&answer, site, &request);
    length = srv_answer_head(&answer, 784111777, false, head);
    assert_true(length < SRV_HEAD_MAX);
    head[length] = '\0';
    assert_int_equal(strlen(head), length);
    assert_string_equal(head + length - 4, "\r\n\r\n");
}

static unsigned ask(srv_site *site, const char *path)
{
    ask_with(site, SRV_GET, path, NULL, NULL);
    return answer.status;
}

static void head_has(const char *line)
{
    if (!strstr(head, line))
        fail_msg("%s is missing in %s", line, head);
}

static void folders_have_their_index_and_lead_to_it(void **state)
{
    srv_site *site;

    (void)state;
    mkdir(at("r s"), 0755);
    write_text("r s/index.html", "rules");
    site = open_site();

    assert_int_equal(ask(site, "/"), 200);
    assert_memory_equal(answer.body, "home", 4);
    assert_int_equal(ask(site, "/r s/"), 200);
    assert_memory_equal(answer.body, "rules", 5);
    assert_int_equal(ask(site, "/r s"), 301);
    head_has("\r\nlocation: /r%20s/\r\n");
    assert_int_equal(ask(site, "/r s/index.html"), 200);
    assert_int_equal(ask(site, "/r s//"), 404);
    assert_int_equal(ask(site, "/index.html/"), 404);
    assert_int_equal(ask(site, ""), 404);
    assert_int_equal(ask(site, "index.html"), 404);
    srv_answer_clear(&answer);
    srv_site_release(site);
}

static void dots_and_zero_bytes_in_a_path_are_just_bytes(void **state)
{
    static const char long_path[2 * SRV_PATH_MAX] = {'/'};
    srv_site *site = open_site();
    char path[2 * SRV_PATH_MAX + 1] = "/";
    const srv_request with_zero = {.method = SRV_GET, .path = "/\0", .path_length = 2};
    const srv_request all_zero = {
        .method = SRV_GET, .path = long_path, .path_length = sizeof long_path};

    (void)state;
    assert_int_equal(ask(site, "/../index.html"), 404);
    assert_int_equal(ask(site, "/./index.html"), 404);
    assert_int_equal(ask(site, "//index.html"), 404);
    memset(path, 'a', sizeof path - 1);
    path[0] = '/';
    assert_int_equal(ask(site, path), 404);
    srv_answer_clear(&answer);
    srv_answer_request(&answer, site, &with_zero);
    assert_int_equal(answer.status, 404);
    srv_answer_clear(&answer);
    srv_answer_request(&answer, site, &all_zero);
    assert_int_equal(answer.status, 404);
    srv_answer_clear(&answer);
    srv_site_release(site);
}

static void an_answer_holds_its_site(void **state)
{
    srv_site *site = open_site();

    (void)state;
    assert_int_equal(ask(site, "/"), 200);
    srv_site_release(site);
    assert_memory_equal(answer.body, "home", 4); /* the sanitizer would object */
    srv_answer_clear(&answer);
}

static void the_smallest_accepted_encoding_is_sent(void **state)
{
    static const struct {
        const char *accept;
        srv_coding coding;
    } rows[] = {
        {NULL, SRV_PLAIN},
        {"", SRV_PLAIN},
        {"gzip", SRV_GZIP},
        {"br", SRV_BROTLI},
        {"deflate, gzip, br", SRV_BROTLI},
        {"br;q=0,gzip", SRV_GZIP},
        {"br;q=0.000,*", SRV_GZIP},
        {"*;q=0", SRV_PLAIN},
        {"BR ; Q=0.001", SRV_BROTLI},
        {"gzip;q=", SRV_PLAIN},
        {"gzip;", SRV_GZIP},
        {";;,;", SRV_PLAIN},
        {"*;q=0, gzip", SRV_GZIP},
        {"bro, gzi", SRV_PLAIN},
    };
    srv_site *site;

    (void)state;
    write_forty();
    site = open_site();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ask_with(site, SRV_GET, "/app.js", rows[i].accept, NULL);
        if (answer.coding != rows[i].coding)
            fail_msg("'%s' gives encoding %d", rows[i].accept, (int)answer.coding);
        head_has("\r\nvary: accept-encoding\r\n");
    }
    ask_with(site, SRV_GET, "/app.js", "gzip", NULL);
    head_has("\r\ncontent-encoding: gzip\r\n");
    head_has("\r\ncontent-length: 24\r\n");
    ask_with(site, SRV_GET, "/index.html", "gzip, br", NULL);
    assert_null(strstr(head, "content-encoding"));
    assert_null(strstr(head, "vary"));
    srv_answer_clear(&answer);
    srv_site_release(site);
}

static void an_entity_tag_that_the_client_has_is_not_modified(void **state)
{
    srv_site *site = open_site();
    char list[128], etag[SRV_ETAG_MAX];

    (void)state;
    ask(site, "/");
    memcpy(etag, answer.etag, sizeof etag);
    snprintf(list, sizeof list, "\"x\" ,, W/%s", etag);
    ask_with(site, SRV_GET, "/", NULL, list);
    assert_int_equal(answer.status, 304);
    assert_false(answer.sends_body);
    head_has("\r\netag: \"");
    assert_null(strstr(head, "content-length"));
    ask_with(site, SRV_HEAD, "/", NULL, "*");
    assert_int_equal(answer.status, 304);
    list[strlen(list) - 2] ^= 1;
    ask_with(site, SRV_GET, "/", NULL, list);
    assert_int_equal(answer.status, 200);
    ask_with(site, SRV_GET, "/nothing", NULL, "*");
    assert_int_equal(answer.status, 404);
    srv_answer_clear(&answer);
    srv_site_release(site);
}

static void other_methods_learn_what_is_allowed(void **state)
{
    srv_site *site = open_site();

    (void)state;
    ask_with(site, SRV_OTHER, "/", NULL, NULL);
    assert_int_equal(answer.status, 405);
    head_has("HTTP/1.1 405 Method Not Allowed\r\n");
    head_has("\r\nallow: GET, HEAD\r\n");
    ask_with(site, SRV_POST, "/", NULL, NULL);
    assert_int_equal(answer.status, 405);
    ask_with(site, SRV_HEAD, "/", NULL, NULL);
    assert_int_equal(answer.status, 200);
    assert_false(answer.sends_body);
    head_has("\r\ncontent-length: 4\r\n");
    head_has("\r\ndate: Sun, 06 Nov 1994 08:49:37 GMT\r\n");
    srv_answer_clear(&answer);
    srv_site_release(site);
}

static void no_request_breaks_the_head(void **state)
{
    static const char letters[] = "/.%\r\n \0ai*,;=\"Wq0br\xff";
    srv_site *site;
    tob_rng rng;

    (void)state;
    mkdir(at("a"), 0755);
    mkdir(at("a/\r\nx: y"), 0755);
    write_text("a/\r\nx: y/index.html", "odd");
    write_forty();
    site = open_site();
    tob_rng_init(&rng, 1, 0);
    assert_int_equal(ask(site, "/a/\r\nx: y"), 301);
    head_has("\r\nlocation: /a/%0D%0Ax%3A%20y/\r\n");
    for (int i = 0; i < 50000; i++) {
        char text[3][33] = {{0}};
        for (int k = 0; k < 3; k++)
            for (unsigned n = tob_rng_below(&rng, 32), j = 0; j < n; j++)
                text[k][j] = letters[tob_rng_below(&rng, sizeof letters - 1)];
        ask_with(site, tob_rng_below(&rng, 4), text[0], text[1], text[2]);
        assert_null(strstr(strstr(head, "\r\n\r\n") + 4, "\r\n"));
    }
    srv_answer_clear(&answer);
    srv_site_release(site);
}

/* ---- Addresses ---- */

static void addresses_are_read_as_people_write_them(void **state)
{
    static const char *const wrong[] = {
        "",
        ":",
        "1",
        "127.0.0.1",
        "127.0.0.1:",
        ":80",
        "::1:80",
        "[::1]80",
        "[::1]:",
        "[::1:80",
        "[]:80",
        "name:80",
        "1.2.3.4:x",
        "1.2.3.4:99999",
        "1.2.3.4:5-4",
        "1.2.3.4:-",
        "1.2.3.4:1-",
        "1.2.3.4:+1",
        "1.2.3.4: 1",
        "1.2.3.4:00000000000000001",
    };
    srv_address address;
    const struct sockaddr_in *four = (const struct sockaddr_in *)&address.where;

    (void)state;
    assert_null(srv_address_read(&address, "127.0.0.1:8700"));
    assert_int_equal(four->sin_family, AF_INET);
    assert_int_equal(four->sin_addr.s_addr, htonl(INADDR_LOOPBACK));
    assert_int_equal(address.first, 8700);
    assert_int_equal(address.last, 8700);
    assert_null(srv_address_read(&address, "localhost:0"));
    assert_int_equal(four->sin_addr.s_addr, htonl(INADDR_LOOPBACK));
    assert_null(srv_address_read(&address, "[::1]:8700-8799"));
    assert_int_equal(address.where.ss_family, AF_INET6);
    assert_int_equal(address.last, 8799);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (!srv_address_read(&address, wrong[i]))
            fail_msg("'%s' is taken", wrong[i]);
}

static void a_range_of_ports_finds_the_free_one(void **state)
{
    srv_address address;
    char url[SRV_URL_MAX], text[64];
    unsigned port;
    int first, second;

    (void)state;
    assert_null(srv_address_read(&address, "0.0.0.0:0"));
    assert_int_equal(srv_listen(&address, url, &first), HOST_DONE);
    assert_int_equal(sscanf(url, "http://127.0.0.1:%u/", &port), 1);
    snprintf(text, sizeof text, "0.0.0.0:%u", port);
    assert_null(srv_address_read(&address, text));
    assert_int_equal(srv_listen(&address, url, &second), HOST_FAILED);
    address.last = UINT16_MAX;
    assert_int_equal(srv_listen(&address, url, &second), HOST_DONE);
    snprintf(text, sizeof text, "http://127.0.0.1:%u/", port);
    assert_string_not_equal(url, text);
    close(first);
    close(second);
}

static int listen_at(const char *text, unsigned *port)
{
    srv_address address;
    char url[SRV_URL_MAX];
    int socket;

    assert_null(srv_address_read(&address, text));
    assert_int_equal(srv_listen(&address, url, &socket), HOST_DONE);
    *port = (unsigned)strtoul(strrchr(url, ':') + 1, NULL, 10);
    return socket;
}

static void the_local_network_reaches_a_socket_at_its_addresses(void **state)
{
    char urls[16][SRV_URL_MAX], want[64];
    unsigned port, count;
    int socket = listen_at("127.0.0.2:0", &port);

    (void)state;
    assert_int_equal(srv_lan_urls(socket, urls, 16), 1);
    snprintf(want, sizeof want, "http://127.0.0.2:%u/", port);
    assert_string_equal(urls[0], want);
    assert_int_equal(srv_lan_urls(socket, urls, 0), 0);
    close(socket);

    socket = listen_at("0.0.0.0:0", &port);
    count = srv_lan_urls(socket, urls, 16);
    snprintf(want, sizeof want, ":%u/", port);
    for (unsigned i = 0; i < count; i++) {
        assert_non_null(strstr(urls[i], want));
        assert_null(strstr(urls[i], "http://127."));
        assert_null(strstr(urls[i], "http://0."));
    }
    assert_true(srv_lan_urls(socket, urls, 1) <= 1);
    close(socket);
}

static void only_this_machine_reaches_the_loopback(void **state)
{
    static const char *const own[] = {"127.0.0.1:1", "127.9.9.9:1", "[::1]:1"};
    static const char *const open[] = {"0.0.0.0:1", "[::]:1", "10.0.0.1:1",
                                       "[fe80::1]:1"};
    srv_address address;

    (void)state;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        assert_null(srv_address_read(&address, own[i]));
        assert_true(srv_address_is_loopback(&address));
    }
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        assert_null(srv_address_read(&address, open[i]));
        assert_false(srv_address_is_loopback(&address));
    }
}

/* ---- Who connects ---- */

static srv_origin origin_of(const char *address, const char *want)
{
    struct sockaddr_storage where = {0};
    char text[INET6_ADDRSTRLEN];
    srv_origin origin;

    if (strchr(address, ':')) {
        where.ss_family = AF_INET6;
        inet_pton(AF_INET6, address, &((struct sockaddr_in6 *)&where)->sin6_addr);
    } else {
        where.ss_family = AF_INET;
        inet_pton(AF_INET, address, &((struct sockaddr_in *)&where)->sin_addr);
    }
    origin = srv_origin_of(&where, text);
    assert_string_equal(text, want);
    return origin;
}

static void ipv4_counts_as_a_whole_and_ipv6_by_its_network(void **state)
{
    srv_addresses *all = srv_addresses_new();
    const srv_origin home = origin_of("2001:db8:1:2::1", "2001:db8:1:2::1");

    (void)state;
    srv_addresses_add(all, home);
    srv_addresses_add(all, origin_of("2001:db8:1:2:ffff::9", "2001:db8:1:2:ffff::9"));
    srv_addresses_add(all, origin_of("10.0.0.1", "10.0.0.1"));
    srv_addresses_add(all, origin_of("::ffff:10.0.0.1", "10.0.0.1"));
    assert_int_equal(srv_addresses_count(all, home), 2);
    assert_int_equal(
        srv_addresses_count(all, origin_of("2001:db8:1:3::1", "2001:db8:1:3::1")), 0);
    assert_int_equal(srv_addresses_count(all, origin_of("10.0.0.1", "10.0.0.1")), 2);
    assert_int_equal(srv_addresses_count(all, origin_of("10.0.0.2", "10.0.0.2")), 0);
    srv_addresses_remove(all, home);
    srv_addresses_remove(all, home);
    srv_addresses_remove(all, home);
    assert_int_equal(srv_addresses_count(all, home), 0);
    assert_true(origin_of("127.3.0.1", "127.3.0.1").loopback);
    assert_true(origin_of("::1", "::1").loopback);
    assert_false(home.loopback);
    for (uint32_t i = 0; i < 5000; i++)
        srv_addresses_add(all, (srv_origin){.bits = i * 7919});
    for (uint32_t i = 0; i < 5000; i += 2)
        srv_addresses_remove(all, (srv_origin){.bits = i * 7919});
    for (uint32_t i = 0; i < 5000; i++)
        assert_int_equal(srv_addresses_count(all, (srv_origin){.bits = i * 7919}), i % 2);
    srv_addresses_free(all);
}

static void what_a_connection_owes_the_next_one_pays(void **state)
{
    enum { SECOND = 1000000 };
    srv_addresses *all = srv_addresses_new();
    const srv_origin home = origin_of("192.0.2.7", "192.0.2.7");
    const srv_origin other = origin_of("192.0.2.8", "192.0.2.8");
    uint64_t now = 100 * (uint64_t)SECOND;

    (void)state;
    assert_true(srv_addresses_take_debt(all, home, now, SECOND) == now);
    srv_addresses_add(all, home);
    srv_addresses_owe(all, home, now, now + 3 * (uint64_t)SECOND);
    srv_addresses_owe(all, home, now, now + 2 * (uint64_t)SECOND);
    srv_addresses_owe(all, home, now, now - SECOND); /* one that owes nothing */
    srv_addresses_remove(all, home);                 /* it is remembered all the same */
    assert_int_equal(srv_addresses_count(all, home), 0);
    now += SECOND;
    assert_true(srv_addresses_take_debt(all, other, now, SECOND) == now);
    assert_true(srv_addresses_take_debt(all, home, now, SECOND) == now + SECOND);
    assert_true(srv_addresses_take_debt(all, home, now, 9 * (uint64_t)SECOND) ==
                now + 3 * (uint64_t)SECOND);
    assert_true(srv_addresses_take_debt(all, home, now, SECOND) == now);
    srv_addresses_owe(all, home, now, now + SECOND);
    now += 2 * (uint64_t)SECOND; /* time has paid for it */
    assert_true(srv_addresses_take_debt(all, home, now, SECOND) == now);
    srv_addresses_free(all);
}

/* ---- Heads of requests ---- */

static srv_head asked;

static unsigned read_head(const char *text)
{
    assert_true(srv_head_read(&asked, text, strlen(text)));
    return asked.wrong;
}

static void a_request_is_read(void **state)
{
    static const char text[] = "\r\nPOST /a%20b/%C3%A9?x=%zz HTTP/1.1\r\nhOST:x:80\r\n"
                               "Cookie: \t a=b; c=d \t\r\nContent-Length: 12\r\n"
                               "Expect: 100-Continue\r\nOrigin: http://x\r\n"
                               "X: \r\nConnection: Keep-Alive , Upgrade\r\n"
                               "Upgrade: websocket\r\n\r\n";

    (void)state;
    for (size_t length = 0; length < strlen(text); length++)
        assert_false(srv_head_read(&asked, text, length));
    assert_true(srv_head_read(&asked, text, sizeof text));
    assert_int_equal(asked.wrong, 0);
    assert_int_equal(asked.length, strlen(text));
    assert_int_equal(asked.request.method, SRV_POST);
    assert_int_equal(asked.request.path_length, 7);
    assert_memory_equal(asked.request.path, "/a b/\xc3\xa9", 7);
    assert_string_equal(asked.request.host, "x:80");
    assert_string_equal(asked.request.cookie, "a=b; c=d");
    assert_string_equal(asked.request.origin, "http://x");
    assert_int_equal(asked.body, 12);
    assert_true(asked.has_length && asked.expects && asked.upgrades);
    assert_false(asked.closes || asked.chunked);
    assert_null(asked.request.content_type);
}

static void a_connection_is_kept_as_its_version_and_its_wish_say(void **state)
{
    (void)state;
    assert_int_equal(read_head("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), 0);
    assert_false(asked.closes);
    assert_int_equal(
        read_head("GET / HTTP/1.1\r\nHost: x\r\nConnection: a,Close\r\n\r\n"), 0);
    assert_true(asked.closes);
    assert_int_equal(read_head("GET / HTTP/1.0\r\n\r\n"), 0);
    assert_true(asked.closes);
    assert_int_equal(read_head("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), 0);
    assert_false(asked.closes);
}

static void a_request_that_can_be_read_in_two_ways_is_refused(void **state)
{
    static const char *const bad[] = {
        "GET / HTTP/1.1\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1 \r\nHost: x\r\n\r\n",
        "GET / HTTP/1.2\r\nHost: x\r\n\r\n",
        "GET / http/1.1\r\nHost: x\r\n\r\n",
        "GET /\r\n\r\n",
        " GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n",
        "G(T / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /%4 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /%g0 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\nHost: x\n\n",
        "GET / HTTP/1.1\r\nHost: x\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\rY: z\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\x01\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
    };
    static char big[2 * SRV_REQUEST_MAX];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (read_head(bad[i]) != 400)
            fail_msg("%s is read", bad[i]);
    assert_true(srv_head_read(&asked, "GET /\0 HTTP/1.1\r\n", 18));
    assert_int_equal(asked.wrong, 400);
    memset(big, 'a', sizeof big);
    memcpy(big, "GET /", 5);
    assert_false(srv_head_read(&asked, big, SRV_REQUEST_MAX - 1));
    assert_true(srv_head_read(&asked, big, SRV_REQUEST_MAX));
    assert_int_equal(asked.wrong, 431);
}

/* ---- Answers of the program's own ---- */

static void a_body_of_its_own_goes_with_the_answer(void **state)
{
    (void)state;
    srv_answer_clear(&answer);
    srv_answer_owned(&answer, 429, "application/json", strdup("{}"), 2);
    snprintf(answer.cookie, sizeof answer.cookie, "tobago=1; HttpOnly");
    head[srv_answer_head(&answer, 0, false, head)] = '\0';
    head_has("HTTP/1.1 429 Too Many Requests\r\n");
    head_has("\r\ncontent-length: 2\r\n");
    head_has("\r\ncache-control: no-store\r\n");
    head_has("\r\nset-cookie: tobago=1; HttpOnly\r\n");
    snprintf(answer.cookie, sizeof answer.cookie, "a\r\nx: y");
    head[srv_answer_head(&answer, 0, false, head)] = '\0';
    assert_null(strstr(head, "set-cookie"));
    srv_answer_clear(&answer); /* the sanitizer would miss it */
}

/* ---- Frames ---- */

static void sha1_is_that_of_the_standard(void **state)
{
    static const struct {
        const char *text, *hash;
    } rows[] = {
        {"", "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
        {"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char hash[SRV_SHA1_BYTES];
        char text[2 * SRV_SHA1_BYTES + 1];
        srv_sha1(rows[i].text, strlen(rows[i].text), hash);
        for (unsigned k = 0; k < SRV_SHA1_BYTES; k++)
            snprintf(text + 2 * k, 3, "%02x", hash[k]);
        assert_string_equal(text, rows[i].hash);
    }
}

static void lists_are_searched_word_by_word(void **state)
{
    (void)state;
    assert_true(srv_list_has(" a ,b\t,tobago.1", "tobago.1", true));
    assert_true(srv_list_has("Upgrade", "upgrade", false));
    assert_false(srv_list_has("Upgrade", "upgrade", true));
    assert_false(srv_list_has("tobago.12, xtobago.1, tobago", "tobago.1", true));
    assert_false(srv_list_has(",, ,", "", true));
    assert_false(srv_list_has("", "a", true));
}

/* A slow reader of the standard's table beside the fast one, over all texts of up to
 * three bytes from the borders of its rows. */
static void utf8_is_told_from_what_looks_like_it(void **state)
{
    static const unsigned char borders[] = {
        0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf,
        0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};
    enum { COUNT = sizeof borders };

    (void)state;
    for (unsigned n = 0; n < COUNT * COUNT * COUNT * COUNT; n++) {
        const unsigned char text[] = {borders[n % COUNT], borders[n / COUNT % COUNT],
                                      borders[n / COUNT / COUNT % COUNT],
                                      borders[n / COUNT / COUNT / COUNT]};
        unsigned at = 0;
        bool good = true;
        while (good && at < 4) {
            const unsigned char c = text[at];
            const unsigned more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
            uint32_t code = c < 0x80 ? c : c & (0x3fu >> more);
            good = c < 0x80 || (c >= 0xc0 && c < 0xf8 && at + more < 4);
            for (unsigned i = 1; good && i <= more; i++) {
                good = (text[at + i] & 0xc0) == 0x80;
                code = code << 6 | (text[at + i] & 0x3fu);
            }
            if (good && more)
                good = code >= (more == 1   ? 0x80u
                                : more == 2 ? 0x800u
                                            : 0x10000u) &&
                       code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
            at += more + 1;
        }
        if (srv_is_utf8((const char *)text, 4) != good)
            fail_msg("%02x %02x %02x %02x", text[0], text[1], text[2], text[3]);
    }
    assert_true(srv_is_utf8("abcdefgh\xc3\xa9 and more text than eight bytes", 41));
    assert_false(srv_is_utf8("abcdefghabcdefg\xc3", 16));
}

static void why_a_connection_ends_is_cut_between_characters(void **state)
{
    unsigned char payload[SRV_CONTROL_MAX];
    char why[200] = "a";

    (void)state;
    for (size_t i = 1; i + 2 < sizeof why; i += 2)
        memcpy(why + i, "\xc3\xa9", 3);
    assert_int_equal(srv_close_payload(payload, 1000, why), SRV_CONTROL_MAX);
    why[0] = '\xc3', why[1] = '\xa9';
    for (size_t i = 2; i + 2 < sizeof why; i += 2)
        memcpy(why + i, "\xc3\xa9", 3);
    assert_int_equal(srv_close_payload(payload, 4000, why), SRV_CONTROL_MAX - 1);
    assert_int_equal(payload[0] << 8 | payload[1], 4000);
    assert_int_equal(srv_close_payload(payload, 4000, NULL), 2);
    assert_int_equal(srv_close_payload(payload, SRV_CLOSE_NO_CODE, "x"), 0);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_names_ending_gives_its_media_type),
        cmocka_unit_test(a_hash_in_a_name_is_found),
        IN_FOLDER(a_site_has_the_files_of_its_folder),
        IN_FOLDER(what_leads_out_of_a_folder_is_left_out),
        IN_FOLDER(a_folder_beside_with_a_longer_name_is_outside),
        IN_FOLDER(encodings_beside_a_file_belong_to_it),
        IN_FOLDER(encodings_of_an_older_file_are_left_out),
        IN_FOLDER(a_changed_folder_is_read_again_and_an_unchanged_one_is_not),
        IN_FOLDER(a_folder_that_vanishes_leaves_the_site_as_it_was),
        IN_FOLDER(folders_have_their_index_and_lead_to_it),
        IN_FOLDER(dots_and_zero_bytes_in_a_path_are_just_bytes),
        IN_FOLDER(an_answer_holds_its_site),
        IN_FOLDER(the_smallest_accepted_encoding_is_sent),
        IN_FOLDER(an_entity_tag_that_the_client_has_is_not_modified),
        IN_FOLDER(other_methods_learn_what_is_allowed),
        IN_FOLDER(no_request_breaks_the_head),
        cmocka_unit_test(addresses_are_read_as_people_write_them),
        cmocka_unit_test(a_range_of_ports_finds_the_free_one),
        cmocka_unit_test(the_local_network_reaches_a_socket_at_its_addresses),
        cmocka_unit_test(only_this_machine_reaches_the_loopback),
        cmocka_unit_test(ipv4_counts_as_a_whole_and_ipv6_by_its_network),
        cmocka_unit_test(what_a_connection_owes_the_next_one_pays),
        cmocka_unit_test(a_request_is_read),
        cmocka_unit_test(a_connection_is_kept_as_its_version_and_its_wish_say),
        cmocka_unit_test(a_request_that_can_be_read_in_two_ways_is_refused),
        cmocka_unit_test(a_body_of_its_own_goes_with_the_answer),
        cmocka_unit_test(sha1_is_that_of_the_standard),
        cmocka_unit_test(lists_are_searched_word_by_word),
        cmocka_unit_test(utf8_is_told_from_what_looks_like_it),
        cmocka_unit_test(why_a_connection_ends_is_cut_between_characters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
