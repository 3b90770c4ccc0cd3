/* The insides of the hub, shared by the files that make it up.
 *
 * hub.c        the handler: connections, turns, the batch
 * guests.c     guests in memory, their names, their blocks; addresses and their rates
 * tables.c     tables in memory: reading, storing, telling those who follow them
 * resting.c    what tables do by themselves: bots, clocks, settling, waking
 * due.c        when each table wants to be looked at
 * push.c       frames: written once into the turn's buffer, sent to many
 * notices.c    who is notified with the page closed, and when
 * lobby.c      lists of tables and what changes in them
 * requests.c   frames of clients: the table of words and their fields
 * making.c, playing.c
 *              what the words do
 * api.c        what is spoken over HTTP
 * house.c      what the house decides: bans, words to all, draining
 * reports.c    what players report to the house
 * privacy.c    what is stored of a guest, for herself
 * forget.c     guests who are deleted, by their own wish or by time */
#ifndef TOBAGO_SERVER_ROOM_H
#define TOBAGO_SERVER_ROOM_H

#include <netinet/in.h>

#include "server/bots.h"
#include "server/counts.h"
#include "server/hub.h"
#include "server/map.h"

enum {
    SRV_DEVICES = TOB_SEATS * TBL_DEVICES, /* of all seats of a table */
    SRV_ADDRESS_MAX = INET6_ADDRSTRLEN,    /* of a client, as text */
    SRV_MOTD_MAX = 1000,                   /* bytes of the message of the day */
    SRV_REPORT_MAX = 1000,                 /* bytes of a report */
    SRV_HOUSE = 0,                         /* owner of what belongs to the house */
};

typedef struct srv_client srv_client;
typedef struct srv_table srv_table;

/* ---- Guests (guests.c) ---- */

/* A guest in memory: as long as she has a connection, or is being looked at. */
typedef struct srv_guest {
    uint64_t id;
    char name[TBL_NAME_MAX + 1];
    uint32_t epoch; /* of her cookies and her link; one more revokes both */
    uint64_t *blocked;
    unsigned blocked_count;
    srv_subscription *device; /* that are notified, the newest last; owned */
    unsigned devices;
    uint64_t *told; /* tables of which she was notified since she was last here; owned */
    unsigned tolds;
    srv_client *clients;         /* her connections, by 'next_of_guest' */
    srv_bucket chat, bots;       /* chat_minute, bot_ms */
    srv_bucket notices, reports; /* notices_hour, reports_hour */
    uint64_t muted_ms; /* wall clock: the house lets her say nothing until then */
    uint64_t made_ms;  /* wall clock: when she came first; 0: not known */
    uint64_t last_ms;  /* wall clock: when she was last here, to a day; 0: not known */
    uint64_t used_ms;
    uint64_t seen_ms; /* when her last connection went; 0: not in this process */
    bool dirty;       /* she has something in the batch */
} srv_guest;

/* What an address has used up. */
typedef struct srv_visitor {
    srv_bucket guests, tables, guesses, requests, reports;
} srv_visitor;

/* ---- Connections ---- */

struct srv_client {
    srv_peer *peer;
    srv_guest *guest; /* NULL: no valid cookie */
    srv_client *next_of_guest;
    uint64_t address; /* a hash */
    char where[SRV_ADDRESS_MAX];
    srv_table **table; /* those that it follows; owned array */
    unsigned tables;
    unsigned index;   /* among the hub's */
    bool lobby, mine; /* follows these lists */
    bool hidden;      /* its page is not in sight */
    bool gone;        /* closed; freed at the end of the turn */
    bool leaves;      /* is cut off at the end of the turn */
};

/* ---- Tables (tables.c) ---- */

typedef struct srv_follower {
    srv_client *client;
    tob_viewer viewer;
    bool invited; /* showed the invitation's secret */
    bool changed; /* its view is another one now: it gets the whole table */
} srv_follower;

/* A table in memory. */
struct srv_table {
    uint64_t id;
    char name[SRV_ID_MAX];
    tbl_table *core;  /* NULL: it could not be read, or not yet */
    bool damaged;     /* it makes no sense: it was reported and stays as it is */
    bool touched;     /* it has something in the batch */
    bool news;        /* it is among the hub's tables with news */
    bool lobby_news;  /* and the lobby shows something else of it */
    bool listed;      /* the lobby shows it */
    bool unsettled;   /* it has events in the journal */
    bool queued;      /* it waits for room among the bots' questions */
    bool rests;       /* it is among the hub's tables to settle */
    bool alone;       /* it is among those whose live clock nobody at the seat sees */
    bool stands;      /* a lost connection stops its clock, as followers know */
    uint64_t ticket;  /* of the question that a bot thinks about; 0: none */
    uint64_t bot_ms;  /* its host's bots may think again then; 0: they may */
    uint32_t events;  /* that are stored or in the batch, and pushed */
    uint32_t chat;    /* messages that are pushed */
    tbl_state state;  /* as last looked at */
    uint32_t invite;  /* */
    unsigned to_move; /* */
    unsigned waits;   /* the seat that it waits for, as its lists know */
    bool here[TOB_SEATS];
    uint64_t device[SRV_DEVICES];
    srv_follower *follower; /* owned */
    unsigned followers, follower_room;
    uint64_t used_ms;    /* when it was last used */
    uint64_t changed_ms; /* wall clock: when it last changed */
    uint64_t due_ms;     /* when it wants to be looked at */
    size_t place;        /* in the heap; SIZE_MAX: not there */
};

/* A settled table that wants to be looked at. */
typedef struct srv_waking {
    uint64_t table, changed_ms;
    tbl_state state;
    bool awake; /* it is not settled: it was in use when the server ended */
} srv_waking;

/* ---- The house (house.c) ---- */

typedef struct srv_ban {
    uint64_t hash;     /* of the address */
    uint64_t until_ms; /* wall clock */
    char address[SRV_ADDRESS_MAX];
} srv_ban;

typedef struct srv_report {
    uint32_t number;
    uint8_t what;         /* by its place among the words of reports.c */
    uint64_t at_ms;       /* wall clock */
    uint64_t resolved_ms; /* 0: it is open */
    uint64_t by, about;   /* guests; 0: none, or gone */
    uint64_t table;
    char *text; /* owned */
} srv_report;

/* ---- What goes out (push.c) ---- */

/* What a request set up that a failed commit takes back. */
typedef enum srv_setup {
    SRV_SET_NOTHING,
    SRV_SET_FOLLOW,
    SRV_SET_LOBBY,
    SRV_SET_MINE
} srv_setup;

/* A frame for a client: a piece of the turn's buffer. */
typedef struct srv_out {
    srv_client *client;
    size_t offset, length;
    uint64_t re; /* it answers this request, if 'answers' */
    bool answers;
    bool waits; /* it is true only if the batch is committed */
    srv_setup setup;
    srv_table *table; /* of SRV_SET_FOLLOW */
} srv_out;

struct srv_hub {
    srv_env env;
    store *store; /* the caller's */
    srv_key key;
    srv_quotas quotas;
    srv_bots *bots; /* owned */

    srv_client **client; /* owned, as the next ones are */
    size_t clients, client_room;
    srv_client **gone;
    size_t gones, gone_room;
    srv_map guests, visitors, tables;
    srv_table **heap; /* by due_ms, the earliest first */
    size_t heaped, heap_room;
    srv_table **touched;
    size_t touches, touch_room;
    srv_table **news;
    size_t newses, news_room;
    srv_table **rest; /* to be settled, and freed if they are idle */
    size_t rests, rest_room;
    size_t freed;       /* tables, since memory was last given back */
    srv_waking *waking; /* settled tables to look at, the last one first */
    size_t wakings, waking_room;
    srv_table **alone; /* tables whose live clock counts for someone who looks away */
    size_t alones, alone_room;
    uint64_t *queue; /* tables that wait for room among the bots' questions */
    size_t queued, queue_room;

    srv_push_key push;  /* signs notifications */
    srv_letter *letter; /* to post after the commit; owned */
    size_t letters, letter_room;

    host_text text; /* of the turn's frames */
    srv_out *out;
    size_t outs, out_room;

    uint64_t now_ms, wall_ms; /* of this turn */
    uint64_t poll_ms;         /* when to ask the store for tables that want to wake */
    uint64_t sweep_ms;        /* when to forget guests and addresses */
    uint64_t hash_key[2];     /* of addresses */
    unsigned lobbies, mines;  /* connections that follow these lists */
    uint64_t retry_ms;        /* after a failed commit nothing happens by itself before */
    bool broken;              /* the last commit failed */
    bool dirty;               /* some guests have something in the batch */
    bool leaving;             /* some clients are cut off at the end of the turn */
    uint64_t tickets;         /* given to bots' questions so far */
    uint64_t commits, failures;

    srv_counts counts;
    uint64_t turn_us;      /* when the first frame of this turn came; 0: none did */
    uint64_t turn_moves;   /* that it has brought */
    uint64_t stored_bytes; /* by the store's figures, up to the last commit */

    srv_ban *ban; /* owned */
    size_t bans, ban_room;
    char motd[SRV_MOTD_MAX + 1];
    bool draining;      /* no game begins */
    srv_report *report; /* by number; owned */
    size_t reports, report_room;
    uint32_t report_last; /* the highest number */
    uint64_t *forget;     /* guests of whom tables may still hold something; owned */
    size_t forgets, forget_room;
    uint64_t forget_ms;   /* when to go on with it after a failure */
    uint64_t swept_guest; /* those up to here were looked at, whether they are expired */
};

/* Notes an event in the log, if there is one. */
static inline void srv_note(const srv_hub *hub, const char *event, uint64_t table,
                            uint64_t guest, const char *address)
{
    if (hub->env.note)
        hub->env.note(event, table, guest, address);
}

/* Makes room for one more element in an owned array. */
void *srv_grow(void *array, size_t count, size_t *room, size_t size);

/* Commits the batch and sends what was collected; false if it failed, and what waited was
 * taken back. Tables that could not be read again stay in memory without a core. */
bool srv_hub_flush(srv_hub *hub);

/* The clocks are asked once a turn, at its first call. */
void srv_hub_look_at_clocks(srv_hub *hub);

/* ---- Guests ---- */

/* Finds a guest, in memory or in the store; NULL if there is none, or, with *unread, if
 * nobody can tell now: whoever asked must not take her for a stranger. */
srv_guest *srv_guest_get(srv_hub *hub, uint64_t id, bool *unread);

/* The guest of a cookie, in the same way. */
srv_guest *srv_guest_of_cookie(srv_hub *hub, const char *cookie, bool *unread);

/* Is this a name that a guest may have? */
bool srv_name_is_good(const char *name, size_t length);

/* Makes a guest, or changes her name; the caller flushes. */
srv_guest *srv_guest_new(srv_hub *hub, const char *name, size_t length);
void srv_guest_rename(srv_hub *hub, srv_guest *guest, const char *name, size_t length);

/* Counts up her epoch: cookies and links that she has no longer work. */
void srv_guest_revoke(srv_hub *hub, srv_guest *guest);

/* Lets her say nothing until a time of the wall clock; 0: she may. The caller flushes. */
void srv_guest_mute(srv_hub *hub, srv_guest *guest, uint64_t until_ms);

/* She is here: notes the day. And that day of one who need not come into memory for it;
 * 0: it is not known. */
void srv_guest_came(srv_hub *hub, srv_guest *guest);
uint64_t srv_guest_last_ms(srv_hub *hub, uint64_t id);

bool srv_guest_blocks(const srv_guest *guest, uint64_t other);

/* False if she blocks too many. */
bool srv_guest_block(srv_hub *hub, srv_guest *guest, uint64_t other, bool on);

/* After a commit: reads those again that could not be written. */
void srv_guests_committed(srv_hub *hub, bool good);

/* Forgets guests without connections, and addresses that used nothing for long. */
void srv_guests_sweep(srv_hub *hub, bool all);

/* Does a request come from a page of this server, or from no page at all? */
bool srv_origin_is_own(const char *origin, const char *host);

uint64_t srv_address_hash(const srv_hub *hub, const char *address);
srv_visitor *srv_visitor_get(srv_hub *hub, uint64_t address);

/* ---- Tables ---- */

/* Finds a table, in memory or in the store. NULL if there is none or it cannot be read
 * now; *why is the refusal then. */
typedef struct srv_refusal srv_refusal;
srv_table *srv_table_get(srv_hub *hub, uint64_t id, const srv_refusal **why);

/* The same for one look: a table that is not in memory is read into *read, which the
 * caller frees, and does not stay there. */
const tbl_table *srv_table_peek(srv_hub *hub, uint64_t id, tbl_table **read,
                                const srv_refusal **why);

/* Adds a table that was just made. */
srv_table *srv_table_add(srv_hub *hub, uint64_t id, tbl_table *core);

/* An id that no table in memory has. */
uint64_t srv_new_id(srv_hub *hub);

/* After anything that may have changed a table: adds its new events and values to the
 * batch, tells those who follow it, and notes what lists show. 'sender' gets the first
 * new event with its 're', if it follows the table. Returns whether it got one. */
bool srv_table_after(srv_hub *hub, srv_table *table, srv_client *sender, bool answers,
                     uint64_t re);

/* A connection follows the table, or no longer. */
bool srv_table_follow(srv_hub *hub, srv_table *table, srv_client *client, bool invited);
void srv_table_unfollow(srv_hub *hub, srv_table *table, srv_client *client);
srv_follower *srv_table_follower(const srv_table *table, const srv_client *client);

/* May this guest (NULL: a stranger) look at the table? */
bool srv_table_shows(const srv_table *table, const srv_guest *guest, bool invited);

/* Does it wait, and does its host want nothing to do with this guest, who has no seat? To
 * her it is not there. */
bool srv_table_blocks(srv_hub *hub, const srv_table *table, const srv_guest *guest);

/* Sends those away whom the host has blocked, from all her tables in memory. */
void srv_tables_send_away(srv_hub *hub, const srv_guest *host);

/* Is this the secret of the table's invitation? */
bool srv_table_invites(const srv_hub *hub, const srv_table *table, const char *secret,
                       size_t length);

/* Tells the table which of its players are connected, to it or to anything here. */
void srv_table_look_for_players(srv_hub *hub, srv_table *table);

/* A guest has a connection again, or none any more: clocks of hers run or stand. */
void srv_tables_look_for_guest(srv_hub *hub, uint64_t guest);

/* Stores how far live clocks have run, before a shutdown; the caller flushes. */
void srv_tables_keep_clocks(srv_hub *hub);

/* Removes a follower without a word to anyone. */
void srv_table_drop(srv_table *table, srv_client *client);

/* Tells all who follow the table, or have it in their lists, that it is gone. */
void srv_table_dismiss(srv_hub *hub, srv_table *table);

/* Reads the tables of a batch again that could not be written. */
void srv_tables_take_back(srv_hub *hub);

/* Reads a table again whose events are others now; its followers get it anew. */
void srv_table_reload(srv_hub *hub, srv_table *table);

/* Tells everyone that a table is gone, and removes it from memory and store. False if
 * that cannot be stored now. */
bool srv_table_delete(srv_hub *hub, srv_table *table);

/* Frees a table that has nothing in the batch; its followers no longer follow it. */
void srv_table_free(srv_hub *hub, srv_table *table);

/* Notes when the table wants to be looked at. */
void srv_table_set_due(srv_hub *hub, srv_table *table);

/* Settles a table now, or with these events in the place of its own. Nothing may be
 * uncommitted. False if that cannot be stored now. */
bool srv_table_settle(srv_hub *hub, srv_table *table);
bool srv_table_rewrite(srv_hub *hub, srv_table *table, const store_text *events,
                       uint32_t count);

/* Settles a table soon, and frees it if it is idle. */
void srv_table_rest(srv_hub *hub, srv_table *table);

/* Asks a bot if the table wants one. A table of bots runs while someone watches. */
void srv_table_ask_bot(srv_hub *hub, srv_table *table);
bool srv_table_has_people(const srv_table *table);

/* Takes bots' answers and lets time pass. */
void srv_tables_tick(srv_hub *hub);

/* After the flush: asks bots, settles and frees what is idle, wakes what is due. */
void srv_tables_tidy(srv_hub *hub);

/* When srv_tables_tick has something to do, at the latest. */
uint64_t srv_tables_due(const srv_hub *hub);

/* Reads the tables that were awake when the server ended. */
bool srv_tables_begin(srv_hub *hub);
void srv_tables_free(srv_hub *hub);

/* ---- The heap of due times (due.c) ---- */

void srv_due_set(srv_hub *hub, srv_table *table, uint64_t due_ms);
void srv_due_remove(srv_hub *hub, srv_table *table);

/* ---- Frames (push.c) ---- */

static inline void srv_put(host_text *out, const char *literal)
{
    host_text_append(out, literal, __builtin_strlen(literal));
}

void srv_put_number(host_text *out, uint64_t number);
void srv_put_string(host_text *out, const char *text); /* with its quotes */

/* Ends a frame that began at 'offset' of the turn's text. It is for one client. */
srv_out *srv_push(srv_hub *hub, srv_client *client, size_t offset);

/* The same frame for another client. */
void srv_push_again(srv_hub *hub, srv_client *client, const srv_out *frame);

/* An event for all who follow a table, each as she may see it; 'now' with what is true
 * after it. The sender's has a 're', if it answers. Returns whether the sender got it. */
bool srv_push_event(srv_hub *hub, srv_table *table, uint32_t event, bool now,
                    srv_client *sender, bool answers, uint64_t re);

/* One event for one follower. */
void srv_push_event_to(srv_hub *hub, srv_table *table, uint32_t event, bool now,
                       const srv_follower *follower);

/* A message of the table's chat for all who may read it, or, at last, for players who
 * could not while the game went on. */
void srv_push_chat(srv_hub *hub, srv_table *table, uint32_t message, bool at_last);

/* What is private to a seat, for all connections that hold it but the sender's. */
void srv_push_private(srv_hub *hub, srv_table *table, unsigned seat,
                      const srv_client *sender);

/* The whole table for a client, with the messages after a number; 're' if it answers. */
srv_out *srv_push_snapshot(srv_hub *hub, srv_table *table, srv_client *client,
                           uint32_t chat_after, bool answers, uint64_t re);

/* Who is there; with the clocks, if one of them runs or stands by it. */
void srv_push_presence(srv_hub *hub, srv_table *table, unsigned seat, bool clock);
void srv_push_hello(srv_hub *hub, srv_client *client);
void srv_push_bye(srv_hub *hub);

/* ---- Lists (lobby.c) ---- */

/* Notes that lists show something else of a table. */
void srv_lobby_news(srv_hub *hub, srv_table *table, bool lobby);

/* Tells a seat alone that it is its turn, or no longer: a standing answer is nobody
 * else's business. */
void srv_lobby_turn(srv_hub *hub, const srv_table *table, unsigned seat);

/* Tells a guest that a table is no longer hers. */
void srv_lobby_left(srv_hub *hub, const srv_table *table, uint64_t guest);

/* Tells those who follow the lists, at the end of a turn. */
void srv_lobby_push(srv_hub *hub);

/* A host has blocked a guest, or no longer: tables that wait leave her open lobby, or
 * come back to it. */
void srv_lobby_blocked(srv_hub *hub, const srv_guest *host, uint64_t other, bool on);

/* Appends the tables of a list as a JSON array. */
void srv_lobby_list(srv_hub *hub, const srv_guest *viewer);
void srv_lobby_mine(srv_hub *hub, const srv_guest *guest);
void srv_lobby_finished(srv_hub *hub, const srv_guest *guest, uint64_t before_ms);

/* Counts the tables that a guest made or sits at and that are not over, up to 'most'. */
unsigned srv_lobby_count(srv_hub *hub, uint64_t guest, unsigned most);

/* What the store keeps of a settled table for lists, appended. */
void srv_lobby_summary(const srv_table *table, host_text *out);

/* Would the lobby, or the list of finished tables, show it? */
bool srv_lobby_shows(const srv_table *table);

/* ---- Notifications (notices.c) ---- */

/* Writes letters to the one whom the table waits for, unless she is here, or knows. */
void srv_notices_look(srv_hub *hub, const srv_table *table);

/* She is here: tables that she was notified of may notify her again. */
void srv_notices_back(srv_hub *hub, srv_guest *guest);

/* After a commit: posts the letters of the turn, or drops them. */
void srv_notices_post(srv_hub *hub, bool good);

/* Reads one of her stored values, if it is about notifications; forgets them all, in
 * memory; removes all her devices. */
void srv_notices_read(srv_guest *guest, const char *key, store_text value);
void srv_notices_clear(srv_guest *guest);
void srv_notices_revoke(srv_hub *hub, srv_guest *guest);

/* ---- The house ---- */

/* Is nothing to be answered to this address? */
bool srv_house_bans(srv_hub *hub, uint64_t address);

/* Bans an address, and cuts off its connections; returns how many there are. Lifts a ban;
 * false if there is none. The caller flushes, as after the next ones. */
unsigned srv_house_ban(srv_hub *hub, const char *address, uint64_t until_ms);
bool srv_house_unban(srv_hub *hub, const char *address);
void srv_house_sweep(srv_hub *hub);

/* Sets the message of the day, and tells everyone. At most SRV_MOTD_MAX bytes; "": none.
 */
void srv_house_set_motd(srv_hub *hub, const char *text);

/* Lets no game begin, or lets games begin again; everyone is told. */
void srv_house_drain(srv_hub *hub, bool on);

/* Reads what the store keeps of all this. */
void srv_house_load(srv_hub *hub);

/* ---- Reports (reports.c) ---- */

/* Reads a report of the store; forgets all, in memory. */
void srv_report_read(srv_hub *hub, const char *number, store_text value);
void srv_reports_clear(srv_hub *hub);

const char *srv_report_what(const srv_report *report);
unsigned srv_reports_open(const srv_hub *hub);

/* Marks a report as resolved; false if none of this number is open. */
bool srv_report_resolve(srv_hub *hub, uint32_t number);
void srv_reports_sweep(srv_hub *hub);

/* Takes a guest's name from her reports. */
void srv_reports_forget(srv_hub *hub, uint64_t guest);

/* ---- Privacy (privacy.c, forget.c) ---- */

/* Appends what is stored of a guest herself, as a JSON object. */
void srv_put_guest_data(srv_hub *hub, const srv_guest *guest);

/* Appends what tables hold of her, "tables":[...],"next":ID, from behind a table on: a
 * page of it. False if it cannot be read now. */
bool srv_put_tables_data(srv_hub *hub, uint64_t guest, uint64_t after);

/* Deletes a guest: she is gone with the next commit, her name leaves the tables one by
 * one. Her connections know no guest any more, and all but 'asker' are cut off. */
void srv_guest_forget(srv_hub *hub, srv_guest *guest, const srv_client *asker);

/* Ids that the store tells one by one, for its walks. */
enum { SRV_IDS_MAX = 200 };

typedef struct srv_ids {
    uint64_t id[SRV_IDS_MAX];
    unsigned count;
} srv_ids;

void srv_ids_keep(void *context, uint64_t id);

/* Takes her out of a few tables, after the flush. */
void srv_forget_some(srv_hub *hub);

/* Deletes guests who have not been here for long, a few at a time. */
void srv_forget_expired(srv_hub *hub);

/* Notes that a guest is being deleted, when the store is read, or no longer. */
void srv_forget_add(srv_hub *hub, uint64_t guest);

/* ---- Requests (requests.c, making.c, playing.c) ---- */

/* A refusal by the hub itself. */
struct srv_refusal {
    const char *code, *name, *reason;
};

/* The fields that requests may have. */
typedef enum srv_field {
    SRV_TABLE,
    SRV_AFTER,
    SRV_CHAT_AFTER,
    SRV_LINE,
    SRV_LINES,
    SRV_SEAT,
    SRV_SEATS,
    SRV_SECONDS,
    SRV_KIND,
    SRV_PROPOSAL,
    SRV_YES,
    SRV_TEXT,
    SRV_GUEST,
    SRV_ON,
    SRV_SECRET,
    SRV_PROGRAM,
    SRV_LEVEL,
    SRV_BYTES,
    SRV_WHAT,
    SRV_FOLLOW,
    SRV_BEFORE,
    SRV_OF,
    SRV_ISLAND,
    SRV_OPTIONS,
    SRV_CLOCK,
    SRV_IS_OPEN,
    SRV_WATCHABLE,
    SRV_CLAIM_FROM,
    SRV_CLAIM_ALL,
    SRV_PASS_BELOW,
    SRV_PASS_IF_CURSE,
    SRV_DAYS,
    SRV_STANDING,
    SRV_SUBSCRIPTION,
    SRV_NEXT_PAGE,
    SRV_FIELD_COUNT, /* at most 64: they are bits of a request */
} srv_field;

struct json_t; /* Jansson's */

/* The value of a field: what its type says. */
typedef struct srv_value {
    uint64_t number; /* or a truth, 0 or 1; seats count from 0 here */
    const char *text;
    size_t length;
    struct json_t *json;
} srv_value;

/* A request being answered. */
typedef struct srv_ask {
    srv_hub *hub;
    srv_client *client;
    srv_guest *guest; /* NULL: none */
    srv_table *table; /* if the request names one */
    bool answers;     /* it has an id and wants an answer */
    bool nameless;    /* nobody can tell its id: the answer has null there */
    uint64_t re;
    uint64_t given; /* fields, by bits */
    srv_value value[SRV_FIELD_COUNT];
} srv_ask;

static inline bool srv_has(const srv_ask *ask, srv_field field)
{
    return ask->given >> field & 1;
}

typedef void srv_act(srv_ask *ask);

/* Does what a frame of a client asks for. */
void srv_request_run(srv_hub *hub, srv_client *client, const char *text, size_t length);

/* Refuses, with a time to wait for a refusal by a limit. */
void srv_refuse(srv_ask *ask, const srv_refusal *why);
void srv_refuse_for(srv_ask *ask, const srv_refusal *why, uint32_t retry_ms);

/* Begins and ends an answer: {"re":7,"ok":true ... }. What is appended to the hub's text
 * in between begins with a comma. */
size_t srv_answer_begin(srv_ask *ask);
srv_out *srv_answer_end(srv_ask *ask, size_t offset); /* NULL: none is wanted */

/* Appends the error object of a table's refusal, or of the hub's. */
void srv_put_table_error(host_text *out, const tbl_answer *answer);
void srv_put_refusal(host_text *out, const srv_refusal *why, uint32_t retry_ms);

/* After a table's answer to an act: an event, or a plain answer, or the error. */
void srv_acted(srv_ask *ask, tbl_answer answer);

/* The same without the answer, which the caller makes; false if it was refused. */
bool srv_acted_quietly(srv_ask *ask, const tbl_answer *answer);

/* Takes a wrong secret as a guess; false once the address has made too many. */
bool srv_guess_is_allowed(srv_hub *hub, uint64_t address, uint32_t *retry_ms);

extern const srv_refusal srv_no_guest, srv_no_table, srv_bad_field, srv_is_damaged,
    srv_is_unavailable, srv_too_many_tables, srv_too_many_guesses, srv_own_limit,
    srv_is_muted, srv_is_draining, srv_rate_limit, srv_wrong_link, srv_is_blocked,
    srv_no_room_to_follow, srv_too_many_follows;

srv_act srv_do_lobby, srv_do_mine, srv_do_finished, srv_do_create, srv_do_join,
    srv_do_leave, srv_do_start, srv_do_kick, srv_do_order, srv_do_fill, srv_do_contribute,
    srv_do_links, srv_do_revoke, srv_do_guest_link, srv_do_rematch, srv_do_follow,
    srv_do_unfollow, srv_do_block, srv_do_ping;
srv_act srv_do_move, srv_do_undo, srv_do_propose, srv_do_consent, srv_do_resume,
    srv_do_away, srv_do_resign, srv_do_claim_win, srv_do_standing, srv_do_notes,
    srv_do_say, srv_do_mute;
srv_act srv_do_data, srv_do_forget, srv_do_report;
srv_act srv_do_push_key, srv_do_subscribe, srv_do_unsubscribe, srv_do_hidden;

#endif
