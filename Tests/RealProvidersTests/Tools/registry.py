"""What five tools fetch packages and files from, each with a token of an issuer: registry.py PORT TLS-PORT API KEY-FILE.

docker speaks TLS alone, which the second port has, with the key and the certificate of KEY-FILE.

A token is good where the API takes it, and comes as a Bearer field, as the password of a Basic one, or bare. Every path
wants one. GET /log has a line for each request: its status, its method, its path and the scheme of its authorization.
"""
import base64
import hashlib
import http.server
import io
import json
import ssl
import sys
import tarfile
import threading
import urllib.error
import urllib.request
import zipfile

PORT, SECURE_PORT, API, KEY = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
ORIGIN = f"http://127.0.0.1:{PORT}"
LOG = []


def archive(files, top):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
    return buffer.getvalue()


NPM = archive({"package.json": '{"name":"parcel-of-mine","version":"1.0.0"}'}, "package")
CRATE = archive(
    {"Cargo.toml": '[package]\nname = "crate-of-mine"\nversion = "1.0.0"\nedition = "2018"\n', "src/lib.rs": ""},
    "crate-of-mine-1.0.0",
)
WHEEL_NAME = "wheel_of_mine-1.0-py3-none-any.whl"


def wheel():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archived:
        for name, text in {
            "METADATA": "Metadata-Version: 2.1\nName: wheel-of-mine\nVersion: 1.0\n",
            "WHEEL": "Wheel-Version: 1.0\nGenerator: mine\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            "RECORD": "",
        }.items():
            archived.writestr(f"wheel_of_mine-1.0.dist-info/{name}", text)
    return buffer.getvalue()


WHEEL = wheel()
CONFIG = b"{}"
MANIFEST = json.dumps(
    {
        "schemaVersion": 2,
        "mediaType": "application/vnd.docker.distribution.manifest.v2+json",
        "config": {
            "mediaType": "application/vnd.docker.container.image.v1+json",
            "size": len(CONFIG),
            "digest": "sha256:" + hashlib.sha256(CONFIG).hexdigest(),
        },
        "layers": [],
    }
).encode()
FILE = b"a file\n"
MULTISTATUS = """<?xml version="1.0"?><D:multistatus xmlns:D="DAV:"><D:response><D:href>/dav/file.txt</D:href>
<D:propstat><D:prop><D:resourcetype/><D:getcontentlength>7</D:getcontentlength></D:prop>
<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response></D:multistatus>""".encode()


def page(path):
    """The type and the bytes of a path; None where there is nothing."""
    if path == "/cargo/config.json":
        return "application/json", json.dumps({"dl": f"{ORIGIN}/crates", "auth-required": True}).encode()
    if path == "/cargo/cr/at/crate-of-mine":
        digest = hashlib.sha256(CRATE).hexdigest()
        line = {"name": "crate-of-mine", "vers": "1.0.0", "deps": [], "cksum": digest, "features": {}, "yanked": False}
        return "text/plain", json.dumps(line).encode()
    if path == "/crates/crate-of-mine/1.0.0/download":
        return "application/gzip", CRATE
    if path == "/pip/wheel-of-mine/":
        return "text/html", f'<!DOCTYPE html><a href="/files/{WHEEL_NAME}">{WHEEL_NAME}</a>'.encode()
    if path == f"/files/{WHEEL_NAME}":
        return "application/zip", WHEEL
    if path == "/npm/parcel-of-mine":
        tarball = f"{ORIGIN}/npm/parcel-of-mine/-/parcel-of-mine-1.0.0.tgz"
        version = {"name": "parcel-of-mine", "version": "1.0.0", "dist": {
            "tarball": tarball, "integrity": "sha512-" + base64.b64encode(hashlib.sha512(NPM).digest()).decode()}}
        document = {"name": "parcel-of-mine", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}
        return "application/json", json.dumps(document).encode()
    if path == "/npm/parcel-of-mine/-/parcel-of-mine-1.0.0.tgz":
        return "application/octet-stream", NPM
    if path == "/v2/":
        return "application/json", b"{}"
    if path.startswith("/v2/image/manifests/"):
        return "application/vnd.docker.distribution.manifest.v2+json", MANIFEST
    if path.startswith("/v2/image/blobs/"):
        return "application/octet-stream", CONFIG
    return ("text/plain", FILE) if path == "/dav/file.txt" else None


def token(field):
    scheme, _, value = (field or "").partition(" ")
    if scheme.lower() == "basic":
        return base64.b64decode(value).decode().partition(":")[2]
    return value if scheme.lower() == "bearer" else scheme


def is_good(field):
    if not field:
        return False
    request = urllib.request.Request(f"{API}/orders", headers={"Authorization": f"Bearer {token(field)}"})
    try:
        return urllib.request.urlopen(request, timeout=10).status == 200
    except urllib.error.HTTPError:
        return False


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, kind="text/plain", body=b"", **fields):
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **fields}.items():
            self.send_header(name.replace("_", "-"), value)
        if kind.startswith("application/vnd.docker"):
            self.send_header("Docker-Content-Digest", "sha256:" + hashlib.sha256(body).hexdigest())
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def serve(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path, field = self.path.partition("?")[0], self.headers.get("Authorization")
        if path == "/log":
            lines, LOG[:] = "".join(line + "\n" for line in LOG), []
            return self.answer(200, body=lines.encode())
        if not is_good(field):
            status, found = 401, ("text/plain", b"no\n")
        elif self.command == "PROPFIND":
            status, found = 207, ("application/xml", MULTISTATUS)
        else:
            found = page(path)
            status = 200 if found else 404
        LOG.append(f"{status} {self.command} {path} {(field or '-').partition(' ')[0]}")
        kind, body = found or ("text/plain", b"nothing\n")
        challenge = {"WWW_Authenticate": 'Basic realm="registry"'} if status == 401 else {}
        self.answer(status, kind, body, **challenge)

    do_GET = do_HEAD = do_PROPFIND = serve

    def log_message(self, *words):
        pass


secure = http.server.ThreadingHTTPServer(("127.0.0.1", SECURE_PORT), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(KEY)
secure.socket = context.wrap_socket(secure.socket, server_side=True)
threading.Thread(target=secure.serve_forever, daemon=True).start()
http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
