/* Requests and answers of HTTP, without the network: a request and a site go in, an
 * answer comes out. Everything that the server says is made here. */
#ifndef TOBAGO_SERVER_ANSWER_H
#define TOBAGO_SERVER_ANSWER_H

#include <time.h>

#include "net/site.h"

/* The methods that the server tells apart. */
typedef enum srv_method { SRV_GET, SRV_HEAD, SRV_POST, SRV_OTHER } srv_method;

typedef struct srv_request {
    srv_method method;
    const char *path; /* decoded, without the query; need not end in a zero byte */
    size_t path_length;
    const char *accept_encoding;                       /* or NULL */
    const char *if_none_match;                         /* or NULL */
    const char *cookie, *origin, *host, *content_type; /* or NULL */
    const char *address;                               /* the client's, "127.0.0.1" */
    const char *body; /* of a POST, SRV_BODY_MAX bytes at most */
    size_t body_length;
} srv_request;

enum { SRV_BODY_MAX = 4096, SRV_COOKIE_MAX = 256 };

/* An answer. 'body' belongs to the site, which the answer holds, or is 'owned', or is
 * constant. */
typedef struct srv_answer {
    unsigned status;
    const char *type;          /* of the body; NULL: no body belongs to this answer */
    const char *etag;          /* or NULL */
    const char *cache_control; /* never NULL */
    srv_coding coding;
    bool varies;       /* another Accept-Encoding may bring another answer */
    const char *allow; /* the methods that are allowed, "GET, HEAD"; or NULL */
    char location[SRV_PATH_MAX * 3 + 2]; /* of a redirection; otherwise empty */
    const char *body;
    size_t length;               /* of the body, even if it is not sent */
    bool sends_body;             /* false for HEAD */
    srv_site *site;              /* held; NULL if the answer needs none */
    char *owned;                 /* freed with the answer; NULL, or where 'body' lies */
    char cookie[SRV_COOKIE_MAX]; /* the value of Set-Cookie; otherwise empty */
    const char *refused; /* the constant name of a refusal, for statistics; or NULL */
} srv_answer;

enum { SRV_HEAD_MAX = 6144 }; /* bytes of an answer's head */

/* Answers a request for a file of the site. The caller clears the answer. */
void srv_answer_request(srv_answer *answer, srv_site *site, const srv_request *request);

/* Makes an answer that only says its status, 400 or 405 for instance. */
void srv_answer_status(srv_answer *answer, unsigned status);

/* Makes an answer with a body on the heap, which it frees in the end. It is kept by no
 * cache. */
void srv_answer_owned(srv_answer *answer, unsigned status, const char *type, char *body,
                      size_t length);

/* Releases what the answer holds. */
void srv_answer_clear(srv_answer *answer);

/* Writes the head of an answer, with the empty line that ends it, and returns its length.
 * 'closes': the connection ends with this answer. */
size_t srv_answer_head(const srv_answer *answer, time_t now, bool closes,
                       char head[static SRV_HEAD_MAX]);

#endif
