"""Names and statuses of novae change together with all that follows from them."""

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any
from uuid import uuid4

import pytest

from commands.novae.names import RenameNovaInput, rename_nova
from entities.novae.nova import Nova, NovaStatus
from loaders.dynamo.writes import Changes
from loaders.errors import Conflict
from loaders.request import Request
from resolvers.runtime.inputs import read_input
from tests.commands.conftest import Changing
from tests.commands.nova_steps import a_nova

NOVA = "{ novaId primaryName primaryNameNormalized aliases status mergedIntoNovaId updatedAt }"
STATUSES = [each.name for each in NovaStatus]
LEGAL = {
    *product(["ACTIVE", "HIDDEN", "QUARANTINED"], STATUSES),
    ("DEPRECATED", "ACTIVE"),
    ("DEPRECATED", "DEPRECATED"),
    ("MERGED", "MERGED"),
}


def _name() -> str:
    return f"Nova {uuid4()}"


def _made(api: Changing, name: str | None = None) -> tuple[str, str]:
    name = name or _name()
    return str(api.do("initializeNova", "{ novaId }", name=name)["novaId"]), name


def _kinds(api: Changing, name: str) -> list[tuple[str, str]]:
    found = api.get("query ($n: String!) { names(name: $n) { nameKind nameRaw novaId } }", n=name)["names"]
    return [(each["nameKind"], each["nameRaw"]) for each in found]


def test_an_alias_leads_to_the_nova_and_stands_in_its_list(api: Changing) -> None:
    nova_id, _ = _made(api)
    alias = _name()
    made = api.do("addAlias", NOVA, novaId=nova_id, name=alias, source="TNS")
    assert made["aliases"] == [alias]
    assert _kinds(api, alias.upper()) == [("ALIAS", alias)]
    assert api.do("addAlias", NOVA, novaId=nova_id, name=f" {alias.upper()}") == made


def test_the_primary_name_is_no_alias(api: Changing) -> None:
    nova_id, name = _made(api)
    assert api.do("addAlias", NOVA, novaId=nova_id, name=name.upper())["aliases"] == []
    assert _kinds(api, name) == [("PRIMARY", name)]


def test_an_alias_that_others_stored_without_the_list_is_added_to_it(api: Changing) -> None:
    nova_id, _ = _made(api)
    alias = _name()
    api.do("addAlias", NOVA, novaId=nova_id, name=alias)
    api.store.session().update(*_without_aliases(nova_id))
    assert api.do("addAlias", NOVA, novaId=nova_id, name=alias)["aliases"] == [alias]


def _without_aliases(nova_id: str) -> Any:
    return Nova.table, Nova.key_for(nova_id=nova_id), Changes(remove=("aliases",))


@pytest.mark.parametrize("mutation", ["addAlias", "renameNova"])
def test_a_name_of_another_nova_is_a_conflict_that_shows_it(api: Changing, mutation: str) -> None:
    other, taken = _made(api)
    nova_id, name = _made(api)
    error = api.refusal(mutation, NOVA, novaId=nova_id, name=taken)
    assert (error["errorType"], error["errorInfo"]["candidates"]) == ("Conflict", [other])
    assert _kinds(api, taken) == [("PRIMARY", taken)]
    assert _kinds(api, name) == [("PRIMARY", name)]


def test_a_new_primary_name_leaves_the_old_one_as_an_alias(api: Changing) -> None:
    nova_id, old = _made(api)
    new = _name()
    made = api.do("renameNova", NOVA, novaId=nova_id, name=new, expectedName=old)
    assert (made["primaryName"], made["primaryNameNormalized"], made["aliases"]) == (new, new.lower(), [old])
    assert (_kinds(api, new), _kinds(api, old)) == ([("PRIMARY", new)], [("ALIAS", old)])
    assert api.do("renameNova", NOVA, novaId=nova_id, name=new, expectedName=old) == made
    back = api.do("renameNova", NOVA, novaId=nova_id, name=old)
    assert (back["primaryName"], back["aliases"]) == (old, [new])
    assert (_kinds(api, new), _kinds(api, old)) == ([("ALIAS", new)], [("PRIMARY", old)])


def test_another_spelling_of_the_same_name_makes_no_alias(api: Changing) -> None:
    tag = uuid4().hex
    nova_id, _ = _made(api, f"V1324_Sco {tag}")
    made = api.do("renameNova", NOVA, novaId=nova_id, name=f"V1324 Sco {tag}")
    assert (made["primaryName"], made["aliases"]) == (f"V1324 Sco {tag}", [])
    assert _kinds(api, f"v1324 sco {tag}") == [("PRIMARY", f"V1324 Sco {tag}")]


def test_the_old_name_of_a_nova_without_a_mapping_gets_one(api: Changing) -> None:
    old, new = _name(), _name()
    nova_id = a_nova(api, primary_name=old)
    api.do("renameNova", NOVA, novaId=nova_id, name=new)
    assert (_kinds(api, new), _kinds(api, old)) == ([("PRIMARY", new)], [("ALIAS", old)])


def test_of_twenty_who_expect_the_same_name_exactly_one_renames(api: Changing) -> None:
    nova_id, old = _made(api)

    def rename(number: int) -> bool:
        given = read_input(RenameNovaInput, {"novaId": nova_id, "name": f"{old} {number}", "expectedName": old})
        try:
            rename_nova(Request(api.store.session(60)), given)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(10) as pool:
        assert sum(pool.map(rename, range(20))) == 1


@pytest.mark.parametrize(("before", "after"), list(product(STATUSES, STATUSES)))
def test_statuses_lead_where_they_may(api: Changing, before: str, after: str) -> None:
    target = a_nova(api)
    into = {"mergedIntoNovaId": target} if after == "MERGED" else {}
    values = {"merged_into_nova_id": target} if before == "MERGED" else {}
    nova_id = a_nova(api, status=NovaStatus[before], **values)
    answer = api.change("setNovaStatus", NOVA, novaId=nova_id, status=after, **into)
    found = api.get("query ($id: ID!) { nova(novaId: $id) " + NOVA + " }", id=nova_id)["nova"]
    if (before, after) in LEGAL:
        assert answer["data"]["setNovaStatus"] == found
        assert (found["status"], found["mergedIntoNovaId"]) == (after, into.get("mergedIntoNovaId"))
    else:
        error = answer["errors"][0]
        assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", before)
        assert found["status"] == before


def test_a_status_that_is_not_as_expected_is_a_conflict(api: Changing) -> None:
    nova_id = a_nova(api)
    given = {"novaId": nova_id, "status": "HIDDEN"}
    assert api.refusal("setNovaStatus", NOVA, **given, expectedStatus="QUARANTINED")["errorType"] == "Conflict"
    made = api.do("setNovaStatus", NOVA, **given, expectedStatus="ACTIVE")
    assert api.do("setNovaStatus", NOVA, **given, expectedStatus="ACTIVE") == made, "a repeat"


@pytest.mark.parametrize(
    ("mutation", "given", "kind", "field"),
    [
        ("addAlias", {"name": " "}, "BadInput", "input.name"),
        ("addAlias", {"name": "x", "novaId": "none"}, "NotFound", "input.novaId"),
        ("addAlias", {"name": "x", "novaId": "a#b"}, "BadInput", "input.novaId"),
        ("renameNova", {"name": ""}, "BadInput", "input.name"),
        ("renameNova", {"name": "x", "novaId": "none"}, "NotFound", "input.novaId"),
        ("setNovaStatus", {"status": "MERGED"}, "BadInput", "input.mergedIntoNovaId"),
        ("setNovaStatus", {"status": "HIDDEN", "mergedIntoNovaId": "x"}, "BadInput", "input.mergedIntoNovaId"),
        ("setNovaStatus", {"status": "MERGED", "mergedIntoNovaId": "none"}, "NotFound", "input.mergedIntoNovaId"),
        ("setNovaStatus", {"status": "UNKNOWN"}, "BadInput", "input.status"),
        ("setNovaStatus", {"status": "HIDDEN", "novaId": "none"}, "NotFound", "input.novaId"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(
    api: Changing, mutation: str, given: dict[str, Any], kind: str, field: str
) -> None:
    error = api.refusal(mutation, NOVA, **{"novaId": a_nova(api), **given})
    assert (error["errorType"], error["errorInfo"]["field"]) == (kind, field)


def test_no_nova_is_merged_into_itself(api: Changing) -> None:
    nova_id = a_nova(api)
    error = api.refusal("setNovaStatus", NOVA, novaId=nova_id, status="MERGED", mergedIntoNovaId=nova_id)
    assert error["errorInfo"]["field"] == "input.mergedIntoNovaId"


@pytest.mark.parametrize("status", ["MERGED", "DEPRECATED"])
def test_no_nova_is_merged_into_one_that_no_longer_counts(api: Changing, status: str) -> None:
    nova_id, gone = a_nova(api), a_nova(api, status=NovaStatus[status])
    error = api.refusal("setNovaStatus", NOVA, novaId=nova_id, status="MERGED", mergedIntoNovaId=gone)
    assert (error["errorType"], error["errorInfo"]["current"]["novaId"]) == ("Conflict", gone)
