"""Every kind of item about novae, cats and documents can be written by a mutation and read back by a query."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from entities.registry import all_types
from entities.tables import CATS, DOCUMENTS, NOVAE
from tests.commands.conftest import Changing

AT = "2026-02-23T18:10:00Z"
NODE = "query ($id: ID!) { node(id: $id) { id __typename } }"


def _nova(api: Changing) -> str:
    return str(api.do("initializeNova", "{ novaId }", name=f"Nova {uuid4()}")["novaId"])


def _spectrum(api: Changing) -> dict[str, Any]:
    given = {"novaId": _nova(api), "provider": "ESO", "providerProductKey": str(uuid4())}
    return api.do("registerSpectra", "{ id novaId dataProductId provider locatorIdentity }", **given)


def a_nova(api: Changing) -> str:
    return str(api.do("initializeNova", "{ nova { id } }", name=f"Nova {uuid4()}")["nova"]["id"])


def a_name(api: Changing) -> str:
    name = f"Nova {uuid4()}"
    api.do("initializeNova", "{ novaId }", name=name)
    return str(api.get("query ($n: String!) { names(name: $n) { id } }", n=name)["names"][0]["id"])


def a_spectrum(api: Changing) -> str:
    return str(_spectrum(api)["id"])


def a_locator(api: Changing) -> str:
    made = _spectrum(api)
    query = "query ($p: String!, $l: String!) { locators(provider: $p, locatorIdentity: $l) { id } }"
    return str(api.get(query, p=made["provider"], l=made["locatorIdentity"])["locators"][0]["id"])


def a_table(api: Changing) -> str:
    return str(api.do("ingestPhotometry", "{ id }", novaId=_nova(api), fileId="f")["id"])


def a_paper(api: Changing) -> str:
    return str(api.do("addReference", "{ id }", bibcode="2013A&A...553A.123S", title="T")["id"])


def a_link(api: Changing) -> str:
    a_paper(api)
    return str(api.do("linkReference", "{ id }", novaId=_nova(api), referenceId="2013A&A...553A.123S")["id"])


def a_file(api: Changing) -> str:
    made = _spectrum(api)
    given = {"productType": "SPECTRA", "dataProductId": made["dataProductId"], "role": "PLOT", "name": "n"}
    return str(api.do("registerFile", "{ id }", novaId=made["novaId"], **given, s3Bucket="b", s3Key="k")["id"])


def a_run(api: Changing) -> str:
    given = {"jobRunId": str(uuid4()), "workflowName": "w", "startedAt": AT}
    return str(api.do("startJobRun", "{ id }", novaId=_nova(api), **given)["id"])


def an_attempt(api: Changing) -> str:
    nova_id = _nova(api)
    run = {"novaId": nova_id, "jobRunId": str(uuid4())}
    api.do("startJobRun", "{ id }", **run, workflowName="w", startedAt=AT)
    given = {"taskName": "t", "attemptNo": 1, "timestamp": AT, "status": "STARTED"}
    return str(api.do("recordAttempt", "{ id }", **run, **given)["id"])


def an_image(api: Changing) -> str:
    given = {"batchId": "1", "fingerprint": f"{uuid4().hex}{uuid4().hex}", "clientId": "c", "s3Key": "k"}
    return str(api.do("registerCatImage", "{ id }", **given)["id"])


def a_document(api: Changing) -> str:
    return str(api.do("submitDocument", "{ id }", jobId=str(uuid4()), documentKey="k")["id"])


WRITERS: dict[str, Callable[[Changing], str]] = {
    "Nova": a_nova,
    "NameMapping": a_name,
    "SpectraProduct": a_spectrum,
    "LocatorAlias": a_locator,
    "PhotometryTable": a_table,
    "Reference": a_paper,
    "NovaReference": a_link,
    "FileObject": a_file,
    "JobRun": a_run,
    "Attempt": an_attempt,
    "CatImage": an_image,
    "TextractJob": a_document,
}


def test_no_kind_is_forgotten() -> None:
    ours = {name for name, entity in all_types().items() if entity.table in (NOVAE, CATS, DOCUMENTS)}
    assert ours == WRITERS.keys()


@pytest.mark.parametrize("name", WRITERS)
def test_what_a_mutation_wrote_is_found_again_by_its_id(api: Changing, name: str) -> None:
    made = WRITERS[name](api)
    assert api.get(NODE, id=made)["node"] == {"id": made, "__typename": name}
