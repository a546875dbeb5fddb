"""httpx-oauth's OAuth2, as its documentation has it: a token that has expired is refreshed before a call."""
import asyncio, os, secrets, webbrowser
import httpx
from httpx_oauth.oauth2 import OAuth2
from urllib.parse import parse_qs, urlsplit
from loopback import answer, on_each_line, pkce

issuer, redirect_uri = os.environ["ISSUER"], os.environ["REDIRECT_URI"]
client = OAuth2(os.environ["CLIENT_ID"], "", issuer + "/authorize", issuer + "/token", issuer + "/token")
state, (verifier, challenge) = secrets.token_urlsafe(), pkce()
link = asyncio.run(client.get_authorization_url(redirect_uri, state, os.environ["SCOPE"].split(), challenge, "S256"))
query = parse_qs(urlsplit(answer(lambda: webbrowser.open(link))).query)
assert query["state"] == [state]
token = asyncio.run(client.get_access_token(query["code"][0], redirect_uri, verifier))


def call():
    global token
    if token.is_expired():
        token = asyncio.run(client.refresh_token(token["refresh_token"]))
    headers = {"Authorization": "Bearer " + token["access_token"]}
    return httpx.get(os.environ["API"] + "/orders", headers=headers).status_code


on_each_line(call)
