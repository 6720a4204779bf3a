"""Descriptions stand where things are declared, and none may be missing."""

import compileall
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import ClassVar

import pytest

from commands.inputs import Input
from entities.fields import Flag, Json, OpenEnum, Part, Timestamp
from entities.receipts.base import ImageId
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptWordLabel
from entities.receipts.receipt import Receipt, ReceiptWord
from entities.registry import all_types
from infra.packaging import OURS
from loaders import receipts
from loaders.planning.relations import relations_of
from resolvers.routing import announcements
from resolvers.routing.route import SHARED
from resolvers.routing.routes import routes
from resolvers.schema import catalogue as catalogue_module
from resolvers.schema import completeness
from resolvers.schema.catalogue import catalogue
from resolvers.schema.completeness import Undescribed
from resolvers.schema.descriptions import describe, describe_field
from resolvers.schema.sdl import schema_text

ROOT = Path(__file__).parents[2]

Colour = str
"""The colour of the thing."""


class Painted(Part):
    """A thing.

    What follows is for readers of the code.
    """

    size: int
    """How large it is,
    in metres.

    What follows is for readers of the code.
    """
    image_id: ImageId
    colour: Colour | None = None
    is_round: Flag = False

    @property
    def area(self) -> int:
        """How much room it takes up, in square metres."""
        return self.size**2


class Ball(Painted):
    """A round thing."""

    is_round: Flag = True
    """Always true."""


class PaintInput(Input):
    """A thing to paint."""

    about: ClassVar[str] = "Painted"

    size: int
    """How large the thing to paint is."""
    colour: Colour


class Unsaid(Part):
    timestamp: Timestamp
    flag: Flag
    said: Json = None
    """This one is described."""
    thing: Painted


class Unexplained(OpenEnum):
    YES = "yes"


class UnsaidToo(Unsaid):
    """Describes itself, but not its fields."""

    answer: Unexplained


def test_a_field_is_described_beneath_it_and_only_the_first_paragraph_is_printed() -> None:
    assert describe(Painted) == "A thing."
    assert describe_field("size", Painted) == "How large it is, in metres."


def test_a_property_is_described_by_its_own_docstring() -> None:
    assert describe_field("area", Painted) == "How much room it takes up, in square metres."


def test_base_classes_lend_their_texts_unless_the_class_has_its_own() -> None:
    assert describe_field("size", Ball) == "How large it is, in metres."
    assert describe_field("is_round", Ball) == "Always true."


def test_an_alias_describes_the_fields_that_are_named_for_it() -> None:
    assert describe_field("colour", Painted) == "The colour of the thing."
    assert describe_field("image_id", Painted) == describe_field("image_id", ReceiptWordLabel) != ""


def test_kinds_of_value_describe_no_field() -> None:
    assert describe_field("timestamp", Unsaid) == describe_field("flag", Unsaid) == ""


def test_an_input_means_what_the_type_means_that_it_is_about_unless_it_says_so_itself() -> None:
    assert describe_field("size", PaintInput, Painted) == "How large the thing to paint is."
    assert describe_field("is_round", PaintInput, Ball) == "Always true."
    printed = {field.name: field.description for field in catalogue().inputs["AddLabelInput"].fields}
    assert printed["labelProposedBy"] == describe_field("label_proposed_by", ReceiptWordLabel)
    assert printed["timestampAdded"] != describe_field("timestamp_added", ReceiptWordLabel)


def test_a_relation_is_described_where_it_is_declared_and_apart_from_others_of_its_name() -> None:
    of_word, of_receipt = (relations_of(each)["labels"].description for each in (ReceiptWord, Receipt))
    assert of_word != of_receipt
    printed = {field.name: field.description for field in catalogue().objects["ReceiptWord"].fields}
    assert printed["labels"] == of_word


def test_an_argument_is_described_by_its_route_by_those_who_share_it_or_by_its_input() -> None:
    labels = _arguments("Query", "labels")
    assert labels["label"] == routes()["Query.labels"].arguments["label"]
    assert labels["first"] == SHARED["first"]
    assert _arguments("Job", "metrics")["newestFirst"] != SHARED["newestFirst"]
    assert _arguments("Mutation", "addLabel")["input"] == catalogue().inputs["AddLabelInput"].description
    assert _arguments("Subscription", "onJobLog")["jobId"].startswith("Only lines of this job")


def test_arguments_do_without_words_that_appsync_takes_for_values() -> None:
    texts = {
        f"{type_.name}.{field.name}({argument.name}:)": argument.description
        for type_ in catalogue().objects.values()
        for field in type_.fields
        for argument in field.arguments
    }
    assert len(texts) > 300
    assert [name for name, text in texts.items() if re.search(r"\b(null|true|false)\b", text, re.IGNORECASE)] == []


def _arguments(type_name: str, field_name: str) -> dict[str, str]:
    (found,) = (field for field in catalogue().objects[type_name].fields if field.name == field_name)
    return {argument.name: argument.description for argument in found.arguments}


@pytest.fixture
def _undescribed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The API with two types more, of which much is not described."""
    monkeypatch.setattr(
        catalogue_module, "all_types", lambda: {**all_types(), "Unsaid": Unsaid, "UnsaidToo": UnsaidToo}
    )
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


@pytest.mark.usefixtures("_undescribed")
def test_one_error_names_everything_that_is_not_described_and_its_file() -> None:
    with pytest.raises(Undescribed) as error:
        schema_text()
    here = str(Path(__file__).relative_to(ROOT))
    _, *missing = str(error.value).splitlines()
    assert sorted(missing) == [
        f"  Painted.isRound  {here}",
        f"  Unexplained  {here}",
        f"  Unsaid  {here}",
        f"  Unsaid.flag  {here}",
        f"  Unsaid.thing  {here}",
        f"  Unsaid.timestamp  {here}",
        f"  UnsaidToo.answer  {here}",
        f"  UnsaidToo.flag  {here}",
        f"  UnsaidToo.thing  {here}",
        f"  UnsaidToo.timestamp  {here}",
    ]


@pytest.mark.usefixtures("_undescribed")
def test_make_schema_prints_the_missing_ones_and_no_schema(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"Unsaid\.timestamp  tests/resolvers/test_descriptions\.py"):
        runpy.run_module("resolvers", run_name="__main__")
    assert capsys.readouterr().out == ""


@pytest.fixture
def _undeclared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Routes, announcements and relations that say too little or too much."""
    silent = {"Query.image": replace(routes()["Query.image"], arguments={})}
    silent["Query.jobs"] = replace(routes()["Query.jobs"], description="")
    silent["Query.queue"] = replace(routes()["Query.queue"], arguments={"queueName": "Its name.", "nme": "A typo."})
    for module in (catalogue_module, completeness):
        monkeypatch.setattr(module, "routes", lambda: {**routes(), **silent})
        last = replace(announcements.ANNOUNCEMENTS[-1], arguments={"colour": "Which colour."})
        monkeypatch.setattr(module, "ANNOUNCEMENTS", (*announcements.ANNOUNCEMENTS[:-1], last))
    monkeypatch.setitem(receipts.RELATIONS[Image], "lines", replace(relations_of(Image)["lines"], description=""))
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


@pytest.mark.usefixtures("_undeclared")
def test_the_same_error_names_relations_fields_and_arguments_and_arguments_that_do_not_exist() -> None:
    with pytest.raises(Undescribed) as error:
        schema_text()
    missing, unknown = str(error.value).split("These arguments are described but do not exist:\n")
    assert sorted(missing.splitlines()[1:]) == [
        "  Image.lines  loaders/receipts.py",
        "  Query.image(imageId:)  resolvers/routing/receipts.py",
        "  Query.jobs  resolvers/routing/jobs.py",
        "  Subscription.onDeleted(imageId:)  resolvers/routing/announcements.py",
        "  Subscription.onDeleted(type:)  resolvers/routing/announcements.py",
    ]
    assert sorted(unknown.splitlines()) == [
        "  Query.queue(nme:)  resolvers/routing/jobs.py",
        "  Subscription.onDeleted(colour:)  resolvers/routing/announcements.py",
    ]


def test_pydantic_does_not_read_descriptions_at_run_time() -> None:
    assert all(field.description is None for field in Image.model_fields.values())


def test_the_lambda_needs_neither_descriptions_nor_sources(tmp_path: Path) -> None:
    for package in OURS:
        copytree(ROOT / package, tmp_path / package)
    compileall.compile_dir(tmp_path, quiet=2, legacy=True)
    for source in tmp_path.rglob("*.py"):
        source.unlink()
    script = (
        "import resolvers.app, sys\n"
        "from resolvers.routing.routes import routes\n"
        "[route.load() for route in routes().values() if not route.is_publish]\n"
        "assert 'resolvers.schema.descriptions' not in sys.modules\n"
        "assert sys.modules['entities.item'].__file__.endswith('.pyc')"
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)
