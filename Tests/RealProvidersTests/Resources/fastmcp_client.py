"""FastMCP's client, which knows nothing of tokens: URL. Prints a line of JSON: the tools, the events of a call as they came
while its tool ran, and its result."""

import asyncio
import json
import sys

from fastmcp import Client

events = []


async def note(progress, total, message):
    events.append([progress, total])


async def main():
    async with Client(sys.argv[1], auth=None) as client:
        tools = [tool.name for tool in await client.list_tools()]
        result = await client.call_tool("count", {"to": 3}, progress_handler=note)
        print(json.dumps({"tools": tools, "events": events, "result": result.data}))


asyncio.run(main())
