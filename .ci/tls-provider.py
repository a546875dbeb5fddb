#!/usr/bin/env python3
"""An issuer by TLS that publishes its metadata and nothing else, for .ci/check-portable; prints its URL.

    tls-provider.py CERTIFICATE KEY
"""

import http.server
import json
import ssl
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers for the metadata and an empty key set."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        issuer = f"https://localhost:{self.server.server_address[1]}"
        metadata = {
            "issuer": issuer,
            "authorization_endpoint": f"{issuer}/authorize",
            "token_endpoint": f"{issuer}/token",
            "jwks_uri": f"{issuer}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }
        pages = {"/.well-known/openid-configuration": metadata, "/keys": {"keys": []}}
        page = pages.get(self.path)
        body = json.dumps(page or {"error": "not_found"}).encode()
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(f"https://localhost:{server.server_address[1]}", flush=True)
server.serve_forever()
