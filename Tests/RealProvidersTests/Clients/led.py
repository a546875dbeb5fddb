"""Leads a client of the folder `proven` through its life: STEP... -- COMMAND...

A step is `call`, or `calls=N`, which asks for so many at once and waits for what the client says of each; `each`, which
asks all that run at once; `pause=SECONDS`; `again`, which ends the client and starts it once more; `beside`, which starts a
second one; or `PATH=JSON`, a switch of the demo provider, whose control URL is CONTROL.

Each client has a PORT of its own with its REDIRECT_URI. A printed link to an authorization endpoint is opened, and a device
that prints `enter CODE` is approved as alice.
"""
import contextlib
import json
import os
import queue
import socket
import subprocess
import sys
import threading
import time
import tty
import urllib.request
import webbrowser

steps, command = sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :]
aside = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def turn(name, body):
    aside.open(urllib.request.Request(os.environ["CONTROL"] + "/" + name, body.encode(), method="POST"))


class Client:
    def __init__(self):
        self.said = queue.Queue()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        listening = {"PORT": str(port), "REDIRECT_URI": f"http://127.0.0.1:{port}/callback"}
        # To a terminal lines are written as they come.
        output, terminal = os.openpty()
        tty.setraw(terminal)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=terminal, text=True, bufsize=1, env={**os.environ, **listening})
        os.close(terminal)
        threading.Thread(target=self.read, args=[output], daemon=True).start()

    def read(self, output):
        with contextlib.suppress(OSError), open(output) as lines:
            self.take(lines)
        self.said.put(None)

    def take(self, lines):
        for line in lines:
            if line.startswith("enter "):
                body = json.dumps({"user_code": line.split()[1], "username": "alice"})
                # A person takes a while.
                threading.Timer(1.5, turn, ["approve-device", body]).start()
            elif "/authorize?" in line:
                # Whoever opens no browser prints it.
                webbrowser.open(line.strip())
            else:
                self.said.put(line)

    def ask(self, count):
        """Asks for calls; a client that has ended can't be asked."""
        try:
            self.process.stdin.write("call\n" * count)
            self.process.stdin.flush()
        except OSError:
            self.said.put(None)

    def listen(self, count):
        for _ in range(count):
            line = self.said.get(timeout=20)
            if line is None:
                return self.said.put(None)
            print(line, end="", flush=True)

    def end(self):
        self.process.kill()
        self.process.wait()


clients = [Client()]
for step in steps:
    # What comes sooner was under way.
    time.sleep(0.1)
    name, _, value = step.partition("=")
    if name in ("call", "calls"):
        clients[-1].ask(int(value or 1))
        clients[-1].listen(int(value or 1))
    elif name == "each":
        for client in clients:
            client.ask(1)
        for client in clients:
            client.listen(1)
    elif name == "pause":
        time.sleep(float(value))
    elif name == "again":
        clients.pop().end()
        clients.append(Client())
    elif name == "beside":
        clients.append(Client())
    else:
        turn(name, value)
for client in clients:
    client.end()
