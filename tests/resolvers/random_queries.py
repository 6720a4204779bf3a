"""Random queries over the whole schema: aliases, inline and named fragments, @include and @skip, repeated fields."""

import random
from dataclasses import dataclass, field
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLField,
    GraphQLSchema,
    get_named_type,
    is_abstract_type,
    is_composite_type,
    is_required_argument,
)

VALUES: dict[str, list[str]] = {
    "imageId": ['"img"', '"old"', '"none"', '"a#b"'],
    "receiptId": ["1", "2"],
    "jobId": ['"j1"', '"j0"', '"d0"', '"none"'],
    "label": ['"GRAND_TOTAL"', '"TOTAL"', '"grand_total"'],
    "first": ["1", "2", "50"],
    "merchantName": ['"Twin Peaks"', '"twin peaks"'],
    "placeId": ['"P1"'],
    "fieldType": ['"ADDRESS_LINE"'],
    "tag": ['"FOOD"', '"food"'],
    "fieldName": ['"total"'],
    "status": ['"valid"'],
    "type": ['"error"'],
    "searchValue": ['"555"'],
    "batchId": ['"b1"', '"b2"', '"7"'],
    "alias": ['"TOTAL"'],
    "canonicalLabel": ['"GRAND_TOTAL"'],
    "labelTarget": ['"money"'],
    "createdBy": ['"ann"'],
    "name": ['"train-1"', '"V1324 Sco"', '"nova_sco 2012 #2"'],
    "metricName": ['"val_loss"'],
    "resourceId": ['"gpu-1"'],
    "queueName": ['"gpu"', '"none"'],
    "instanceId": ['"i-1"'],
    "sweepId": ['"j0"'],
    "novaId": ['"n1"'],
    "provider": ['"ESO"'],
    "locatorIdentity": ['"url:https://x/#1"'],
    "bibcode": ['"2012ATel.4157....1W"'],
    "correlationId": ['"c1"'],
    "fingerprint": ['"f0"', '"f1"'],
    "clientId": ['"c"'],
    "documentKey": ['"input/d0/a.pdf"'],
    "textractId": ['"t1"'],
    "receiptCount": ["1"],
    "since": ['"2026-11-16T00:30:00Z"'],
    "until": ['"2026-11-16T12:30:00Z"'],
}
"""Something to look for, by the name of the argument."""

BY_CHANCE = {"randomImage", "randomReceipt", "labelTimeline"}
"""Fields that answer differently each time: by chance, or by the time of day."""

PREFERRED = {"status": ["RUNNING", "COMPLETED", "PENDING", "SUCCESS", "VALID"]}
VARIABLES = {"yes": True, "no": False}
HEAD = "($yes: Boolean!, $no: Boolean!)"


@dataclass
class Writer:
    """Writes one query."""

    schema: GraphQLSchema
    chance: random.Random
    ids: list[str]
    """Global ids that lead somewhere."""
    repeats: float = 0.05
    """How often a field is selected twice."""
    interfaces: bool = True
    """Whether to select fields whose type is an interface."""
    fragments: list[str] = field(default_factory=list)

    def query(self) -> str:
        root = self.schema.query_type
        assert root is not None
        body = self._fields(root, 0, 1)
        if self.chance.random() < 0.1:
            body = self._wrapped(root.name, body)
        return f"query Any{HEAD} {{ {body} }}\n" + "\n".join(self.fragments)

    def selection(self, kind: Any, depth: int) -> str:
        parts = []
        if is_abstract_type(kind):
            parts.append("__typename")
            chosen = self._some(list(self.schema.get_possible_types(kind)), 3)
            parts += [self._wrapped(concrete.name, self._fields(concrete, depth, 2)) for concrete in chosen]
        count = self.chance.randint(1, 3)
        body = self._fields(kind, depth, count)
        parts.append(self._wrapped(kind.name, body) if self.chance.random() < 0.3 else body)
        # With everything below it skipped, an aliased object in a named fragment looks like a scalar to a resolver.
        parts.append("__typename")
        return f"{{ {' '.join(parts)} }}"

    def _wrapped(self, type_name: str, body: str) -> str:
        """A body inside a fragment, inline or named."""
        directive = self._directive()
        if self.chance.random() < 0.5:
            return f"... on {type_name}{directive} {{ {body} }}"
        name = f"F{len(self.fragments)}"
        self.fragments.append(f"fragment {name} on {type_name} {{ {body} }}")
        return f"...{name}{directive}"

    def _fields(self, kind: Any, depth: int, count: int) -> str:
        types = {name: get_named_type(each.type) for name, each in kind.fields.items() if name not in BY_CHANCE}
        if not self.interfaces:
            types = {name: each for name, each in types.items() if not is_abstract_type(each)}
        names = [name for name, each in types.items() if depth < 4 or not is_composite_type(each)]
        deep = [name for name in names if is_composite_type(types[name])]
        chosen = self._some(names, count) + (self._some(deep, 1) if depth < 4 else [])
        written = [part for name in chosen for part in self._field(kind, name, depth)]
        return " ".join(written) or "__typename"

    def _field(self, kind: Any, name: str, depth: int) -> list[str]:
        """A field; sometimes twice, with another selection, and the second time perhaps in a fragment."""
        definition = kind.fields[name]
        alias = f"{self.chance.choice('abcdef')}{self.chance.randrange(1000)}: " if self.chance.random() < 0.3 else ""
        head = f"{alias}{name}{self._arguments(definition)}"
        inner = get_named_type(definition.type)
        written: list[str] = []
        for _ in range(2 if self.chance.random() < self.repeats else 1):
            below = " " + self.selection(inner, depth + 1) if is_composite_type(inner) else ""
            again = f"{head}{self._directive()}{below}"
            written.append(self._wrapped(kind.name, again) if written and self.chance.random() < 0.5 else again)
        return written

    def _arguments(self, definition: GraphQLField) -> str:
        written: list[str] = []
        for name, argument in definition.args.items():
            if is_required_argument(argument) or (name != "after" and self.chance.random() < 0.3):
                value = self._value(name, get_named_type(argument.type))
                written.append(f"{name}: {value}")
        return f"({', '.join(written)})" if written else ""

    def _value(self, name: str, kind: Any) -> str:
        if isinstance(kind, GraphQLEnumType):
            known = [value for value in kind.values if value != "UNKNOWN"]
            likely = [value for value in PREFERRED.get(name, []) if value in known]
            return str(self.chance.choice(likely or known))
        if name == "id":
            return f'"{self.chance.choice(self.ids)}"'
        if name == "ids":
            return "[" + ", ".join(f'"{each}"' for each in self._some(self.ids, 4)) + "]"
        return self.chance.choice(VALUES.get(name) or (["true", "false"] if kind.name == "Boolean" else ["5"]))

    def _directive(self) -> str:
        if self.chance.random() > 0.1:
            return ""
        return self.chance.choice([" @include(if: $yes)", " @include(if: $no)", " @skip(if: $no)", " @skip(if: true)"])

    def _some(self, values: list[Any], count: int) -> list[Any]:
        return self.chance.sample(values, min(len(values), count))
