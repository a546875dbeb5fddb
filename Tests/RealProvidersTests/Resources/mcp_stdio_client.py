"""mcp-stdio, as a host on a desktop starts it: URL HOME. Signs in by a browser, and prints the names of the tools."""

import json
import os
import subprocess
import sys

url, home = sys.argv[1:]
browser = os.path.join(home, "browser-in-background")
person = os.path.join(os.path.dirname(__file__), "..", "Clients", "person.py")
with open(browser, "w") as file:
    # Its caller waits for it, and answers nobody meanwhile.
    file.write(f'#!/bin/sh\n"{sys.executable}" "{person}" "$1" >/dev/null 2>&1 &\n')
os.chmod(browser, 0o700)
program = os.path.join(os.path.dirname(sys.executable), "mcp-stdio")
process = subprocess.Popen(
    [program, "--oauth", "--oauth-scope", "read", url],
    env={**os.environ, "HOME": home, "BROWSER": browser},
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
)


def say(message):
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    process.stdin.flush()


def hear():
    answer = json.loads(process.stdout.readline())
    if "result" not in answer:
        sys.exit(f"mcp-stdio answers {answer}")
    return answer["result"]


about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "host", "version": "1"}}
say({"id": 1, "method": "initialize", "params": about})
hear()
say({"method": "notifications/initialized"})
say({"id": 2, "method": "tools/list"})
print(" ".join(tool["name"] for tool in hear()["tools"]))
process.stdin.close()
sys.exit(process.wait(timeout=20))
