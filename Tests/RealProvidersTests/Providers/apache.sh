# Apache with mod_auth_openidc as an OAuth 2 resource server: it asks a provider's introspection endpoint, each time.

start_apache() {
    local port=$1 introspection=$2 folder=$work/apache modules=$debian/usr/lib/apache2/modules
    mkdir -p "$folder/files"
    echo '{"orders":[]}' >"$folder/files/orders"
    cat >"$folder/apache.conf" <<CONF
ServerRoot $folder
ServerName 127.0.0.1
PidFile $folder/pid
DefaultRuntimeDir $folder
ErrorLog /dev/stderr
Listen 127.0.0.1:$port
DocumentRoot $folder/files
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authn_core_module $modules/mod_authn_core.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule authz_user_module $modules/mod_authz_user.so
LoadModule auth_openidc_module $modules/mod_auth_openidc.so
OIDCCryptoPassphrase "of this run alone"
OIDCCABundlePath $work/ca.pem
OIDCOAuthIntrospectionEndpoint $introspection
OIDCOAuthIntrospectionEndpointAuth client_secret_basic
OIDCOAuthClientID gateway
OIDCOAuthClientSecret gateway-secret
OIDCOAuthTokenIntrospectionInterval -1
OIDCOAuthRemoteUserClaim username
<Location />
    AuthType oauth20
    Require valid-user
</Location>
CONF
    if [ "$(id -u)" = 0 ]; then
        printf 'User nobody\nGroup nogroup\n' >>"$folder/apache.conf"
        chmod a+rx "$work"
        chown -R nobody "$folder"
    fi
    launch apache env LD_LIBRARY_PATH="$libraries" "$debian/usr/sbin/apache2" -f "$folder/apache.conf" -D FOREGROUND
    await apache "http://127.0.0.1:$port/"
}
