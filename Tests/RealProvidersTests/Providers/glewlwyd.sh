# glewlwyd, with its database of SQLite, and TLS of its own that asks for clients' certificates; its sign-in page is a
# program in JavaScript, so its API is driven instead.

start_glewlwyd() {
    local origin=https://127.0.0.1:$1 folder=$work/glewlwyd
    mkdir "$folder"
    "$python" -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())' "$folder/database" \
        <"$debian/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3"
    cat >"$folder/settings" <<CONF
port = $1
bind_address = "127.0.0.1"
external_url = "$origin"
login_url = "login.html"
api_prefix = "api"
static_files_path = "$debian/usr/share/glewlwyd/webapp/"
log_mode = "console"
log_level = "WARNING"
cookie_domain = "127.0.0.1"
cookie_secure = 1
use_secure_connection = true
secure_connection_key_file = "$work/server.key"
secure_connection_pem_file = "$work/server.pem"
secure_connection_ca_file = "$work/ca.pem"
session_key = "GLEWLWYD2_SESSION_ID"
session_expiration = 3600
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "$debian/usr/lib/glewlwyd/user"
user_middleware_module_path = "$debian/usr/lib/glewlwyd/user_middleware"
client_module_path = "$debian/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "$debian/usr/lib/glewlwyd/scheme"
plugin_module_path = "$debian/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3"; path = "$folder/database"; };
CONF
    openssl ecparam -genkey -name prime256v1 -noout -out "$folder/key.pem"
    openssl ec -in "$folder/key.pem" -pubout -out "$folder/public-key.pem" 2>/dev/null
    launch glewlwyd env LD_LIBRARY_PATH="$libraries" "$debian/usr/bin/glewlwyd" --config-file="$folder/settings"
    await glewlwyd "$origin/"
    "$python" "$here/glewlwyd/set_up.py" "$origin" "$work/ca.pem" "$folder/key.pem" "$folder/public-key.pem" \
        "$work/ES256.pem" "$redirect_uri"
}
