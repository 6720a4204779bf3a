"""No mutation leaves its arguments in the log, whether it is carried out or refused."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from local.data.engines import Engine
from resolvers import app
from tests.commands.conftest import changing
from tests.contract.examples.mutations import MUTATIONS
from tests.contract.examples.setting import setting
from tests.contract.fresh import store_items
from tests.resolvers.conftest import FakeContext, event
from tests.resolvers.logged import ALWAYS, COMMON, ERROR, logged


def test_no_argument_of_any_mutation_gets_into_the_log(embedded: Engine) -> None:
    outcomes: Counter[str] = Counter()
    with changing(embedded) as api, logged() as lines:
        for is_stored in (False, True):
            if is_stored:
                store_items(api, *setting())
            for name, example in MUTATIONS.items():
                given = json.loads(json.dumps(dict(example.input), default=str))
                asked = event(f"Mutation.{name}", "{ __typename }", input=given) | {"envelope": True}
                app.handler(asked, FakeContext())
                line = lines.take_one()
                outcomes[line["message"]] += 1
                _check(line, f"Mutation.{name}", given)
    assert outcomes["answered"] > len(MUTATIONS) / 2
    assert outcomes["refused"] > len(MUTATIONS) / 4


FREE = ("caller", "error_message", "exception", "unreadable")
"""What may hold any text; all else is a number, a time or a word of ours."""


def _check(line: dict[str, Any], field: str, given: dict[str, Any]) -> None:
    assert line["field"] == field
    assert line.keys() <= COMMON | ALWAYS | ERROR | set(FREE)
    assert all(_is_named_id(name) for name in line["ids"])
    told = " ".join(str(line[name]) for name in FREE if name in line)
    ids = {value for name, value in _texts(given) if _is_named_id(name)}
    for name, value in _texts(given):
        is_told = re.search(rf"(?<!\w){re.escape(value)}(?!\w)", told)
        assert not is_told or value in ids, f"{field}: {name} is in {told}"


def _is_named_id(name: str) -> bool:
    return name in {"id", "ids", "queueName"} or name.endswith(("Id", "Ids"))


def _texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _texts(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each, name)
    elif isinstance(value, str) and value:
        yield name, value
