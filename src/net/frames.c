#include "net/frames.h"

#include <stdlib.h>
#include <string.h>

#include "host/report.h"

enum {
    FIN = 0x80,
    RESERVED = 0x70,
    OPCODE = 0x0f,
    MASKED = 0x80,
    LENGTH = 0x7f,
    OP_CONTINUED = 0,
    OP_BINARY = 2,
    OP_CONTROL = 8, /* and above */
    MASK_LENGTH = 4,
};

/* ---- Text ---- */

/* The length of the character at the beginning, 0 if it is none. */
static size_t character(const unsigned char *at, size_t left)
{
    static const struct {
        unsigned char first_from, first_to, second_from, second_to, length;
    } rows[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2},
        {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
        {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    size_t row = 0;

    while (row<sizeof rows / sizeof *rows && * at> rows[row].first_to)
        row++;
    if (row == sizeof rows / sizeof *rows || *at < rows[row].first_from ||
        rows[row].length > left)
        return 0;
    for (size_t i = 1; i < rows[row].length; i++) {
        const unsigned char from = i == 1 ? rows[row].second_from : 0x80;
        const unsigned char to = i == 1 ? rows[row].second_to : 0xbf;
        if (at[i] < from || at[i] > to)
            return 0;
    }
    return rows[row].length;
}

/* Most text is ASCII, which is passed over by eights. */
bool srv_is_utf8(const char *bytes, size_t length)
{
    const unsigned char *at = (const unsigned char *)bytes;

    while (length) {
        uint64_t eight = UINT64_MAX;
        size_t step = sizeof eight;
        if (length >= sizeof eight)
            memcpy(&eight, at, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080)) {
            step = character(at, length);
            if (!step)
                return false;
        }
        at += step;
        length -= step;
    }
    return true;
}

/* ---- Reading ---- */

typedef struct head {
    unsigned opcode;
    bool last, masked, reserved;
    bool overlong; /* the length has a shorter form */
    size_t size;   /* of the head, its mask included */
    uint64_t length;
} head;

/* Reads the head of a frame; false if it is not complete. */
static bool read_head(const unsigned char *bytes, size_t length, head *out)
{
    unsigned digits;

    if (length < 2)
        return false;
    *out = (head){.opcode = bytes[0] & OPCODE,
                  .last = bytes[0] & FIN,
                  .masked = bytes[1] & MASKED,
                  .reserved = bytes[0] & RESERVED,
                  .length = bytes[1] & LENGTH};
    digits = out->length == 126 ? 2 : out->length == 127 ? 8 : 0;
    out->size = 2 + digits + (out->masked ? MASK_LENGTH : 0);
    if (length < out->size)
        return false;
    if (digits) {
        out->length = 0;
        for (unsigned i = 0; i < digits; i++)
            out->length = out->length << 8 | bytes[2 + i];
        out->overlong = out->length < (digits == 2 ? 126 : 65536);
    }
    return true;
}

size_t srv_frame_wants(const unsigned char *bytes, size_t length)
{
    head frame;

    return read_head(bytes, length, &frame) && frame.length < SIZE_MAX / 2
               ? frame.size + (size_t)frame.length
               : length + 1;
}

/* The code with which a frame with this head ends the connection; 0 if it is fine. */
static unsigned judge(const srv_reader *reader, const head *frame)
{
    if (frame->reserved || !frame->masked || frame->overlong || frame->length >> 63)
        return SRV_CLOSE_PROTOCOL;
    switch (frame->opcode) {
    case OP_CONTINUED:
        if (!reader->goes_on)
            return SRV_CLOSE_PROTOCOL;
        break;
    case SRV_OP_TEXT:
        if (reader->goes_on)
            return SRV_CLOSE_PROTOCOL;
        break;
    case OP_BINARY: return SRV_CLOSE_BINARY;
    case SRV_OP_CLOSE:
    case SRV_OP_PING:
    case SRV_OP_PONG:
        return frame->last && frame->length <= SRV_CONTROL_MAX ? 0 : SRV_CLOSE_PROTOCOL;
    default: return SRV_CLOSE_PROTOCOL;
    }
    return frame->length > reader->most - reader->length ? SRV_CLOSE_LONG : 0;
}

static void unmask(unsigned char *bytes, size_t length,
                   const unsigned char mask[static 4])
{
    uint64_t eight, masks;
    size_t i = 0;

    memcpy(&masks, mask, MASK_LENGTH);
    memcpy((char *)&masks + MASK_LENGTH, mask, MASK_LENGTH);
    for (; i + sizeof eight <= length; i += sizeof eight) {
        memcpy(&eight, bytes + i, sizeof eight);
        eight ^= masks;
        memcpy(bytes + i, &eight, sizeof eight);
    }
    for (; i < length; i++)
        bytes[i] ^= mask[i % MASK_LENGTH];
}

static srv_arrival wrong(srv_message *message, unsigned code)
{
    *message = (srv_message){.code = code};
    return SRV_ARRIVED_WRONG;
}

/* Which codes a client may send (section 7.4). */
static bool may_be_sent(unsigned code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != SRV_CLOSE_NO_CODE &&
            code != 1006) ||
           (code >= 3000 && code <= 4999);
}

static srv_arrival take_close(srv_message *message)
{
    const unsigned char *const bytes = (const unsigned char *)message->bytes;

    message->code = SRV_CLOSE_NO_CODE;
    if (message->length == 0)
        return SRV_ARRIVED_CLOSE;
    if (message->length == 1)
        return wrong(message, SRV_CLOSE_PROTOCOL);
    message->code = (unsigned)bytes[0] << 8 | bytes[1];
    message->bytes += 2;
    message->length -= 2;
    if (!may_be_sent(message->code))
        return wrong(message, SRV_CLOSE_PROTOCOL);
    if (!srv_is_utf8(message->bytes, message->length))
        return wrong(message, SRV_CLOSE_NOT_UTF8);
    return SRV_ARRIVED_CLOSE;
}

/* A message in one frame stays where it is; the fragments of others are gathered. */
static srv_arrival take_text(srv_reader *reader, bool last, srv_message *message)
{
    if (!last || reader->goes_on) {
        if (!reader->begun)
            reader->begun = host_need(malloc(reader->most + 1));
        memcpy(reader->begun + reader->length, message->bytes, message->length);
        reader->length += (uint32_t)message->length;
        message->bytes = reader->begun;
        message->length = reader->length;
        reader->goes_on = !last;
        if (!last)
            return SRV_ARRIVED_FRAGMENT;
        reader->length = 0;
    }
    return srv_is_utf8(message->bytes, message->length)
               ? SRV_ARRIVED_TEXT
               : wrong(message, SRV_CLOSE_NOT_UTF8);
}

srv_arrival srv_reader_take(srv_reader *reader, unsigned char **bytes, size_t length,
                            srv_message *message)
{
    unsigned char *payload;
    unsigned code;
    head frame;

    if (reader->begun && !reader->goes_on)
        srv_reader_clear(reader); /* the message that the last call handed out */
    if (!read_head(*bytes, length, &frame))
        return SRV_ARRIVED_NOTHING;
    code = judge(reader, &frame);
    if (code)
        return wrong(message, code);
    if (frame.length > length - frame.size)
        return SRV_ARRIVED_NOTHING;
    payload = *bytes + frame.size;
    unmask(payload, (size_t)frame.length, payload - MASK_LENGTH);
    *bytes = payload + frame.length;
    *message =
        (srv_message){.bytes = (const char *)payload, .length = (size_t)frame.length};
    switch (frame.opcode) {
    case SRV_OP_PING: return SRV_ARRIVED_PING;
    case SRV_OP_PONG: return SRV_ARRIVED_PONG;
    case SRV_OP_CLOSE: return take_close(message);
    default: return take_text(reader, frame.last, message);
    }
}

void srv_reader_clear(srv_reader *reader)
{
    free(reader->begun);
    reader->begun = NULL;
    reader->length = 0;
    reader->goes_on = false;
}

/* ---- Writing ---- */

size_t srv_frame_head(unsigned char out[static SRV_HEAD_ROOM], srv_opcode opcode,
                      size_t length)
{
    const unsigned digits = length < 126 ? 0 : length < 65536 ? 2 : 8;
    uint64_t rest = length;

    out[0] = (unsigned char)(FIN | opcode);
    out[1] = (unsigned char)(digits == 0 ? length : digits == 2 ? 126 : 127);
    for (unsigned i = digits; i > 0; i--, rest >>= 8)
        out[1 + i] = (unsigned char)rest;
    return 2 + digits;
}

size_t srv_close_payload(unsigned char payload[static SRV_CONTROL_MAX], unsigned code,
                         const char *why)
{
    size_t length = why ? strlen(why) : 0;

    if (code == SRV_CLOSE_NO_CODE)
        return 0;
    if (length > SRV_CONTROL_MAX - 2)
        length = SRV_CONTROL_MAX - 2;
    while (length && !srv_is_utf8(why, length)) /* not in the middle of a character */
        length--;
    payload[0] = (unsigned char)(code >> 8);
    payload[1] = (unsigned char)code;
    if (length)
        memcpy(payload + 2, why, length);
    return length + 2;
}
