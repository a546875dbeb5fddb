"""A client by hand: KIND [FLAW]. Without a flaw it is right in all chapters; each flaw is one line of it."""
import base64, contextlib, email.utils, fcntl, hashlib, json, os, re, secrets, sys, threading, time, urllib.error
import urllib.parse, webbrowser
from urllib.request import Request, urlopen
from loopback import answer

kind, flaw = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
issuer, api, client = os.environ["ISSUER"], os.environ["API"], os.environ["CLIENT_ID"]
server = os.environ.get("SERVER")
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class Refused(Exception):
    """What is not to be believed."""


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def claims_of(token):
    return json.loads(decode(token.split(".")[1]))


def post(path, **form):
    headers, url = {}, issuer + path
    if kind == "service" and flaw == "secret-in-url":
        url += "?client_secret=" + os.environ["CLIENT_SECRET"]
    elif kind == "service":
        pair = f"{client}:{os.environ['CLIENT_SECRET']}".encode()
        headers["Authorization"] = "Basic " + base64.b64encode(pair).decode()
    else:
        form |= {"client_id": client, "resource": server}
    data = urllib.parse.urlencode({name: value for name, value in form.items() if value is not None}).encode()
    return json.load(urlopen(Request(url, data, headers), timeout=10))


def error_of(refusal):
    try:
        return json.load(refusal).get("error")
    except ValueError:
        return None


def challenge_of(refusal):
    return dict(re.findall(r'(\w+)="([^"]*)"', refusal.headers.get("WWW-Authenticate", "")))


def end_of_patience(refusal):
    text = refusal.headers.get("Retry-After", "1")
    if flaw == "date-unread" and not text.isdigit():
        text = "1"
    return time.time() + int(text) if text.isdigit() else email.utils.parsedate_to_datetime(text).timestamp()


# The server of tools -------------------------------------------------------------------------------------------------

VERSION = "2025-11-25" if flaw == "earlier-revision" else "2026-07-28"


def tool_request(token=None):
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
               "MCP-Protocol-Version": VERSION, "Mcp-Method": "tools/call", "Mcp-Name": "list_orders"}
    for name in ("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"):
        if flaw == "no-" + name.lower():
            del headers[name]
    if token:
        headers["Authorization"] = "Bearer " + token
    message = {"jsonrpc": "2.0", "id": secrets.token_hex(8), "method": "tools/call",
               "params": {"name": "list_orders", "arguments": {}}}
    if flaw != "earlier-revision":
        message["params"]["_meta"] = {"io.modelcontextprotocol/protocolVersion": VERSION,
                                      "io.modelcontextprotocol/clientCapabilities": {}}
    return Request(server, json.dumps(message).encode(), headers)


def message_request(token, method, id=None, parameters=None, version=None):
    """A message beside the calls."""
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if token:
        headers["Authorization"] = "Bearer " + token
    if version:
        headers |= {"MCP-Protocol-Version": version, "Mcp-Method": method}
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}
    return Request(server, json.dumps({k: v for k, v in message.items() if v is not None}).encode(), headers)


def initialize_request(token=None):
    about = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "by-hand", "version": "1"}}
    return message_request(token, "initialize", 1, about)


def ping(token):
    """What the current revision has no more: right, and answered 404."""
    about = json.loads(tool_request().data)["params"]["_meta"]
    with contextlib.suppress(urllib.error.HTTPError):
        urlopen(message_request(token, "ping", 1, {"_meta": about}, VERSION), timeout=10)


def introduce(token):
    """What a client of an earlier revision begins with."""
    urlopen(initialize_request(token), timeout=10).read()
    urlopen(message_request(token, "notifications/initialized", version=VERSION), timeout=10).read()


def find_provider():
    """The provider that the server trusts now, with a registration there: answers what to ask for."""
    global issuer, client
    try:
        urlopen(initialize_request() if flaw in ("earlier-revision", "asks-by-initialize") else tool_request())
        raise Refused("no challenge")
    except urllib.error.HTTPError as refusal:
        resource = json.load(urlopen(challenge_of(refusal)["resource_metadata"]))
    if resource["resource"] != (server.rstrip("/") if flaw == "slash-cut" else server):
        raise Refused("resource")
    issuer = resource["authorization_servers"][0]
    metadata = json.load(urlopen(issuer + "/.well-known/oauth-authorization-server"))
    if metadata["issuer"] != issuer:
        raise Refused("issuer")
    data = {"redirect_uris": [os.environ["REDIRECT_URI"]], "token_endpoint_auth_method": "none",
            "grant_types": ["authorization_code", "refresh_token"]}
    registration = Request(
        metadata["registration_endpoint"], json.dumps(data).encode(), {"Content-Type": "application/json"})
    client = json.load(urlopen(registration))["client_id"]
    return " ".join(resource.get("scopes_supported", []))


# ID tokens -----------------------------------------------------------------------------------------------------------

P, N = 2**256 - 2**224 + 2**192 + 2**96 - 1, 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def plus(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(number, point):
    total = None
    while number:
        total = plus(total, point) if number & 1 else total
        point, number = plus(point, point), number >> 1
    return total


def is_signed(token, key):
    content, _, signature = token.rpartition(".")
    r, s = (int.from_bytes(part, "big") for part in (decode(signature)[:32], decode(signature)[32:]))
    if not (0 < r < N and 0 < s < N):
        return False
    inverse, hashed = pow(s, -1, N), int.from_bytes(hashlib.sha256(content.encode()).digest(), "big")
    point = tuple(int.from_bytes(decode(key[name]), "big") for name in "xy")
    sum = plus(times(hashed * inverse % N, G), times(r * inverse % N, point))
    return sum is not None and sum[0] % N == r


keys = {}


def key_of(token):
    name = json.loads(decode(token.split(".")[0])).get("kid")
    if name not in keys and not (flaw == "keys-kept" and keys):
        found = json.load(urlopen(json.load(urlopen(issuer + "/.well-known/openid-configuration"))["jwks_uri"]))
        keys.update({key["kid"]: key for key in found["keys"]})
    if name not in keys:
        raise Refused("key")
    return keys[name]


def check(token, nonce, subject):
    claims, algorithm = claims_of(token), json.loads(decode(token.split(".")[0]))["alg"]
    if algorithm == "none" and flaw in ("alg-none-taken", "signature-unchecked"):
        pass
    elif algorithm != "ES256" or flaw != "signature-unchecked" and not is_signed(token, key_of(token)):
        raise Refused("signature")
    if claims["iss"] != issuer and flaw != "iss-unchecked":
        raise Refused("iss")
    if client not in ([claims["aud"]] if isinstance(claims["aud"], str) else claims["aud"]) and flaw != "aud-unchecked":
        raise Refused("aud")
    if claims["exp"] < time.time() and flaw != "exp-unchecked":
        raise Refused("exp")
    if nonce and claims.get("nonce") != nonce and flaw != "nonce-unchecked":
        raise Refused("nonce")
    if subject and claims["sub"] != subject and flaw != "other-user-taken":
        raise Refused("sub")
    return claims["sub"]


# The session ---------------------------------------------------------------------------------------------------------


class Session:
    file = os.environ["STATE"] + "/session.json"

    def __init__(self):
        self.guard, self.paused, self.api_paused, self.tokens = threading.Lock(), 0, 0, None
        self.is_introduced = flaw != "earlier-revision"
        self.load()

    def load(self):
        global issuer, client
        with contextlib.suppress(OSError, ValueError):
            if flaw != "session-not-kept":
                self.tokens = json.load(open(self.file))
                issuer, client = self.tokens["issuer"], self.tokens["client"]

    @contextlib.contextmanager
    def locked(self):
        with self.guard, open(os.environ["STATE"] + "/lock", "w") as lock:
            if flaw != "processes-apart":
                fcntl.flock(lock, fcntl.LOCK_EX)
                if flaw != "stored-at-sign-in-only":
                    self.load()
            yield

    def save(self, new, nonce=None):
        old = self.tokens or {}
        if kind == "oidc" and "id_token" in new:
            new["subject"] = check(new["id_token"], nonce, old.get("subject") if nonce is None else None)
        if flaw == "opaque-read":
            claims_of(new["access_token"])
        if flaw == "scope-insisted" and set(os.environ["SCOPE"].split()) - set(new.get("scope", "").split()):
            raise Refused("scope")
        lifetime = new["expires_in"] if flaw == "lifetime-needed" else new.get("expires_in", 3600)
        new["end"] = claims_of(new["access_token"])["exp"] if flaw == "exp-trusted" else time.time() + lifetime
        if "refresh_token" not in new and flaw != "refresh-token-dropped" or flaw == "refresh-token-not-replaced":
            new["refresh_token"] = old.get("refresh_token", new.get("refresh_token"))
        self.tokens = {"subject": old.get("subject"), "issuer": issuer, "client": client, **new}
        if flaw != "session-not-kept" and not (flaw == "stored-at-sign-in-only" and old):
            with open(self.file + ".new", "w") as file:
                json.dump(self.tokens, file)
            os.replace(self.file + ".new", self.file)

    def sign_in(self, scope="", acr_values=None):
        self.tokens = None
        if kind == "service":
            return self.save(post("/token", grant_type="client_credentials"))
        if kind == "device":
            return self.save(self.device_tokens())
        wanted = find_provider() if kind == "mcp" else os.environ["SCOPE"]
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
        query = {"response_type": "code", "client_id": client, "redirect_uri": os.environ["REDIRECT_URI"],
                 "scope": f"{wanted} {scope}".strip(), "state": state, "nonce": nonce,
                 "code_challenge": challenge, "code_challenge_method": "S256"}
        if kind == "mcp":
            query["resource"] = server
        if acr_values:
            query["acr_values"] = acr_values
        if flaw == "no-pkce":
            del query["code_challenge"], query["code_challenge_method"]
            verifier = None
        if flaw == "plain-pkce":
            query |= {"code_challenge": verifier, "code_challenge_method": "plain"}
        if flaw == "state-constant":
            query["state"] = state = "signing-in"
        if flaw == "promise-unheeded":
            urlopen(issuer + "/.well-known/oauth-authorization-server").read()
        page = f"{issuer}/authorize?{urllib.parse.urlencode(query)}"
        got = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(answer(lambda: webbrowser.open(page))).query))
        if got.get("state") != state:
            raise Refused("state")
        is_taken = flaw in ("answer-unchecked", "promise-unheeded") or flaw == "iss-optional" and "iss" not in got
        if got.get("iss") != issuer and not is_taken:
            raise Refused("issuer of the answer")
        form = {"grant_type": "authorization_code", "code": got["code"], "redirect_uri": os.environ["REDIRECT_URI"],
                "code_verifier": verifier}
        try:
            tokens = post("/token", **form)
        except urllib.error.HTTPError:
            raise
        except OSError:
            if flaw == "lost-code-sent-again":
                return self.save(post("/token", **form), nonce)
            # The code may be spent.
            return self.sign_in(scope, acr_values)
        if flaw == "code-sent-twice":
            with contextlib.suppress(urllib.error.HTTPError):
                post("/token", **form)
        self.save(tokens, nonce)

    def device_tokens(self):
        device = post("/device-authorization", scope=os.environ["SCOPE"])
        print("enter", device["user_code"], flush=True)
        pause = 0.2 if flaw == "polls-too-fast" else device["interval"]
        while True:
            time.sleep(pause)
            try:
                return post("/token", grant_type=DEVICE, device_code=device["device_code"])
            except urllib.error.HTTPError as refusal:
                error = error_of(refusal)
                if error == "slow_down" and flaw not in ("slow-down-ignored", "polls-too-fast"):
                    pause += 5
                if error not in ("slow_down", "authorization_pending") or flaw == "pending-is-an-end":
                    raise

    def renew(self, used):
        if flaw == "refreshes-per-call":
            return self.renew_now(used)
        with self.locked():
            if self.tokens and self.tokens["access_token"] != used:
                return
            self.renew_now(used)

    def renew_now(self, used):
        if time.time() < self.paused:
            raise Refused("patience")
        try:
            self.refresh()
        except urllib.error.HTTPError as refusal:
            if refusal.code == 429 and flaw != "token-retry-after-ignored":
                self.paused = end_of_patience(refusal)
            if refusal.code == 429 and flaw == "token-endpoint-hammered":
                self.refresh()
            elif refusal.code == 429 and flaw == "signs-in-at-429" or refusal.code == 500 and flaw == "signs-in-at-500":
                self.sign_in()
            elif refusal.code == 400 and flaw == "ends-at-invalid-grant":
                os._exit(1)
            elif refusal.code == 400 and flaw != "invalid-grant-repeated":
                self.sign_in()
            elif refusal.code == 404 and kind == "mcp" and flaw != "provider-kept":
                self.sign_in()
            else:
                raise
        except ValueError:
            if flaw == "ends-at-a-page":
                os._exit(1)
            raise
        except OSError:
            if flaw == "signs-in-after-lost-answer":
                return self.sign_in()
            raise
        except Refused:
            if flaw == "scope-insisted":
                os._exit(1)
            self.sign_in()

    def refresh(self):
        if kind == "service":
            return self.save(post("/token", grant_type="client_credentials"))
        form = {"grant_type": "refresh_token", "refresh_token": self.tokens["refresh_token"]}
        if flaw == "store-emptied-first":
            os.remove(self.file)
        new = post("/token", **form)
        if flaw == "refresh-sent-twice":
            with contextlib.suppress(urllib.error.HTTPError):
                new = post("/token", **form)
        self.save(new)

    # Calls -----------------------------------------------------------------------------------------------------------

    def get(self):
        token, url, headers = self.tokens["access_token"], api + "/orders", {}
        if flaw == "token-in-query":
            url += "?access_token=" + token
        else:
            headers["Authorization"] = "Bearer " + token
        request = tool_request(token) if kind == "mcp" else Request(url, headers=headers)
        try:
            if not self.is_introduced:
                introduce(token)
                self.is_introduced = True
            status = urlopen(request, timeout=10).status
            if flaw == "pings-too":
                ping(token)
            return token, status
        except urllib.error.HTTPError as answer:
            if answer.code == 429 and flaw != "api-retry-after-ignored":
                self.api_paused = end_of_patience(answer)
            self.wanted = challenge_of(answer)
            return token, answer.code

    def call(self):
        if time.time() < self.api_paused:
            raise Refused("patience")
        is_over = time.time() > self.tokens["end"] - 0.2
        if (is_over and flaw not in ("never-refreshes", "refreshes-at-401-only")) or flaw == "refreshes-each-time":
            self.renew(self.tokens["access_token"])
        token, status = self.get()
        renewing = {401, {"refreshes-at-403": 403, "refreshes-at-503": 503, "refreshes-at-429": 429}.get(flaw)}
        if flaw in ("never-refreshes", "ignores-401"):
            renewing = set()
        if flaw == "api-retry-after-ignored" and status == 429:
            return self.get()[1]
        if status == 429 and flaw == "signs-in-at-api-429" or status == 503 and flaw == "signs-in-at-api-503":
            self.sign_in()
        if flaw == "same-token-again" and status == 401:
            for _ in range(4):
                self.get()
        if status == 403 and self.wanted.get("scope") and flaw != "scope-not-asked-for":
            self.sign_in(scope=self.wanted["scope"])
            status = self.get()[1]
        elif status == 401 and self.wanted.get("error") == "insufficient_user_authentication":
            self.sign_in(acr_values=None if flaw == "acr-not-asked-for" else self.wanted["acr_values"])
            status = self.get()[1]
        elif status in renewing:
            self.renew(token)
            status = self.get()[1]
        return status


session = Session()
if not session.tokens:
    with session.locked():
        if not session.tokens:
            session.sign_in()


def call():
    try:
        print(session.call())
    except Exception as error:
        print("failed:", type(error).__name__, error)
        if flaw == "ends-at-any-failure":
            os._exit(1)


for line in sys.stdin:
    threading.Thread(target=call).start()
