"""A resource server of Flask whose parts differ in what they let pages of other origins read: PORT.

`closed` says nothing to them, `half` lets them read answers and hides the challenge, `open` lets them read both.
"""

import sys

import flask

app = flask.Flask(__name__)


@app.route("/<part>/notes", methods=["GET", "OPTIONS"])
def notes(part):
    if flask.request.method == "OPTIONS":
        return flask.Response(status=204)
    pointer = f"http://{flask.request.host}/.well-known/oauth-protected-resource/{part}/notes"
    return flask.Response(status=401, headers={"WWW-Authenticate": f'Bearer resource_metadata="{pointer}"'})


@app.get("/.well-known/oauth-protected-resource/<part>/notes")
def metadata(part):
    own = f"http://{flask.request.host}"
    return {"resource": f"{own}/{part}/notes", "authorization_servers": [own]}


@app.after_request
def let_pages_read(answer):
    part = flask.request.view_args.get("part") if flask.request.view_args else None
    if part in ("half", "open"):
        answer.headers["Access-Control-Allow-Origin"] = "*"
        answer.headers["Access-Control-Allow-Headers"] = "authorization"
    if part == "open":
        answer.headers["Access-Control-Expose-Headers"] = "WWW-Authenticate"
    return answer


app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
