"""Reading what botocore raises."""

import re
from typing import Any

import pytest
from botocore import exceptions
from botocore.parsers import ResponseParserError

from loaders.dynamo.failures import failure_of
from loaders.errors import (
    BadCursor,
    BadInput,
    Conflict,
    Contended,
    Internal,
    LoaderError,
    RefusedByDynamoDB,
    Throttled,
    TooLarge,
    TransactionConflict,
    Unanswered,
    Unavailable,
)
from tests.loaders.fakes import URL, client_error

TELLING = "arn:aws:dynamodb:us-east-1:123456789012:table/ReceiptsTable at 10.0.0.7 in /var/task/loaders/store.py"

PASSING: list[tuple[Exception, type[LoaderError], bool]] = [
    *(
        (client_error(code, 400, "Query", TELLING), Throttled, False)
        for code in (
            "ProvisionedThroughputExceededException",
            "ThrottlingException",
            "RequestLimitExceeded",
            "TooManyRequestsException",
        )
    ),
    (client_error("InternalServerError", 500, "Query", TELLING), Unavailable, True),
    (client_error("ServiceUnavailable", 503, "Query", TELLING), Unavailable, True),
    (client_error("502", 502, "Query", "<html>bad gateway</html>"), Unavailable, True),
    (client_error("TransactionInProgressException", 400, "TransactWriteItems", TELLING), Unavailable, True),
    (client_error("TransactionConflictException", 400, "PutItem", TELLING), Contended, False),
    (exceptions.ReadTimeoutError(endpoint_url=URL), Unanswered, True),
    (exceptions.ConnectionClosedError(endpoint_url=URL), Unanswered, True),
    (exceptions.HTTPClientError(error=TELLING), Unanswered, True),
    (exceptions.SSLError(endpoint_url=URL, error=OSError(TELLING)), Unanswered, True),
    (ResponseParserError(TELLING), Unavailable, True),
    (exceptions.ConnectTimeoutError(endpoint_url=URL), Unanswered, False),
    (exceptions.EndpointConnectionError(endpoint_url=URL), Unanswered, False),
    (exceptions.ProxyConnectionError(proxy_url=URL), Unanswered, False),
]

FINAL: list[tuple[Exception, type[LoaderError]]] = [
    (client_error("ConditionalCheckFailedException", 400, "PutItem", TELLING), Conflict),
    (client_error("AccessDeniedException", 400, "Query", TELLING), RefusedByDynamoDB),
    (client_error("ResourceNotFoundException", 400, "Query", TELLING), RefusedByDynamoDB),
    (client_error("UnrecognizedClientException", 400, "Query", TELLING), RefusedByDynamoDB),
    (client_error("ValidationException", 400, "Query", TELLING), RefusedByDynamoDB),
    (client_error("ValidationException", 400, "Query", "The provided starting key is invalid"), BadCursor),
    (client_error("ValidationException", 400, "Query", "Exclusive Start Key must have same size"), BadCursor),
    (client_error("ValidationException", 400, "PutItem", "Item size has exceeded the maximum"), TooLarge),
    (client_error("IdempotentParameterMismatchException", 400, "TransactWriteItems", TELLING), BadInput),
    (exceptions.NoCredentialsError(), RefusedByDynamoDB),
    (exceptions.ParamValidationError(report=TELLING), RefusedByDynamoDB),
    (RuntimeError(TELLING), Internal),
    (KeyError("ReceiptsTable"), Internal),
]


@pytest.mark.parametrize(("error", "expected", "is_in_doubt"), PASSING, ids=repr)
def test_what_passes_is_worth_another_try(error: Exception, expected: type[LoaderError], is_in_doubt: bool) -> None:
    failure = failure_of(error)
    assert type(failure.error) is expected
    assert failure.is_passing
    assert failure.is_in_doubt == is_in_doubt


@pytest.mark.parametrize(("error", "expected"), FINAL, ids=repr)
def test_what_does_not_pass_is_not_tried_again(error: Exception, expected: type[LoaderError]) -> None:
    failure = failure_of(error)
    assert type(failure.error) is expected
    assert not failure.is_passing
    assert not failure.is_in_doubt


@pytest.mark.parametrize("error", [error for error, *_ in [*PASSING, *FINAL]], ids=repr)
def test_messages_say_nothing_of_what_is_inside(error: Exception) -> None:
    told = failure_of(error).error
    said = f"{told.message} {told.info} {told.args}"
    assert not re.search(r"arn:|Receipts|amazonaws|10\.0\.0|/var|123456789012|Exception|Error|html", said)


def test_a_conflict_carries_the_current_item() -> None:
    item = {"version": {"N": "3"}, "raw": {"B": b"\x00"}}
    error = client_error("ConditionalCheckFailedException", 400, "PutItem", Item=item)
    told = failure_of(error).error
    assert isinstance(told, Conflict)
    assert told.current == {"version": 3, "raw": b"\x00"}


def cancelled(*reasons: dict[str, Any]) -> Exception:
    return client_error("TransactionCanceledException", 400, "TransactWriteItems", TELLING, CancellationReasons=reasons)


def test_a_cancelled_transaction_names_the_action_its_reason_and_the_item() -> None:
    error = cancelled({"Code": "None"}, {"Code": "ConditionalCheckFailed", "Item": {"v": {"N": "2"}}})
    failure = failure_of(error)
    assert isinstance(failure.error, TransactionConflict)
    assert (failure.error.action, failure.error.current) == (1, {"v": 2})
    assert "not as expected" in failure.error.why
    assert not failure.is_passing


def test_a_transaction_in_anothers_way_may_pass() -> None:
    failure = failure_of(cancelled({"Code": "TransactionConflict"}, {"Code": "None"}))
    assert isinstance(failure.error, TransactionConflict)
    assert failure.is_passing


def test_a_throttled_transaction_may_pass() -> None:
    for code in ("ThrottlingError", "ProvisionedThroughputExceeded"):
        failure = failure_of(cancelled({"Code": "None"}, {"Code": code}))
        assert isinstance(failure.error, Throttled)
        assert failure.is_passing


def test_a_broken_condition_counts_more_than_contention() -> None:
    failure = failure_of(cancelled({"Code": "TransactionConflict"}, {"Code": "ConditionalCheckFailed"}))
    assert isinstance(failure.error, TransactionConflict)
    assert failure.error.action == 1
    assert not failure.is_passing


def test_a_malformed_transaction_is_our_mistake() -> None:
    for reasons in ([{"Code": "ValidationError"}, {"Code": "ConditionalCheckFailed"}], []):
        failure = failure_of(cancelled(*reasons))
        assert type(failure.error) is RefusedByDynamoDB
        assert not failure.is_passing
