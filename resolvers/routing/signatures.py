"""Fields as GraphQL writes them: `Job.metrics(metricName: String, first: Int = 100): JobMetricConnection!`."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_FIELD = re.compile(r"(?P<type>\w+)\.(?P<field>\w+)(?:\((?P<arguments>.*)\))?: (?P<returns>[\w\[\]!]+)", re.DOTALL)
_ARGUMENT = re.compile(r"(?P<name>\w+): (?P<type>[\w\[\]!]+)(?: = (?P<default>\[[^\]]*\]|[^,]+))?(?:, |$)")


@dataclass(frozen=True)
class TypeRef:
    """A type as a field or argument names it: `[Receipt!]!`."""

    text: str

    @property
    def name(self) -> str:
        return self.text.strip("[]!")

    @property
    def is_list(self) -> bool:
        return self.text.startswith("[")

    @property
    def is_required(self) -> bool:
        return self.text.endswith("!")

    @property
    def optional(self) -> "TypeRef":
        """The same type where null is allowed."""
        return TypeRef(self.text.removesuffix("!"))

    @property
    def inner(self) -> "TypeRef":
        """The type of the elements of a list."""
        return TypeRef(self.text.removesuffix("!")[1:-1])

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Argument:
    """An argument of a field."""

    name: str
    type: TypeRef
    default: str | None = None
    """As GraphQL writes it."""
    description: str = ""
    """What it means; only the schema that is printed has this."""

    @property
    def value(self) -> Any:
        """The default as Python has it; names of enums stay text."""
        if self.default is None:
            return None
        try:
            return json.loads(self.default)
        except ValueError:
            return self.default

    def __str__(self) -> str:
        return f"{self.name}: {self.type}" + (f" = {self.default}" if self.default is not None else "")


@dataclass(frozen=True)
class Signature:
    """A field: where it stands, what it takes, what it gives."""

    text: str

    @property
    def key(self) -> str:
        return f"{self.type_name}.{self.field_name}"

    @property
    def type_name(self) -> str:
        return self._match["type"]

    @property
    def field_name(self) -> str:
        return self._match["field"]

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        found = _ARGUMENT.finditer(self._match["arguments"] or "")
        return tuple(Argument(each["name"], TypeRef(each["type"]), each["default"]) for each in found)

    @cached_property
    def returns(self) -> TypeRef:
        return TypeRef(self._match["returns"])

    @cached_property
    def _match(self) -> re.Match[str]:
        match = _FIELD.fullmatch(self.text)
        if match is None:
            raise ValueError(f"{self.text!r} is not the signature of a field")
        return match

    def __str__(self) -> str:
        arguments = f"({', '.join(map(str, self.arguments))})" if self.arguments else ""
        return f"{self.field_name}{arguments}: {self.returns}"
