"""A client that opens its sign-in in a browser and waits for the answer on loopback, with Python's library alone.

Arguments: the issuer, the API, the client ID, and whether it looks at the answer's `iss`: `keeps-rules` or `takes-any-issuer`.
"""
import base64
import hashlib
import http.server
import json
import secrets
import sys
import urllib.parse
import urllib.request
import webbrowser

issuer, api, client, habit = sys.argv[1:]
metadata = json.load(urllib.request.urlopen(issuer + "/.well-known/openid-configuration"))
verifier = secrets.token_urlsafe(40)
challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
state = secrets.token_urlsafe(8)
answer = {}


class Callback(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        answer.update(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"done")

    def log_message(self, *arguments):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Callback)
redirect = "http://127.0.0.1:%d/callback" % server.server_port
request = {
    "client_id": client, "response_type": "code", "redirect_uri": redirect, "scope": "openid", "state": state,
    "code_challenge": challenge, "code_challenge_method": "S256",
}
webbrowser.open(metadata["authorization_endpoint"] + "?" + urllib.parse.urlencode(request))
while "state" not in answer:
    server.handle_request()
if answer["state"] != state or habit == "keeps-rules" and answer["iss"] != issuer:
    sys.exit("the answer is not the one that was asked for")
form = {
    "grant_type": "authorization_code", "code": answer["code"], "redirect_uri": redirect, "client_id": client,
    "code_verifier": verifier,
}
tokens = json.load(urllib.request.urlopen(metadata["token_endpoint"], urllib.parse.urlencode(form).encode()))
call = urllib.request.Request(api + "/orders", headers={"Authorization": "Bearer " + tokens["access_token"]})
print(urllib.request.urlopen(call).status)
