"""Every pattern of the documents is one GraphQL text, and answers exactly what it should."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from local.data.engines import Engine
from tests.commands.conftest import Changing
from tests.contract.examples.setting import setting
from tests.formats.api import asking
from tests.seeds.names import NAMES, of_kind
from tests.seeds.patterns import CHANGES, EXTRA, PATTERNS

ANSWERS = Path(NAMES).with_name("seed_answers.json")


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with asking(embedded, [(item.table, item.to_record()) for item in small_world()]) as made:
        yield made


def small_world() -> list[Any]:
    """The small world, with the values that it lacks."""
    replaced = {tuple(item.primary_key().items()) for item in EXTRA}
    return [*(item for item in setting() if tuple(item.primary_key().items()) not in replaced), *EXTRA]


@pytest.mark.parametrize("pattern", PATTERNS, ids=" ".join)
def test_a_pattern_answers_what_it_should(api: Changing, pattern: tuple[str, str]) -> None:
    assert api.get(f"{{ {PATTERNS[pattern]} }}") == answers()[" ".join(pattern)]


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("pattern", CHANGES, ids=" ".join)
def test_a_pattern_changes_what_it_should(embedded: Engine, pattern: tuple[str, str]) -> None:
    text, before = CHANGES[pattern]
    with asking(embedded, [(item.table, item.to_record()) for item in small_world()]) as changing:
        if before:
            before(changing)
        assert changing.get(text) == answers()[" ".join(pattern)]


def test_every_pattern_has_a_row_and_a_telling_answer() -> None:
    named = {(each.seed, each.name) for each in of_kind("pattern")}
    assert named == PATTERNS.keys() | CHANGES.keys()
    commands = {f"{each.seed} {each.name}" for each in of_kind("command")}
    assert answers().keys() == {" ".join(each) for each in named} | commands
    assert [name for name, answer in answers().items() if not _values(answer)] == []


def answers() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ANSWERS.read_text())
    return found


def _values(answer: Any) -> list[Any]:
    """The values in an answer, without nulls: an answer of nothing but nulls proves nothing."""
    if isinstance(answer, dict | list):
        inner = answer.values() if isinstance(answer, dict) else answer
        return [value for each in inner for value in _values(each)]
    return [] if answer is None else [answer]
