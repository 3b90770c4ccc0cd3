/* One request of the control, being answered: for the files that do what is asked. */
#ifndef TOBAGO_CONTROL_CALL_H
#define TOBAGO_CONTROL_CALL_H

#include <jansson.h>

#include "control/control.h"
#include "host/file.h"
#include "server/room.h"

enum { CTL_WHY_MAX = 300, CTL_PATH_MAX = 4096 };

struct ctl_control {
    srv_hub *hub;
    store *store;
    host_file audit;
    uint64_t trimmed_ms; /* wall clock: when old lines of it were last looked for */
    char folder[CTL_PATH_MAX];
    uint64_t copied_ms;      /* when the last piece of that was asked for */
    char copy[CTL_PATH_MAX]; /* the file of a backup that is being made, or has been */
};

typedef struct ctl_call {
    ctl_control *control;
    srv_hub *hub;
    const json_t *asked;
    json_t *answer;   /* an object to add to; owned by who answers */
    const char *name; /* of the refusal; NULL: none */
    char why[CTL_WHY_MAX];
} ctl_call;

/* Does what a word asks for. False if it is refused: name and why are set. What it put
 * into the batch is committed by the caller. */
typedef bool ctl_act(ctl_call *call);

bool ctl_refuse(ctl_call *call, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The value of a key: "" or 0 or false if it is not there. */
const char *ctl_text(const ctl_call *call, const char *key);
uint64_t ctl_number(const ctl_call *call, const char *key);
bool ctl_flag(const ctl_call *call, const char *key);

/* The id under a key; 0 if there is none that makes sense. */
uint64_t ctl_id(const ctl_call *call, const char *key);

/* The table or the guest that is asked about; NULL after a refusal. */
srv_table *ctl_table(ctl_call *call);
srv_guest *ctl_guest(ctl_call *call);

/* Refuses as a table does; true if it did not. Then the table tells its followers. */
bool ctl_acted(ctl_call *call, srv_table *table, const tbl_answer *answer);

/* Adds a text or a number to the answer, or a text that is JSON. */
void ctl_put_text(json_t *object, const char *key, const char *text);
void ctl_put_number(json_t *object, const char *key, uint64_t number);
void ctl_put_json(json_t *object, const char *key, const host_text *text);

ctl_act ctl_list, ctl_show, ctl_export, ctl_check, ctl_who, ctl_figures; /* looks.c */
ctl_act ctl_import, ctl_patch, ctl_close, ctl_delete, ctl_links;         /* acts.c */
ctl_act ctl_ban, ctl_unban, ctl_bans, ctl_motd, ctl_drain, ctl_mute;     /* house.c */
ctl_act ctl_guest_show, ctl_guest_export, ctl_guest_delete;              /* guests.c */
ctl_act ctl_forgetting, ctl_reports, ctl_resolve;                        /* */
ctl_act ctl_backup, ctl_backup_step, ctl_backup_end;                     /* backup.c */

#endif
