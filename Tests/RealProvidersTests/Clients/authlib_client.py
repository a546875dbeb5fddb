"""Authlib's client, from the metadata to the end of the session: ISSUER API CLIENT_ID SECRET REDIRECT_URI SCOPE.

STEP_UP is a URL that asks for another sign-in, if there is one.
"""

import os
import sys
import time

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.discovery import get_well_known_url

from person import asked_for, end_access_tokens, visit, wait_for_new_token

issuer, api, client_id, secret, redirect_uri, scope = sys.argv[1:7]
metadata = requests.get(get_well_known_url(issuer, external=True)).json()
stored = []
client = OAuth2Session(
    client_id,
    secret or None,
    token_endpoint_auth_method="client_secret_basic" if secret else "none",
    scope=scope,
    redirect_uri=redirect_uri,
    code_challenge_method="S256",
    token_endpoint=metadata["token_endpoint"],
    revocation_endpoint_auth_method="client_secret_basic" if secret else "none",
    update_token=lambda token, refresh_token=None, access_token=None: stored.append(token),
)


def sign_in(**parameters):
    verifier = generate_token(64)
    url, _ = client.create_authorization_url(
        metadata["authorization_endpoint"], code_verifier=verifier, nonce=generate_token(16), **parameters
    )
    client.fetch_token(
        metadata["token_endpoint"], authorization_response=visit(url, redirect_uri), code_verifier=verifier
    )


sign_in()
for _ in range(3):
    print(client.get(api).status_code)
print(client.get(metadata["userinfo_endpoint"]).status_code)
# Once the token is old, the next call refreshes it first.
for _ in range(2):
    wait_for_new_token()
    client.token["expires_at"] = int(time.time()) - 1
    print(client.get(api).status_code)
wait_for_new_token()
client.refresh_token(metadata["token_endpoint"])
print(client.get(api).status_code, len(stored))
if end_access_tokens() and client.get(api).status_code == 401:
    client.refresh_token(metadata["token_endpoint"])
    print(client.get(api).status_code)
if "STEP_UP" in os.environ:
    challenge = client.get(os.environ["STEP_UP"])
    client.revoke_token(metadata["revocation_endpoint"], client.token["refresh_token"], "refresh_token")
    sign_in(**asked_for(challenge))
    print(client.get(os.environ["STEP_UP"]).status_code)
if "revocation_endpoint" in metadata:
    client.revoke_token(metadata["revocation_endpoint"], client.token["refresh_token"], "refresh_token")
