"""Decides which engine stores the data of a folder: the one that has stored it so far, never another one."""

from pathlib import Path

from local.data.folder import DATABASES, ENGINE_NAME, explained
from local.failures import CannotServe

TITLES = {"dynoxide": "Dynoxide", "dynamodb-local": "DynamoDB Local"}
"""The engines by the names that ENGINE takes."""

_START_OVER = "choose another DATA_DIR, or remove the data with `make reset`"


class OtherEngine(CannotServe):
    """The data of a folder is another engine's."""


def engine_of(folder: Path, asked: str | None, usual: str) -> str:
    """The name of the engine for a folder: asked for by ENGINE, or the usual one where there is no data yet."""
    present = {name for name, file in DATABASES.items() if (folder / file).exists()}
    noted = noted_engine(folder)
    if len(present) > 1 and not (asked or noted):
        names = " and ".join(TITLES[name] for name in sorted(present))
        choices = " or ".join(f"ENGINE={name}" for name in sorted(present))
        raise OtherEngine(f"{folder} holds data of {names}: say which to use with {choices}, or {_START_OVER}")
    chosen = asked or (noted if noted in present else None) or next(iter(present), usual)
    if present and chosen not in present:
        (owner,) = present
        raise OtherEngine(
            f"The data in {folder} is {TITLES[owner]}'s and ENGINE={chosen} cannot read it: "
            f"use ENGINE={owner}, {_START_OVER}"
        )
    if noted and present and chosen != noted and not asked:
        raise OtherEngine(
            f"{folder} is noted as {TITLES[noted]}'s, but holds a database of {TITLES[chosen]}: "
            f"use it with ENGINE={chosen}, {_START_OVER}"
        )
    return chosen


def noted_engine(folder: Path) -> str | None:
    """The engine that has stored the data so far."""
    with explained(folder):
        try:
            name = (folder / ENGINE_NAME).read_text().strip()
        except FileNotFoundError:
            return None
    return name if name in TITLES else None


def note_engine(folder: Path, name: str) -> None:
    """Write down which engine stores the data."""
    if noted_engine(folder) != name:
        with explained(folder):
            (folder / ENGINE_NAME).write_text(f"{name}\n")
