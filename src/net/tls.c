#include "net/tls.h"

#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "host/report.h"

struct srv_tls {
    SSL_CTX *context; /* every connection holds the one that it began with */
    char *certificate, *key;
};

/* A link is an SSL; the name keeps OpenSSL's out of the header. */
static SSL *of(const srv_tls_link *link)
{
    return (SSL *)(uintptr_t)link;
}

/* ---- Certificates ---- */

static void complain(const char *path)
{
    const unsigned long error = ERR_peek_last_error();
    const char *const reason = ERR_reason_error_string(error);

    if (ERR_SYSTEM_ERROR(ERR_peek_error()))
        host_complain_file(path, ERR_GET_REASON(ERR_peek_error()));
    else
        host_complain("%s: it cannot be used for TLS: %s", path,
                      reason ? reason : "OpenSSL does not say why");
    ERR_clear_error();
}

/* A key with a passphrase cannot be used: nobody is there to type it. */
static int no_passphrase(char *buffer, int size, int writing, void *context)
{
    (void)buffer;
    (void)size;
    (void)writing;
    (void)context;
    return -1;
}

static SSL_CTX *load(const char *certificate, const char *key)
{
    SSL_CTX *const context = host_need(SSL_CTX_new(TLS_server_method()));
    const char *wrong = NULL;

    ERR_clear_error();
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE |
                                     SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_default_passwd_cb(context, no_passphrase);
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1)
        wrong = certificate;
    else if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1 ||
             SSL_CTX_check_private_key(context) != 1)
        wrong = key;
    if (!wrong)
        return context;
    complain(wrong);
    SSL_CTX_free(context);
    return NULL;
}

srv_tls *srv_tls_new(const char *certificate, const char *key)
{
    SSL_CTX *const context = load(certificate, key);
    srv_tls *tls;

    if (!context)
        return NULL;
    signal(SIGPIPE, SIG_IGN); /* OpenSSL writes to sockets that may be closed */
    tls = host_need(calloc(1, sizeof *tls));
    tls->context = context;
    tls->certificate = host_need(strdup(certificate));
    tls->key = host_need(strdup(key));
    return tls;
}

void srv_tls_free(srv_tls *tls)
{
    if (!tls)
        return;
    SSL_CTX_free(tls->context);
    free(tls->certificate);
    free(tls->key);
    free(tls);
}

bool srv_tls_reload(srv_tls *tls)
{
    SSL_CTX *const fresh = load(tls->certificate, tls->key);

    if (!fresh)
        return false;
    SSL_CTX_free(tls->context);
    tls->context = fresh;
    return true;
}

/* ---- Connections ---- */

srv_tls_link *srv_tls_accept(srv_tls *tls, int fd)
{
    SSL *const made = SSL_new(tls->context);

    if (!made)
        return NULL;
    if (SSL_set_fd(made, fd) != 1) {
        SSL_free(made);
        return NULL;
    }
    SSL_set_accept_state(made);
    return (srv_tls_link *)made;
}

void srv_tls_link_free(srv_tls_link *link)
{
    SSL_free(of(link));
}

void srv_tls_move(srv_tls_link *link, int fd)
{
    BIO_set_fd(SSL_get_rbio(of(link)), fd, BIO_NOCLOSE);
}

/* Translates what OpenSSL says into what a socket says. */
static ssize_t outcome(srv_tls_link *link, int result)
{
    const int error = result > 0 ? SSL_ERROR_NONE : SSL_get_error(of(link), result);

    if (error == SSL_ERROR_NONE)
        return result;
    if (error == SSL_ERROR_ZERO_RETURN)
        return 0;
    ERR_clear_error();
    errno =
        error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? EAGAIN : EPROTO;
    return -1;
}

ssize_t srv_tls_send(srv_tls_link *link, const void *bytes, size_t length)
{
    if (length == 0)
        return 0;
    ERR_clear_error();
    return outcome(link,
                   SSL_write(of(link), bytes, length < INT_MAX ? (int)length : INT_MAX));
}

ssize_t srv_tls_recv(srv_tls_link *link, void *bytes, size_t room)
{
    ERR_clear_error();
    return outcome(link, SSL_read(of(link), bytes, room < INT_MAX ? (int)room : INT_MAX));
}

bool srv_tls_wants_write(const srv_tls_link *link)
{
    return SSL_want_write(of(link));
}

bool srv_tls_has_more(const srv_tls_link *link)
{
    return SSL_pending(of(link)) > 0;
}

void srv_tls_finish(srv_tls_link *link)
{
    ERR_clear_error();
    SSL_shutdown(of(link));
    ERR_clear_error();
}
