"""requests-oauthlib with automatic refresh, as its documentation has it."""
import os, webbrowser
from requests_oauthlib import OAuth2Session
from loopback import answer, on_each_line

issuer, client = os.environ["ISSUER"], os.environ["CLIENT_ID"]
session = OAuth2Session(
    client, redirect_uri=os.environ["REDIRECT_URI"], scope=os.environ["SCOPE"].split(), pkce="S256",
    auto_refresh_url=issuer + "/token", auto_refresh_kwargs={"client_id": client}, token_updater=lambda token: None)
link, _ = session.authorization_url(issuer + "/authorize")
response = answer(lambda: webbrowser.open(link))
session.fetch_token(issuer + "/token", authorization_response=response, include_client_id=True)
on_each_line(lambda: session.get(os.environ["API"] + "/orders").status_code)
