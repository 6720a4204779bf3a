"""A merged nova takes nothing new, and leads to the nova that it became."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any
from uuid import uuid4

import pytest

from commands.novae.spectra import RegisterSpectraInput, register_spectra
from entities.novae.nova import NameMapping
from loaders.dynamo.writes import Action
from loaders.errors import Conflict
from loaders.request import Request
from resolvers.runtime.inputs import read_input
from tests.commands.conftest import Changing
from tests.commands.eligibility import assert_index_matches
from tests.commands.nova_steps import a_nova

AT = "2026-02-23T18:10:00Z"


def _merged(api: Changing, *, times: int = 1) -> tuple[str, str]:
    """A nova that was merged, and the one that it became."""
    first = last = a_nova(api)
    for _ in range(times):
        target = a_nova(api)
        api.do("setNovaStatus", "{ status }", novaId=last, status="MERGED", mergedIntoNovaId=target)
        last = target
    return first, last


ADDING: dict[str, dict[str, Any]] = {
    "registerSpectra": {"provider": "ESO", "providerProductKey": "k"},
    "addAlias": {"name": "Another"},
    "renameNova": {"name": "Another"},
    "updateNova": {"novaType": "slow"},
    "removeAlias": {"name": "Another"},
    "ingestPhotometry": {"fileId": "f"},
    "startJobRun": {"jobRunId": "r", "workflowName": "w", "startedAt": AT},
    "recordAttempt": {"jobRunId": "r", "taskName": "t", "attemptNo": 1, "timestamp": AT, "status": "STARTED"},
    "linkReference": {"referenceId": "2012ATel.4157....1W"},
    "addReference": {"source": "ATEL", "sourceIdentifier": "1"},
    "registerFile": {
        "productType": "SPECTRA",
        "dataProductId": "p",
        "role": "PLOT",
        "name": "n",
        "s3Bucket": "b",
        "s3Key": "k",
    },
}


@pytest.mark.parametrize("mutation", ADDING)
@pytest.mark.parametrize("times", [1, 3])
def test_a_merged_nova_takes_nothing_new_and_leads_to_its_target(api: Changing, mutation: str, times: int) -> None:
    nova_id, target = _merged(api, times=times)
    error = api.refusal(mutation, "{ id }", novaId=nova_id, **ADDING[mutation])
    assert (error["errorType"], error["errorInfo"]["mergedIntoNovaId"]) == ("Conflict", target)
    assert error["errorInfo"]["field"] == "input.novaId"
    query = "query ($id: ID!) { nova(novaId: $id) { status products { id } runs { nodes { id } } } }"
    assert api.get(query, id=nova_id)["nova"] == {"status": "MERGED", "products": [], "runs": {"nodes": []}}


def test_the_name_of_a_merged_nova_leads_to_its_target(api: Changing) -> None:
    name = f"Nova {uuid4()}"
    merged = api.do("initializeNova", "{ novaId }", name=name)["novaId"]
    target = a_nova(api)
    api.do("setNovaStatus", "{ status }", novaId=merged, status="MERGED", mergedIntoNovaId=target)
    again = api.do("initializeNova", "{ outcome novaId nova { status aliases } }", name=name)
    assert (again["outcome"], again["novaId"], again["nova"]["aliases"]) == ("EXISTS", target, [name])
    query = "query ($n: String!) { novaeByName(name: $n) { novaId status mergedInto { novaId } } }"
    found = {each["novaId"]: each for each in api.get(query, n=name)["novaeByName"]}
    assert found[merged] == {"novaId": merged, "status": "MERGED", "mergedInto": {"novaId": target}}


def _named(api: Changing) -> tuple[str, str]:
    """A new nova and its name."""
    name = f"Nova {uuid4()}"
    return str(api.do("initializeNova", "{ novaId }", name=name)["novaId"]), name


def _merge(api: Changing, nova_id: str, target: str) -> None:
    api.do("setNovaStatus", "{ status }", novaId=nova_id, status="MERGED", mergedIntoNovaId=target)


def _aliases(api: Changing, nova_id: str) -> list[str]:
    found = api.get("query ($id: ID!) { nova(novaId: $id) { aliases } }", id=nova_id)
    return list(found["nova"]["aliases"])


def test_the_name_of_a_merged_nova_beside_the_name_of_another_is_a_conflict(api: Changing) -> None:
    (one, x), (merged, y), (target, _) = _named(api), _named(api), _named(api)
    _merge(api, merged, target)
    error = api.refusal("initializeNova", "{ novaId }", name=x, aliases=[y])
    assert (error["errorType"], sorted(error["errorInfo"]["candidates"])) == ("Conflict", sorted([one, target]))
    assert _aliases(api, one) == []
    again = api.do("initializeNova", "{ outcome novaId }", name=y, aliases=[y.upper()])
    assert again == {"outcome": "EXISTS", "novaId": target}


def test_the_name_of_a_merged_nova_beside_the_name_of_its_target_leads_to_the_target(api: Changing) -> None:
    (merged, y), (target, x) = _named(api), _named(api)
    _merge(api, merged, target)
    made = api.do("initializeNova", "{ outcome novaId nova { aliases } }", name=x, aliases=[y])
    assert made == {"outcome": "EXISTS", "novaId": target, "nova": {"aliases": [y]}}


def test_the_name_of_a_deprecated_nova_beside_the_name_of_another_is_no_conflict(api: Changing) -> None:
    (one, x), (gone, y) = _named(api), _named(api)
    api.do("setNovaStatus", "{ status }", novaId=gone, status="DEPRECATED")
    assert api.do("initializeNova", "{ novaId }", name=x, aliases=[y])["novaId"] == one


def _merged_nowhere(api: Changing) -> tuple[str, str]:
    """A merged nova that does not say what it became, as another program may have stored it, and its name."""
    nova_id, name = a_nova(api, status="MERGED"), f"Nova {uuid4()}"
    mapping = NameMapping(name_normalized=name.lower(), nova_id=nova_id, name_raw=name)
    api.store.session().put(mapping.table, mapping.to_record())
    return nova_id, name


@pytest.mark.parametrize("more", [{}, {"aliases": ["Another name"]}, {"raDeg": 10.0, "decDeg": 80.0}])
def test_a_name_that_leads_to_a_merged_nova_and_no_further_is_refused(api: Changing, more: dict[str, Any]) -> None:
    nova_id, name = _merged_nowhere(api)
    error = api.refusal("initializeNova", "{ novaId }", name=name, **more)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("Conflict", "input.name")
    query = "query ($id: ID!) { nova(novaId: $id) { aliases raDeg } }"
    assert api.get(query, id=nova_id)["nova"] == {"aliases": [], "raDeg": None}


def test_a_name_that_leads_no_further_than_a_merged_nova_becomes_no_alias_of_another(api: Changing) -> None:
    (nova_id, name), (one, x) = _merged_nowhere(api), _named(api)
    error = api.refusal("initializeNova", "{ novaId }", name=x, aliases=[name])
    assert (error["errorType"], sorted(error["errorInfo"]["candidates"])) == ("Conflict", sorted([one, nova_id]))


@pytest.mark.parametrize("times", [1, 2])
def test_the_target_of_a_merge_takes_the_names_of_the_merged_nova(api: Changing, times: int) -> None:
    (merged, x), (_, y) = _named(api), _named(api)
    last = merged
    for _ in range(times):
        target = a_nova(api)
        _merge(api, last, target)
        last = target
    assert api.do("addAlias", "{ aliases }", novaId=last, name=x) == {"aliases": [x]}
    assert api.do("renameNova", "{ primaryName }", novaId=last, name=x) == {"primaryName": x}
    for mutation in ("addAlias", "renameNova"):
        assert api.refusal(mutation, "{ id }", novaId=last, name=y)["errorType"] == "Conflict"
    other = a_nova(api)
    for mutation in ("addAlias", "renameNova"):
        error = api.refusal(mutation, "{ id }", novaId=other, name=x)
        assert (error["errorType"], error["errorInfo"]["candidates"]) == ("Conflict", [last])


def test_sixteen_who_add_while_a_nova_is_merged_leave_nothing_behind_the_merge(api: Changing) -> None:
    nova_id, target = a_nova(api), a_nova(api)
    decided, merged = Barrier(17), Event()  # all have read the nova as it was, and decided; only then it is merged

    def add(number: int) -> bool:
        session = api.store.session(60)
        send = session.transact_write

        def late(actions: Sequence[Action], token: str | None = None) -> None:
            if not merged.is_set():
                decided.wait(60)
                merged.wait(60)
            send(actions, token)

        session.transact_write = late  # type: ignore[method-assign]
        given = {"novaId": nova_id, "provider": "ESO", "providerProductKey": f"{nova_id} {number}"}
        try:
            register_spectra(Request(session), read_input(RegisterSpectraInput, given))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        adding = [pool.submit(add, number) for number in range(16)]
        decided.wait(60)
        api.do("setNovaStatus", "{ status }", novaId=nova_id, status="MERGED", mergedIntoNovaId=target)
        merged.set()
        added = sum(each.result() for each in adding)
    query = "query ($id: ID!) { nova(novaId: $id) { status products { dataProductId } } }"
    assert api.get(query, id=nova_id)["nova"] == {"status": "MERGED", "products": []}
    assert added == 0
    assert_index_matches(api, nova_id)
