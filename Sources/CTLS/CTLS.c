#include "CTLS.h"
#include <dlfcn.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define FUNCTIONS(use) \
    use(TLS_server_method) use(SSL_CTX_new) use(SSL_CTX_free) use(SSL_CTX_ctrl) use(SSL_CTX_set_options) \
    use(SSL_CTX_set_num_tickets) use(SSL_CTX_set_alpn_select_cb) use(SSL_CTX_use_certificate) \
    use(SSL_CTX_use_PrivateKey) use(SSL_CTX_check_private_key) use(SSL_new) use(SSL_free) use(SSL_set_bio) use(SSL_set0_rbio) use(SSL_get_rbio) \
    use(SSL_get_wbio) use(SSL_CTX_set_cert_store) use(SSL_CTX_set_cert_cb) \
    use(SSL_accept) use(SSL_read) use(SSL_write) use(SSL_get_error) use(SSL_shutdown)

#define FIELD(name) __typeof__(&name) name;
static struct { FUNCTIONS(FIELD) } library;
static BIO_METHOD *quiet_socket;

/* OpenSSL's socket writes with write(2), which raises SIGPIPE. */
static int send_quietly(BIO *bio, const char *bytes, int count) {
    int socket = -1;
    BIO_get_fd(bio, &socket);
    int sent = (int) send(socket, bytes, (size_t) count, MSG_NOSIGNAL);
    BIO_clear_retry_flags(bio);
    if (sent <= 0 && BIO_sock_should_retry(sent)) BIO_set_retry_write(bio);
    return sent;
}

static bool make_quiet_socket(void) {
    const BIO_METHOD *plain = BIO_s_socket();
    quiet_socket = BIO_meth_new(BIO_TYPE_SOCKET, "socket without SIGPIPE");
    return quiet_socket && BIO_meth_set_write(quiet_socket, send_quietly)
        && BIO_meth_set_read(quiet_socket, BIO_meth_get_read(plain))
        && BIO_meth_set_ctrl(quiet_socket, BIO_meth_get_ctrl(plain))
        && BIO_meth_set_create(quiet_socket, BIO_meth_get_create(plain))
        && BIO_meth_set_destroy(quiet_socket, BIO_meth_get_destroy(plain));
}

static const char *open_library(void) {
    void *file = dlopen("libssl.so.3", RTLD_LAZY | RTLD_LOCAL);
    if (!file) return dlerror();
#define FIND(name) if (!(library.name = (__typeof__(&name)) dlsym(file, #name))) return dlerror();
    FUNCTIONS(FIND)
    return make_quiet_socket() ? NULL : "libssl has no sockets";
}

const char *console_tls_open(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_open = false;
    pthread_mutex_lock(&lock);
    const char *problem = is_open ? NULL : open_library();
    is_open = !problem;
    pthread_mutex_unlock(&lock);
    return problem;
}

/* RFC 7301 §3.2: a client that offers protocols, and not this one, is told so and gets no connection. */
static int select_protocol(
    SSL *connection, const unsigned char **selected, unsigned char *selected_count, const unsigned char *offered,
    unsigned offered_count, void *context)
{
    static const char ours[] = "http/1.1";
    for (unsigned at = 0; at < offered_count; at += 1u + offered[at]) {
        unsigned count = offered[at];
        if (count != strlen(ours) || count > offered_count - at - 1 || memcmp(offered + at + 1, ours, count)) continue;
        *selected = offered + at + 1;
        *selected_count = offered[at];
        return SSL_TLSEXT_ERR_OK;
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

SSL_CTX *console_tls_server_context(X509 *certificate, X509 *issuer, EVP_PKEY *key) {
    SSL_CTX *context = library.SSL_CTX_new(library.TLS_server_method());
    if (!context) return NULL;
    const long modes =
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS;
    library.SSL_CTX_ctrl(context, SSL_CTRL_MODE, modes, NULL);
    library.SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, SSL_SESS_CACHE_OFF, NULL);
    library.SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
    library.SSL_CTX_set_alpn_select_cb(context, select_protocol, NULL);
    if (library.SSL_CTX_set_num_tickets(context, 0)
        && library.SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL)
        && library.SSL_CTX_use_certificate(context, certificate) == 1
        && library.SSL_CTX_use_PrivateKey(context, key) == 1
        && library.SSL_CTX_check_private_key(context) == 1
        && library.SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, issuer) == 1) return context;
    library.SSL_CTX_free(context);
    return NULL;
}

void console_tls_context_free(SSL_CTX *context) { library.SSL_CTX_free(context); }

SSL *console_tls_accepting(SSL_CTX *context, int socket, const void *early, size_t count) {
    SSL *connection = library.SSL_new(context);
    BIO *bio = connection ? BIO_new(quiet_socket) : NULL;
    BIO *first = bio && count > 0 ? BIO_new(BIO_s_mem()) : NULL;
    if (!bio || (count > 0 && (!first || BIO_write(first, early, (int) count) != (int) count))) {
        BIO_free(first);
        BIO_free(bio);
        library.SSL_free(connection);
        return NULL;
    }
    BIO_set_fd(bio, socket, BIO_NOCLOSE);
    library.SSL_set_bio(connection, first ? first : bio, bio);
    return connection;
}

/* Reads from the socket, once what had come early is used up. */
static bool turn_to_socket(SSL *connection) {
    BIO *socket = library.SSL_get_wbio(connection);
    if (library.SSL_get_rbio(connection) == socket || !BIO_up_ref(socket)) return false;
    library.SSL_set0_rbio(connection, socket);
    return true;
}

void console_tls_free(SSL *connection) { library.SSL_free(connection); }

/* The queue of errors is the thread's, and shared with every other user of OpenSSL. */
static int outcome(SSL *connection, int result, unsigned long *reason) {
    if (result > 0) return result;
    switch (library.SSL_get_error(connection, result)) {
        case SSL_ERROR_WANT_READ: return console_tls_wants_reading;
        case SSL_ERROR_WANT_WRITE: return console_tls_wants_writing;
        case SSL_ERROR_ZERO_RETURN: return console_tls_ended;
    }
    *reason = ERR_peek_error();
    ERR_clear_error();
    return console_tls_failed;
}

#define CALL(call) \
    *reason = 0; \
    ERR_clear_error(); \
    return outcome(connection, call, reason);

static int limited(size_t count) { return count > INT_MAX ? INT_MAX : (int) count; }

int console_tls_handshake(SSL *connection, unsigned long *reason) {
    *reason = 0;
    int result;
    do {
        ERR_clear_error();
        result = outcome(connection, library.SSL_accept(connection), reason);
    } while (result == console_tls_wants_reading && turn_to_socket(connection));
    return result;
}
int console_tls_receive(SSL *connection, void *bytes, size_t count, unsigned long *reason) {
    CALL(library.SSL_read(connection, bytes, limited(count)))
}
int console_tls_send(SSL *connection, const void *bytes, size_t count, unsigned long *reason) {
    CALL(library.SSL_write(connection, bytes, limited(count)))
}
void console_tls_end_sending(SSL *connection) {
    ERR_clear_error();
    library.SSL_shutdown(connection);
    ERR_clear_error();
}

int console_tls_alert(unsigned long reason) {
    if (ERR_GET_LIB(reason) != ERR_LIB_SSL) return -1;
    int alert = ERR_GET_REASON(reason) - SSL_AD_REASON_OFFSET;
    return alert >= 0 && alert <= 255 ? alert : -1;
}

int console_tls_is_protocol_refusal(unsigned long reason) {
    return ERR_GET_LIB(reason) == ERR_LIB_SSL && ERR_GET_REASON(reason) == SSL_R_NO_APPLICATION_PROTOCOL;
}

int console_tls_share_trust(SSL_CTX *context, X509_STORE *store) {
    if (!X509_STORE_up_ref(store)) return 0;
    library.SSL_CTX_set_cert_store(context, store);
    return 1;
}

/* The callback is asked for a certificate when the server wants one; what the context has is used. */
static int note_certificate_request(SSL *connection, void *flag) {
    (void) connection;
    __atomic_store_n((int *) flag, 1, __ATOMIC_RELAXED);
    return 1;
}

int *console_tls_flag_new(void) { return calloc(1, sizeof(int)); }
void console_tls_flag_free(int *flag) { free(flag); }
int console_tls_flag_is_set(const int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }
void console_tls_note_certificate_request(SSL_CTX *context, int *flag) {
    library.SSL_CTX_set_cert_cb(context, note_certificate_request, flag);
}
