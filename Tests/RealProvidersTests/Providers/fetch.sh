# Fetches the providers: from PyPI into a virtual environment, from Debian into a folder that stands for the root.

fetch_python() {
    local wanted
    wanted=$(cat "$here/requirements.txt" "$here/constraints.txt")
    if [ ! -e "$cache/venv/fetched" ] || [ "$wanted" != "$(cat "$cache/venv/fetched")" ]; then
        /usr/bin/python3 -m venv "$cache/venv" || complain "python3 makes no virtual environment; install python3-venv."
        "$cache/venv/bin/pip" install --quiet --requirement "$here/requirements.txt" \
            --constraint "$here/constraints.txt"
        echo "$wanted" >"$cache/venv/fetched"
    fi
    python=$cache/venv/bin/python
}

# Fetches Debian's packages into a folder: FOLDER PACKAGE...
fetch_debian() {
    local debian=$1
    shift
    [ ! -e "$debian/fetched" ] || return 0
    mkdir -p "$debian/archives/partial"
    apt-get install --yes --quiet --quiet --no-install-recommends --reinstall --download-only -o APT::Sandbox::User=root \
        -o Debug::NoLocking=true -o Dir::Cache::archives="$debian/archives" \
        "$@" >&2 ||
        complain "Debian's packages could not be fetched; after apt-get update it may go."
    for archive in "$debian"/archives/*.deb; do dpkg-deb --extract "$archive" "$debian"; done
    touch "$debian/fetched"
}

fetch_all() {
    fetch_debian "$cache/debian" nginx apache2-bin libapache2-mod-auth-openidc glewlwyd glewlwyd-common \
        dbconfig-no-thanks &
    local debian_pid=$!
    fetch_python
    wait "$debian_pid"
    debian=$cache/debian
    libraries=$(echo "$debian"/usr/lib/*-linux-gnu)
}
