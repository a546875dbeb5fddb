"""requests-oauth2client's OAuth2AccessTokenAuth, as its documentation has it."""
import os, webbrowser, requests
from requests_oauth2client import OAuth2AccessTokenAuth, OAuth2Client
from loopback import answer, on_each_line

issuer = os.environ["ISSUER"]
client = OAuth2Client(
    token_endpoint=issuer + "/token", authorization_endpoint=issuer + "/authorize", issuer=issuer,
    redirect_uri=os.environ["REDIRECT_URI"], client_id=os.environ["CLIENT_ID"], testing=True)
request = client.authorization_request(scope=os.environ["SCOPE"])
response = request.validate_callback(answer(lambda: webbrowser.open(request.uri)))
session = requests.Session()
session.auth = OAuth2AccessTokenAuth(client, client.authorization_code(response), leeway=0)
on_each_line(lambda: session.get(os.environ["API"] + "/orders").status_code)
