"""Flask-Dance's blueprint, as its documentation has it: it refreshes by itself, and signs in after invalid_grant."""
import os
from flask import Flask, redirect, url_for
from flask_dance.consumer import OAuth2ConsumerBlueprint
from oauthlib.oauth2 import InvalidGrantError, TokenExpiredError

app = Flask(__name__)
app.secret_key = os.urandom(16)
issuer, client = os.environ["ISSUER"], os.environ["CLIENT_ID"]
id = OAuth2ConsumerBlueprint(
    "id", __name__, client_id=client, scope=os.environ["SCOPE"].split(), base_url=os.environ["API"], use_pkce=True,
    authorization_url=issuer + "/authorize", token_url=issuer + "/token", token_url_params={"include_client_id": True},
    auto_refresh_url=issuer + "/token", auto_refresh_kwargs={"client_id": client},
    authorized_url="/callback", redirect_url="/orders")
app.register_blueprint(id)


@app.get("/orders")
def orders():
    if not id.session.authorized:
        return redirect(url_for("id.login"))
    try:
        return str(id.session.get("/orders").status_code)
    except (InvalidGrantError, TokenExpiredError):
        return redirect(url_for("id.login"))


app.run("127.0.0.1", int(os.environ["PORT"]), threaded=True)
