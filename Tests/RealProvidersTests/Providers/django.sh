# django-oauth-toolkit in the smallest Django project that signs people in: with rotation of refresh tokens and
# protection against their reuse behind TLS, or with neither on a plain port.

start_django() {
    local name=$1 port=$2 origin=$3
    local settings=(
        env PYTHONPATH="$here/django" PYTHONDONTWRITEBYTECODE=1 PYTHONWARNINGS=ignore DJANGO_SETTINGS_MODULE=project
        PROJECT_DATABASE="$work/$name.sqlite" PROJECT_KEY="$work/$name.key" PROJECT_ORIGIN="$origin"
        PROJECT_AGENT="http://localhost:$redirect"
        PROJECT_ROTATES="$([ "$name" = django-rotating ] && echo yes)"
    )
    openssl genrsa -out "$work/$name.key" 2048 2>/dev/null
    "${settings[@]}" "$python" -m django migrate --verbosity 0 >"$work/log/$name" 2>&1 ||
        complain "$name has no database:" "$(tail -n 20 "$work/log/$name")"
    "${settings[@]}" "$python" -m people_and_clients || complain "$name has no people and clients."
    launch "$name" "${settings[@]}" "$python" -m django runserver --noreload "127.0.0.1:$port"
    await "$name" "http://127.0.0.1:$port/"
}
