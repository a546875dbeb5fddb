"""oauthlib's WebApplicationClient over urllib, as its documentation has it: the caller refreshes what has expired."""
import os, urllib.error, urllib.request, webbrowser
from oauthlib.oauth2 import TokenExpiredError, WebApplicationClient
from loopback import answer, on_each_line

issuer, orders = os.environ["ISSUER"], os.environ["API"] + "/orders"
client = WebApplicationClient(os.environ["CLIENT_ID"])
verifier, state = client.create_code_verifier(64), os.urandom(16).hex()


def post(url, headers, body):
    answer = urllib.request.urlopen(urllib.request.Request(url, body.encode(), headers)).read().decode()
    client.parse_request_body_response(answer, os.environ["SCOPE"].split())


link, _, _ = client.prepare_authorization_request(
    issuer + "/authorize", state, os.environ["REDIRECT_URI"], os.environ["SCOPE"].split(),
    code_challenge=client.create_code_challenge(verifier, "S256"), code_challenge_method="S256")
response = answer(lambda: webbrowser.open(link))
post(*client.prepare_token_request(
    issuer + "/token", response, os.environ["REDIRECT_URI"], state, code_verifier=verifier))


def call():
    try:
        url, headers, _ = client.add_token(orders, token_placement="auth_header")
    except TokenExpiredError:
        post(*client.prepare_refresh_token_request(
            issuer + "/token", client.refresh_token, client_id=client.client_id))
        url, headers, _ = client.add_token(orders, token_placement="auth_header")
    return urllib.request.urlopen(urllib.request.Request(url, None, headers)).status


on_each_line(call)
