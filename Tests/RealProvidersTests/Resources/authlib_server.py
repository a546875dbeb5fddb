"""An authorization server and its API made of Authlib's endpoints; clients register (RFC 7591) or publish metadata.

authlib_server.py PORT register               http; anybody registers a client
authlib_server.py PORT document CERTIFICATE CA  https; a client_id is the https address of the client's metadata
"""

import json, os, re, secrets, sys, time, urllib.request, ssl

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2.rfc6749 import grants, ClientMixin, TokenMixin
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7591 import ClientRegistrationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9207 import IssuerParameter
from flask import Flask, jsonify, request

port, mode = int(sys.argv[1]), sys.argv[2]
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
base = f"{'https' if mode == 'document' else 'http'}://127.0.0.1:{port}"
app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
app.config["OAUTH2_TOKEN_EXPIRES_IN"] = {"authorization_code": 15, "refresh_token": 15}
clients, codes, tokens = {}, {}, []


def without_port(uri):
    """RFC 8252 §7.3: a redirect to loopback may have any port."""
    return re.sub(r"^(http://127\.0\.0\.1)(:\d+)?/", r"\1/", uri)


class Record(dict):
    __getattr__ = dict.get


class Client(Record, ClientMixin):
    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return self.redirect_uris[0]

    def get_allowed_scope(self, scope):
        return scope or ""

    def check_redirect_uri(self, uri):
        return any(without_port(uri) == without_port(each) for each in self.redirect_uris)

    def check_client_secret(self, secret):
        return secrets.compare_digest(self.client_secret or "", secret)

    def check_endpoint_auth_method(self, method, endpoint):
        return method == (self.token_endpoint_auth_method or "client_secret_basic")

    def check_response_type(self, kind):
        return kind == "code"

    def check_grant_type(self, kind):
        return kind in (self.grant_types or ["authorization_code"])


class Code(Record):
    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope


class Token(Record, TokenMixin):
    def check_client(self, client):
        return self.client_id == client.client_id

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return self.expires_in

    def is_expired(self):
        return self.issued_at + self.expires_in < time.time()

    def is_revoked(self):
        return bool(self.revoked)

    def get_user(self):
        return "alice"

    def get_client(self):
        return clients.get(self.client_id)


def find_client(client_id):
    if client_id not in clients and mode == "document" and client_id.startswith("https://"):
        context = ssl.create_default_context(cafile=sys.argv[4])
        with urllib.request.urlopen(client_id, context=context, timeout=5) as answer:
            document = json.load(answer)
        if document.get("client_id") == client_id:
            clients[client_id] = Client(document)
    return clients.get(client_id)


def save_token(token, request):
    tokens.append(Token(token, client_id=request.client.client_id, issued_at=time.time()))


server = AuthorizationServer(app, find_client, save_token)


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"]

    def save_authorization_code(self, code, request):
        data = request.payload.data
        codes[code] = Code(
            code=code,
            client_id=request.client.client_id,
            redirect_uri=request.payload.redirect_uri,
            scope=request.payload.scope,
            code_challenge=data.get("code_challenge"),
            code_challenge_method=data.get("code_challenge_method"),
        )

    def query_authorization_code(self, code, client):
        return codes.get(code)

    def delete_authorization_code(self, code):
        del codes[code.code]

    def authenticate_user(self, code):
        return "alice"


class Refresh(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, value):
        return next((t for t in tokens if t.refresh_token == value and not t.revoked), None)

    def authenticate_user(self, token):
        return "alice"

    def revoke_old_credential(self, token):
        token["revoked"] = True


class Registration(ClientRegistrationEndpoint):
    def authenticate_token(self, request):
        return True

    def get_server_metadata(self):
        return metadata

    def save_client(self, info, given, request):
        clients[info["client_id"]] = Client({**given, **info})


class Issuer(IssuerParameter):
    def get_issuer(self):
        return base


class Validator(BearerTokenValidator):
    def authenticate_token(self, value):
        return next((t for t in tokens if t.access_token == value), None)


server.register_grant(CodeGrant, [CodeChallenge(required=True)])
server.register_grant(Refresh)
server.register_endpoint(Registration(server))
server.register_extension(Issuer())
protect = ResourceProtector()
protect.register_token_validator(Validator())
metadata = {
    "issuer": base,
    "authorization_endpoint": base + "/authorize",
    "token_endpoint": base + "/token",
    "response_types_supported": ["code"],
    "grant_types_supported": ["authorization_code", "refresh_token"],
    "code_challenge_methods_supported": ["S256"],
    "scopes_supported": ["notes"],
    "token_endpoint_auth_methods_supported": ["none", "client_secret_basic"],
    "authorization_response_iss_parameter_supported": True,
    **(
        {"registration_endpoint": base + "/register"}
        if mode == "register"
        else {"client_id_metadata_document_supported": True}
    ),
}


@app.get("/.well-known/oauth-authorization-server")
def describe():
    return jsonify(metadata)


@app.get("/.well-known/oauth-protected-resource/notes")
def describe_notes():
    return jsonify({"resource": base + "/notes", "authorization_servers": [base], "scopes_supported": ["notes"]})


@app.get("/authorize")
def authorize():
    grant = server.get_consent_grant(end_user="alice")
    return server.create_authorization_response(grant=grant, grant_user="alice")


@app.post("/token")
def token():
    return server.create_token_response()


@app.post("/register")
def register():
    return server.create_endpoint_response("client_registration")


@app.get("/notes")
def notes():
    if not request.headers.get("Authorization"):
        pointer = base + "/.well-known/oauth-protected-resource/notes"
        return "", 401, {"WWW-Authenticate": f'Bearer resource_metadata="{pointer}", scope="notes"'}
    with protect.acquire("notes"):
        return jsonify(["a note"])


app.run(port=port, threaded=True, ssl_context=(sys.argv[3], sys.argv[3]) if mode == "document" else None)
