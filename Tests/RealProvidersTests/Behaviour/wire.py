"""Looks at how a provider behaves, by requests alone: SETTINGS. Prints what it saw, by experiment, in the doctor's words.

The settings are JSON, and so is the answer. It shares no line with the doctor, and signs in anew for each experiment.
"""

import base64
import concurrent.futures
import hashlib
import json
import secrets
import sys
import threading
import time
import urllib.parse
import warnings

import requests

sys.path.append(__file__.rpartition("/")[0] + "/../Clients")
from person import visit

warnings.filterwarnings("ignore")
settings = json.loads(sys.argv[1])
issuer, scope, redirect_uri = settings["issuer"], settings["scope"], settings["redirect_uri"]


def connect():
    session = requests.Session()
    # The environment's own authorities would take precedence.
    session.trust_env, session.verify = False, settings["authority"]
    return session


program = connect()


def discover():
    for place in ("/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"):
        answer = program.get(issuer.rstrip("/") + place)
        if answer.ok:
            return {**answer.json(), **settings.get("endpoints", {})}
    sys.exit(f"{issuer} has no metadata")


metadata = discover()


def register():
    client = {"redirect_uris": [redirect_uri], "token_endpoint_auth_method": "none", "scope": scope}
    client["grant_types"] = ["authorization_code", "refresh_token"]
    return program.post(metadata["registration_endpoint"], json=client).json()["client_id"]


client_id, secret = settings.get("client_id") or register(), settings.get("client_secret")


def send(endpoint, **fields):
    identity = {"auth": (client_id, secret)} if secret else {}
    fields = fields if secret else {**fields, "client_id": client_id}
    return program.post(metadata[endpoint], fields, allow_redirects=False, **identity)


def words(answer):
    """What a refusal says of itself."""
    try:
        return answer.json()["error"]
    except (ValueError, KeyError):
        return str(answer.status_code)


def payload(token):
    try:
        return json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    except (IndexError, ValueError):
        return {}


def another_second():
    """Tokens that are made of whole seconds are the same within one."""
    time.sleep(1.1)


def authorize(**changes):
    """Signs in up to the code: its fields of a token request, or the error in its place."""
    verifier = secrets.token_urlsafe(48)
    digest = hashlib.sha256(verifier.encode()).digest()
    fields = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "scope": scope,
        "state": secrets.token_urlsafe(12),
        "nonce": secrets.token_urlsafe(12),
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
        **({} if "userinfo_endpoint" in metadata else {"resource": settings["api"]}),
        **changes,
    }
    query = urllib.parse.urlencode({name: value for name, value in fields.items() if value})
    back = browse(f"{metadata['authorization_endpoint']}?{query}", redirect_uri)
    answer = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))
    if "code" not in answer:
        return answer["error"]
    return {"code": answer["code"], "redirect_uri": redirect_uri, "code_verifier": verifier}


def browse(url, end=None, **answers):
    """A person follows a link, in a browser without a past."""
    browser = connect()
    if settings["provider"] != "glewlwyd":
        return visit(url, end, browser, **answers)
    # Its pages are a program, which calls this.
    page = browser.get(url, allow_redirects=False).headers["Location"]
    if end and page.startswith(end):
        return page
    api = urllib.parse.urljoin(url, "/api/auth")
    browser.post(api + "/", json={"username": "alice", "password": "wonderland"}).raise_for_status()
    browser.put(f"{api}/grant/{client_id}", json={"scope": "openid"}).raise_for_status()
    back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query))["callback_url"]
    return browser.get(back + "&g_continue", allow_redirects=not end).headers.get("Location")


def redeem(grant):
    return send("token_endpoint", grant_type="authorization_code", **grant)


def refresh(token):
    return send("token_endpoint", grant_type="refresh_token", refresh_token=token)


def by_device():
    started = send("device_authorization_endpoint", scope=scope).json()
    link = started.get("verification_uri_complete") or started["verification_uri"]
    browse(link, user_code=started["user_code"])
    time.sleep(started.get("interval", 1))
    kind = "urn:ietf:params:oauth:grant-type:device_code"
    return send("token_endpoint", grant_type=kind, device_code=started["device_code"])


def sign_in():
    another_second()
    answer = by_device() if settings.get("device") else redeem(authorize())
    answer.raise_for_status()
    caching.append(answer.headers.get("Cache-Control", ""))
    return answer.json()


caching = []


def ask(token):
    place = metadata.get("userinfo_endpoint") or settings["api"]
    fields = {"Authorization": "Bearer " + token, "Accept": "application/json, text/event-stream"}
    return program.get(place, headers=fields, stream=True).status_code


refused = ask("nobody-issued-this")


def accepts(tokens):
    """What a made-up token gets is a refusal, whatever its status."""
    return ask(tokens["access_token"]) not in (401, 403, refused)


def after_sign_in():
    tokens = sign_in()
    asked, granted = scope.split(), tokens.get("scope", scope).split()
    yield "refresh-token", "sound: issued, without offline_access" if "refresh_token" in tokens else "note: none"
    missing = [name for name in asked if name not in granted]
    yield "granted-scope", f"note: without {', '.join(missing)}" if missing else f"sound: {', '.join(granted)}"
    kept = "no-store" not in caching[0].lower()
    yield "granted-caching", "fault: its Cache-Control has no no-store" if kept else "sound: no-store"
    yield "access-token-accepted", "sound: accepted" if accepts(tokens) else "fault: refused"
    lifetime, end = tokens["expires_in"], payload(tokens["access_token"]).get("exp")
    unit, seconds = next(each for each in {"d": 86400, "h": 3600, "min": 60, "s": 1}.items() if lifetime >= each[1])
    same = end and abs(end - time.time() - lifetime) <= 5
    agree = "exp the same" if same else "exp another" if end else "by expires_in alone: the token is opaque"
    yield "lifetime", f"sound: {lifetime // seconds} {unit}, {agree}"
    if "refresh_token" in tokens:
        yield "offline-access", "sound: a refresh token comes"


def after_refresh():
    first = sign_in()
    another_second()
    second = refresh(first["refresh_token"]).json()
    used = time.monotonic()
    life = "still accepted" if accepts(first) else "dead"
    granted = f"sound: granted; the access token before is {life}"
    yield "refresh-early", granted if accepts(second) else "fault: granted, and the new access token is refused"
    global rotates
    rotates = second.get("refresh_token", first["refresh_token"]) != first["refresh_token"]
    yield "rotation", "sound: another one" if rotates else "note: no other one came"
    yield "refreshed-scope", "sound: " + ", ".join(second.get("scope", scope).split())
    if "id_token" in first:
        one, two = payload(first["id_token"]), payload(second.get("id_token", ""))
        claims = ("iss", "sub", "aud", "auth_time", "nonce")
        other = [name for name in claims if name in two and two[name] != one.get(name)]
        same = f"fault: another {', '.join(other)}" if other else "sound: of the same user and sign-in"
        yield "refreshed-id-token", same if two else "sound: none comes"
    if rotates:
        yield from after_reuse(first["refresh_token"], second, time.monotonic())
    else:
        time.sleep(max(0, used + 65 - time.monotonic()))
        answer = refresh(first["refresh_token"])
        bad = f"fault: refused a minute after its first use: {words(answer)}"
        yield "unreplaced-token", "sound: good a minute after its first use" if answer.ok else bad


def after_reuse(spent, newest, start):
    global refuses_at_once
    accepted = None
    use = "used before" if accepts(newest) else "not used"
    for delay in (0, 1, 5, 30):
        time.sleep(max(0, start + delay - time.monotonic()))
        answer = refresh(spent)
        if not answer.ok:
            break
        accepted, newest = delay, answer.json()
    refuses_at_once = accepted is None
    grace = f"note: accepted after {accepted} s, refused after {delay} s"
    yield "spent-token", ("sound: refused at once" if refuses_at_once else grace) + f"; the new access token was {use}"
    another_second()
    if (answer := refresh(newest["refresh_token"])).ok:
        yield "family", "note: it lives on"
    else:
        yield "family", f"sound: it is dead: {words(answer)}"
        yield "family-access-token", "note: still accepted" if accepts(newest) else "sound: dead at once"


rotates = refuses_at_once = None


def two_at_once(token):
    gate = threading.Barrier(2)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda _: gate.wait() and None or refresh(token), range(2)))


def after_two_at_once():
    token = sign_in()["refresh_token"]
    for before in range(5):
        another_second()
        answers = two_at_once(token)
        granted = [answer.json() for answer in answers if answer.ok]
        dead = sum(not accepts(tokens) for tokens in granted)
        came = list(dict.fromkeys(tokens.get("refresh_token", token) for tokens in granted)) or [token]
        afterwards = []
        for each in came:
            another_second()
            afterwards.append(refresh(each))
        failed = [words(answer) for answer in answers if answer.status_code >= 500]
        bad = [answer for answer in afterwards if not answer.ok]
        if len(granted) < 2 or dead or bad:
            first = ["none granted", "one granted", "both granted"][len(granted)]
            others = f", the other one: {failed[0]}" if failed else ""
            access = f", {dead} of {len(granted)} access tokens dead at once" if dead and len(bad) < len(afterwards) else ""
            life = "lives on"
            if bad:
                life = f"is dead: {words(bad[0])}"
                if len(bad) < len(afterwards):
                    life = f"lives on with one of the tokens alone: {words(bad[0])}"
            times = f" (after {before} times in which both could go on)" if before else ""
            yield "refresh-twice", f"note: {first}{others}{access}; the session {life}{times}"
            return
        token = afterwards[-1].json().get("refresh_token", came[-1])
    chance = "note: both granted 5 times, by chance: a spent token is refused at once"
    yield "refresh-twice", chance if rotates and refuses_at_once else "sound: both granted; the session lives on"


def revoke(tokens, kind):
    send("revocation_endpoint", token=tokens[kind], token_type_hint=kind).raise_for_status()


def after_revocations():
    tokens = sign_in()
    revoke(tokens, "access_token")
    now = "note: still accepted" if accepts(tokens) else "sound: dead at once"
    other = "lives on" if refresh(tokens["refresh_token"]).ok else "died with it"
    yield "revoked-access-token", f"{now}; the refresh token {other}"
    tokens = sign_in()
    revoke(tokens, "refresh_token")
    if refresh(tokens["refresh_token"]).ok:
        yield "revoked-refresh-token", "fault: it still refreshes"
    elif accepts(tokens):
        yield "revoked-refresh-token", "note: dead; the access token is still accepted"
    else:
        yield "revoked-refresh-token", "sound: dead, and the access token with it"


def after_codes():
    grant = authorize()
    answer = redeem({**grant, "code_verifier": None})
    yield "code-verifier", "fault: redeemed without it" if answer.ok else f"sound: refused: {words(answer)}"
    redeem(grant)
    grant = authorize()
    another_second()
    first, second = redeem(grant).json(), redeem(grant)
    if second.ok:
        yield "code-twice", "fault: redeemed twice"
    elif accepts(first):
        yield "code-twice", "note: refused the second time; the first tokens live on"
    else:
        yield "code-twice", "sound: refused the second time, and the first tokens are dead"
    grant = authorize(code_challenge=None, code_challenge_method=None)
    if isinstance(grant, str):
        yield "code-challenge", f"sound: refused: {grant}"
    elif redeem(grant).ok:
        yield "code-challenge", "fault: a code without a challenge is redeemed with a verifier"
    else:
        # A refusal may have spent the code.
        another = authorize(code_challenge=None, code_challenge_method=None)
        answer = redeem({**another, "code_verifier": None})
        left_out = "note: it may be left out; a verifier without its challenge is refused"
        yield "code-challenge", left_out if answer.ok else f"sound: its code is refused: {words(answer)}"


def after_expiry():
    tokens = sign_in()
    if tokens["expires_in"] > 60:
        return
    end, delay = time.monotonic() + tokens["expires_in"], 0
    time.sleep(tokens["expires_in"] - 2)
    if not accepts(tokens):
        yield "expiry", "fault: refused 2 s before its end, or earlier"
        return
    for delay in (1, 10, 30):
        time.sleep(max(0, end + delay - time.monotonic()))
        if not accepts(tokens):
            break
    yield "expiry", f"sound: refused within {delay} s of its end"
    late = refresh(tokens["refresh_token"])
    yield "refresh-late", "sound: granted" if late.ok else f"fault: refused: {words(late)}"


parts = [after_sign_in, after_refresh, after_two_at_once, after_expiry]
if "revocation_endpoint" in metadata:
    parts.append(after_revocations)
if not settings.get("device"):
    parts.append(after_codes)
print(json.dumps({name: seen for part in parts for name, seen in part()}))
