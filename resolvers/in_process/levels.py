"""When all fields of a level have asked: graphql-core starts those in nested lists some turns of the loop later.

A DataLoader sends its batch in the turn after the first key, and would take the parents of one level in several calls.
"""

import asyncio

QUIET_TURNS = 8
"""Each list and each object between two fields costs a turn or two."""


class Levels:
    """The levels of one operation, one after the other."""

    def __init__(self) -> None:
        self._asked = 0
        self._level: asyncio.Task[None] | None = None

    async def complete(self) -> None:
        """Wait until no other field has asked for some turns; all who wait go on in the same one."""
        self._asked += 1
        if self._level is None:
            self._level = asyncio.get_running_loop().create_task(self._quiet())
        await asyncio.shield(self._level)

    async def _quiet(self) -> None:
        turns = 0
        while turns < QUIET_TURNS:
            asked = self._asked
            await asyncio.sleep(0)
            turns = turns + 1 if asked == self._asked else 0
        self._level = None
