"""A client of an MCP server that does one thing wrong, and calls itself after it: URL NAME."""

import base64
import hashlib
import secrets
import sys
import urllib.parse

import requests

url, name = sys.argv[1:]
origin = url[: -len("/mcp")]
named = {} if name == "names-no-resource" else {"resource": url}
redirect_uri = "http://127.0.0.1:8717/callback"
client = requests.Session()
client.trust_env = False
client.headers["User-Agent"] = f"{name}/1.0 (hosted)"
browser = requests.Session()
browser.trust_env = False
browser.headers["User-Agent"] = "Mozilla/5.0"


def call(token=None):
    fields = {"Accept": "application/json, text/event-stream"}
    if token:
        fields["Authorization"] = f"Bearer {token}"
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": name, "version": "1"},
        },
    }
    return client.post(url, json=message, headers=fields).status_code


def discover():
    call()
    client.get(origin + "/.well-known/oauth-protected-resource/mcp")
    return client.get(origin + "/.well-known/oauth-authorization-server").json()


def register(metadata):
    asked = {"redirect_uris": [redirect_uri], "token_endpoint_auth_method": "none", "client_name": name}
    return client.post(metadata["registration_endpoint"], json=asked).json()["client_id"]


def authorize(metadata, client_id, verifier):
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    asked = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "state": secrets.token_urlsafe(24),
        "scope": "read",
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        **named,
    }
    answer = browser.get(metadata["authorization_endpoint"], params=asked, allow_redirects=False)
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer.headers["Location"]).query))["code"]


def redeem(metadata, client_id, code, verifier):
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "code_verifier": verifier,
        **named,
    }
    return client.post(metadata["token_endpoint"], data=form).json()


def refresh(metadata, client_id, token):
    form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": client_id, "resource": url}
    return client.post(metadata["token_endpoint"], data=form).json()


def sign_in(metadata, client_id):
    verifier = secrets.token_urlsafe(48)
    return redeem(metadata, client_id, authorize(metadata, client_id, verifier), verifier)


if name == "never-returns":
    call()
elif name == "never-registers":
    discover()
elif name == "never-authorizes":
    register(discover())
elif name == "never-redeems":
    metadata = discover()
    authorize(metadata, register(metadata), secrets.token_urlsafe(48))
elif name == "never-calls":
    metadata = discover()
    sign_in(metadata, register(metadata))
elif name == "names-no-resource":
    metadata = discover()
    call(sign_in(metadata, register(metadata))["access_token"])
elif name == "registers-each-time":
    metadata = discover()
    for _ in range(3):
        call(sign_in(metadata, register(metadata))["access_token"])
elif name == "signs-in-each-time":
    metadata = discover()
    client_id = register(metadata)
    for _ in range(3):
        call(sign_in(metadata, client_id)["access_token"])
elif name == "mixes-verifiers":
    metadata = discover()
    client_id = register(metadata)
    first, second = secrets.token_urlsafe(48), secrets.token_urlsafe(48)
    code = authorize(metadata, client_id, first)
    authorize(metadata, client_id, second)
    redeem(metadata, client_id, code, second)
elif name == "redeems-twice":
    metadata = discover()
    client_id, verifier = register(metadata), secrets.token_urlsafe(48)
    code = authorize(metadata, client_id, verifier)
    call(redeem(metadata, client_id, code, verifier)["access_token"])
    redeem(metadata, client_id, code, verifier)
elif name == "refreshes-twice":
    metadata = discover()
    client_id = register(metadata)
    tokens = sign_in(metadata, client_id)
    call(tokens["access_token"])
    call(refresh(metadata, client_id, tokens["refresh_token"])["access_token"])
    refresh(metadata, client_id, tokens["refresh_token"])
elif name == "calls-with-anything":
    call("not-a-token-of-this-server")
elif name == "puts-token-in-url":
    metadata = discover()
    tokens = sign_in(metadata, register(metadata))
    call(tokens["access_token"])
    client.get(url, params={"access_token": tokens["access_token"]})
else:
    raise SystemExit(f"{name} is no client")
