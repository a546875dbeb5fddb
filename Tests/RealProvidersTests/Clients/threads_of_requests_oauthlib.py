"""requests-oauthlib with a session for each thread: once the token is old, each of them refreshes. ISSUER API CONTROL."""

import os
import sys
import threading

import requests
from requests_oauthlib import OAuth2Session

issuer, api, control = sys.argv[1:4]
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
client_id = "session-console"
form = {"grant_type": "password", "username": "alice", "password": "wonderland", "client_id": client_id}
token = requests.post(issuer + "/token", form).json() | {"expires_in": -1}
requests.post(f"{control}/fault", json={"endpoint": "token", "kind": "slow", "times": 4}).raise_for_status()


def work():
    session = OAuth2Session(
        client_id,
        token=dict(token),
        auto_refresh_url=issuer + "/token",
        auto_refresh_kwargs={"client_id": client_id},
        token_updater=token.update,
    )
    try:
        session.get(api + "/orders")
    except Exception as error:
        print(error)


threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
