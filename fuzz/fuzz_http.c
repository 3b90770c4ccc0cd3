/* Any bytes as requests, one behind the other, each answered from a small site. A head is
 * read the same whatever follows it, its texts fit into a line, and no request breaks the
 * head of its answer. */
#include "fuzz.h"

#include <sys/stat.h>
#include <unistd.h>

#include "net/request.h"

static srv_site *site;

int LLVMFuzzerInitialize(int *count, char ***words);

/* The site is read when it is opened, so its folder can go. */
int LLVMFuzzerInitialize(int *count, char ***words)
{
    static const char *const names[] = {"index.html", "404.html", "a.js", "a.js.br"};
    char folder[] = "/tmp/tobago-fuzz-XXXXXX", path[64];

    (void)count;
    (void)words;
    if (!mkdtemp(folder))
        abort();
    for (int i = 0; i < 4; i++) {
        FILE *file;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        file = fopen(path, "w");
        if (!file)
            abort();
        fputs(i == 3 ? "b" : "a text", file);
        fclose(file);
    }
    site = srv_site_open(folder);
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
    return site ? 0 : 1;
}

static void require_line(const char *text)
{
    for (; text && *text; text++)
        require((unsigned char)*text >= ' ' || *text == '\t', "a field is one line");
}

static void answer(const srv_request *request)
{
    static char head[SRV_HEAD_MAX + 1];
    srv_answer made = {0};
    size_t length;

    srv_answer_request(&made, site, request);
    length = srv_answer_head(&made, 0, false, head);
    head[length] = '\0';
    require(strlen(head) == length && length < SRV_HEAD_MAX, "a head is a text");
    require(strstr(head, "\r\n\r\n") == head + length - 4, "a head ends once");
    require(!made.sends_body || request->method == SRV_GET || made.status == 405,
            "only GET is answered with a file");
    srv_answer_clear(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static srv_head head, again;

    while (size) {
        char *const text = malloc(size); /* the sanitizer guards it */
        bool complete;
        memcpy(text, bytes, size);
        complete = srv_head_read(&head, text, size);
        free(text);
        if (!complete)
            require(size < SRV_REQUEST_MAX, "a long head is refused");
        if (!complete || head.wrong)
            break;
        require(head.length > 0 && head.length <= size, "a head has a length");
        require(srv_head_read(&again, (const char *)bytes, head.length) && !again.wrong &&
                    again.length == head.length && again.body == head.body,
                "what follows a head does not change it");
        require(!srv_head_read(&again, (const char *)bytes, head.length - 1) ||
                    again.wrong,
                "a head without its end is not complete");
        require_line(head.request.cookie);
        require_line(head.request.origin);
        require_line(head.request.host);
        require_line(head.protocol);
        answer(&head.request);
        bytes += head.length;
        size -= head.length;
    }
    return 0;
}
