#include "box/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADING "tobago-table 1"

/* ---- Acts that count ---- */

enum {
    CHECKED_ACTS = 64,         /* from one checkpoint to the next */
    TABLE_BYTES_MAX = 1 << 20, /* of a file: some fifty thousand acts */
};

struct box_checkpoint {
    box_table table;
    size_t offset; /* of the next act in the text */
};

static void note_act(box_journal *j, box_span act)
{
    host_text_append(&j->text, act.text, act.length);
    host_text_append(&j->text, "\n", 1);
    j->acts++;
    if (j->acts % CHECKED_ACTS)
        return;
    j->checkpoint =
        host_need(realloc(j->checkpoint, (j->checkpoints + 1) * sizeof j->checkpoint[0]));
    j->checkpoint[j->checkpoints++] = (box_checkpoint){j->table, j->text.length};
}

/* Cuts the last act off the text, and its checkpoint if it has one. */
static void drop_act(box_journal *j)
{
    if (j->acts % CHECKED_ACTS == 0)
        j->checkpoints--;
    j->text.length--; /* its newline */
    while (j->text.length && j->text.bytes[j->text.length - 1] != '\n')
        j->text.length--;
    j->text.bytes[j->text.length] = '\0';
    j->acts--;
}

/* Does the acts since the last checkpoint anew. They were done before, so none is
 * refused.
 */
static void replay(box_journal *j)
{
    const box_checkpoint *last =
        j->checkpoints ? &j->checkpoint[j->checkpoints - 1] : NULL;
    const char *at = j->text.bytes + (last ? last->offset : 0);

    j->table = last ? last->table : (box_table){.laid = false};
    while (*at) {
        char act[BOX_ACT_MAX], said[BOX_WHY_MAX];
        const size_t length = strcspn(at, "\n");
        box_table_act(&j->table, (box_span){at, length}, act, said);
        at += length + 1;
    }
}

/* ---- Reading ---- */

/* Takes the next line off a text; false if there is none. Lines end in a newline. */
static bool next_line(const char **text, size_t *length, box_span *line)
{
    const char *end = *length ? memchr(*text, '\n', *length) : NULL;

    if (!end)
        return false;
    *line = box_trim((box_span){*text, (size_t)(end - *text)});
    *length -= (size_t)(end - *text) + 1;
    *text = end + 1;
    return true;
}

/* Reads one line of a file: an act, "undo", a remark or nothing. */
static bool read_line(box_journal *j, box_span line, char said[BOX_WHY_MAX])
{
    char act[BOX_ACT_MAX];
    bool failed;

    if (!line.length || line.text[0] == '#')
        return true;
    if (box_is(line, "undo"))
        return box_journal_undo(j, said, &failed);
    if (!box_table_act(&j->table, line, act, said))
        return false;
    note_act(j, box_span_of(act));
    return true;
}

bool box_journal_read(box_journal *j, const char *text, size_t length,
                      char said[BOX_WHY_MAX])
{
    char why[BOX_WHY_MAX];
    unsigned number = 1;
    box_span line;

    *j = (box_journal){.file.fd = -1};
    host_text_append(&j->text, "", 0);
    if (!length)
        return true;
    if (!next_line(&text, &length, &line) || !box_is(line, HEADING)) {
        box_say(said, "1: this is no table: its first line is not '%s'", HEADING);
        return false;
    }
    while (next_line(&text, &length, &line)) {
        number++;
        if (!read_line(j, line, why)) {
            box_say(said, "%u: %.400s", number, why);
            return false;
        }
    }
    return true;
}

/* ---- The file ---- */

/* Reads the acts of the file and cuts half a line off its end. */
static host_status load(box_journal *j, const char *path)
{
    char said[BOX_WHY_MAX];
    const host_file file = j->file;
    host_text text = {0};
    host_status code = host_text_read(&text, path, TABLE_BYTES_MAX);
    size_t whole = text.length;

    while (whole && text.bytes[whole - 1] != '\n')
        whole--;
    if (code == HOST_DONE && text.length > TABLE_BYTES_MAX) {
        host_complain("%s: too large for a table", path);
        code = HOST_REFUSED;
    } else if (code == HOST_DONE && whole < text.length && !whole &&
               strncmp(HEADING, text.bytes, text.length) != 0) {
        host_complain("%s:1: this is no table: its first line is not '%s'", path,
                      HEADING);
        code = HOST_REFUSED;
    } else if (code == HOST_DONE && !box_journal_read(j, text.bytes, whole, said)) {
        host_complain("%s:%s", path, said);
        code = HOST_REFUSED;
    }
    j->file = file;
    j->path = path;
    j->cut = whole < text.length;
    if (code == HOST_DONE && j->cut && !host_file_cut(&j->file, whole))
        code = host_complain_file(path, errno);
    host_text_clear(&text);
    if (code == HOST_DONE && !whole &&
        !host_file_append(&j->file, HEADING "\n", strlen(HEADING "\n")))
        code = host_complain_file(path, errno);
    return code;
}

host_status box_journal_open(box_journal *j, const char *path)
{
    host_status code;

    *j = (box_journal){.file.fd = -1};
    if (!path) {
        host_text_append(&j->text, "", 0);
        return HOST_DONE;
    }
    code = host_file_open(&j->file, path, O_RDWR | O_CREAT,
                          "this table is open in another program");
    return code ? code : load(j, path);
}

void box_journal_clear(box_journal *j)
{
    host_file_close(&j->file);
    host_text_clear(&j->text);
    free(j->checkpoint);
    j->checkpoint = NULL;
}

bool box_journal_act(box_journal *j, box_span line, char said[BOX_WHY_MAX], bool *failed)
{
    char act[BOX_ACT_MAX + 1];
    const box_table before = j->table;
    size_t length;

    *failed = false;
    if (!box_table_act(&j->table, line, act, said))
        return false;
    length = strlen(act);
    act[length] = '\n';
    if (!host_file_append(&j->file, act, length + 1)) {
        j->table = before;
        *failed = true;
        box_say(said, "the table cannot be kept: %s", strerror(errno));
        return false;
    }
    note_act(j, (box_span){act, length});
    return true;
}

bool box_journal_undo(box_journal *j, char said[BOX_WHY_MAX], bool *failed)
{
    const char *last;

    *failed = false;
    if (!j->acts) {
        box_say(said, "there is nothing to take back");
        return false;
    }
    if (!host_file_append(&j->file, "undo\n", 5)) {
        *failed = true;
        box_say(said, "the table cannot be kept: %s", strerror(errno));
        return false;
    }
    last = j->text.bytes + j->text.length - 1;
    while (last > j->text.bytes && last[-1] != '\n')
        last--;
    box_say(said, "Taken back: %.*s", (int)strcspn(last, "\n"), last);
    drop_act(j);
    replay(j);
    return true;
}
