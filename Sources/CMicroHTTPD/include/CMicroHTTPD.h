#pragma once
#if !__has_include(<microhttpd.h>)
#error "<microhttpd.h> is missing: install libmicrohttpd-dev (Debian, Ubuntu) or libmicrohttpd-devel (Fedora)"
#endif
#include <microhttpd.h>

/// Opens libmicrohttpd, unless it is open; returns what is wrong, or NULL. The functions that follow need it open.
///
/// It isn't linked, because it brings ten libraries that most programs never call, as those with no server.
const char *console_mhd_open(void);

/// Starts a daemon with one polling thread on a listening socket that the caller has bound.
///
/// MHD_start_daemon is variadic, which Swift can't call. All callbacks get `context`. With a key and a certificate (PEM)
/// the daemon speaks TLS.
struct MHD_Daemon *console_mhd_start_daemon(
    int listening_socket, unsigned connection_limit, unsigned idle_seconds, MHD_AccessHandlerCallback access,
    void *(*target)(void *context, const char *uri, struct MHD_Connection *), MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connected, void *context, const char *key, const char *certificate);
void console_mhd_stop_daemon(struct MHD_Daemon *daemon);

void console_mhd_suspend_connection(struct MHD_Connection *connection);
void console_mhd_resume_connection(struct MHD_Connection *connection);
/// The socket of a connection, or -1; MHD_get_connection_info is variadic.
int console_mhd_get_connection_socket(struct MHD_Connection *connection);
int console_mhd_get_connection_values(
    struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIterator iterator, void *context);

struct MHD_Response *console_mhd_create_response_from_buffer(
    size_t size, void *buffer, enum MHD_ResponseMemoryMode mode);
struct MHD_Response *console_mhd_create_response_from_callback(
    uint64_t size, size_t block_size, MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback release);
void console_mhd_destroy_response(struct MHD_Response *response);
enum MHD_Result console_mhd_add_response_header(struct MHD_Response *response, const char *name, const char *value);
enum MHD_Result console_mhd_queue_response(
    struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);
