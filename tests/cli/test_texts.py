"""Every GraphQL text of the command line fits the schema, and knows the same states."""

import importlib
import pkgutil
from enum import StrEnum
from pathlib import Path
from types import ModuleType

import pytest
from graphql import GraphQLEnumType, parse, validate

import cli
from local.engine.scalars import read_schema
from tests.serving import ROOT

MODULES: dict[str, ModuleType] = {
    each.name: importlib.import_module(each.name)
    for each in pkgutil.walk_packages(cli.__path__, "cli.")
    if each.name != "cli.__main__"
}
TEXTS = {
    f"{module.__name__}.{name}": value
    for module in MODULES.values()
    for name, value in vars(module).items()
    if isinstance(value, str) and value.startswith(("query ", "mutation ", "subscription "))
}
ENUMS = {
    value.__name__: value
    for module in MODULES.values()
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, StrEnum) and value is not StrEnum
}
OF_THE_SCHEMA = {"JobState", "LogLevel", "DocumentStatus"}
SCHEMA = read_schema((ROOT / "schema.graphql").read_text())


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_fits_the_schema(name: str) -> None:
    assert validate(SCHEMA, parse(TEXTS[name])) == []


@pytest.mark.parametrize("name", sorted(OF_THE_SCHEMA))
def test_options_offer_what_the_api_takes(name: str) -> None:
    known = SCHEMA.type_map[name]
    assert isinstance(known, GraphQLEnumType)
    assert {each.value for each in ENUMS[name]} == known.values.keys() - {"UNKNOWN"}


def test_every_command_has_a_text_of_its_own() -> None:
    assert len(TEXTS) > 20
    assert Path(cli.__path__[0]).name == "cli"
