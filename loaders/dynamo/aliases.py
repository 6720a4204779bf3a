"""Placeholders in expressions: hundreds of plain words (status, role, name, error...) are reserved there."""

import re
from collections.abc import Mapping
from typing import Any

from entities.attributes import encode
from loaders.dynamo.writes import Raw

_OURS = re.compile(r"(#n|:v)\d+")


class Aliases:
    """The placeholders for names and values in the expressions of one request."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._aliases: dict[str, str] = {}
        self._values: dict[str, Any] = {}

    def name(self, attribute: str) -> str:
        """The alias of an attribute; always the same for the same attribute."""
        alias = self._aliases.get(attribute)
        if alias is None:
            alias = self._aliases[attribute] = f"#n{len(self._names)}"
            self._names[alias] = attribute
        return alias

    def value(self, value: Any) -> str:
        """An alias for a value."""
        alias = f":v{len(self._values)}"
        self._values[alias] = encode(value)
        return alias

    def adopt(self, raw: Raw) -> str:
        """An expression that defines aliases of its own; they are added to these."""
        _merge(self._names, raw.names)
        _merge(self._values, {alias: encode(value) for alias, value in raw.values.items()})
        return raw.expression

    def arguments(self) -> dict[str, Any]:
        """The two arguments that define the aliases; empty ones are left out."""
        both = {"ExpressionAttributeNames": self._names, "ExpressionAttributeValues": self._values}
        return {argument: said for argument, said in both.items() if said}


def _merge(known: dict[str, Any], brought: Mapping[str, Any]) -> None:
    """Add the aliases of a raw expression; generated ones (#n0, :v0...) are reserved."""
    for alias, meaning in brought.items():
        if _OURS.fullmatch(alias) or known.get(alias, meaning) != meaning:
            raise ValueError(f"the alias {alias} is taken: choose another")
        known[alias] = meaning


def projected(attributes: frozenset[str] | None) -> dict[str, Any]:
    """The arguments that ask for these attributes of an item; none for whole items."""
    aliases = Aliases()
    expression = projection(attributes, aliases)
    return {"ProjectionExpression": expression, **aliases.arguments()} if expression else {}


def projection(attributes: frozenset[str] | None, aliases: Aliases) -> str:
    """The attributes to send, in one order whatever the set's: equal reads are equal requests."""
    return ", ".join(map(aliases.name, sorted(attributes))) if attributes else ""
