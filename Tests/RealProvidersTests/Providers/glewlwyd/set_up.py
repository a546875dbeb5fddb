"""Makes glewlwyd an OpenID provider by its administration's API: the plugin, one person and the suite's clients."""
import http.cookiejar
import json
import ssl
import sys
import urllib.error
import urllib.request

origin, authority, key_file, public_key_file, client_public_key_file, redirect_uri = sys.argv[1:]
opener = urllib.request.build_opener(
    urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=authority)),
    urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()),
)


def post(path, body):
    request = urllib.request.Request(
        f"{origin}/api/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        opener.open(request).close()
    except urllib.error.HTTPError as error:
        sys.exit(f"glewlwyd refused {path}: {error.status} {error.read().decode()}")


def text(path):
    with open(path, encoding="ascii") as file:
        return file.read()


post("auth/", {"username": "admin", "password": "password"})
post(
    "mod/plugin/",
    {
        "module": "oidc",
        "name": "oidc",
        "display_name": "OpenID Connect",
        "parameters": {
            "iss": f"{origin}/api/oidc",
            "jwt-type": "ecdsa",
            "jwt-key-size": "256",
            "key": text(key_file),
            "cert": text(public_key_file),
            "jwks-show": True,
            "access-token-duration": 600,
            "refresh-token-duration": 6000,
            "code-duration": 600,
            "refresh-token-rolling": True,
            "refresh-token-one-use": "always",
            "auth-type-code-enabled": True,
            "auth-type-refresh-enabled": True,
            "auth-type-device-enabled": True,
            "device-authorization-expiration": 600,
            "device-authorization-interval": 1,
            "auth-type-code-revoke-replayed": True,
            "pkce-allowed": True,
            "pkce-required": True,
            "introspection-revocation-allowed": True,
            "introspection-revocation-allow-target-client": True,
            "oauth-par-allowed": True,
            "oauth-par-required": False,
            "oauth-par-duration": 90,
            "oauth-par-request_uri-prefix": "urn:ietf:params:oauth:request_uri:",
            "oauth-as-iss-id": True,
            "oauth-dpop-allowed": True,
            "oauth-dpop-iat-duration": 600,
            "oauth-dpop-iat-gap-duration": 60,
            # Each nonce is good for two proofs.
            "oauth-dpop-nonce-mandatory": True,
            "oauth-dpop-nonce-counter": 1,
            # Without requests in a JWT it takes no assertion in one either.
            "request-parameter-allow": True,
            "client-pubkey-parameter": "pubkey",
            "client-cert-source": "TLS",
            "client-cert-use-endpoint-aliases": True,
            "subject-type": "public",
            "allowed-scope": ["openid"],
            "name-claim": "mandatory",
        },
    },
)
post(
    "user/",
    {"username": "alice", "name": "Alice Liddell", "password": "wonderland", "scope": ["openid"], "enabled": True},
)
with_a_secret = {
    "confidential": True,
    "client_secret": "console-secret",
    "token_endpoint_auth_method": ["client_secret_basic", "client_secret_post"],
}
for client_id, authentication in {
    "console": with_a_secret,
    "console-device": with_a_secret,
    "doctor": with_a_secret,
    "console-public": {"confidential": False, "token_endpoint_auth_method": ["none"]},
    "console-certified": {
        "confidential": True,
        "token_endpoint_auth_method": ["tls_client_auth"],
        "tls_client_auth_san_dns": "console.example.org",
    },
    "console-signing": {
        "confidential": True,
        "token_endpoint_auth_method": ["private_key_jwt"],
        "pubkey": text(client_public_key_file),
    },
}.items():
    post(
        "client/",
        {
            "client_id": client_id,
            "name": client_id,
            "redirect_uri": [redirect_uri],
            "authorization_type": ["code", "refresh_token", "device_authorization"],
            "scope": ["openid"],
            "enabled": True,
            **authentication,
        },
    )
