"""fastmcp's client with a store of its own, from the address alone to its calls, one for each line that comes: URL STORE."""

import asyncio
import os
import sys

from fastmcp import Client
from fastmcp.client.auth import OAuth
from key_value.aio.stores.filetree import (
    FileTreeStore,
    FileTreeV1CollectionSanitizationStrategy,
    FileTreeV1KeySanitizationStrategy,
)

url, folder = sys.argv[1:]
person = os.path.join(os.path.dirname(os.path.abspath(__file__)), "person.py")
os.environ["BROWSER"] = f"{sys.executable} {person} %s &"
os.makedirs(folder, exist_ok=True)
store = FileTreeStore(
    data_directory=folder,
    key_sanitization_strategy=FileTreeV1KeySanitizationStrategy(folder),
    collection_sanitization_strategy=FileTreeV1CollectionSanitizationStrategy(folder),
)


async def call():
    async with Client(url, auth=OAuth(token_storage=store)) as client:
        for _ in sys.stdin:
            await client.list_tools()
            print("called", flush=True)


asyncio.run(call())
