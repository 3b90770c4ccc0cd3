/* A backup while the server runs: the caller asks for it piece by piece.
 *
 * The copy is made in the data folder, where a server with few rights may write, and the
 * caller fetches it from there. It is refused where it would fill the disk, because a
 * full disk stops the games. */
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "control/call.h"

enum {
    PAGES_A_STEP = 64,              /* 256 kB: some milliseconds */
    PATIENCE_MS = 60000,            /* until a caller is taken for gone */
    SPARE_BYTES = 64 * 1024 * 1024, /* that a backup leaves on the disk */
};

static bool has_room(ctl_call *call)
{
    const store_figures f = store_figures_of(call->control->store);
    const uint64_t wanted = f.bytes + f.log_bytes + SPARE_BYTES;
    struct statvfs disk;

    if (statvfs(call->control->folder, &disk) != 0 ||
        (uint64_t)disk.f_bavail * disk.f_frsize >= wanted)
        return true;
    return ctl_refuse(call, "disk_full",
                      "A copy needs %llu MB on the disk of %s while it is made.",
                      (unsigned long long)(wanted >> 20), call->control->folder);
}

static void forget_copy(ctl_control *control)
{
    store_backup_end(control->store);
    if (control->copy[0])
        unlink(control->copy);
    control->copy[0] = '\0';
}

bool ctl_backup(ctl_call *call)
{
    ctl_control *const control = call->control;

    if (control->copy[0] && call->hub->now_ms < control->copied_ms + PATIENCE_MS)
        return ctl_refuse(call, "busy", "Another copy is being made or checked now.");
    if (!has_room(call))
        return false;
    control->copied_ms = call->hub->now_ms;
    if (!srv_hub_flush(call->hub))
        return ctl_refuse(call, srv_is_unavailable.name, "%s",
                          store_error(control->store));
    forget_copy(control); /* of someone who never came back for it */
    if ((size_t)snprintf(control->copy, sizeof control->copy, "%s/backup.tmp",
                         control->folder) >= sizeof control->copy) {
        control->copy[0] = '\0';
        return ctl_refuse(call, "failed", "The name of the folder is too long.");
    }
    unlink(control->copy);
    if (store_backup_begin(control->store, control->copy) != STORE_DONE) {
        forget_copy(control);
        return ctl_refuse(call, "failed", "%s", store_error(control->store));
    }
    ctl_put_text(call->answer, "file", control->copy);
    return true;
}

bool ctl_backup_step(ctl_call *call)
{
    ctl_control *const control = call->control;
    unsigned left = 0, pages = 0;

    control->copied_ms = call->hub->now_ms;
    if (!srv_hub_flush(call->hub))
        return ctl_refuse(call, srv_is_unavailable.name, "%s",
                          store_error(control->store));
    if (store_backup_step(control->store, PAGES_A_STEP, &left, &pages) != STORE_DONE) {
        forget_copy(control);
        return ctl_refuse(call, "failed", "%s", store_error(control->store));
    }
    ctl_put_number(call->answer, "left", left);
    ctl_put_number(call->answer, "pages", pages);
    return true;
}

bool ctl_backup_end(ctl_call *call)
{
    forget_copy(call->control);
    return true;
}
