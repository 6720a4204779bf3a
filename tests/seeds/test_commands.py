"""Every command of the documents: typed as people do, run by the application, answered by the API, and compared."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from graphql import parse, validate

from cli import live
from cli.api import ApiClient
from entities.documents import DocumentErrorKind, DocumentStatus, TextractJob
from entities.item import Item
from entities.letters import DeadLetter, LetterQueue
from entities.tables import DOCUMENTS
from local.data.engines import Engine
from resolvers.runtime.ids import global_id
from tests.cli.commands import every_command
from tests.cli.person import TerminalUser
from tests.commands.conftest import Changing
from tests.formats.api import asking
from tests.loaders.sample import NOW
from tests.seeds.commands import CALL, COMMANDS, PROVEN_BY, asserts
from tests.seeds.conftest import QuietServices
from tests.seeds.names import of_kind
from tests.seeds.test_patterns import answers, small_world
from tests.workers.conftest import stream_record
from workers.document_events import document_messages
from workers.messages import ItemChange

STUCK = TextractJob(
    job_id="d9",
    document_key="input/d9/a.pdf",
    status=DocumentStatus.ERROR,
    submitted_at=NOW,
    error="given up",
    error_kind=DocumentErrorKind.DLQ_ERROR,
    attempt=1,
)
LETTER = DeadLetter(
    letter_id="input:m9",
    queue=LetterQueue.INPUT,
    body='{"job": "d9"}',
    reason="away",
    received_at=NOW,
    job_id="d9",
    receive_count=3,
)


@pytest.fixture
def terminal(embedded: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Changing, list[str]]]:
    """The API over the small world, which the commands ask without a network; and what they asked."""
    asked: list[str] = []
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.setenv("TESSERA_URL", "http://127.0.0.1:1/graphql")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "invoice.pdf").write_bytes(b"%PDF-1.4 a page")
    world: list[Item] = [*small_world(), STUCK, LETTER]
    with asking(embedded, [(item.table, item.to_record()) for item in world]) as api:

        def answer(_: ApiClient, query: str, variables: Mapping[str, Any] | None = None, *_more: Any) -> dict[str, Any]:
            asked.append(query)
            given = {name: value for name, value in (variables or {}).items() if value is not None}
            return {"data": None} | api.ask(query, **given)

        monkeypatch.setattr(ApiClient, "answer", answer)
        monkeypatch.setattr(ApiClient, "put", lambda *_: 200)
        monkeypatch.setattr(live, "subscribed", _subscribed(asked))
        yield api, asked


def _subscribed(asked: list[str]) -> Any:
    @contextmanager
    def subscribed(_: ApiClient, query: str, __: Mapping[str, Any]) -> Iterator[Any]:
        """A subscription by which one document is told to have been read."""
        asked.append(query)
        yield _Messages()

    return subscribed


class _Messages:
    def next(self) -> dict[str, Any]:
        old = TextractJob(job_id="d2", document_key="k", status=DocumentStatus.PROCESSING, submitted_at=NOW)
        new = TextractJob(**{**dict(old), "status": DocumentStatus.COMPLETED, "updated_at": NOW, "total_pages": 2})
        (message,) = document_messages(ItemChange(DOCUMENTS, stream_record(new, old)))
        return dict(message.item)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_what_it_should(terminal: tuple[Changing, list[str]], quiet: QuietServices, name: str) -> None:
    api, asked = terminal
    printed = []
    for words in COMMANDS[name]:
        typed = words.format(letter=global_id(LETTER)).split()
        printed += TerminalUser().does("documents", *typed, "--json").lines
    assert asked
    assert [str(error) for text in asked for error in validate(api.schema, parse(text))] == []
    then = {**api.get(f"{{ {THEN} }}"), "queued": quiet.sent}
    assert _known({"printed": printed, "then": then}) == answers()[f"004 {name}"]


THEN = "documentCounts { uploading submitted processing completed failed error } deadLetters { nodes { jobId } }"


def _known(value: Any) -> Any:
    """Without what is made anew each time: ids, cursors, and the order of the members of an object."""
    if isinstance(value, list):
        return [_known(each) for each in value]
    if not isinstance(value, dict):
        return "<made>" if isinstance(value, str) and UUID.fullmatch(value) else value
    return {name: _known(each) for name, each in value.items() if name != "endCursor"}


UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def test_every_command_has_a_row_and_stands_in_the_application() -> None:
    assert [each.name for each in of_kind("command")] == list(COMMANDS)
    there = {f"tessera {words}" for words, _ in every_command()}
    for name, calls in COMMANDS.items():
        assert all(any(f"{CALL} {call}".startswith(each) for each in there) for call in calls), name


def test_every_step_and_part_has_a_test_that_compares() -> None:
    assert [each.name for kind in ("step", "part") for each in of_kind(kind)] == list(PROVEN_BY)
    assert [test for test in PROVEN_BY.values() if not asserts(test)] == []
