"""Every input that names something stored takes its global id instead of the parts of its key."""

from typing import Any

import pytest

from commands.inputs import Input
from entities.errors import BadKeyValue
from entities.item import Item
from entities.registry import all_types
from loaders.errors import BadInput
from resolvers.runtime.identified import IDENTIFIED, NEW, identified, parts_in, with_parts
from resolvers.runtime.ids import global_id
from resolvers.runtime.inputs import read_input
from resolvers.runtime.names import camel
from resolvers.schema.catalogue import catalogue
from tests.contract.examples.mutations import MUTATIONS
from tests.contract.examples.setting import setting

INPUTS = {name: each.cls for name, each in catalogue().inputs.items()}
KEY_FIELDS = {name for entity in all_types().values() for name in entity.key.names if name.endswith(("_id", "_name"))}
KEY_FIELDS -= {"metric_name", "field_name", "task_name", "workflow_name"}
KEY_FIELDS |= {"sweep_id", "fingerprint"}
TAKING = {name: cls for name, cls in INPUTS.items() if identified(cls)}
ITEMS: dict[str, Item] = {type(each).__name__: each for each in reversed(setting())}


def test_an_input_with_parts_of_a_key_takes_an_id_or_there_is_a_reason() -> None:
    silent = [
        name
        for name, cls in INPUTS.items()
        if any(field in KEY_FIELDS and each.is_required() for field, each in cls.model_fields.items())
        and not identified(cls)
        and name not in NEW
    ]
    assert not silent, "Say in resolvers/runtime/identified.py whose `id` these take, or why they take none."


def test_no_reason_or_rule_is_left_of_an_input_that_is_gone_or_takes_an_id() -> None:
    assert {*IDENTIFIED, *NEW} - INPUTS.keys() == set()
    assert not [name for name in NEW if identified(INPUTS[name])]


@pytest.mark.parametrize("name", TAKING)
def test_an_id_stands_for_the_parts_of_the_key(name: str) -> None:
    cls, tried = TAKING[name], 0
    for type_name, parts in identified(cls).items():
        item = ITEMS.get(type_name)
        if item is None:
            continue
        ids = type(item).ids_of(item.primary_key())
        expected = {given: ids[key] for given, key in parts.items() if ids.get(key) is not None}
        found = _read(cls, {"id": global_id(item)})
        assert {given: str(found[given]) for given in expected} == {
            given: str(each) for given, each in expected.items()
        }
        tried += 1
    assert tried or set(identified(cls)) & {"CompactionRun", "LabelHygieneResult", "WordTag"}, "nothing to try it with"


@pytest.mark.parametrize("name", TAKING)
def test_both_neither_or_another_type_are_refused_by_the_field(name: str) -> None:
    cls = TAKING[name]
    part = next(each for each in parts_in(cls) if cls.model_fields[each].is_required())
    of_type = next((each for each in identified(cls) if each in ITEMS), None)
    stranger = next(item for type_name, item in ITEMS.items() if type_name not in identified(cls))
    cases = {"neither": ({}, part), "another type": ({"id": global_id(stranger)}, "id"), "none": ({"id": "x"}, "id")}
    if of_type:
        cases["both"] = ({"id": global_id(ITEMS[of_type]), camel(part): "1"}, "id")
    for why, (given, field) in cases.items():
        with pytest.raises(BadInput) as refused:
            read_input(cls, given)
        assert refused.value.info["field"] == field, why


def test_the_schema_has_the_id_and_demands_no_part() -> None:
    for name, cls in TAKING.items():
        fields = {each.name: each for each in catalogue().inputs[name].fields}
        assert fields["id"].type.text == "ID", name
        assert not [each for each in parts_in(cls) if fields[camel(each)].type.is_required], name


def test_every_mutation_example_reads_the_same_with_an_id() -> None:
    """Where the small world has what an example names, the id of that reads as the example does."""
    tried = 0
    for mutation, example in MUTATIONS.items():
        cls = INPUTS.get(f"{mutation[0].upper()}{mutation[1:]}Input")
        if cls is None or not identified(cls) or "id" in example.input:
            continue
        item = _named_by(cls, dict(example.input))
        if item is None:
            continue
        rest = {key: value for key, value in example.input.items() if key not in map(camel, parts_in(cls))}
        assert read_input(cls, {**rest, "id": global_id(item)}) == read_input(cls, example.input), mutation
        tried += 1
    assert tried >= 20


def _named_by(cls: type[Input], given: dict[str, Any]) -> Item | None:
    """The item whose key the values of an input are, and all of those that it has."""
    for item in setting():
        parts = identified(cls).get(type(item).__name__)
        if parts is None:
            continue
        try:
            ids = type(item).ids_of(item.primary_key())
        except BadKeyValue:
            continue
        values = {part: str(ids[key]) for part, key in parts.items() if ids.get(key) is not None}
        wanted = {part: str(given[camel(part)]) for part in parts_in(cls) if camel(part) in given}
        if values == wanted:
            return item
    return None


def _read(cls: type[Input], given: dict[str, Any]) -> dict[str, Any]:
    """The values that an input would be read with, whether or not others are missing."""
    return with_parts(cls, given, "")
