"""What a DataLoader's batch functions do: for all keys of a level at once, or with a Query for each of them."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol

from bench.peers.reads import Contents, Item, Reads

Key = tuple[Any, ...]
"""An image's id and the numbers of a receipt, a line and a word, as far as they go."""
POOL = ThreadPoolExecutor(32)


class Batches(Protocol):
    """The batch functions of one request."""

    async def lines(self, keys: list[Key]) -> list[list[Item]]: ...

    async def words(self, keys: list[Key]) -> list[list[Item]]: ...

    async def labels(self, keys: list[Key]) -> list[list[Item]]: ...


async def in_thread(read: Callable[..., Any], *arguments: Any) -> Any:
    """boto3 waits for answers, so it does so in threads."""
    return await asyncio.get_running_loop().run_in_executor(POOL, partial(read, *arguments))


async def all_of(read: Callable[..., list[Item]], keys: list[Key]) -> list[list[Item]]:
    """What is read for each key, side by side."""
    return list(await asyncio.gather(*(in_thread(read, *key) for key in keys)))


class Grouped:
    """Keys of a level grouped by receipt: words and labels come together, and once."""

    def __init__(self, reads: Reads) -> None:
        self.reads = reads
        self._contents: dict[Key, Awaitable[Contents]] = {}

    async def lines(self, keys: list[Key]) -> list[list[Item]]:
        return await all_of(self.reads.lines, keys)

    async def words(self, keys: list[Key]) -> list[list[Item]]:
        found = await self._contents_of(keys)
        return [found[key[:2]].words[key[1:]] for key in keys]

    async def labels(self, keys: list[Key]) -> list[list[Item]]:
        found = await self._contents_of(keys)
        return [found[key[:2]].labels[key[1:]] for key in keys]

    async def _contents_of(self, keys: list[Key]) -> dict[Key, Contents]:
        receipts = list(dict.fromkeys(key[:2] for key in keys))
        for receipt in receipts:
            if receipt not in self._contents:
                self._contents[receipt] = asyncio.ensure_future(in_thread(self.reads.contents, *receipt))
        return dict(zip(receipts, await asyncio.gather(*(self._contents[each] for each in receipts)), strict=True))


class PerParent:
    """A Query for each parent: what a loader is when nobody thinks of the keys."""

    def __init__(self, reads: Reads) -> None:
        self.reads = reads

    async def lines(self, keys: list[Key]) -> list[list[Item]]:
        return await all_of(self.reads.lines, keys)

    async def words(self, keys: list[Key]) -> list[list[Item]]:
        return await all_of(self.reads.words_of_line, keys)

    async def labels(self, keys: list[Key]) -> list[list[Item]]:
        return await all_of(self.reads.labels_of_word, keys)
