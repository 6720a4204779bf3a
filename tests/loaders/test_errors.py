"""What callers are told: stable types, and nothing of what is inside."""

import pytest

from commands.novae.acquisition import TooEarly
from loaders.errors import (
    BadCursor,
    BadInput,
    CircuitOpen,
    Conflict,
    Contended,
    FailedAction,
    Forbidden,
    IndexMissing,
    Internal,
    LoaderError,
    NotFound,
    Outdated,
    RefusedByDynamoDB,
    Throttled,
    TooLarge,
    TransactionConflict,
    Unanswered,
    Unavailable,
)

ALL = [
    (Throttled(), "Throttled"),
    (Unavailable(), "Unavailable"),
    (Unanswered(), "Unavailable"),
    (CircuitOpen(12.3), "Unavailable"),
    (IndexMissing(), "Unavailable"),
    (IndexMissing("SkyIndex"), "Unavailable"),
    (NotFound("nobody"), "NotFound"),
    (Forbidden("no", field="created_by"), "Forbidden"),
    (Conflict(), "Conflict"),
    (Outdated("it is running by now"), "Conflict"),
    (TooEarly("wait"), "Conflict"),
    (Contended(), "Conflict"),
    (TransactionConflict([FailedAction(0, "an item that was not as expected")]), "Conflict"),
    (TooLarge("too much"), "TooLarge"),
    (BadCursor(), "BadCursor"),
    (BadInput("no"), "BadInput"),
    (Internal(), "Internal"),
    (RefusedByDynamoDB("ValidationException"), "Internal"),
]


@pytest.mark.parametrize(("error", "error_type"), ALL, ids=lambda value: type(value).__name__)
def test_every_error_has_its_stable_type_and_something_to_say(error: LoaderError, error_type: str) -> None:
    assert isinstance(error, LoaderError)
    assert error.error_type == error_type
    assert error.message == str(error) != ""


def test_every_error_of_the_tree_is_tried_here() -> None:
    def below(kind: type[LoaderError]) -> set[type[LoaderError]]:
        return {kind} | {each for child in kind.__subclasses__() for each in below(child)}

    assert below(LoaderError) - {LoaderError} == {type(error) for error, _ in ALL}


def test_a_refusal_keeps_the_reason_to_itself() -> None:
    refused = RefusedByDynamoDB("AccessDeniedException")
    assert refused.code == "AccessDeniedException"
    assert "AccessDenied" not in refused.message + str(refused.info)


def test_a_transaction_conflict_names_the_actions_that_failed() -> None:
    failed = [FailedAction(2, "an item that was not as expected", {"v": 1}), FailedAction(5, "another change")]
    conflict = TransactionConflict(failed)
    assert (conflict.action, conflict.why, conflict.current) == (2, "an item that was not as expected", {"v": 1})
    assert "because of an item that was not as expected" in conflict.message
    assert [each["action"] for each in conflict.info["failed"]] == [2, 5]


def test_the_current_item_is_not_in_what_is_printed() -> None:
    conflict = Conflict(current={"PK": "SECRET#1"})
    assert "SECRET" not in conflict.message + str(conflict.info)
