"""FastMCP's client with tokens in a folder, as its documentation has it: a call of the tool for each line."""
import asyncio, os, sys
from fastmcp import Client
from fastmcp.client.auth import OAuth
from key_value.aio.stores.filetree import (
    FileTreeStore, FileTreeV1CollectionSanitizationStrategy, FileTreeV1KeySanitizationStrategy)

folder = os.environ["STATE"]
store = FileTreeStore(
    data_directory=folder, key_sanitization_strategy=FileTreeV1KeySanitizationStrategy(folder),
    collection_sanitization_strategy=FileTreeV1CollectionSanitizationStrategy(folder))


async def main():
    auth = OAuth(token_storage=store, callback_port=int(os.environ["PORT"]))
    while await asyncio.to_thread(sys.stdin.readline):
        try:
            async with Client(os.environ["SERVER"], auth=auth) as client:
                print((await client.call_tool("list_orders")).content[0].text, flush=True)
        except Exception as error:
            print("failed:", type(error).__name__, error, flush=True)


asyncio.run(main())
