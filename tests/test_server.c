/* The server without its network: names, folders, addresses, requests and answers. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/answer.h"
#include "server/listen.h"

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
    const srv_request request = {method, path, strlen(path), encoding, match};
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
    const srv_request with_zero = {SRV_GET, "/\0", 2, NULL, NULL};
    const srv_request all_zero = {SRV_GET, long_path, sizeof long_path, NULL, NULL};

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
        ask_with(site, tob_rng_below(&rng, 3), text[0], text[1], text[2]);
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
