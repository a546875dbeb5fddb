#include "CCurl.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#define FUNCTIONS(use) \
    use(curl_global_init) use(curl_version_info) use(curl_easy_init) use(curl_easy_cleanup) use(curl_easy_reset) \
    use(curl_easy_perform) use(curl_easy_send) use(curl_easy_recv) use(curl_easy_pause) use(curl_easy_strerror) use(curl_multi_init) use(curl_multi_cleanup) \
    use(curl_multi_add_handle) use(curl_multi_remove_handle) use(curl_multi_perform) use(curl_multi_poll) \
    use(curl_multi_socket_action) use(curl_multi_timeout) use(curl_multi_info_read) use(curl_slist_append) \
    use(curl_slist_free_all) use(curl_url) use(curl_url_cleanup) use(curl_url_set) use(curl_easy_setopt) \
    use(curl_easy_getinfo) use(curl_multi_setopt)

#define FIELD(name) __typeof__(&name) name;
static struct { FUNCTIONS(FIELD) } library;

/* The system's roots, where libcurl was built for another distribution and its own file of them is not there. Interception
   looks for them at these places, too. */
static const char *roots;

static void find_roots(void) {
    static const char *const usual_places[] = {
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    };
    curl_version_info_data *version = library.curl_version_info(CURLVERSION_NOW);
    if (version->age < CURLVERSION_SEVENTH || !version->cainfo || access(version->cainfo, R_OK) == 0) return;
    for (size_t i = 0; !roots && i < sizeof usual_places / sizeof *usual_places; i++)
        if (access(usual_places[i], R_OK) == 0) roots = usual_places[i];
}

static CURL *trusting(CURL *easy) {
    if (easy && roots) {
        library.curl_easy_setopt(easy, CURLOPT_CAINFO, roots);
        library.curl_easy_setopt(easy, CURLOPT_PROXY_CAINFO, roots);
    }
    return easy;
}

static const char *open_library(void) {
    void *file = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!file) return dlerror();
#define FIND(name) if (!(library.name = (__typeof__(&name)) dlsym(file, #name))) return dlerror();
    FUNCTIONS(FIND)
    find_roots();
    return NULL;
}

const char *console_curl_open(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_open = false;
    pthread_mutex_lock(&lock);
    const char *problem = is_open ? NULL : open_library();
    is_open = !problem;
    pthread_mutex_unlock(&lock);
    return problem;
}

CURLcode console_curl_global_init(long flags) { return library.curl_global_init(flags); }
curl_version_info_data *console_curl_version_info(CURLversion age) { return library.curl_version_info(age); }

CURL *console_curl_easy_init(void) { return trusting(library.curl_easy_init()); }
void console_curl_easy_cleanup(CURL *easy) { library.curl_easy_cleanup(easy); }
void console_curl_easy_reset(CURL *easy) {
    library.curl_easy_reset(easy);
    trusting(easy);
}
CURLcode console_curl_easy_perform(CURL *easy) { return library.curl_easy_perform(easy); }
CURLcode console_curl_easy_send(CURL *easy, const void *bytes, size_t count, size_t *sent) {
    return library.curl_easy_send(easy, bytes, count, sent);
}
CURLcode console_curl_easy_recv(CURL *easy, void *bytes, size_t count, size_t *received) {
    return library.curl_easy_recv(easy, bytes, count, received);
}
CURLcode console_curl_easy_pause(CURL *easy, int directions) { return library.curl_easy_pause(easy, directions); }
const char *console_curl_easy_strerror(CURLcode code) { return library.curl_easy_strerror(code); }

CURLM *console_curl_multi_init(void) { return library.curl_multi_init(); }
CURLMcode console_curl_multi_cleanup(CURLM *multi) { return library.curl_multi_cleanup(multi); }
CURLMcode console_curl_multi_add_handle(CURLM *multi, CURL *easy) { return library.curl_multi_add_handle(multi, easy); }
CURLMcode console_curl_multi_remove_handle(CURLM *multi, CURL *easy) {
    return library.curl_multi_remove_handle(multi, easy);
}
CURLMcode console_curl_multi_perform(CURLM *multi, int *running) { return library.curl_multi_perform(multi, running); }
CURLMcode console_curl_multi_poll(
    CURLM *multi, struct curl_waitfd extra[], unsigned count, int milliseconds, int *ready)
{
    return library.curl_multi_poll(multi, extra, count, milliseconds, ready);
}
CURLMcode console_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running) {
    return library.curl_multi_socket_action(multi, socket, events, running);
}
CURLMcode console_curl_multi_timeout(CURLM *multi, long *milliseconds) {
    return library.curl_multi_timeout(multi, milliseconds);
}
CURLMsg *console_curl_multi_info_read(CURLM *multi, int *left) { return library.curl_multi_info_read(multi, left); }

struct curl_slist *console_curl_slist_append(struct curl_slist *list, const char *line) {
    return library.curl_slist_append(list, line);
}
void console_curl_slist_free_all(struct curl_slist *list) { library.curl_slist_free_all(list); }

CURLU *console_curl_url(void) { return library.curl_url(); }
void console_curl_url_cleanup(CURLU *url) { library.curl_url_cleanup(url); }
CURLUcode console_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags) {
    return library.curl_url_set(url, part, text, flags);
}

#define SET(kind, type) \
    CURLcode console_curl_set_##kind(CURL *easy, CURLoption option, type value) { \
        return library.curl_easy_setopt(easy, option, value); \
    }
SET(long, long)
SET(offset, curl_off_t)
SET(string, const char *)
SET(bytes, const void *)
SET(pointer, void *)
SET(list, struct curl_slist *)
SET(data_function, curl_write_callback)

#define SET_FUNCTION(kind, option, type) \
    CURLcode console_curl_set_##kind##_function(CURL *easy, type function) { \
        return library.curl_easy_setopt(easy, option, function); \
    }
SET_FUNCTION(debug, CURLOPT_DEBUGFUNCTION, curl_debug_callback)
SET_FUNCTION(prerequest, CURLOPT_PREREQFUNCTION, curl_prereq_callback)
SET_FUNCTION(progress, CURLOPT_XFERINFOFUNCTION, curl_xferinfo_callback)
SET_FUNCTION(resolver_start, CURLOPT_RESOLVER_START_FUNCTION, curl_resolver_start_callback)
SET_FUNCTION(tls_context, CURLOPT_SSL_CTX_FUNCTION, curl_ssl_ctx_callback)
SET_FUNCTION(open_socket, CURLOPT_OPENSOCKETFUNCTION, curl_opensocket_callback)
SET_FUNCTION(socket_option, CURLOPT_SOCKOPTFUNCTION, curl_sockopt_callback)

#define GET(kind, type) \
    CURLcode console_curl_get_##kind(CURL *easy, CURLINFO info, type *value) { \
        return library.curl_easy_getinfo(easy, info, value); \
    }
GET(long, long)
GET(offset, curl_off_t)
GET(string, const char *)
GET(pointer, void *)
GET(socket, curl_socket_t)

CURLcode console_curl_get_certificates(CURL *easy, struct curl_certinfo **value) {
    return library.curl_easy_getinfo(easy, CURLINFO_CERTINFO, value);
}

#define SET_MULTI(kind, type) \
    CURLMcode console_curl_multi_set_##kind(CURLM *multi, CURLMoption option, type value) { \
        return library.curl_multi_setopt(multi, option, value); \
    }
SET_MULTI(long, long)
SET_MULTI(pointer, void *)

CURLMcode console_curl_multi_set_socket_function(CURLM *multi, curl_socket_callback function) {
    return library.curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function);
}
