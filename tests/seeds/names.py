"""The names of everything in the documents: item types, attributes, indexes, states, patterns and commands."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

NAMES = Path(__file__).parents[1] / "formats" / "seed_names.tsv"


@dataclass(frozen=True)
class SeedName:
    """A name, and where it stands."""

    seed: str
    kind: str
    name: str

    @property
    def item(self) -> str:
        """The item type that it belongs to."""
        return self.name.partition(".")[0]

    @property
    def path(self) -> str:
        """An attribute within its item, with dots into maps."""
        return self.name.partition(".")[2]

    def __str__(self) -> str:
        return f"{self.seed} {self.name}"


@cache
def seed_names() -> tuple[SeedName, ...]:
    """All names, in the order of the documents."""
    return tuple(SeedName(*line.split("\t")) for line in NAMES.read_text().splitlines())


def of_kind(kind: str) -> list[SeedName]:
    return [each for each in seed_names() if each.kind == kind]
