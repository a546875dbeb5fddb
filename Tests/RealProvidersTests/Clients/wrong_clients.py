"""Clients that break one rule each: RULE ISSUER API CONTROL, where the rule is the name of a function with dashes."""

import base64
import concurrent.futures
import hashlib
import json
import secrets
import sys
import time
import urllib.parse

import requests
from joserfc import jwt
from joserfc.jwk import ECKey

from person import visit

rule, issuer, api, control = sys.argv[1:5]
token_endpoint, client_id, redirect_uri = issuer + "/token", "session-console", "http://127.0.0.1:9/callback"


def post(url=token_endpoint, **fields):
    return requests.post(url, {"client_id": client_id, **{name: value for name, value in fields.items() if value}})


def authorize(verifier, redirect_uri=redirect_uri, method="S256", **fields):
    """The code of a sign-in."""
    challenge = base64.urlsafe_b64encode(hashlib.sha256((verifier or "").encode()).digest()).decode().rstrip("=")
    query = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "scope": "openid offline_access",
        "state": secrets.token_urlsafe(),
        "nonce": secrets.token_urlsafe(),
        **fields,
    }
    if verifier:
        query |= {"code_challenge": challenge if method == "S256" else verifier, "code_challenge_method": method}
    back = visit(f"{issuer}/authorize?{urllib.parse.urlencode(query)}", redirect_uri)
    return urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)["code"][0]


def redeem(code, verifier, redirect_uri=redirect_uri):
    return post(grant_type="authorization_code", code=code, code_verifier=verifier, redirect_uri=redirect_uri)


def sign_in(verifier=None, **fields):
    verifier = verifier or secrets.token_urlsafe(48)
    return redeem(authorize(verifier, **fields), verifier).json()


def refresh(tokens):
    return post(grant_type="refresh_token", refresh_token=tokens["refresh_token"])


def call(path="/orders", token="", **fields):
    return requests.get(api + path, headers={"Authorization": f"Bearer {token}", **fields}, allow_redirects=False)


def pause():
    """What follows within 50 ms may have been under way."""
    time.sleep(0.1)


def command(name, **body):
    requests.post(f"{control}/{name}", json=body).raise_for_status()


def refresh_token_sent_twice_at_once():
    tokens = sign_in()
    command("fault", endpoint="token", kind="slow", times=2)
    with concurrent.futures.ThreadPoolExecutor() as threads:
        list(threads.map(lambda _: refresh(tokens), range(2)))


def spent_refresh_token_sent():
    tokens = sign_in()
    refresh(tokens)
    refresh(tokens)


def refused_refresh_token_sent_again():
    tokens = sign_in()
    command("revoke-session", username="alice")
    for _ in range(2):
        refresh(tokens)


def credentials_dropped_after_failure():
    tokens = sign_in()
    command("fault", endpoint="token", kind="status", times=1)
    if not refresh(tokens).ok:
        pause()
        sign_in()


def rejected_token_sent_again():
    tokens = sign_in()
    command("revoke-access-tokens", username="alice")
    for _ in range(4):
        call(token=tokens["access_token"])


def code_without_pkce():
    code = authorize(secrets.token_urlsafe(48))
    redeem(code, None)


def pkce_plain():
    try:
        authorize(secrets.token_urlsafe(48), method="plain")
    except KeyError:
        print("refused")


def code_redeemed_twice():
    verifier = secrets.token_urlsafe(48)
    code = authorize(verifier)
    redeem(code, verifier)
    redeem(code, verifier)


def redirect_uri_differs():
    verifier = secrets.token_urlsafe(48)
    redeem(authorize(verifier), verifier, redirect_uri.replace("127.0.0.1", "localhost"))


def two_client_authentications():
    fields = {"grant_type": "refresh_token", "refresh_token": sign_in()["refresh_token"]}
    secret = {"client_id": "session-console-service", "client_secret": "a secret"}
    requests.post(token_endpoint, fields | secret, auth=tuple(secret.values()))


def password_grant():
    post(grant_type="password", username="alice", password="wonderland")


def verifier_used_twice():
    verifier = secrets.token_urlsafe(48)
    sign_in(verifier)
    sign_in(verifier)


def state_used_twice():
    sign_in(state="the state of every sign-in")
    sign_in(state="the state of every sign-in")


def nonce_used_twice():
    sign_in(nonce="the nonce of every sign-in")
    sign_in(nonce="the nonce of every sign-in")


def token_in_url():
    requests.get(api + "/orders", {"access_token": sign_in()["access_token"]})


def bearer_along_redirect():
    token = sign_in()["access_token"]
    target = call("/redirect-out", token).headers["Location"]
    requests.get(target, headers={"Authorization": f"Bearer {token}"})


def refresh_token_outside_token_endpoint():
    call(token=sign_in()["refresh_token"])


def token_used_after_sign_out():
    tokens = sign_in()
    post(issuer + "/revoke", token=tokens["refresh_token"])
    pause()
    call(token=tokens["access_token"])


def proof(method="GET", path="/orders", token="", **claims):
    key = ECKey.generate_key("P-256")
    hashed = base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()).decode().rstrip("=")
    header = {"typ": "dpop+jwt", "alg": "ES256", "jwk": key.as_dict(private=False)}
    body = {"jti": secrets.token_urlsafe(), "htm": method, "htu": api + path, "iat": int(time.time()), "ath": hashed}
    return jwt.encode(header, body | claims, key)


def proof_used_twice():
    token = sign_in()["access_token"]
    once = proof(token=token)
    for _ in range(2):
        call(token=token, DPoP=once)


def proof_for_other_method():
    token = sign_in()["access_token"]
    call(token=token, DPoP=proof("POST", token=token))


def proof_for_other_target():
    token = sign_in()["access_token"]
    call(token=token, DPoP=proof(path="/me", token=token))


def proof_for_other_token():
    token = sign_in()["access_token"]
    call(token=token, DPoP=proof(token="another"))


globals()[rule.replace("-", "_")]()
