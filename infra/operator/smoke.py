"""A deployed API, tried out: the ready-made queries, then questions that only the real AppSync can answer.

The questions are asked about a job that is made for them, by IAM, and deleted afterwards.

python -m infra.operator.smoke URL KEY

The queries expect the sample data; if none of them finds anything, it fails.
"""

import json
import sys
import time
from enum import Enum
from pathlib import Path
from typing import Any

from infra.operator.deployed_api import DeployedApi
from infra.operator.probes import found_by_all

QUERIES = Path(__file__).parents[2] / "local" / "graphiql" / "queries"


class Tried(Enum):
    """How a query went."""

    FOUND = "found"
    NOTHING = "nothing found"
    FAILED = "failed"


def smoke(api: DeployedApi) -> bool:
    """Run and report everything; returns whether all queries succeeded, and found something between them."""
    tried = [_try_query(api, file) for file in sorted(QUERIES.glob("*.graphql")) if _is_query(file)]
    if not any(each is Tried.FOUND for each in tried):
        _tell("FAIL None of the queries found anything: the tables are empty, or others than you think.")
    _tell("\nWhat this AppSync does:")
    for probe, found in found_by_all(api):
        _tell(f"  {probe.question}\n      {found}")
    return Tried.FAILED not in tried and Tried.FOUND in tried


def _try_query(api: DeployedApi, file: Path) -> Tried:
    beside = file.with_suffix(".json")
    began = time.perf_counter()
    answer = api.ask(file.read_text(), json.loads(beside.read_text()) if beside.exists() else {})
    milliseconds = (time.perf_counter() - began) * 1000
    errors = [str(each.get("message")) for each in answer.get("errors") or []]
    fine = "status" not in answer and not errors and answer.get("data") is not None
    found = fine and finds_something(answer["data"])
    note = "; ".join(errors) or ("" if found else "nothing found")
    _tell(f"{'ok  ' if fine else 'FAIL'} {file.stem:<16} {milliseconds:6.0f} ms  {note}")
    return Tried.FOUND if found else Tried.NOTHING if fine else Tried.FAILED


def finds_something(data: Any) -> bool:
    """Whether an answer holds any value. Zeros, names of types, and that there is no further page, are none."""
    if isinstance(data, dict):
        return any(finds_something(value) for name, value in data.items() if name not in {"pageInfo", "__typename"})
    if isinstance(data, list):
        return any(map(finds_something, data))
    return data not in (None, "", 0, False)


def _is_query(file: Path) -> bool:
    lines = file.read_text().splitlines()
    return any(line.startswith(("query", "{")) for line in lines)


def _tell(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:  # noqa: PLR2004
        sys.exit(__doc__)
    sys.exit(0 if smoke(DeployedApi(*sys.argv[1:])) else 1)
