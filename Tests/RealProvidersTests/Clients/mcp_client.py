"""The mcp package's client, in fastmcp's form, at an API that says where its tokens come from: URL.

A URL that ends in /mcp gets MCP's first message, any other is asked as it is.
"""

import asyncio
import os
import sys
import time

import httpx2
from fastmcp.client.auth import OAuth

from person import end_access_tokens, wait_for_new_token

url = sys.argv[1]
person = os.path.join(os.path.dirname(os.path.abspath(__file__)), "person.py")
os.environ["BROWSER"] = f"{sys.executable} {person} %s &"
first_message = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    },
}


async def main():
    auth = OAuth(mcp_url=url)
    async with httpx2.AsyncClient(auth=auth, timeout=30) as client:

        async def call():
            if url.endswith("/mcp"):
                accepted = {"Accept": "application/json, text/event-stream"}
                answer = await client.post(url, json=first_message, headers=accepted)
            else:
                answer = await client.get(url)
            print(answer.status_code)

        for _ in range(2):
            await call()
        # Once the token is old, the next call refreshes it first.
        for _ in range(2):
            wait_for_new_token()
            auth.context.token_expiry_time = time.time() - 1
            await call()
        if end_access_tokens():
            await call()


asyncio.run(main())
