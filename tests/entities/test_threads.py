"""Types are imported when their table is first used, which several threads of one request may do at once."""

import subprocess
import sys

import pytest

FIRST_USE = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from entities.registry import types_in
from entities.tables import TABLES

sys.setswitchinterval(1e-6)
together = Barrier(2 * len(TABLES))

def use(table):
    together.wait()
    return [each.__name__ for each in types_in(table)]

with ThreadPoolExecutor(2 * len(TABLES)) as pool:
    found = list(pool.map(use, [*TABLES.values(), *TABLES.values()]))
later = [[kind.__name__ for kind in types_in(each)] for each in TABLES.values()]
assert found == [*later, *later], found
"""


@pytest.mark.parametrize("turn", range(3))
def test_the_first_use_of_all_tables_at_once_finds_every_type(turn: int) -> None:
    done = subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, (turn, done.stderr)
