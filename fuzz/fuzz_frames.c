/* Any bytes as what a WebSocket's client sends. How the network cuts them into pieces
 * makes no difference, and nothing that is handed over is too long or no UTF-8. */
#include "fuzz.h"

#include "net/frames.h"

enum { MOST = 300, INPUT_MAX = 4096, HELD_MAX = MOST + SRV_MASKED_HEAD_MAX };

/* What came of the bytes, as one number. */
typedef struct story {
    uint64_t hash;
    unsigned count;
    bool over;
} story;

static void note(story *told, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        told->hash = (told->hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
}

static void tell(story *told, srv_arrival arrival, const srv_message *message)
{
    const unsigned words[] = {(unsigned)arrival, (unsigned)message->length,
                              message->code};

    if (arrival == SRV_ARRIVED_TEXT)
        require(message->length <= MOST && srv_is_utf8(message->bytes, message->length),
                "a message is short and UTF-8");
    if (arrival >= SRV_ARRIVED_PING && arrival <= SRV_ARRIVED_CLOSE)
        require(message->length <= SRV_CONTROL_MAX, "a control frame is short");
    if (arrival == SRV_ARRIVED_WRONG)
        require(message->code >= SRV_CLOSE_PROTOCOL && message->code <= SRV_CLOSE_LONG,
                "what is wrong has a code");
    told->count++;
    told->over = arrival == SRV_ARRIVED_WRONG || arrival == SRV_ARRIVED_CLOSE;
    note(told, words, sizeof words);
    if (arrival != SRV_ARRIVED_WRONG && arrival != SRV_ARRIVED_FRAGMENT)
        note(told, message->bytes, message->length);
}

/* Reads the bytes in pieces of this size, as the network does: what is left of one is put
 * before the next. */
static story read_in_pieces(const uint8_t *bytes, size_t size, size_t piece)
{
    srv_reader reader = {.most = MOST};
    story told = {.hash = 14695981039346656037u};
    unsigned char held[INPUT_MAX + HELD_MAX];
    size_t length = 0;

    while (size && !told.over) {
        const size_t taken = size < piece ? size : piece;
        unsigned char *const room = malloc(length + taken); /* the sanitizer guards it */
        unsigned char *at = room;
        memcpy(room, held, length);
        memcpy(room + length, bytes, taken);
        bytes += taken;
        size -= taken;
        length += taken;
        while (!told.over && at < room + length) {
            srv_message message = {0};
            const size_t left = (size_t)(room + length - at);
            const size_t wants = srv_frame_wants(at, left);
            const srv_arrival arrival = srv_reader_take(&reader, &at, left, &message);
            if (arrival == SRV_ARRIVED_NOTHING) {
                require(wants > left && left < HELD_MAX,
                        "only a part of a frame is left");
                break;
            }
            tell(&told, arrival, &message);
        }
        length = (size_t)(room + length - at);
        if (!told.over)
            memcpy(held, at, length);
        free(room);
    }
    srv_reader_clear(&reader);
    return told;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    story whole, pieces;

    if (size < 1 || size > INPUT_MAX)
        return 0;
    whole = read_in_pieces(bytes + 1, size - 1, INPUT_MAX);
    pieces = read_in_pieces(bytes + 1, size - 1, bytes[0] % 40 + 1u);
    require(whole.hash == pieces.hash && whole.count == pieces.count,
            "frames do not depend on how they come");
    return 0;
}
