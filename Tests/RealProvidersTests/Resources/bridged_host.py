"""A host of MCP that starts its server: fastmcp|mcp COMMAND ARGUMENT... It reads what to do on standard input, and prints
a line of JSON for each, with the number that each line begins with.

call N     calls a tool N times, and prints how many succeeded, the errors, and the seconds that a call took
tools      prints the names of the tools, and of what the server has told it meanwhile
instructions, count N, ask, cancel"""

import asyncio
import json
import os
import sys
import time

kind, command, arguments = sys.argv[1], sys.argv[2], sys.argv[3:]
events = []


async def note(progress, total, message):
    events.append(progress)


async def hear(message):
    events.append(getattr(getattr(message, "root", message), "method", type(message).__name__))


def plain(result):
    return (result.structured_content or {}).get("result")


class Host:
    def __init__(self, client):
        self.client = client

    async def call(self, name, arguments, **options):
        result = await self.client.call_tool(name, arguments, **options)
        if getattr(result, "is_error", False):
            raise RuntimeError(str(result.content))
        return plain(result)

    async def names(self):
        tools = await self.client.list_tools()
        return sorted(tool.name for tool in getattr(tools, "tools", tools))

    async def perform(self, words):
        if words[0] == "call":
            succeeded, errors, times = 0, [], []
            for number in range(int(words[1])):
                began = time.perf_counter()
                try:
                    succeeded += await self.call("add", {"a": number, "b": 1}) == number + 1
                except Exception as error:
                    errors.append(str(error))
                times.append(time.perf_counter() - began)
            return {"succeeded": succeeded, "errors": errors, "times": times}
        if words[0] == "instructions":
            result = getattr(self.client, "initialize_result", None)
            return {"instructions": result.instructions if result else self.client.instructions}
        if words[0] == "tools":
            return {"tools": await self.names(), "events": events}
        if words[0] == "count":
            events.clear()
            return {"result": await self.call("count", {"to": int(words[1])}, **self.progress), "events": events}
        if words[0] == "ask":
            return {"result": await self.call("ask", {"question": "which?"})}
        if words[0] == "cancel":
            task = asyncio.ensure_future(self.call("linger", {"name": words[1]}))
            # One that is cancelled before it arrives is not cancelled there.
            while words[1] + " began" not in await self.call("cancellations", {}):
                await asyncio.sleep(0.05)
            task.cancel()
            try:
                await task
            except BaseException:
                pass
            for _ in range(100):
                names = await self.call("cancellations", {})
                if words[1] in names:
                    break
                await asyncio.sleep(0.05)
            return {"result": names}


async def serve(host):
    loop = asyncio.get_running_loop()
    while True:
        line = await loop.run_in_executor(None, sys.stdin.readline)
        if not line:
            return
        number, *words = line.split()
        try:
            result = await host.perform(words)
        except Exception as error:
            result = {"error": str(error)}
        print(json.dumps({"number": int(number), **result}), flush=True)


async def main():
    if kind == "fastmcp":
        from fastmcp import Client
        from fastmcp.client.transports import StdioTransport

        async def answer(message, response_type, parameters, context):
            return response_type(value="seven")

        Host.progress = {"progress_handler": note}
        transport = StdioTransport(command, arguments, env=dict(os.environ), keep_alive=False)
        async with Client(transport, message_handler=hear, elicitation_handler=answer) as client:
            await serve(Host(client))
    else:
        from mcp.client import Client
        from mcp.client.stdio import StdioServerParameters, stdio_client
        from mcp.types import ElicitResult

        async def answer(context, parameters):
            return ElicitResult(action="accept", content={"value": "seven"})

        Host.progress = {"progress_callback": note}
        parameters = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
        async with Client(
            stdio_client(parameters), message_handler=hear, elicitation_callback=answer, mode="legacy"
        ) as client:
            await serve(Host(client))


asyncio.run(main())
