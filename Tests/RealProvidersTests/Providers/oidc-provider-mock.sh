# oidc-provider-mock: signs in whoever names a subject, knows no PKCE, rotates no refresh token, offers no revocation.

start_oidc_provider_mock() {
    launch oidc-provider-mock env AUTHLIB_INSECURE_TRANSPORT=1 PYTHONWARNINGS=ignore \
        "$cache/venv/bin/oidc-provider-mock" --port "$1" --user-claims '{"sub":"alice","email":"alice@example.org"}'
    await oidc-provider-mock "http://127.0.0.1:$1/"
}
