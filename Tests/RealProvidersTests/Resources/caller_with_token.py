"""A client that calls an MCP server with a JWT of an issuer, which it plays itself: URL ISSUER KEY AUDIENCE."""

import http.server
import json
import sys
import threading
import time
import urllib.parse

import jwt
import requests
from cryptography.hazmat.primitives.serialization import load_pem_private_key

url, issuer, key_file, audience = sys.argv[1:]
with open(key_file, "rb") as file:
    key = load_pem_private_key(file.read(), None)
published = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(key.public_key()))
published.update(kid="1", alg="ES256", use="sig")


class Keys(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        body = json.dumps({"keys": [published]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


server = http.server.ThreadingHTTPServer(("127.0.0.1", urllib.parse.urlsplit(issuer).port), Keys)
threading.Thread(target=server.serve_forever, daemon=True).start()
now = int(time.time())
claims = {"iss": issuer, "aud": audience, "sub": "alice", "client_id": "caller", "scope": "orders"}
claims.update(iat=now, exp=now + 600)
token = jwt.encode(claims, key, "ES256", {"kid": "1", "typ": "at+jwt"})
place = urllib.parse.urlsplit(url)
session = requests.Session()
session.trust_env = False
session.headers["User-Agent"] = "caller/1.0"
session.get(f"{place.scheme}://{place.netloc}/.well-known/oauth-protected-resource{place.path}").raise_for_status()
message = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "caller", "version": "1"},
    },
}
fields = {"Accept": "application/json, text/event-stream", "Authorization": "Bearer " + token}
print(session.post(url, json=message, headers=fields).status_code)
