/* Seats: a person, a level or a program behind one interface.
 *
 * A host begins a game, tells every move, asks for a move when the seat decides, and ends
 * the game; it need not know who sits there. A seat learns what its view holds and
 * nothing else (H2): moves are redacted for it here, and questions come with its view. A
 * seat serves one thread and many games, one after the other. */
#ifndef TOBAGO_HOST_SEAT_H
#define TOBAGO_HOST_SEAT_H

#include <stdatomic.h>

#include "tobago/bot.h"
#include "host/text.h"

/* ---- Who sits there ---- */

enum {
    SEAT_NAME_MAX = 500, /* bytes of a player as given */
    SEAT_WORDS_MAX = 32, /* words of a program's command */
};

typedef enum seat_kind { SEAT_PERSON, SEAT_LEVEL, SEAT_PROGRAM } seat_kind;

/* One player as given. It points into itself: no copies. */
typedef struct seat_choice {
    seat_kind kind;
    ai_level level;
    bool open;                       /* it sees all cards but the decks: a yardstick */
    uint32_t iterations;             /* its own; 0: those of the terms */
    char name[SEAT_NAME_MAX + 1];    /* as given */
    char command[SEAT_NAME_MAX + 1]; /* of a program: its words, each ended by a zero */
    char *words[SEAT_WORDS_MAX + 1]; /* in command; NULL after the last */
} seat_choice;

/* Reads a list of at most so many, like "hard,expert:10000,cmd:./mine --fast", with
 * "human" among them if 'people' may play. Returns how many there are, or 0 after a
 * complaint. */
unsigned seat_read_list(const char *list, bool people, unsigned most,
                        seat_choice choice[]);

/* ---- Games ---- */

/* The terms of a host's games, which hold for all of its seats. */
typedef struct seat_terms {
    uint8_t players, options;
    uint32_t iterations, time_ms; /* the budget of a move; 0: none given */
    uint32_t patience_ms; /* the most a level thinks if neither is given; 0: no limit */
    uint32_t limit_ms;    /* after which a program without an answer is lost */
    uint32_t threads;     /* that a level thinks on; 0: one */
    bool show_errors;     /* let the standard error of programs through */
    const atomic_bool *stop; /* set: programs are waited for no longer */
    bool stop_search;        /* and searches end, too */
} seat_terms;

/* The question: a view in which the seat decides, its board and its legal moves. */
typedef struct seat_question {
    const tob_game *view;
    const tob_board *board;
    const tob_moves *moves;
} seat_question;

typedef enum seat_answer {
    SEAT_MOVE,    /* a move that is legal in the view */
    SEAT_WAITS,   /* a person: her move comes from elsewhere */
    SEAT_FAULT,   /* two answers that were no legal moves; it stays in the game */
    SEAT_LOST,    /* it gives no more answers in this game */
    SEAT_STOPPED, /* the host is to stop */
} seat_answer;

/* The way in which a program left a game before its end, if it did. */
typedef enum seat_loss {
    SEAT_LOSS_NONE,
    SEAT_LOSS_SILENT, /* no answer in time */
    SEAT_LOSS_DEAD,   /* it ended or closed its pipes */
    SEAT_LOSS_FLOOD,  /* it wrote without end */
    SEAT_LOSS_COUNT,
} seat_loss;

/* Everything that went wrong with a seat in this game. */
typedef struct seat_trouble {
    uint32_t illegal; /* answers that were no legal move */
    uint32_t faults;  /* questions that got two of these */
    seat_loss loss;
    char answer[200]; /* the first illegal answer, and why; printable */
    char end[64];     /* how it was lost; "" if it did not come up */
} seat_trouble;

typedef struct host_seat host_seat;

/* The functions of a kind of seat. Those that a kind has no use for are NULL. */
typedef struct seat_interface {
    bool (*make)(host_seat *s); /* sets 'own' and 'name'; false if memory runs out */
    bool (*start)(host_seat *s, const char **why);
    void (*begin)(host_seat *s, const tob_config *config, uint64_t seed);
    void (*tell)(host_seat *s, const char *line);
    seat_answer (*choose)(host_seat *s, const seat_question *question, tob_move *move);
    void (*over)(host_seat *s, const tob_result *result);
    void (*end)(host_seat *s, bool kindly);
    void (*clear)(host_seat *s);
} seat_interface;

struct host_seat {
    const seat_interface *does;
    const seat_choice *choice;
    const seat_terms *terms;
    void *own;        /* the kind's memory */
    const char *name; /* "hard", what a program calls itself, or "" for a person */
    unsigned number;  /* where it sits in this game, from 0 */
    seat_trouble trouble;
};

/* Makes a seat, which keeps both pointers; NULL if memory runs out. seat_free ends the
 * seat kindly and takes NULL too. */
host_seat *seat_new(const seat_choice *choice, const seat_terms *terms);
void seat_free(host_seat *s);

/* Starts a program that is not running. If it does not come up, returns false, and *why
 * is a sentence that lasts until the next start. */
bool seat_start(host_seat *s, const char **why);

/* Begins a game, or the same game again from its beginning. The seed goes to programs as
 * it is, so nothing hidden may follow from it (H2). A program that does not come up is
 * lost. */
void seat_begin(host_seat *s, const tob_config *config, unsigned number, uint64_t seed);

/* Tells a move that was made, as this seat may know it. */
void seat_tell(host_seat *s, const tob_board *board, tob_move move);

/* Asks for a move; *move is set with SEAT_MOVE only. */
seat_answer seat_choose(host_seat *s, const seat_question *question, tob_move *move);

/* Tells the result. */
void seat_over(host_seat *s, const tob_result *result);

/* Ends a program, with a bye and a moment to go or at once. The next game starts it. */
void seat_end(host_seat *s, bool kindly);

/* ---- Names and budgets ---- */

/* Makes a header with the colours as names: "red", "blue" and so on. */
rec_header seat_header(const tob_config *config);

/* Writes the seat's name for a record: "red", "blue-hard", "green-my_bot". It is one
 * word, cut to what a name has room for. */
void seat_record_name(const host_seat *s, unsigned number,
                      char out[static REC_NAME_MAX + 1]);

/* Returns the budget of a level for a move. 'own' iterations, unless 0, override those of
 * the terms. With iterations and no time the budget knows no clock, so that the same seed
 * gives the same game. */
ai_budget seat_budget(const seat_terms *terms, ai_level level, uint32_t own);

#endif
