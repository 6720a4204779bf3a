"""The caller of an event: its name, its client, and what it may see."""

from typing import Any

import pytest

from resolvers.runtime.identity import caller_of
from tests.identities import PIPELINE, person, program

ANN = person("ann", "editors", preferred_username="Ann", email="ann@example.org", custom_client_id="acme")
BOB = person("bob", "viewers")
OPERATOR = person("olga", "viewers", "operators", email="olga@example.org")


@pytest.mark.parametrize(
    ("identity", "name", "client"),
    [
        (None, None, "demo"),
        ({}, None, "demo"),
        (ANN, "Ann", "acme"),
        (BOB, "bob", "bob"),
        (OPERATOR, "olga@example.org", "olga"),
        (person("8f14e45f", email="eve@example.org"), "eve@example.org", "8f14e45f"),
        (program("ingest"), "ingest", None),
        ({"userArn": "arn:aws:iam::123456789012:user/teams/local"}, "local", None),
        ({"userArn": "arn:aws:sts::123456789012:federated-user/fred"}, "fred", None),
        ({"userArn": "arn:aws:iam::123456789012:root"}, "root", None),
    ],
)
def test_a_caller_has_the_name_and_the_client_that_its_identity_says(identity: Any, name: Any, client: Any) -> None:
    caller = caller_of({"identity": identity})
    assert (caller.name, caller.client) == (name, client)


def test_an_access_token_acts_as_its_user_name_whatever_else_is_in_it() -> None:
    forged = {**BOB, "claims": {**BOB["claims"], "custom:client_id": "acme"}}
    assert caller_of({"identity": forged}).client == "bob"


def test_a_batch_has_the_caller_of_its_events() -> None:
    assert caller_of([{"identity": ANN}, {"identity": ANN}]).name == "Ann"


@pytest.mark.parametrize(
    ("identity", "own", "others", "unowned"),
    [
        (None, True, False, False),
        (ANN, True, False, True),
        (BOB, True, False, True),
        (OPERATOR, True, True, True),
        (PIPELINE, True, True, True),
    ],
)
def test_a_caller_sees_the_items_of_its_client_and_if_signed_in_those_of_none(
    identity: Any, own: bool, others: bool, unowned: bool
) -> None:
    caller = caller_of({"identity": identity})
    seen = [caller.may_see(caller.client or "any"), caller.may_see("somebody-elses"), caller.may_see(None)]
    assert seen == [own, others, unowned]
