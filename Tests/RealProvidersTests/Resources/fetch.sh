# For the scripts beside it, which have $here and $work: fetches servers and clients from PyPI into a virtual environment,
# whose $python they run. At the end every process is stopped and the folder $work is gone.

clean_up() {
    trap - EXIT
    # shellcheck disable=SC2046
    kill -KILL $(jobs -p) 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

complain() {
    echo "$*" >&2
    exit 1
}

cache=${PROVIDERS_CACHE:-$work/cache}/resources
mkdir -p "$cache"
wanted=(fastmcp==4.2.3 mcp==2.3.0 mcp-authlab==0.2.2 mcp-stdio==0.45.2 Authlib==1.9.10 Flask==3.1.3
    'canaille[front,oidc]==0.3.6' requests==2.34.2)
if [ ! -e "$cache/fetched" ] || [ "${wanted[*]}" != "$(cat "$cache/fetched")" ]; then
    /usr/bin/python3 -m venv "$cache/venv" || complain "python3 makes no virtual environment; install python3-venv."
    "$cache/venv/bin/pip" install --quiet "${wanted[@]}" >&2
    echo "${wanted[*]}" >"$cache/fetched"
fi
python=$cache/venv/bin/python

# Runs a server in the background, and waits until it answers on the port.
launch() {
    local port=$1 deadline=$((SECONDS + 60))
    shift
    "$@" >"$work/$port.log" 2>&1 </dev/null &
    until "$python" "$here/../Providers/probe" "tcp://127.0.0.1:$port"; do
        kill -0 $! 2>/dev/null && ((SECONDS < deadline)) || complain "$* did not start:" "$(tail -n 20 "$work/$port.log")"
        sleep 0.1
    done
}
