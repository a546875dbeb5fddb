"""google-auth-oauthlib's flow and google-auth's AuthorizedSession, as their documentation has it."""
import os, webbrowser
from google.auth.transport.requests import AuthorizedSession
from google_auth_oauthlib.flow import InstalledAppFlow
from loopback import answer, on_each_line

os.environ["OAUTHLIB_RELAX_TOKEN_SCOPE"] = "1"
issuer = os.environ["ISSUER"]
config = {"client_id": os.environ["CLIENT_ID"], "client_secret": "", "auth_uri": issuer + "/authorize",
          "token_uri": issuer + "/token", "redirect_uris": [os.environ["REDIRECT_URI"]]}
flow = InstalledAppFlow.from_client_config({"installed": config}, os.environ["SCOPE"].split())
flow.redirect_uri = os.environ["REDIRECT_URI"]
link, state = flow.authorization_url()
response = answer(lambda: webbrowser.open(link))
flow.fetch_token(authorization_response=response, include_client_id=True)
session = AuthorizedSession(flow.credentials)
on_each_line(lambda: session.get(os.environ["API"] + "/orders").status_code)
