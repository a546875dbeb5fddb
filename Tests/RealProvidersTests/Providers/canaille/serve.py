"""Serves canaille with one person, all in memory: PORT [REDIRECT_URI CLIENT_KEY].

The suite's clients are registered with that redirect URI, and its port of localhost; without it, anybody may register a
client.
"""
import json
import sys
import urllib.parse

import canaille
from canaille.app import models
from canaille.backends import Backend
from joserfc.jwk import OKPKey, RSAKey

port, redirect_uri = int(sys.argv[1]), next(iter(sys.argv[2:]), None)
keys = [OKPKey.generate_key("Ed25519", {"kid": "ed25519-1"}), RSAKey.generate_key(2048, {"kid": "rsa-1"})]


def lifetime(client, _):
    """The doctor's tokens end while it waits."""
    return 15 if client.client_id == "doctor" else 600


app = canaille.create_app(
    config={
        "SECRET_KEY": "known to everybody who reads this",
        "SERVER_NAME": f"127.0.0.1:{port}",
        "PREFERRED_URL_SCHEME": "http",
        "CANAILLE": {"DATABASE": "memory", "JAVASCRIPT": False, "HTMX": False, "SMTP": None},
        "CANAILLE_OIDC": {
            "DYNAMIC_CLIENT_REGISTRATION_OPEN": redirect_uri is None,
            # OpenID Connect Core 1.0 §3.1.2.1 leaves the nonce to the client; canaille demands it unless it is told.
            "REQUIRE_NONCE": False,
            "ACTIVE_JWKS": [key.as_dict(private=True) for key in keys],
        },
        "OAUTH2_TOKEN_EXPIRES_IN": "__main__.lifetime",
    }
)


def known_clients():
    with open(sys.argv[3], "rb") as file:
        client_key = RSAKey.import_key(file.read())
    return {
        "console": {},
        "doctor": {},
        "console-signed": {"id_token_signed_response_alg": "EdDSA", "userinfo_signed_response_alg": "RS256"},
        "console-signing": {
            "token_endpoint_auth_method": "private_key_jwt",
            "jwks": json.dumps({"keys": [client_key.as_dict(private=False)]}),
        },
    }


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
    for client_id, particulars in known_clients().items() if redirect_uri else []:
        client = models.Client(
            client_id=client_id,
            client_name=client_id,
            redirect_uris=[redirect_uri, f"http://localhost:{urllib.parse.urlsplit(redirect_uri).port}"],
            grant_types=["authorization_code", "refresh_token"],
            response_types=["code"],
            scope=["openid", "profile", "email", "offline_access"],
            client_secret="console-secret",
            **{"token_endpoint_auth_method": "client_secret_basic", **particulars},
        )
        Backend.instance.save(client)
        client.audience = [client]
        Backend.instance.save(client)

app.run(port=port, threaded=True)
