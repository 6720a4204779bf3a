"""The differences between dev and prod, and the settings of a deployment (`-c name=value`)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from entities.tables import TABLES, Table
from resolvers.routing.limits import QUERY_DEPTH, RESOLVER_COUNT

REPOSITORY = Path(__file__).parent.parent
STAGES = ("dev", "prod")


class StageError(ValueError):
    """A context that cannot be deployed."""


@dataclass(frozen=True)
class ExistingTable:
    """An existing table, which is used but not managed."""

    name: str
    stream_arn: str | None = None


@dataclass(frozen=True)
class Stage:
    """One deployment of everything."""

    name: str = "dev"
    package: Path = REPOSITORY / "build" / "lambda"
    """The folder that `make package` filled."""
    existing: dict[str, ExistingTable] = field(default_factory=dict)
    """Existing tables that are used instead of creating them."""
    alarm_email: str | None = None
    argument_comments: bool = True
    """Whether the schema keeps its comments on arguments, in case AppSync rejects them."""

    @classmethod
    def read(cls, context: Callable[[str], Any]) -> "Stage":
        """The stage that the context describes."""
        name = context("stage") or "dev"
        if name not in STAGES:
            raise StageError(f"stage is one of {', '.join(STAGES)}, not {name}")
        package = Path(context("package") or cls.package)
        if not package.is_dir():
            raise StageError(f"there is no package in {package}: run `make package` first")
        existing = {table.name: found for table in TABLES.values() if (found := _existing(table, context))}
        return cls(name, package, existing, context("alarmEmail"), _switch("argumentComments", context))

    @property
    def is_prod(self) -> bool:
        return self.name == "prod"

    @property
    def has_api_key(self) -> bool:
        """Demos need no account; real data does."""
        return not self.is_prod

    @property
    def log_days(self) -> int:
        return 90 if self.is_prod else 14

    @property
    def query_depth(self) -> int:
        return QUERY_DEPTH[self.name]

    @property
    def resolver_count(self) -> int:
        return RESOLVER_COUNT

    def named(self, part: str) -> str:
        """tessera-dev-read"""
        return f"tessera-{self.name}-{part}"


def _switch(name: str, context: Callable[[str], Any]) -> bool:
    """On unless it is turned off; -c gives texts, cdk.json may hold booleans."""
    given = context(name)
    if given not in (None, True, False, "true", "false"):
        raise StageError(f"{name} is true or false, not {given}")
    return given not in (False, "false")


def _existing(table: Table, context: Callable[[str], Any]) -> ExistingTable | None:
    name, stream = context(f"{table.name}Table"), context(f"{table.name}Stream")
    if stream and not name:
        raise StageError(f"{table.name}Stream is given without {table.name}Table")
    return ExistingTable(name, stream) if name else None
