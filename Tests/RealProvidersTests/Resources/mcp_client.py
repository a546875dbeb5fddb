"""The MCP SDK's own client: URL CA DOCUMENT. Signs in where the URL leads, and prints the status of a call.

DOCUMENT is the https address of the client's metadata, for servers that take one.
"""

import asyncio
import ssl
import sys
import urllib.parse

import httpx2
import requests
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.shared.auth import OAuthClientMetadata

sys.path.append(__file__.rpartition("/")[0] + "/../Clients")
from person import visit

url, authority, document = sys.argv[1:]
REDIRECT_URI = "http://127.0.0.1:8717/callback"
context = ssl.create_default_context(cafile=authority)


class Memory:
    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Browser:
    location = ""

    async def open(self, link):
        browser = requests.Session()
        browser.trust_env, browser.verify = False, authority
        self.location = await asyncio.to_thread(visit, link, REDIRECT_URI, browser)

    async def result(self):
        answer = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.location).query))
        return AuthorizationCodeResult(code=answer["code"], state=answer.get("state"), iss=answer.get("iss"))


async def main():
    browser = Browser()
    metadata = OAuthClientMetadata(redirect_uris=[REDIRECT_URI], token_endpoint_auth_method="none")
    sign_in = OAuthClientProvider(url, metadata, Memory(), browser.open, browser.result, document)
    async with httpx2.AsyncClient(verify=context, auth=sign_in) as client:
        answer = await client.get(url, headers={"Accept": "application/json, text/event-stream"})
        print(answer.status_code)


asyncio.run(main())
