# canaille: an identity provider for organisations, with its people and clients in memory.

start_canaille() {
    mkdir "$work/canaille"
    launch canaille env PYTHONWARNINGS=ignore PYTHONDONTWRITEBYTECODE=1 --chdir="$work/canaille" \
        "$python" "$here/canaille/serve.py" "$1" "$redirect_uri" "$work/RS256.pem"
    await canaille "http://127.0.0.1:$1/"
}
