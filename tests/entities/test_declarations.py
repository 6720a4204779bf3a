"""A class that cannot work is refused when it is made, with a sentence that says what to mend."""

import re
import sys
from types import ModuleType
from typing import Any, ClassVar

import pytest

from entities.errors import BadDeclaration
from entities.fields import InKey
from entities.item import Alternate, Item
from entities.keys import Key
from entities.registry import all_types
from entities.tables import NOVAE, RECEIPTS

KEY = Key.of("THING#{thing_id}", "THING")


class Thing(Item):
    """Lends its fields; without a key it is no stored type."""

    table: ClassVar = RECEIPTS
    type_name: ClassVar = "THING"

    thing_id: InKey[str]
    colour: str | None = None

    @property
    def shade(self) -> str:
        return "light"

    def paint(self) -> None:
        """Not a value: keys cannot hold it."""


def declare(base: type[Item] = Thing, **namespace: Any) -> type[Item]:
    """A class named Box with these declarations."""
    return type("Box", (base,), {"__module__": __name__, "__qualname__": "Box", "key": KEY, **namespace})


def annotated(**annotations: Any) -> dict[str, Any]:
    return {"__annotations__": annotations}


@pytest.mark.parametrize(
    ("namespace", "sentence"),
    [
        pytest.param(
            annotated(size=InKey[str]) | {"indexes": {"GSI1": Key.of("SIZE#{size}", "THING#{thing_id}")}},
            "Box marks `size` as InKey, but it stands only in GSI1: its value would be lost",
            id="an id in an index key alone",
        ),
        pytest.param(
            annotated(size=InKey[str]),
            "Box marks `size` as InKey, but it stands in no key: its value would be lost",
            id="an id in no key",
        ),
        pytest.param(
            annotated(size=InKey[str])
            | {"alternates": (Alternate(None, Key.of("THING#{thing_id}", "SIZE#{size}"), by="another program"),)},
            "Box marks `size` as InKey, but it stands in no key: its value would be lost",
            id="an id in a key that only others write",
        ),
        pytest.param(
            {"indexes": {"GSI1": Key.of("SIZE#{size}", "{thing_id}")}},
            "Box has no field or property `size`, which GSI1 names",
            id="an index key with an unknown field",
        ),
        pytest.param(
            {"key": Key.of("THING#{thing_id}", "{paint}")},
            "Box has no field or property `paint`, which key names",
            id="a key with a method",
        ),
        pytest.param(
            {"indexes": {"GSI9": Key.of("THING", "{thing_id}")}},
            "Box declares GSI9, and the table receipts has no such index",
            id="an index that the table does not have",
        ),
        pytest.param(
            {"indexes": {"GSI1": Key.of("THING")}},
            "Box declares GSI1 without a sort key, unlike the table",
            id="an index key without its sort key",
        ),
        pytest.param(
            {"shown": {"shade": str, "weight": float}},
            "Box shows `weight`, which is not one of its properties",
            id="a property that does not exist",
        ),
        pytest.param(
            {"fanout": {"thing_id": 10, "colour": 3}},
            "Box estimates the fanout of `colour`, which is in none of its keys",
            id="an estimate for what is in no key",
        ),
        pytest.param(
            {"late_indexes": frozenset({"GSI2"})},
            "Box calls GSI2 a late index, but declares no key for it",
            id="a late index without a key",
        ),
        pytest.param(
            {"key": Key.of("IMAGE#{thing_id}", "IMAGE#{colour}"), "type_name": "IMAGE"},
            "Box has the type_name IMAGE of Image, and their keys do not tell them apart",
            id="a type_name for two types",
        ),
    ],
)
def test_what_cannot_work_is_refused(namespace: dict[str, Any], sentence: str) -> None:
    all_types()
    with pytest.raises(BadDeclaration, match=f"^{re.escape(sentence)}$"):
        declare(**namespace)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(BadDeclaration) as refused:
        declare(late_indexes=frozenset({"GSI2"}), shown={"weight": float})
    assert len(refused.value.problems) == 2


@pytest.mark.parametrize("name", ["table", "type_name"])
def test_a_stored_type_has_a_table_and_a_type_name(name: str) -> None:
    given = {"table": NOVAE, "type_name": "BOX"}
    del given[name]
    with pytest.raises(BadDeclaration, match=f"^Box has a key but no {name}$"):
        declare(Item, **given)


SOURCE = """
from typing import ClassVar

from entities.fields import InKey
from entities.item import Item
from entities.keys import Key
from entities.tables import {table}

class {name}(Item):
    table: ClassVar = {table}
    type_name: ClassVar = "BOX"
    key: ClassVar = Key.of("BOX#{{box_id}}", "BOX")
    box_id: InKey[str]
"""


def load(monkeypatch: pytest.MonkeyPatch, module: str, **values: str) -> None:
    """Import a module of this name that declares one type."""
    made = ModuleType(module)
    monkeypatch.setitem(sys.modules, module, made)
    exec(SOURCE.format(**values), vars(made))


@pytest.mark.parametrize(
    ("module", "table"),
    [("entities.boxes", "RECEIPTS"), ("entities.documents", "RECEIPTS"), ("entities.receipts.boxes", "RECEIPTS")],
)
def test_a_type_in_a_module_that_is_never_loaded_is_refused(
    monkeypatch: pytest.MonkeyPatch, module: str, table: str
) -> None:
    sentence = f"Box is declared in {module}, which entities/registry.py does not list under its table"
    with pytest.raises(BadDeclaration, match=f"^{re.escape(sentence)}$"):
        load(monkeypatch, module, name="Box", table=table)


def test_one_name_is_one_class(monkeypatch: pytest.MonkeyPatch) -> None:
    all_types()
    with pytest.raises(BadDeclaration, match=r"^Image is also declared in entities\.receipts\.images$"):
        load(monkeypatch, "entities.jobs.job", name="Image", table="RECEIPTS")


def test_types_may_share_a_type_name_when_their_keys_tell_them_apart() -> None:
    products = [each for each in all_types().values() if each.type_name == "DataProduct"]
    assert sorted(each.__name__ for each in products) == ["PhotometryTable", "SpectraProduct"]
