"""The MCP SDK's own client: URL CA DOCUMENT. Signs in where the URL leads, and prints the status of a call.

Pages that ask nothing are followed; DOCUMENT is the https address of the client's metadata, for servers that take one.
"""

import asyncio
import ssl
import sys
import urllib.parse

import httpx2
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.shared.auth import OAuthClientMetadata

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
        async with httpx2.AsyncClient(verify=context) as browser:
            while not link.startswith(REDIRECT_URI):
                link = urllib.parse.urljoin(link, (await browser.get(link)).headers["Location"])
        self.location = link

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
