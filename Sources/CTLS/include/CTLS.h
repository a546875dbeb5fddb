#pragma once
#include <stddef.h>

/* OpenSSL's types, which are all opaque: its headers belong to the module COpenSSL. */
struct bio_st;
struct ssl_st;
struct ssl_ctx_st;
struct x509_st;
struct evp_pkey_st;
struct x509_store_st;
struct stack_st_GENERAL_NAME;
struct NAME_CONSTRAINTS_st;

/// Opens libssl, unless it is open; returns what is wrong, or NULL. The functions of TLS that follow need it open.
///
/// It isn't linked, because linked it would delay every start. It brings nothing with it: libcrypto is linked.
const char *console_tls_open(void);

/// A context for servers: TLS 1.2 and 1.3, `http/1.1` alone by ALPN, no tickets and no cache of sessions. NULL if it fails.
///
/// It has the certificate, its key, and the issuer's certificate for the chain, and holds a reference to each.
struct ssl_ctx_st *console_tls_server_context(
    struct x509_st *certificate, struct x509_st *issuer, struct evp_pkey_st *key);
void console_tls_context_free(struct ssl_ctx_st *context);

/// The server's side of a connection on a socket, which stays the caller's. NULL if it fails.
///
/// `early` has what was read of the socket before. Writing to a connection that the client closed is an error and raises no
/// SIGPIPE.
struct ssl_st *console_tls_accepting(struct ssl_ctx_st *context, int socket, const void *early, size_t count);
void console_tls_free(struct ssl_st *connection);

/// What a call came to: a count of bytes above 0 (1 for a handshake), or one of these.
enum console_tls_result {
    console_tls_ended = 0,
    console_tls_wants_reading = -1,
    console_tls_wants_writing = -2,
    console_tls_failed = -3,
};
/// Each fills `reason` with OpenSSL's code if it failed, with 0 where the socket failed.
int console_tls_handshake(struct ssl_st *connection, unsigned long *reason);
int console_tls_receive(struct ssl_st *connection, void *bytes, size_t count, unsigned long *reason);
int console_tls_send(struct ssl_st *connection, const void *bytes, size_t count, unsigned long *reason);
/// Sends the alert that nothing more will come.
void console_tls_end_sending(struct ssl_st *connection);
/// The alert in a reason, or -1: what the client sent to say why it ended the connection (RFC 8446 §6).
int console_tls_alert(unsigned long reason);
/// Whether a reason says that the client offered no protocol of ours by ALPN.
int console_tls_is_protocol_refusal(unsigned long reason);

/* Contexts for clients, which somebody else has made. */

/// Makes the context trust what is in the store, and nothing else, and hold a reference to it; returns 0 if it fails.
int console_tls_share_trust(struct ssl_ctx_st *context, struct x509_store_st *store);
/// Sets the flag, which outlives the context, when a server asks for a client's certificate.
void console_tls_note_certificate_request(struct ssl_ctx_st *context, int *flag);
int *console_tls_flag_new(void);
void console_tls_flag_free(int *flag);
int console_tls_flag_is_set(const int *flag);

/* Extensions of certificates (RFC 5280 §4.2), each built from structures: OpenSSL's configuration syntax would read a
   host name as more than a name. Each returns 1, or 0 if it fails. */

/// The forms of names that hosts have.
enum console_name_form { console_name_dns, console_name_address };

struct stack_st_GENERAL_NAME *console_names_new(void);
int console_names_add(
    struct stack_st_GENERAL_NAME *names, enum console_name_form form, const unsigned char *bytes, size_t count);
void console_names_free(struct stack_st_GENERAL_NAME *names);

struct NAME_CONSTRAINTS_st *console_constraints_new(void);
int console_constraints_add(
    struct NAME_CONSTRAINTS_st *constraints, int is_excluded, enum console_name_form form, const unsigned char *bytes,
    size_t count);
void console_constraints_free(struct NAME_CONSTRAINTS_st *constraints);

int console_x509_add_names(struct x509_st *certificate, struct stack_st_GENERAL_NAME *names);
int console_x509_add_constraints(struct x509_st *certificate, struct NAME_CONSTRAINTS_st *constraints);
/// Critical. A path length below 0 stands for a certificate that is no authority's.
int console_x509_add_basic_constraints(struct x509_st *certificate, long path_length);
/// Critical: signs certificates, or else signs handshakes.
int console_x509_add_key_usage(struct x509_st *certificate, int signs_certificates);
int console_x509_add_server_authentication(struct x509_st *certificate);
int console_x509_add_subject_key_id(struct x509_st *certificate);
int console_x509_add_authority_key_id(struct x509_st *certificate, struct x509_st *issuer);
