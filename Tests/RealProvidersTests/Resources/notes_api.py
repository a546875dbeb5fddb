"""An API that asks the userinfo endpoint of a canaille about tokens: PORT ISSUER."""

import http.server
import json
import sys
import urllib.error
import urllib.request

port, issuer = int(sys.argv[1]), sys.argv[2]
api = f"http://127.0.0.1:{port}"
metadata = {"resource": api + "/notes", "authorization_servers": [issuer], "scopes_supported": ["openid", "profile"]}
pointer = api + "/.well-known/oauth-protected-resource/notes"


class API(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, value, **fields):
        body = json.dumps(value).encode()
        self.send_response(status)
        for name, text in {"Content-Type": "application/json", "Content-Length": str(len(body)), **fields}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if api + self.path == pointer:
            return self.answer(200, metadata)
        token = self.headers.get("Authorization")
        if token and accepts(token):
            return self.answer(200, ["a note"])
        challenge = f'Bearer resource_metadata="{pointer}"' + (', error="invalid_token"' if token else "")
        self.answer(401, {}, **{"WWW-Authenticate": challenge})


def accepts(token):
    try:
        urllib.request.urlopen(urllib.request.Request(issuer + "/oauth/userinfo", headers={"Authorization": token}))
        return True
    except urllib.error.HTTPError:
        return False


http.server.ThreadingHTTPServer(("127.0.0.1", port), API).serve_forever()
