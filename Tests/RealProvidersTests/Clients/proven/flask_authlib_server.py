"""Authlib's Flask client, as documented: sign-in, refreshes and back-channel sign-out, but where it is deaf."""
import os, sys
from authlib.integrations.flask_client import OAuth
from authlib.jose import jwt
from flask import Flask, redirect, request, session, url_for

app = Flask(__name__)
app.secret_key = os.urandom(16)
tokens = {}
oauth = OAuth(app, update_token=lambda name, token, **_: tokens.update({session["user"]: token}),
              fetch_token=lambda name: tokens.get(session.get("user")))
oauth.register(
    "id", client_id=os.environ["CLIENT_ID"],
    server_metadata_url=os.environ["ISSUER"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": os.environ["SCOPE"], "code_challenge_method": "S256", "token_endpoint_auth_method": "none"})


@app.get("/callback")
def callback():
    token = oauth.id.authorize_access_token()
    session["user"] = token["userinfo"]["sub"]
    tokens[session["user"]] = token
    return redirect("/orders")


@app.get("/orders")
def orders():
    if session.get("user") not in tokens:
        return oauth.id.authorize_redirect(url_for("callback", _external=True))
    return str(oauth.id.get(os.environ["API"] + "/orders").status_code)


@app.post("/backchannel-logout")
def log_out():
    claims = jwt.decode(request.form["logout_token"], oauth.id.fetch_jwk_set())
    claims.validate()
    if "deaf" not in sys.argv: tokens.pop(claims["sub"], None)
    return ""


app.run("127.0.0.1", int(os.environ["PORT"]), threaded=True)
