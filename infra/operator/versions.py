"""The versions of the functions: point `live` at an older one, or remove those that are too old to go back to.

python -m infra.operator.versions prod                  what there is, for each function
python -m infra.operator.versions prod back             `live` of every function goes back to the version before
python -m infra.operator.versions prod prune --keep 5   remove all but `live` and the five newest

A retained version with SnapStart costs a few dollars a month.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from botocore.session import get_session

ALIAS = "live"
KEEP = 5


@dataclass(frozen=True)
class Versions:
    """The versions of one function, oldest first, and the one that answers."""

    function: str
    numbers: tuple[int, ...]
    live: int

    @property
    def before(self) -> int | None:
        """The newest version that is older than the live one."""
        return max((number for number in self.numbers if number < self.live), default=None)

    def to_prune(self, keep: int) -> list[int]:
        """Neither the live one, nor the newest, nor the one to go back to."""
        kept = {self.live, self.before, *self.numbers[-keep:]}
        return [number for number in self.numbers if number not in kept]


def versions(client: Any, stage: str) -> Iterator[Versions]:
    """Those of all functions of a stage."""
    pages = client.get_paginator("list_functions").paginate()
    names = [each["FunctionName"] for page in pages for each in page["Functions"]]
    for name in sorted(name for name in names if name.startswith(f"tessera-{stage}-")):
        listed = client.get_paginator("list_versions_by_function").paginate(FunctionName=name)
        found = [each["Version"] for page in listed for each in page["Versions"]]
        live = client.get_alias(FunctionName=name, Name=ALIAS)["FunctionVersion"]
        yield Versions(name, tuple(sorted(int(each) for each in found if each.isdecimal())), int(live))


def back(client: Any, found: Versions) -> str:
    if found.before is None:
        return f"{found.function}: there is no version before {found.live}"
    client.update_alias(FunctionName=found.function, Name=ALIAS, FunctionVersion=str(found.before))
    return f"{found.function}: {found.live} -> {found.before}"


def prune(client: Any, found: Versions, keep: int) -> str:
    old = found.to_prune(keep)
    for number in old:
        client.delete_function(FunctionName=found.function, Qualifier=str(number))
    return f"{found.function}: {len(old)} removed"


def main(arguments: list[str] | None = None, client: Any = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m infra.operator.versions", description="Versions of the functions.")
    parser.add_argument("stage")
    parser.add_argument("what", nargs="?", choices=("list", "back", "prune"), default="list")
    parser.add_argument("--keep", type=int, default=KEEP)
    given = parser.parse_args(arguments)
    client = client or get_session().create_client("lambda")
    for found in versions(client, given.stage):
        if given.what == "back":
            line = back(client, found)
        elif given.what == "prune":
            line = prune(client, found, given.keep)
        else:
            line = f"{found.function}: live {found.live} of {', '.join(map(str, found.numbers))}"
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
