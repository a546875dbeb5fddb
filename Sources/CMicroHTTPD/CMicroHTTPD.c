#include "CMicroHTTPD.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

#define FUNCTIONS(use) \
    use(MHD_start_daemon) use(MHD_stop_daemon) use(MHD_suspend_connection) use(MHD_resume_connection) \
    use(MHD_get_connection_values) use(MHD_get_connection_info) use(MHD_create_response_from_buffer) use(MHD_create_response_from_callback) \
    use(MHD_destroy_response) use(MHD_add_response_header) use(MHD_queue_response)

#define FIELD(name) __typeof__(&name) name;
static struct { FUNCTIONS(FIELD) } library;

static const char *open_library(void) {
    void *file = dlopen("libmicrohttpd.so.12", RTLD_LAZY | RTLD_LOCAL);
    if (!file) return dlerror();
#define FIND(name) if (!(library.name = (__typeof__(&name)) dlsym(file, #name))) return dlerror();
    FUNCTIONS(FIND)
    return NULL;
}

const char *console_mhd_open(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_open = false;
    pthread_mutex_lock(&lock);
    const char *problem = is_open ? NULL : open_library();
    is_open = !problem;
    pthread_mutex_unlock(&lock);
    return problem;
}

struct MHD_Daemon *console_mhd_start_daemon(
    int listening_socket, unsigned connection_limit, unsigned idle_seconds, MHD_AccessHandlerCallback access,
    void *(*target)(void *context, const char *uri, struct MHD_Connection *), MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connected, void *context, const char *key, const char *certificate)
{
    struct MHD_OptionItem tls[] = {
        { MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key },
        { MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate },
        { MHD_OPTION_END, 0, NULL }
    };
    struct MHD_OptionItem none[] = { { MHD_OPTION_END, 0, NULL } };
    // Not epoll: when exactly as many events are ready as libmicrohttpd (0.9.75) takes at once, it sleeps on top of them.
    return library.MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (key ? MHD_USE_TLS : 0), 0, NULL, NULL, access, context,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listening_socket,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, target, context,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, connected, context,
        MHD_OPTION_ARRAY, key ? tls : none,
        MHD_OPTION_END);
}
void console_mhd_stop_daemon(struct MHD_Daemon *daemon) { library.MHD_stop_daemon(daemon); }

void console_mhd_suspend_connection(struct MHD_Connection *connection) { library.MHD_suspend_connection(connection); }
void console_mhd_resume_connection(struct MHD_Connection *connection) { library.MHD_resume_connection(connection); }
int console_mhd_get_connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}
int console_mhd_get_connection_values(
    struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIterator iterator, void *context)
{
    return library.MHD_get_connection_values(connection, kind, iterator, context);
}

struct MHD_Response *console_mhd_create_response_from_buffer(
    size_t size, void *buffer, enum MHD_ResponseMemoryMode mode)
{
    return library.MHD_create_response_from_buffer(size, buffer, mode);
}
struct MHD_Response *console_mhd_create_response_from_callback(
    uint64_t size, size_t block_size, MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback release)
{
    return library.MHD_create_response_from_callback(size, block_size, read, context, release);
}
void console_mhd_destroy_response(struct MHD_Response *response) { library.MHD_destroy_response(response); }
enum MHD_Result console_mhd_add_response_header(struct MHD_Response *response, const char *name, const char *value) {
    return library.MHD_add_response_header(response, name, value);
}
enum MHD_Result console_mhd_queue_response(
    struct MHD_Connection *connection, unsigned status, struct MHD_Response *response)
{
    return library.MHD_queue_response(connection, status, response);
}
