/* Frames of WebSockets (RFC 6455), without the network: bytes go in, messages come out.
 *
 * Only what a server needs: masked frames are read, unmasked ones are written. Text is
 * the only sort of message, and no extension is known. Nothing here allocates more than
 * one message of the size that the reader allows. */
#ifndef TOBAGO_SERVER_FRAMES_H
#define TOBAGO_SERVER_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SRV_MASKED_HEAD_MAX = 14, /* bytes before a client's payload */
    SRV_HEAD_ROOM = 10,       /* bytes before a server's payload */
    SRV_CONTROL_MAX = 125,    /* bytes of a control frame's payload */
};

/* Codes with which a connection ends. */
enum {
    SRV_CLOSE_NORMAL = 1000,
    SRV_CLOSE_AWAY = 1001,
    SRV_CLOSE_PROTOCOL = 1002,
    SRV_CLOSE_BINARY = 1003,
    SRV_CLOSE_NO_CODE = 1005, /* never sent: the frame has no code */
    SRV_CLOSE_NOT_UTF8 = 1007,
    SRV_CLOSE_LONG = 1009,
};

/* What a server sends. */
typedef enum srv_opcode {
    SRV_OP_TEXT = 1,
    SRV_OP_CLOSE = 8,
    SRV_OP_PING = 9,
    SRV_OP_PONG = 10
} srv_opcode;

/* What came in. */
typedef enum srv_arrival {
    SRV_ARRIVED_NOTHING,  /* the bytes end within a frame: more are needed */
    SRV_ARRIVED_FRAGMENT, /* of a message that goes on */
    SRV_ARRIVED_TEXT,     /* a whole message */
    SRV_ARRIVED_PING,
    SRV_ARRIVED_PONG,
    SRV_ARRIVED_CLOSE,
    SRV_ARRIVED_WRONG, /* the connection has to end with 'code' */
} srv_arrival;

typedef struct srv_message {
    const char *bytes; /* in the bytes that were read, or in the reader: until the next
                          call */
    size_t length;
    unsigned code; /* SRV_ARRIVED_CLOSE: the client's; SRV_ARRIVED_WRONG: ours */
} srv_message;

/* The messages of one client. All zeros at the beginning; 'most' is the longest message
 * that is taken. */
typedef struct srv_reader {
    char *begun; /* fragments so far, on the heap; NULL between two messages */
    uint32_t length, most;
    bool goes_on; /* a message has begun */
} srv_reader;

/* Takes one frame from the beginning of these bytes, which it unmasks in place, and moves
 * *bytes behind it. Takes nothing if it is not there as a whole. Nothing can be read
 * after SRV_ARRIVED_WRONG. */
srv_arrival srv_reader_take(srv_reader *reader, unsigned char **bytes, size_t length,
                            srv_message *message);

/* How many bytes the frame has that begins here, so far as its head tells; at least one
 * more than there are if its head is not complete. */
size_t srv_frame_wants(const unsigned char *bytes, size_t length);

/* Frees a message that has begun. */
void srv_reader_clear(srv_reader *reader);

/* Writes the head of an unmasked frame and returns its length. */
size_t srv_frame_head(unsigned char head[static SRV_HEAD_ROOM], srv_opcode opcode,
                      size_t length);

/* Writes the payload of a close frame and returns its length; 'why' is cut to what fits.
 */
size_t srv_close_payload(unsigned char payload[static SRV_CONTROL_MAX], unsigned code,
                         const char *why);

/* Is it UTF-8, without surrogates and overlong forms? */
bool srv_is_utf8(const char *bytes, size_t length);

#endif
