"""An MCP server that takes the tokens of an issuer's sessions: fastmcp|mcp PORT ISSUER.

It asks the issuer of each token at most once in half a second. Its tools add, count with progress, ask the host for a
word, and wait until they are cancelled."""

import asyncio
import sys
import time

import httpx2

kind, port, issuer = sys.argv[1], int(sys.argv[2]), sys.argv[3].rstrip("/")
known = {}
cancelled = []


async def is_good(token):
    seen = known.get(token)
    if not seen or seen[0] < time.monotonic() - 0.5:
        async with httpx2.AsyncClient() as client:
            answer = await client.get(f"{issuer}/userinfo", headers={"Authorization": f"Bearer {token}"})
        known.clear()
        seen = known[token] = (time.monotonic(), answer.status_code == 200)
    return seen[1]


if kind == "fastmcp":
    from fastmcp import Context, FastMCP
    from fastmcp.server.auth import AccessToken, TokenVerifier

    class Verifier(TokenVerifier):
        async def verify_token(self, token):
            return AccessToken(token=token, client_id="any", scopes=[]) if await is_good(token) else None

    server = FastMCP("bridged", auth=Verifier())
    tool = server.tool
else:
    from mcp.server import MCPServer
    from mcp.server.auth.provider import AccessToken
    from mcp.server.auth.settings import AuthSettings
    from mcp.server.mcpserver import Context

    class Verifier:
        async def verify_token(self, token):
            return AccessToken(token=token, client_id="any", scopes=[]) if await is_good(token) else None

    server = MCPServer(
        "bridged",
        token_verifier=Verifier(),
        auth=AuthSettings(issuer_url=issuer, resource_server_url=f"http://127.0.0.1:{port}/mcp"),
    )
    tool = server.tool()


@tool
def add(a: int, b: int) -> int:
    return a + b


@tool
async def count(to: int, context: Context) -> int:
    for number in range(1, to + 1):
        await context.report_progress(number, to)
    return to


@tool
async def linger(name: str) -> str:
    cancelled.append(name + " began")
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        cancelled.append(name)
        raise
    return name


@tool
def cancellations() -> list[str]:
    return cancelled


if kind == "fastmcp":

    @tool
    async def ask(question: str, context: Context) -> str:
        answer = await context.elicit(question, response_type=str)
        return answer.data

    server.run(transport="http", host="127.0.0.1", port=port, show_banner=False)
else:
    from pydantic import BaseModel

    class Word(BaseModel):
        value: str

    @tool
    async def ask(question: str, context: Context) -> str:
        answer = await context.elicit(question, Word)
        return answer.data.value

    server.run(transport="streamable-http", host="127.0.0.1", port=port)
