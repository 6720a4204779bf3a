"""A curator's day at the server at home: find, correct, review with a note, see who did it, watch it change live."""

import asyncio
from typing import Any

from tests.serving import Server
from tests.watching import watching

OLGA, EDITH = "olga", "edith"
NOTE = "The profile is known by now."
DESK = "{ quarantinedSpectra { nodes { novaId provider dataProductId quarantineReasonCode nova { primaryName } } } }"
REVIEW = """mutation ($i: ReviewSpectraInput!) { reviewSpectra(input: $i) {
    manualReviewStatus reviewedBy reviewedAt reviewNote eligibility } }"""


def _as(server: Server, who: str, group: str) -> dict[str, str]:
    return {"authorization": server.token(who, [group])}


def _asked(server: Server, who: dict[str, str], query: str, **variables: Any) -> Any:
    answer = server.ask(query, headers=who, **variables)
    assert "errors" not in answer, answer["errors"]
    return answer["data"]


def test_a_curators_day(server: Server) -> None:
    editor, operator = _as(server, EDITH, "editors"), _as(server, OLGA, "operators")
    _correct_a_place(server, editor)
    _clear_the_desk(server, operator)


def _correct_a_place(server: Server, editor: dict[str, str]) -> None:
    """In the morning a name is looked up by an alias, and its place is corrected."""
    listed = _asked(server, editor, "{ novae(first: 50) { nodes { aliases } } }")["novae"]["nodes"]
    some = next(name for each in listed for name in each["aliases"])
    named = "{ novaeByName(name: $n) { novaId primaryName raDeg decDeg names { nameRaw nameKind } } }"
    (nova,) = _asked(server, editor, f"query ($n: String!) {named}", n=some.upper())["novaeByName"]
    assert some in [each["nameRaw"] for each in nova["names"]]
    place = {"novaId": nova["novaId"], "raDeg": nova["raDeg"], "decDeg": nova["decDeg"] + 0.01, "coordEpoch": "J2015.5"}
    correct = "mutation ($i: UpdateNovaInput!) { updateNova(input: $i) { decDeg coordEpoch updatedBy } }"
    made = _asked(server, editor, correct, i=place)["updateNova"]
    assert made == {"decDeg": place["decDeg"], "coordEpoch": "J2015.5", "updatedBy": EDITH}
    near = "query ($r: Float!, $d: Float!) { novaeNear(raDeg: $r, decDeg: $d, radiusArcsec: 5) { nodes { novaId } } }"
    found = _asked(server, editor, near, r=place["raDeg"], d=place["decDeg"])["novaeNear"]["nodes"]
    assert found == [{"novaId": nova["novaId"]}]


def _clear_the_desk(server: Server, operator: dict[str, str]) -> None:
    """At noon a decision is made, while another watches; in the evening the desk is shorter."""
    waiting = _asked(server, operator, DESK)["quarantinedSpectra"]["nodes"]
    assert waiting
    ids = {name: waiting[0][name] for name in ("novaId", "provider", "dataProductId")}
    decided, told = asyncio.run(_decide_while_watched(server, operator, ids))
    assert decided["reviewedAt"] is not None
    expected = {"reviewedBy": OLGA, "reviewNote": NOTE, "eligibility": "ACQUIRE"}
    assert {name: decided[name] for name in expected} == expected
    assert told == {
        "dataProductId": ids["dataProductId"],
        "manualReviewStatus": "CLEARED_RETRY_APPROVED",
        **expected,
    }
    left = _asked(server, operator, DESK)["quarantinedSpectra"]["nodes"]
    assert waiting[0] not in left
    assert len(left) == len(waiting) - 1
    ready = _asked(server, operator, "{ eligibleSpectra(readyOnly: true, first: 100) { nodes { dataProductId } } }")
    assert {"dataProductId": ids["dataProductId"]} in ready["eligibleSpectra"]["nodes"]


async def _decide_while_watched(server: Server, operator: dict[str, str], ids: dict[str, str]) -> tuple[Any, Any]:
    fields = "dataProductId manualReviewStatus reviewedBy reviewNote eligibility"
    query = f'subscription {{ onSpectraChanged(novaId: "{ids["novaId"]}") {{ {fields} }} }}'
    async with watching(server, query) as watcher:
        given = {**ids, "decision": "APPROVE", "note": NOTE}
        decided = await asyncio.to_thread(_asked, server, operator, REVIEW, i=given)
        return decided["reviewSpectra"], (await watcher.upto(1))[-1]
