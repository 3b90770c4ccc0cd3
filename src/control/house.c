/* What the house decides: bans, mutes, the message of the day, draining. */
#include <arpa/inet.h>
#include <string.h>

#include "control/call.h"

enum { SECOND_MS = 1000 };

/* ---- Addresses ---- */

/* Writes an address as connections have it: no zeros to spare, IPv4 as itself. */
static bool read_address(ctl_call *call, char out[static SRV_ADDRESS_MAX])
{
    static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    const char *text = ctl_text(call, "address");
    unsigned char bytes[16];

    if (inet_pton(AF_INET, text, bytes) == 1) {
        inet_ntop(AF_INET, bytes, out, SRV_ADDRESS_MAX);
        return true;
    }
    if (inet_pton(AF_INET6, text, bytes) == 1) {
        if (memcmp(bytes, mapped, sizeof mapped) == 0)
            inet_ntop(AF_INET, bytes + sizeof mapped, out, SRV_ADDRESS_MAX);
        else
            inet_ntop(AF_INET6, bytes, out, SRV_ADDRESS_MAX);
        return true;
    }
    return ctl_refuse(call, "bad_address",
                      "This is no address like 192.0.2.7 or 2001:db8::7.");
}

/* The time up to which something holds, by "seconds"; 0 after a refusal. */
static uint64_t until_of(ctl_call *call)
{
    enum { MOST_S = 10 * 366 * 86400 };
    const uint64_t seconds = ctl_number(call, "seconds");

    if (seconds && seconds <= MOST_S)
        return call->hub->wall_ms + seconds * SECOND_MS;
    ctl_refuse(call, "bad_time", "A time is from one second to ten years.");
    return 0;
}

bool ctl_ban(ctl_call *call)
{
    char address[SRV_ADDRESS_MAX];
    const uint64_t until = until_of(call);

    if (!until || !read_address(call, address))
        return false;
    ctl_put_number(call->answer, "closed", srv_house_ban(call->hub, address, until));
    ctl_put_number(call->answer, "until", until);
    return true;
}

bool ctl_unban(ctl_call *call)
{
    char address[SRV_ADDRESS_MAX];

    if (!read_address(call, address))
        return false;
    return srv_house_unban(call->hub, address) ||
           ctl_refuse(call, "no_ban", "This address is not banned.");
}

bool ctl_bans(ctl_call *call)
{
    json_t *const all = json_array();

    for (size_t i = 0; i < call->hub->bans; i++)
        json_array_append_new(all,
                              json_pack("{s:s,s:I}", "address", call->hub->ban[i].address,
                                        "until", (json_int_t)call->hub->ban[i].until_ms));
    json_object_set_new(call->answer, "bans", all);
    return true;
}

/* ---- Guests ---- */

bool ctl_mute(ctl_call *call)
{
    srv_guest *const guest = ctl_guest(call);
    const bool off = ctl_flag(call, "off");
    const uint64_t until = off || !guest ? 0 : until_of(call);

    if (!guest || (!off && !until))
        return false;
    srv_guest_mute(call->hub, guest, until);
    ctl_put_text(call->answer, "name", guest->name);
    return true;
}

/* ---- All of it ---- */

bool ctl_motd(ctl_call *call)
{
    const char *text = ctl_text(call, "text");

    if (strlen(text) > SRV_MOTD_MAX || strpbrk(text, "\r\n"))
        return ctl_refuse(call, "too_long",
                          "The message is one line of at most %u bytes.",
                          (unsigned)SRV_MOTD_MAX);
    srv_house_set_motd(call->hub, text);
    return true;
}

/* Games that someone plays right now: their clocks go on while the server is away. */
bool ctl_drain(ctl_call *call)
{
    uint64_t playing = 0;

    srv_house_drain(call->hub, !ctl_flag(call, "off"));
    for (size_t i = 0; i < call->hub->tables.room; i++) {
        const srv_table *const table = call->hub->tables.entry[i].object;
        if (table && table->core && table->state == TBL_PLAYING && table->followers &&
            tbl_settings_of(table->core)->clock.kind != TBL_CLOCK_DAYS)
            playing++;
    }
    ctl_put_number(call->answer, "playing", playing);
    ctl_put_number(call->answer, "connections", call->hub->clients);
    return true;
}
