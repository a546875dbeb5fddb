"""requests_oauth2client, from the metadata to the end of the session: ISSUER API CLIENT_ID SECRET REDIRECT_URI SCOPE.

STEP_UP is a URL that asks for another sign-in, if there is one.
"""

import os
import sys

import requests
from requests_oauth2client import ClientSecretBasic, OAuth2AccessTokenAuth, OAuth2Client

from person import asked_for, end_access_tokens, visit, wait_for_new_token

issuer, api, client_id, secret, redirect_uri, scope = sys.argv[1:7]
client = OAuth2Client.from_discovery_endpoint(
    issuer=issuer,
    auth=ClientSecretBasic(client_id, secret) if secret else client_id,
    redirect_uri=redirect_uri,
    testing=True,
)


def sign_in(**parameters):
    request = client.authorization_request(scope=scope, **parameters)
    answer = request.validate_callback(visit(str(request), redirect_uri))
    return client.authorization_code(answer, validate=False)


auth = OAuth2AccessTokenAuth(client=client, token=sign_in())
session = requests.Session()
session.auth = auth
for _ in range(3):
    print(session.get(api).status_code)
for _ in range(2):
    wait_for_new_token()
    auth.renew_token()
    print(session.get(api).status_code)
if end_access_tokens() and session.get(api).status_code == 401:
    auth.renew_token()
    print(session.get(api).status_code)
if "STEP_UP" in os.environ:
    challenge = session.get(os.environ["STEP_UP"])
    client.revoke_refresh_token(auth.token)
    auth.token = sign_in(**asked_for(challenge))
    print(session.get(os.environ["STEP_UP"]).status_code)
if client.revocation_endpoint:
    client.revoke_refresh_token(auth.token)
