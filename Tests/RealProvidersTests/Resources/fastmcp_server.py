"""A FastMCP server that is its own authorization server, with the provider that FastMCP ships for tests: PORT."""

import sys

from fastmcp import FastMCP
from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider
from mcp.server.auth.settings import ClientRegistrationOptions

port = int(sys.argv[1])
server = FastMCP(
    "notes",
    auth=InMemoryOAuthProvider(
        base_url=f"http://127.0.0.1:{port}",
        client_registration_options=ClientRegistrationOptions(
            enabled=True, valid_scopes=["read", "write"], default_scopes=["read"]
        ),
        required_scopes=["read"],
    ),
)
server.run(transport="http", host="127.0.0.1", port=port, show_banner=False)
