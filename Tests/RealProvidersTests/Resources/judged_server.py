"""A resource server that takes the JWTs of an issuer: KIND PORT ISSUER AUDIENCE [PUBLIC].

fastmcp and mcp are servers of MCP, authlib an API of Authlib's resource protector; unverified is an API that reads the
claims and no signature, and open-to-pages one whose answers every page may read by the user's cookies. PUBLIC is the port that the clients of a server of MCP know, where that is another one."""

import sys

kind, port, issuer, audience = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
public = int(sys.argv[5]) if len(sys.argv) > 5 else port


def serve_fastmcp():
    from fastmcp import FastMCP
    from fastmcp.server.auth import RemoteAuthProvider
    from fastmcp.server.auth.providers.jwt import JWTVerifier
    from pydantic import AnyHttpUrl

    verifier = JWTVerifier(jwks_uri=issuer + "/jwks", issuer=issuer, audience=audience, algorithm="ES256")
    auth = RemoteAuthProvider(
        token_verifier=verifier,
        authorization_servers=[AnyHttpUrl(issuer)],
        base_url=f"http://127.0.0.1:{public}",
    )
    server = FastMCP("notes", auth=auth)
    server.run(transport="http", host="127.0.0.1", port=port, show_banner=False)


def serve_mcp():
    import jwt
    from mcp.server import MCPServer
    from mcp.server.auth.provider import AccessToken, TokenVerifier
    from mcp.server.auth.settings import AuthSettings

    keys = jwt.PyJWKClient(issuer + "/jwks")

    class Verifier(TokenVerifier):
        async def verify_token(self, token):
            try:
                key = keys.get_signing_key_from_jwt(token).key
                claims = jwt.decode(token, key, algorithms=["ES256"], audience=audience, issuer=issuer)
            except jwt.PyJWTError:
                return None
            return AccessToken(
                token=token,
                client_id=claims["client_id"],
                scopes=claims["scope"].split(),
                expires_at=claims["exp"],
                resource=None,
            )

    settings = AuthSettings(
        issuer_url=issuer, resource_server_url=f"http://127.0.0.1:{public}/mcp", required_scopes=["orders"]
    )
    server = MCPServer("notes", token_verifier=Verifier(), auth=settings)
    server.run(transport="streamable-http", port=port, host="127.0.0.1")


def serve_flask():
    import requests
    from authlib.integrations.flask_oauth2 import ResourceProtector
    from authlib.oauth2.rfc9068 import JWTBearerTokenValidator
    from flask import Flask, jsonify, request
    from joserfc.jwk import KeySet

    class Validator(JWTBearerTokenValidator):
        def get_jwks(self):
            return KeySet.import_key_set(requests.get(issuer + "/jwks", timeout=5).json())

    app = Flask(__name__)
    protect = ResourceProtector()
    protect.register_token_validator(Validator(issuer=issuer, resource_server=audience))

    @app.get("/notes")
    @protect()
    def notes():
        return jsonify(["a note"])

    @app.after_request
    def let_pages_read(answer):
        if kind == "open-to-pages" and "Origin" in request.headers:
            answer.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
            answer.headers["Access-Control-Allow-Credentials"] = "true"
        return answer

    app.run("127.0.0.1", port, threaded=True)


def serve_unverified():
    import base64, json, time
    from flask import Flask, jsonify, request

    app = Flask(__name__)

    @app.get("/notes")
    def notes():
        try:
            part = request.headers["Authorization"].split(" ")[1].split(".")[1]
            claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
            if claims["exp"] > time.time():
                return jsonify(["a note"])
        except (KeyError, IndexError, ValueError):
            pass
        return jsonify([]), 401, {"WWW-Authenticate": 'Bearer error="invalid_token"'}

    app.run("127.0.0.1", port, threaded=True)


{"fastmcp": serve_fastmcp, "mcp": serve_mcp, "unverified": serve_unverified}.get(kind, serve_flask)()
