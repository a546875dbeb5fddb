"""What a resource server answers to tokens, by requests that share nothing with the doctor: URL ISSUER CLIENT.

Prints a line of JSON: the status of each answer, and whether every page may read it by the user's cookies."""

import base64, hashlib, hmac, http.client, json, sys, time, urllib.parse, urllib.request

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

url, issuer, client = urllib.parse.urlsplit(sys.argv[1]), sys.argv[2], sys.argv[3]
initialize = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}},
}


def load(address, form=None):
    return json.load(urllib.request.urlopen(issuer + address, form and urllib.parse.urlencode(form).encode()))


def encoded(value):
    return base64.urlsafe_b64encode(value if isinstance(value, bytes) else json.dumps(value).encode()).rstrip(b"=").decode()


def ask(*fields, query=""):
    connection = http.client.HTTPConnection(url.netloc, timeout=10)
    body = json.dumps(initialize).encode() if url.path == "/mcp" else None
    connection.putrequest("POST" if body else "GET", url.path + query)
    for name, value in fields:
        connection.putheader(name, value)
    connection.putheader("Accept", "application/json, text/event-stream")
    if body:
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    return connection.getresponse()


def bearer(token, scheme="Bearer"):
    return "Authorization", f"{scheme} {token}"


person = {"username": "alice", "password": "wonderland", "scope": "openid orders"}
right = load("/token", {"grant_type": "password", "client_id": client, **person})["access_token"]
key = load("/jwks")["keys"][0]
pem = jwt.PyJWK(key).key.public_bytes(
    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
)
claims = jwt.decode(right, options={"verify_signature": False})
claims.update(sub="nobody", jti="raw", iat=int(time.time()), exp=int(time.time()) + 60)
other = {"resource": claims["aud"] + "/orders", **person}
foreign = load("/token", {"grant_type": "password", "client_id": client, **other})["access_token"]
unsigned = encoded({"alg": "none", "typ": "at+jwt"}) + "." + encoded(claims) + "."
head = encoded({"alg": "HS256", "typ": "at+jwt", "kid": key["kid"]}) + "." + encoded(claims)
secret = head + "." + encoded(hmac.new(pem, head.encode(), hashlib.sha256).digest())
unknown = jwt.encode(
    claims, ec.generate_private_key(ec.SECP256R1()), "ES256", headers={"kid": key["kid"], "typ": "at+jwt"}
)
page = ask(bearer(right), ("Origin", "https://stranger.example"))
seen = {
    "right": ask(bearer(right)).status,
    "forged-unsigned": ask(bearer(unsigned)).status,
    "forged-key": ask(bearer(unknown)).status,
    "forged-secret": ask(bearer(secret)).status,
    "foreign-audience": ask(bearer(foreign)).status,
    "good-token-in-query": ask(query="?access_token=" + right).status,
    "scheme-case": ask(bearer(right, "bearer")).status,
    "first": ask(bearer(right), bearer("made-up")).status,
    "second": ask(bearer("made-up"), bearer(right)).status,
    "stranger-origin": page.status,
    "cookies": page.getheader("Access-Control-Allow-Credentials") == "true",
}
print(json.dumps(seen))
