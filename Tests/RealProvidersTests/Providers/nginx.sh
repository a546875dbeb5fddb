# nginx in front: TLS for a provider that speaks plain http itself, and APIs that let nobody in without asking a
# provider's userinfo endpoint.

start_nginx() {
    local api_port=$1 django_port=$2 django_behind=$3 folder=$work/nginx
    # To a token it does not know oidc-provider-mock says 400, which auth_request takes for a fault of its own.
    local told_by_400="proxy_intercept_errors on; error_page 400 = @unknown_token;"
    mkdir "$folder"
    # As root its workers become nobody.
    chmod a+rx "$work"
    cat >"$folder/nginx.conf" <<CONF
daemon off;
$([ "$(id -u)" != 0 ] || echo "user nobody nogroup;")
pid $folder/pid;
error_log stderr warn;
events {}
http {
    access_log off;
    client_body_temp_path $folder;
    proxy_temp_path $folder;
    fastcgi_temp_path $folder;
    uwsgi_temp_path $folder;
    scgi_temp_path $folder;
    ssl_certificate $work/server.pem;
    ssl_certificate_key $work/server.key;
    default_type application/json;
    server {
        listen 127.0.0.1:$django_port ssl http2;
        location / {
            proxy_pass http://127.0.0.1:$django_behind;
            proxy_set_header Host \$http_host;
            proxy_set_header X-Forwarded-Proto https;
        }
    }
    server {
        listen 127.0.0.1:$api_port ssl http2;
        location @unknown_token { return 401; }
        location @rejected_token {
            add_header WWW-Authenticate 'Bearer error="invalid_token"' always;
            return 401;
        }
$(guarded_by oidc-provider-mock "http://127.0.0.1:$mock/userinfo" "$told_by_400")
$(guarded_by canaille "http://127.0.0.1:$canaille/oauth/userinfo")
$(guarded_by django-steady "http://127.0.0.1:$steady/o/userinfo/")
$(guarded_by glewlwyd "https://127.0.0.1:$glewlwyd/api/oidc/userinfo")
    }
}
CONF
    launch nginx "$debian/usr/sbin/nginx" -p "$folder" -c "$folder/nginx.conf" -e stderr
    await nginx "https://127.0.0.1:$api_port"
}

# The API of a provider, and what its userinfo endpoint's answers mean beyond their status.
guarded_by() {
    local name=$1 userinfo=$2 meaning=${3:-}
    mkdir -p "$folder/files/$name"
    echo '{"orders":[]}' >"$folder/files/$name/orders"
    cat <<CONF
        location /$name/ {
            auth_request /userinfo-of-$name;
            ${meaning:+error_page 401 @rejected_token;}
            root $folder/files;
        }
        location = /userinfo-of-$name {
            internal;
            proxy_pass $userinfo;
            proxy_pass_request_body off;
            proxy_set_header Host \$proxy_host;
            proxy_set_header Content-Length "";
            $meaning
        }
CONF
}
