"""requests_oauth2client, from the metadata to the end of the session: ISSUER API CLIENT_ID SECRET REDIRECT_URI SCOPE."""

import sys

import requests
from requests_oauth2client import ClientSecretBasic, OAuth2AccessTokenAuth, OAuth2Client

from person import visit

issuer, api, client_id, secret, redirect_uri, scope = sys.argv[1:7]
client = OAuth2Client.from_discovery_endpoint(
    issuer=issuer,
    auth=ClientSecretBasic(client_id, secret) if secret else client_id,
    redirect_uri=redirect_uri,
    testing=True,
)
request = client.authorization_request(scope=scope)
answer = request.validate_callback(visit(str(request), redirect_uri))
token = client.authorization_code(answer, validate=False)
auth = OAuth2AccessTokenAuth(client=client, token=token)
session = requests.Session()
session.auth = auth
for _ in range(3):
    print(session.get(api).status_code)
for _ in range(2):
    auth.renew_token()
    print(session.get(api).status_code)
if client.revocation_endpoint:
    client.revoke_refresh_token(auth.token)
