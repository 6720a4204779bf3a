"""Messages that were given up, as operators see them and put them back."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from cli.documents import debug
from entities.attributes import encode_item
from entities.letters import DeadLetter, LetterQueue
from entities.tables import LETTERS
from local.services.ministack import is_installed
from resolvers.runtime.ids import global_id
from services.messages import JobMessage
from tests.cli.person import TerminalUser
from tests.other_program import boto
from tests.serving import Server
from tests.thoroughness import IS_QUICK

DLQ = ("documents", "debug", "dlq")


@pytest.fixture
def letter(server: Server) -> Iterator[str]:
    """A letter of this test's own, whose message names a document that is not there: put back, it ends at once."""
    kept = DeadLetter(
        letter_id=f"input:{uuid4()}",
        queue=LetterQueue.INPUT,
        body=JobMessage(str(uuid4()), 1).body,
        reason="S3 did not answer.",
        receive_count=3,
        received_at=datetime.now(UTC),
    )
    with boto(f"{server.url}/dynamodb") as client:
        client.put_item(TableName=LETTERS.usual_name, Item=encode_item(kept.to_record()))
        yield global_id(kept)
        client.delete_item(TableName=LETTERS.usual_name, Key=encode_item(kept.primary_key()))


def test_letters_are_listed_and_shown_as_the_api_answers(olga: TerminalUser, server: Server, letter: str) -> None:
    listed = olga.does(*DLQ, "list", "--json").json
    assert listed == _ask(server, debug.LIST, first=20)
    assert letter in {each["id"] for each in listed["deadLetters"]["nodes"]}
    assert olga.does(*DLQ, "show", letter, "--json").json == _ask(server, debug.SHOW, id=letter)
    assert f"{letter}\tINPUT" in olga.does(*DLQ, "list").out
    shown = olga.does(*DLQ, "show", letter).out
    assert "S3 did not answer." in shown


@pytest.mark.skipif(IS_QUICK or not is_installed(), reason="needs `make .venv-ministack/.ready`")
def test_a_letter_is_put_back_once(olga: TerminalUser, letter: str) -> None:
    done = olga.does(*DLQ, "redrive", letter, "--json").json["redriveDeadLetters"]
    assert [(each["id"], each["isRedriven"]) for each in done] == [(letter, True)]
    again = olga.tries(*DLQ, "redrive", letter, "--json")
    assert again.code == 1
    assert [each["isRedriven"] for each in again.json["redriveDeadLetters"]] == [False]
    assert again.json["redriveDeadLetters"][0]["reason"]
    assert "no\t" in olga.tries(*DLQ, "redrive", letter).out


def test_what_is_no_letter_is_not_found_and_not_put_back(olga: TerminalUser) -> None:
    for more in ((), ("--json",)):
        done = olga.tries(*DLQ, "show", "bm8tc3VjaC1sZXR0ZXI", *more)
        assert (done.code, done.out) == (4, "")
    assert olga.tries(*DLQ, "redrive", "bm8tc3VjaC1sZXR0ZXI").code in {1, 3}
    assert olga.tries(*DLQ, "redrive").code == 2


def test_letters_are_for_operators(ann: TerminalUser, letter: str) -> None:
    ann.does("--profile", "ed", "login", "--as", "ed", "--group", "editors")
    for words in (["list"], ["redrive", letter]):
        done = ann.tries("--profile", "ed", *DLQ, *words, "--json")
        assert (done.code, done.out) == (5, "")
    assert ann.tries("--profile", "ed", *DLQ, "show", letter).code == 4


def _ask(server: Server, query: str, **variables: Any) -> Any:
    headers = {"authorization": server.token("olga", ["operators"], "olga-lab")}
    return server.ask(query, headers, **variables)["data"]
