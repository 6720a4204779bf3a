"""Writes the code of a reader, as `dataclasses` writes methods: without a loop or a call for each field of a record.

Loops and calls took half of the time of reading. Names in the code come from our declarations, never from a client.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from entities.attributes import Record
from entities.item import Item
from entities.sketches import sketched
from resolvers.runtime.fields import as_is
from resolvers.runtime.plain_keys import EXPIRES, KeyGrammar
from resolvers.runtime.plain_values import NOT_PLAIN, PlainNumbers, PlainValue, plain_flag, plain_number, plain_text

Show = Callable[[Any], Any]


class CodeField(NamedTuple):
    """A field outside the key: the attribute that usually holds it, and its name in the answer, if it is shown."""

    name: str | None
    attribute: str | None
    value: PlainValue
    may_be_empty: bool
    """Whether an empty text is one; elsewhere it means that there is no value."""


class CodeId(NamedTuple):
    """A field of the key, or when the item expires: its name in the answer, and how it is shown there."""

    name: str
    attribute: str
    show: Show


def written_reader(
    entity: type[Item],
    grammar: KeyGrammar,
    fields: list[CodeField],
    shown_ids: list[CodeId],
    values: Callable[[Record], dict[Any, Any]],
) -> Callable[[Record], Item | None]:
    """Reads plain records; None for others. `values` reads records in which a field has no value."""
    known: dict[str, Any] = {
        "entity": entity,
        "sketched": sketched,
        "values": values,
        "NOT_PLAIN": NOT_PLAIN,
        "ids_in": grammar.read,
        **{f"value{place}": each.value for place, each in enumerate(fields)},
        **{f"show{place}": each.show for place, each in enumerate(shown_ids)},
    }
    lines = ["def read(record):", " try:", *_key_lines(grammar, known), *_value_lines(fields)]
    for place, (name, attribute, show) in enumerate(shown_ids):
        value = f"ids[{attribute!r}]"
        is_there = attribute in entity.required and attribute != EXPIRES
        line = f"shown[{name!r}] = {value if show is as_is else f'show{place}({value})'}"
        lines.append(f"  {line}" if is_there else f"  if {value} is not None: {line}")
    lines += [" except NOT_PLAIN:", "  return None", " return sketched(entity, ids, place, shown)"]
    exec("\n".join(lines), known)  # noqa: S102  it is our own code
    read: Callable[[Record], Item | None] = known["read"]
    return read


def _key_lines(grammar: KeyGrammar, known: dict[str, Any]) -> list[str]:
    """A key whose ids are all in it, as text and numbers, is taken apart in place; others by the grammar's reader."""
    regular = grammar.regular
    if regular is None:
        return ["  ids, place = ids_in(record)"]
    known |= {"first_ids": regular.first_ids, "match": regular.match, "elsewhere": regular.elsewhere}
    ids = [f"{name!r}: first[{place}]" for place, name in enumerate(regular.first_names)]
    after = [f"after{place}" for place in range(len(regular.kinds))]
    ids += [
        f"{name!r}: int({part})" if kind is int else f"{name!r}: {part}"
        for part, (name, kind) in zip(after, regular.kinds.items(), strict=True)
    ]
    return [
        "  if elsewhere.isdisjoint(record):",
        f"   place = partition, sort = record[{regular.partition!r}]['S'], record[{regular.sort!r}]['S']",
        "   first = first_ids(partition)",
        f"   ({''.join(f'{part}, ' for part in after)}) = match(sort).groups()",
        f"   ids = {{{', '.join(ids)}, {EXPIRES!r}: None}}",
        "  else:",
        "   ids, place = ids_in(record)",
    ]


def _value_lines(fields: list[CodeField]) -> list[str]:
    if any(each.attribute is None for each in fields):
        return ["  shown = values(record)"]
    shown = [f"{each.name!r}: {_expression(each, f'value{place}')}" for place, each in enumerate(fields)]
    has_checked = any(each.name is None for each in fields)
    emptiable = [each for each in fields if not each.may_be_empty]
    empty = " or ".join(f"shown[{each.name!r}] == ''" for each in emptiable if each.name is not None)
    return [
        "  try:",
        f"   shown = {{{', '.join(shown)}}}",
        *([f"   if {empty}: shown = values(record)"] if empty else []),
        *(["   shown.pop(None, None)"] if has_checked else []),
        "  except KeyError:",
        "   shown = values(record)",
    ]


def _expression(field: CodeField, call: str) -> str:
    """The code that reads the value of a field: in place for the commonest kinds, otherwise by its function."""
    raw = f"record[{field.attribute!r}]"
    if isinstance(field.value, PlainNumbers):
        first, *others = field.value.names
        parts = [f"{first[0]!r}: float((inner := {raw}['M'])[{first[1]!r}]['N']) + 0.0"]
        parts += [f"{name!r}: float(inner[{attribute!r}]['N']) + 0.0" for name, attribute in others]
        return f"{{{', '.join(parts)}}}"
    if field.value is plain_number:
        return f"float({raw}['N']) + 0.0"
    kind = {plain_text: "S", plain_flag: "BOOL"}.get(field.value)
    return f"{raw}[{kind!r}]" if kind else f"{call}({raw})"
