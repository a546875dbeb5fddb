/* iddawc, as its examples have it: its calls refresh by themselves when a token has expired. */
#include <arpa/inet.h>
#include <iddawc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *answer(void) {
    static char text[8192], url[8200];
    int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in place = {
        .sin_family = AF_INET, .sin_port = htons(atoi(getenv("PORT"))), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *)&place, sizeof place) || listen(listener, 5)) exit(1);
    int browser = accept(listener, NULL, NULL);
    if (read(browser, text, sizeof text - 1) < 0) exit(1);
    dprintf(browser, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nSigned in.");
    close(browser);
    close(listener);
    snprintf(url, sizeof url, "http://127.0.0.1:%s%s", getenv("PORT"), strtok(strchr(text, ' ') + 1, " "));
    return url;
}

int main(void) {
    char line[256], *issuer = getenv("ISSUER"), metadata[4096], orders[4096];
    struct _i_session session;
    snprintf(metadata, sizeof metadata, "%s/.well-known/openid-configuration", issuer);
    snprintf(orders, sizeof orders, "%s/orders", getenv("API"));
    i_init_session(&session);
    i_set_parameter_list(&session, I_OPT_RESPONSE_TYPE, I_RESPONSE_TYPE_CODE, I_OPT_OPENID_CONFIG_ENDPOINT, metadata,
        I_OPT_CLIENT_ID, getenv("CLIENT_ID"), I_OPT_REDIRECT_URI, getenv("REDIRECT_URI"),
        I_OPT_SCOPE, getenv("SCOPE"), I_OPT_STATE_GENERATE, 16, I_OPT_NONCE_GENERATE, 16,
        I_OPT_PKCE_CODE_VERIFIER_GENERATE, 43, I_OPT_PKCE_METHOD, I_PKCE_METHOD_S256, I_OPT_TOKEN_METHOD, I_TOKEN_AUTH_METHOD_NONE, I_OPT_NONE);
    if (i_get_openid_config(&session) != I_OK || i_build_auth_url_get(&session) != I_OK) return 1;
    puts(i_get_str_parameter(&session, I_OPT_REDIRECT_TO));
    fflush(stdout);
    i_set_str_parameter(&session, I_OPT_REDIRECT_TO, answer());
    if (i_parse_redirect_to(&session) != I_OK || i_run_token_request(&session) != I_OK) return 1;
    while (fgets(line, sizeof line, stdin)) {
        struct _u_request request;
        struct _u_response response;
        ulfius_init_request(&request);
        ulfius_init_response(&response);
        ulfius_set_request_properties(&request, U_OPT_HTTP_VERB, "GET", U_OPT_HTTP_URL, orders, U_OPT_NONE);
        int result = i_perform_resource_service_request(&session, &request, &response, 1, I_BEARER_TYPE_HEADER, 0, 0);
        printf("%d %ld\n", result, response.status);
        ulfius_clean_request(&request);
        ulfius_clean_response(&response);
    }
}
