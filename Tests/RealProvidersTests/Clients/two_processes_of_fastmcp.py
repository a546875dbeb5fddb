"""Two processes of fastmcp's client on one token store; what the server saw goes into an HTTP Archive: FILE."""

import asyncio
import datetime
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time

import uvicorn
from fastmcp import FastMCP
from fastmcp.server.auth.providers import in_memory
from mcp.server.auth.settings import ClientRegistrationOptions

listener = socket.create_server(("127.0.0.1", 0))
base = f"http://127.0.0.1:{listener.getsockname()[1]}"
in_memory.DEFAULT_ACCESS_TOKEN_EXPIRY_SECONDS = 2
registration = ClientRegistrationOptions(enabled=True, valid_scopes=["read"], default_scopes=["read"])
auth = in_memory.InMemoryOAuthProvider(base_url=base, client_registration_options=registration)
app = FastMCP("notes", auth=auth).http_app()
entries = []


async def recorded(scope, receive, send):
    """Passes a request on, and keeps it with its answer."""
    if scope["type"] != "http":
        return await app(scope, receive, send)
    begin, body, answer = datetime.datetime.now(datetime.timezone.utc), [], {"content": []}

    async def receiving():
        message = await receive()
        body.append(message.get("body", b""))
        return message

    async def sending(message):
        answer["content"].append(message.get("body", b""))
        answer.update({name: message[name] for name in ("status", "headers") if name in message})
        await send(message)

    def fields(headers):
        return [{"name": name.decode(), "value": value.decode()} for name, value in headers]

    await app(scope, receiving, sending)
    path = scope["path"] + ("?" + scope["query_string"].decode() if scope["query_string"] else "")
    passed = datetime.datetime.now(datetime.timezone.utc) - begin
    entries.append(
        {
            "startedDateTime": begin.isoformat().replace("+00:00", "Z"),
            "time": passed.total_seconds() * 1000,
            "request": {
                "method": scope["method"],
                "url": base + path,
                "headers": fields(scope["headers"]),
                "postData": {"text": b"".join(body).decode()},
            },
            "response": {
                "status": answer["status"],
                "headers": fields(answer["headers"]),
                "content": {"text": b"".join(answer["content"]).decode()},
            },
        }
    )


def start(store):
    client = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fastmcp_client.py")
    command = [sys.executable, client, base + "/mcp", store]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def call(process):
    print("call", file=process.stdin, flush=True)
    if not process.stdout.readline():
        sys.exit("a client gave up")


server = uvicorn.Server(uvicorn.Config(recorded, lifespan="off", log_level="warning"))


async def serve():
    async with app.router.lifespan_context(app):
        await server.serve(sockets=[listener])


threading.Thread(target=asyncio.run, args=[serve()], daemon=True).start()
with tempfile.TemporaryDirectory() as store:
    one = start(store)
    call(one)
    # The second finds an old access token in the store, and spends the refresh token that the first one knows, too.
    time.sleep(2.1)
    other = start(store)
    call(other)
    call(one)
    call(other)
    for process in (one, other):
        process.communicate()
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump({"log": {"version": "1.2", "entries": entries}}, file)
