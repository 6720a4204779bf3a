"""Writes the code of a reader, as `dataclasses` writes methods: without a loop or a call for each field of a record.

Loops and calls took half of the time of reading. Names in the code come from our declarations, never from a client.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from entities.attributes import Record
from entities.item import Item
from loaders.reading import ReadPlain
from loaders.rows import id_names
from resolvers.runtime.fields import as_is
from resolvers.runtime.plain_keys import EXPIRES, KeyGrammar
from resolvers.runtime.plain_values import (
    NOT_PLAIN,
    PlainEnum,
    PlainNumbers,
    PlainValue,
    plain_flag,
    plain_number,
    plain_text,
)

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
) -> ReadPlain:
    """Reads plain records, and returns the others. `values` reads records in which a field has no value."""
    known: dict[str, Any] = {
        "values": values,
        "NOT_PLAIN": NOT_PLAIN,
        "ids_in": grammar.read,
        **{f"value{place}": _known_value(each.value) for place, each in enumerate(fields)},
        **{f"show{place}": each.show for place, each in enumerate(shown_ids)},
    }
    lines = [
        "def read(records, kept, now):",
        " left, before = [], None",
        " for record in records:",
        "  try:",
        *_key_lines(entity, grammar, known),
        *_value_lines(entity, fields, shown_ids),
        "  except NOT_PLAIN:",
        "   left.append(record)",
        "   continue",
        f"  kept[place] = ({_listed(id_names(entity))}), shown, place",
        " return left",
    ]
    exec("\n".join(lines), known)  # noqa: S102  it is our own code
    read: ReadPlain = known["read"]
    return read


def _key_lines(entity: type[Item], grammar: KeyGrammar, known: dict[str, Any]) -> list[str]:
    """A key whose ids are all in it, as text and numbers, is taken apart in place; others by the grammar's reader.

    Most records of an answer lie in the partition of the one before, so its ids are taken over from there.
    """
    regular = grammar.regular
    others = [
        f"({_listed(id_names(entity))}), place, {EXPIRES} = ids_in(record)",
        f"if {EXPIRES} is not None and {EXPIRES} <= now: continue",
    ]
    if regular is None:
        return [f"   {line}" for line in others]
    known |= {"first_ids": regular.first_ids, "match": regular.match}
    is_alone = " and ".join(f"{name!r} not in record" for name in sorted(regular.elsewhere)) or "True"
    return [
        f"   if {is_alone}:",
        f"    place = partition, sort = record[{regular.partition!r}]['S'], record[{regular.sort!r}]['S']",
        "    if partition != before:",
        f"     {f'({_listed(regular.first_names)}) = ' if regular.first_names else ''}first_ids(partition)",
        "     before = partition",
        f"    {f'({_listed(regular.kinds)}) = ' if regular.kinds else ''}match(sort).groups()",
        *[f"    {_variable(name)} = int({_variable(name)})" for name, kind in regular.kinds.items() if kind is int],
        f"    {EXPIRES} = None",
        "   else:",
        *[f"    {line}" for line in others],
        "    before = None",
    ]


def _listed(names: Iterable[str]) -> str:
    """The variables of ids, with a comma after each: one alone is a tuple too."""
    return "".join(f"{_variable(name)}, " for name in names)


def _variable(name: str) -> str:
    """The variable that holds an id, or when the item expires."""
    return name if name == EXPIRES else f"id_{name}"


def _value_lines(entity: type[Item], fields: list[CodeField], shown_ids: list[CodeId]) -> list[str]:
    """What is shown, in one expression; where a field has no value, what `values` finds instead."""
    ids = {
        each: _variable(each.attribute) if each.show is as_is else f"show{place}({_variable(each.attribute)})"
        for place, each in enumerate(shown_ids)
    }
    always = [each for each in shown_ids if each.attribute in entity.required and each.attribute != EXPIRES]
    of_ids = ", ".join(f"{each.name!r}: {ids[each]}" for each in always)
    sometimes = [
        f"   if {_variable(each.attribute)} is not None: shown[{each.name!r}] = {ids[each]}"
        for each in shown_ids
        if each not in always
    ]
    found_otherwise = f"shown = values(record) | {{{of_ids}}}" if of_ids else "shown = values(record)"
    if any(each.attribute is None for each in fields):
        return [f"   {found_otherwise}", *sometimes]
    shown = [f"{each.name!r}: {_expression(each, f'value{place}')}" for place, each in enumerate(fields)]
    has_checked = any(each.name is None for each in fields)
    emptiable = [each for each in fields if not each.may_be_empty]
    empty = " or ".join(f"shown[{each.name!r}] == ''" for each in emptiable if each.name is not None)
    return [
        "   try:",
        f"    shown = {{{', '.join([*shown, *([of_ids] if of_ids else [])])}}}",
        *([f"    if {empty}: {found_otherwise}"] if empty else []),
        *(["    shown.pop(None, None)"] if has_checked else []),
        "   except KeyError:",
        f"    {found_otherwise}",
        *sometimes,
    ]


def _known_value(value: PlainValue) -> Any:
    """What the code of a value needs: the names of an enumeration, otherwise the function that reads it."""
    return value.names if isinstance(value, PlainEnum) else value


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
    if isinstance(field.value, PlainEnum):
        return f"{call}[{raw}['S']]"
    kind = {plain_text: "S", plain_flag: "BOOL"}.get(field.value)
    return f"{raw}[{kind!r}]" if kind else f"{call}({raw})"
