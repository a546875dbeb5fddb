#!/usr/bin/env bash
# Plays a story with curl: see README.md.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
separator=$'\x1f'
declare -A known=()
declare -a lines=() words=() arguments=()

# Each step of a story, or each member of an answer, in a line.
steps() { "$PYTHON" -c 'import json, sys; [print("\x1f".join(s)) for s in json.loads(sys.argv[1])]' "$1"; }
members() {
    "$PYTHON" -c 'if True:
        import json, sys, urllib.parse
        text = sys.stdin.read().strip()
        try: found = json.loads(text)
        except ValueError: found = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(text).query))
        found = found if isinstance(found, dict) else {}
        for name, value in found.items():
            if isinstance(value, (str, int)) and "\n" not in str(value): print(f"{name}\x1f{value}")'
}
remember() {
    local name value
    while IFS=$separator read -r name value; do known[$name]=$value; done < <(members)
}
fill() {
    local index
    for index in "${!words[@]}"; do
        while [[ ${words[index]} =~ \$([A-Za-z_]+) ]]; do
            words[index]=${words[index]/"${BASH_REMATCH[0]}"/"${known[${BASH_REMATCH[1]}]:-}"}
        done
    done
}
# What curl is told: METHOD URL PART...
describe() {
    arguments=(-sS -X "$1" "$2")
    local query=""
    shift 2
    while [ $# -gt 0 ]; do
        case $1 in
        query) query+="${query:+&}$2=$(encoded "$3")" ;;
        header) arguments+=(-H "$2: $3") ;;
        form) arguments+=(--data-urlencode "$2=$3") ;;
        basic) arguments+=(--user "$2:$3") ;;
        body) arguments+=(-H "Content-Type: $2" --data-binary "$3") ;;
        esac
        shift 3
    done
    [ -z "$query" ] || arguments[3]+="?$query"
    [ -z "${known[timeout]:-}" ] || arguments+=(-m "$(seconds "${known[timeout]}")")
}
encoded() { "$PYTHON" -c 'import sys, urllib.parse; print(urllib.parse.quote(sys.argv[1], ""))' "$1"; }
seconds() { printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)); }
base64url() { openssl base64 -A | tr -d '=' | tr '/+' '_-'; }

play() {
    set -- "${words[@]}"
    case $1 in
    set) known[$2]=${3:-} ;;
    random) known[$2]=$(openssl rand 32 | base64url) ;;
    hash) known[$2]=$(printf %s "$3" | openssl dgst -sha256 -binary | base64url) ;;
    pause) sleep "$(seconds "$2")" ;;
    control) curl -sSf --noproxy '*' --json "$3" "$2" >/dev/null ;;
    browse)
        describe GET "${@:2}"
        remember < <("$PYTHON" "$here/../person.py" "${arguments[3]}" http://127.0.0.1:9/callback 2>/dev/null)
        ;;
    send)
        describe "${@:2}"
        answer=$(curl -w '\n%{http_code}' "${arguments[@]}") || true
        known[status]=${answer##*$'\n'}
        remember <<<"${answer%$'\n'*}"
        ;;
    together)
        describe "${@:3}"
        for ((i = 0; i < $2; i++)); do curl -o /dev/null "${arguments[@]}" & done
        wait
        ;;
    when)
        if [ "${known[status]}" = "$2" ]; then
            words=("${@:3}")
            play
        fi
        ;;
    save) printf '%s\n' "${known[access_token]}" "${known[refresh_token]}" >"$2" ;;
    load) { read -r known[access_token] && read -r known[refresh_token]; } <"$2" ;;
    lock) exec 9>"$2" && flock 9 ;;
    esac
}
# The steps from one on; where processes play them, this one ends with them.
play_from() {
    local index
    for ((index = $1; index < ${#lines[@]}; index++)); do
        IFS=$separator read -ra words <<<"${lines[index]}"
        fill
        if [ "${words[0]}" = processes ]; then
            for ((i = 0; i < words[1]; i++)); do play_from $((index + 1)) & done
            wait
            return
        fi
        play
    done
}
mapfile -t lines < <(steps "$1")
play_from 0
