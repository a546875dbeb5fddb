"""Authlib's OAuth2Session, as its documentation has it."""
import os, webbrowser
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from loopback import answer, on_each_line

issuer = os.environ["ISSUER"]
session = OAuth2Session(
    os.environ["CLIENT_ID"], os.environ.get("CLIENT_SECRET"), redirect_uri=os.environ["REDIRECT_URI"],
    scope=os.environ["SCOPE"], code_challenge_method="S256", token_endpoint=issuer + "/token",
    token_endpoint_auth_method="client_secret_basic" if "CLIENT_SECRET" in os.environ else "none",
    grant_type="client_credentials" if "CLIENT_SECRET" in os.environ else None, leeway=1)
if "CLIENT_SECRET" in os.environ:
    session.fetch_token()
else:
    verifier = generate_token(48)
    link, state = session.create_authorization_url(issuer + "/authorize", code_verifier=verifier)
    response = answer(lambda: webbrowser.open(link))
    session.fetch_token(issuer + "/token", authorization_response=response, state=state, code_verifier=verifier)
on_each_line(lambda: session.get(os.environ["API"] + "/orders").status_code)
