"""Keeps functions up to date and few: new code replaces their environments, and idle ones end."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from local.lambdas.changes import SourceFiles, concerns_functions, concerns_server
from local.lambdas.function import Function

PAUSE_SECONDS = 1.0
ROOT = Path(__file__).parents[2]


class Upkeep:
    """Looks after functions every other moment."""

    def __init__(
        self,
        functions: Sequence[Function],
        restart_streams: Callable[[], None],
        tell: Callable[[str], None],
        root: Path = ROOT,
    ) -> None:
        self._functions = functions
        self._restart_streams = restart_streams
        self._tell = tell
        self._files = SourceFiles(root)

    async def run(self) -> None:
        """Look after them until cancelled."""
        while True:
            await asyncio.sleep(PAUSE_SECONDS)
            self.apply(await asyncio.to_thread(self._files.changed))
            for function in self._functions:
                function.end_idle()

    def renew(self) -> None:
        """Have everything that runs our code start anew."""
        for function in self._functions:
            function.renew()
        self._restart_streams()

    def apply(self, changed: set[str]) -> None:
        """Bring changed files into effect, or say what does."""
        for_functions = sorted(filter(concerns_functions, changed))
        for_server = sorted(filter(concerns_server, changed))
        if for_functions:
            self.renew()
            self._tell(f"Changed: {_listed(for_functions)}. The next request runs the new code.")
        if for_server:
            self._tell(f"Changed: {_listed(for_server)}. The server reads this only at its start: restart it.")


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"  # noqa: PLR2004
