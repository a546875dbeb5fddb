#pragma once
#if !__has_include(<curl/curl.h>)
#error "<curl/curl.h> is missing: install libcurl4-openssl-dev (Debian, Ubuntu) or libcurl-devel (Fedora)"
#endif
// The checks of setopt's arguments are macros, which the functions here have no use for.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Opens libcurl, unless it is open; returns what is wrong, or NULL. The functions that follow need it open.
///
/// It isn't linked, because it brings thirty libraries: a program shows its first screen before they would be loaded.
const char *console_curl_open(void);

CURLcode console_curl_global_init(long flags);
curl_version_info_data *console_curl_version_info(CURLversion age);

CURL *console_curl_easy_init(void);
void console_curl_easy_cleanup(CURL *easy);
void console_curl_easy_reset(CURL *easy);
CURLcode console_curl_easy_perform(CURL *easy);
CURLcode console_curl_easy_send(CURL *easy, const void *bytes, size_t count, size_t *sent);
CURLcode console_curl_easy_recv(CURL *easy, void *bytes, size_t count, size_t *received);
CURLcode console_curl_easy_pause(CURL *easy, int directions);
const char *console_curl_easy_strerror(CURLcode code);

CURLM *console_curl_multi_init(void);
CURLMcode console_curl_multi_cleanup(CURLM *multi);
CURLMcode console_curl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode console_curl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode console_curl_multi_perform(CURLM *multi, int *running);
CURLMcode console_curl_multi_poll(
    CURLM *multi, struct curl_waitfd extra[], unsigned count, int milliseconds, int *ready);
CURLMcode console_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running);
CURLMcode console_curl_multi_timeout(CURLM *multi, long *milliseconds);
CURLMsg *console_curl_multi_info_read(CURLM *multi, int *left);

struct curl_slist *console_curl_slist_append(struct curl_slist *list, const char *line);
void console_curl_slist_free_all(struct curl_slist *list);

CURLU *console_curl_url(void);
void console_curl_url_cleanup(CURLU *url);
CURLUcode console_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags);

// setopt and getinfo are variadic: one typed function per kind of argument.

CURLcode console_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode console_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode console_curl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode console_curl_set_bytes(CURL *easy, CURLoption option, const void *value);
CURLcode console_curl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode console_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode console_curl_set_data_function(CURL *easy, CURLoption option, curl_write_callback function);
CURLcode console_curl_set_debug_function(CURL *easy, curl_debug_callback function);
CURLcode console_curl_set_prerequest_function(CURL *easy, curl_prereq_callback function);
CURLcode console_curl_set_progress_function(CURL *easy, curl_xferinfo_callback function);
CURLcode console_curl_set_resolver_start_function(CURL *easy, curl_resolver_start_callback function);
CURLcode console_curl_set_tls_context_function(CURL *easy, curl_ssl_ctx_callback function);
CURLcode console_curl_set_open_socket_function(CURL *easy, curl_opensocket_callback function);
CURLcode console_curl_set_socket_option_function(CURL *easy, curl_sockopt_callback function);
CURLcode console_curl_get_long(CURL *easy, CURLINFO info, long *value);
CURLcode console_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value);
CURLcode console_curl_get_string(CURL *easy, CURLINFO info, const char **value);
CURLcode console_curl_get_pointer(CURL *easy, CURLINFO info, void **value);
CURLcode console_curl_get_socket(CURL *easy, CURLINFO info, curl_socket_t *value);
CURLcode console_curl_get_certificates(CURL *easy, struct curl_certinfo **value);
CURLMcode console_curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value);
CURLMcode console_curl_multi_set_socket_function(CURLM *multi, curl_socket_callback function);
CURLMcode console_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);

/// Opens a socket that no child process inherits: libcurl's own (7.88) would be, and a child that kept it open would hide
/// the end of the connection from the server.
static inline curl_socket_t console_curl_open_socket(struct curl_sockaddr *address) {
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    int descriptor = socket(address->family, address->socktype, address->protocol);
    if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
#endif
}

/// The bytes of an address in network order; returns how many there are: 4 or 16, and 0 for one that is none of IP.
static inline int console_curl_address_bytes(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    const struct sockaddr *socket_address = &address->addr;
    if (address->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *) socket_address)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *) socket_address)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

// The header has it for programs alone that ask for all of GNU.
int pthread_tryjoin_np(pthread_t thread, void **result);

/// How many processors this process may use, which can be fewer than the machine has.
static inline int console_count_processors(void) {
    unsigned long usable[16] = {0};
    if (syscall(SYS_sched_getaffinity, 0, sizeof usable, usable) < 0) return 1;
    int count = 0;
    for (unsigned i = 0; i < sizeof usable / sizeof *usable; i++) count += __builtin_popcountl(usable[i]);
    return count;
}
