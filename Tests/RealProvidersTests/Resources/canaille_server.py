"""canaille with one person, where any client may register, and an API that asks it about tokens: PORT API_PORT."""

import http.server
import json
import sys
import threading
import urllib.error
import urllib.request

import canaille
from canaille.app import models
from canaille.backends import Backend
from joserfc.jwk import RSAKey

port, api_port = int(sys.argv[1]), int(sys.argv[2])
issuer, api = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{api_port}"
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


app = canaille.create_app(
    config={
        "SECRET_KEY": "known to everybody who reads this",
        "SERVER_NAME": f"127.0.0.1:{port}",
        "PREFERRED_URL_SCHEME": "http",
        "CANAILLE": {"DATABASE": "memory", "JAVASCRIPT": False, "HTMX": False, "SMTP": None},
        "CANAILLE_OIDC": {
            "DYNAMIC_CLIENT_REGISTRATION_OPEN": True,
            "ACTIVE_JWKS": [RSAKey.generate_key(2048, {"kid": "rsa-1"}).as_dict(private=True)],
        },
    }
)
with app.app_context(), Backend.instance.session():
    Backend.instance.save(
        models.User(
            user_name="alice",
            formatted_name="Alice Liddell",
            family_name="Liddell",
            emails=["alice@example.org"],
            password="wonderland",
        )
    )
server = http.server.ThreadingHTTPServer(("127.0.0.1", api_port), API)
threading.Thread(target=server.serve_forever, daemon=True).start()
app.run(port=port, threaded=True)
