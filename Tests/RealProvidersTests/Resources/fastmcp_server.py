"""A FastMCP server that is its own authorization server, with the provider that FastMCP ships for tests: PORT [PUBLIC].

PUBLIC is the port that its clients know, where that is another one."""

import sys

from fastmcp import Context, FastMCP
from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider
from mcp.server.auth.settings import ClientRegistrationOptions

port, public = int(sys.argv[1]), int(sys.argv[-1])
server = FastMCP(
    "notes",
    auth=InMemoryOAuthProvider(
        base_url=f"http://127.0.0.1:{public}",
        client_registration_options=ClientRegistrationOptions(
            enabled=True, valid_scopes=["read", "write"], default_scopes=["read"]
        ),
        required_scopes=["read"],
    ),
)


@server.tool
async def count(to: int, context: Context) -> int:
    """Counts, and tells of each number while it runs."""
    for number in range(1, to + 1):
        await context.report_progress(number, to)
    return to


server.run(transport="http", host="127.0.0.1", port=port, show_banner=False)
