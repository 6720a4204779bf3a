"""Somebody who types commands, and sees what they print."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from cli.app import run
from tests.serving import ROOT


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """What a live view printed with --json."""
        return [json.loads(line) for line in self.out.splitlines()]


class TerminalUser:
    """Runs commands as `tessera` does, in this process."""

    def tries(self, *words: str, given: str = "") -> Done:
        """A command, however it ends."""
        out, err = io.StringIO(), io.StringIO()
        typed = patch.object(sys, "argv", ["tessera", *words])
        with typed, patch.object(sys, "stdin", io.StringIO(given)), redirect_stdout(out), redirect_stderr(err):
            try:
                run()
            except SystemExit as end:
                return Done(_code(end), out.getvalue(), err.getvalue())
        return Done(0, out.getvalue(), err.getvalue())

    def does(self, *words: str, given: str = "") -> Done:
        """A command that works."""
        done = self.tries(*words, given=given)
        assert done.code == 0, done
        return done

    @contextmanager
    def watches(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        """A command that goes on, as a process of its own; whatever happens, it is gone afterwards."""
        command: Sequence[str] = (sys.executable, "-m", "cli", *words)
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, cwd=ROOT, env=os.environ, text=True, stdout=pipe, stderr=pipe)
        try:
            yield process
        finally:
            process.kill()
            process.communicate()


def _code(end: SystemExit) -> int:
    return end.code if isinstance(end.code, int) else int(bool(end.code))
