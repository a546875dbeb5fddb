"""The answer to a sign-in, on the port that is named; and a call for each line of the standard input."""
import base64, hashlib, os, secrets, sys
from http.server import BaseHTTPRequestHandler, HTTPServer


def pkce():
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    return verifier, challenge


def answer(opening):
    got = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            got.append(os.environ["REDIRECT_URI"].rsplit("/", 1)[0] + self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"Signed in.")

        def log_message(self, *arguments):
            pass

    with HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler) as server:
        opening()
        while not got:
            server.handle_request()
    return got[0]


def on_each_line(call):
    """Calls, and prints the status; a call that fails is no reason to end."""
    for _ in sys.stdin:
        try:
            print(call())
        except Exception as error:
            print("failed:", type(error).__name__)
