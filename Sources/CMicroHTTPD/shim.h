#pragma once
#include <microhttpd.h>

/// Starts a daemon with one polling thread on a listening socket that the caller has bound.
///
/// MHD_start_daemon is variadic, which Swift can't call. All callbacks get `context`. With a key and a certificate (PEM)
/// the daemon speaks TLS.
static inline struct MHD_Daemon *console_start_daemon(
    int listening_socket, unsigned int connection_limit, unsigned int idle_seconds,
    MHD_AccessHandlerCallback access, void *(*target)(void *context, const char *uri, struct MHD_Connection *),
    MHD_RequestCompletedCallback completed, void *context,
    const char *key, const char *certificate)
{
    struct MHD_OptionItem tls[] = {
        { MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key },
        { MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate },
        { MHD_OPTION_END, 0, NULL }
    };
    struct MHD_OptionItem none[] = { { MHD_OPTION_END, 0, NULL } };
    // Not epoll: when exactly as many events are ready as libmicrohttpd (0.9.75) takes at once, it sleeps on top of them.
    return MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (key ? MHD_USE_TLS : 0), 0, NULL, NULL, access, context,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listening_socket,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, target, context,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_ARRAY, key ? tls : none,
        MHD_OPTION_END);
}
