"""The MCP SDK's client with tokens in a file, as its documentation has it: a call of the tool for each line."""
import asyncio, os, pickle, sys, webbrowser
from urllib.parse import parse_qs, urlsplit
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import OAuthClientMetadata
from loopback import answer


class File:
    def __init__(self, name): self.path = os.path.join(os.environ["STATE"], name)
    async def get(self): return pickle.load(open(self.path, "rb")) if os.path.exists(self.path) else None
    async def set(self, value): pickle.dump(value, open(self.path, "wb"))


class Storage:
    tokens, client = File("tokens"), File("client")
    get_tokens, set_tokens, get_client_info, set_client_info = tokens.get, tokens.set, client.get, client.set


async def open_link(link): global opened; opened = link
async def wait_for_code():
    items = parse_qs(urlsplit(await asyncio.to_thread(answer, lambda: webbrowser.open(opened))).query)
    return AuthorizationCodeResult(**{name: items[name][0] for name in ("code", "state", "iss") if name in items})


async def main():
    metadata = OAuthClientMetadata(redirect_uris=[os.environ["REDIRECT_URI"]], token_endpoint_auth_method="none")
    auth = OAuthClientProvider(os.environ["SERVER"], metadata, Storage(), open_link, wait_for_code)
    while await asyncio.to_thread(sys.stdin.readline):
        try:
            async with create_mcp_http_client(auth=auth) as http:
                async with Client(streamable_http_client(os.environ["SERVER"], http_client=http)) as client:
                    print((await client.call_tool("list_orders")).content[0].text, flush=True)
        except Exception as error:
            print("failed:", type(error).__name__, error, flush=True)


asyncio.run(main())
