"""Papers, links, files and photometry: stored once, changed knowingly."""

from typing import Any
from uuid import NAMESPACE_OID, uuid4, uuid5

import pytest

from entities.novae.references import NovaReference
from tests.commands.conftest import Changing
from tests.commands.nova_steps import a_nova, a_stub

PAPER = "{ bibcode novaId referenceId title authors year doi source sourceIdentifier updatedAt }"
LINK = "{ novaId referenceId role addedByWorkflow updatedAt reference { title } }"
FILE = """{ novaId productType dataProductId role name s3Bucket s3Key etag sha256 byteLength
    createdBy { workflow jobRunId } updatedAt }"""
TABLE = """{ novaId dataProductId productType ingestionCount rowCount lastIngestedFileId lastIngestedObjectEtag
    lastIngestionSource photometrySchemaVersion updatedAt }"""


def _bibcode() -> str:
    return f"2012ATel.{uuid4().int % 10_000:04d}....1A"


def test_a_paper_with_a_bibcode_is_one_for_all_novae(api: Changing) -> None:
    bibcode = _bibcode()
    made = api.do("addReference", PAPER, bibcode=bibcode, title="Discovery", authors=["A. Uthor"], year=2012)
    assert api.get("query ($b: ID!) { reference(bibcode: $b) " + PAPER + " }", b=bibcode)["reference"] == made
    assert api.do("addReference", PAPER, bibcode=bibcode, title="Discovery", year=2012) == made
    more = api.do("addReference", PAPER, bibcode=bibcode, doi="10.1/x", title="Discovery of a nova")
    assert (more["title"], more["year"], more["doi"]) == ("Discovery of a nova", 2012, "10.1/x")
    assert more["authors"] == ["A. Uthor"], "what is not given stays"


def test_a_paper_without_a_bibcode_is_kept_under_its_nova(api: Changing) -> None:
    nova_id = a_nova(api)
    given = {"novaId": nova_id, "source": "ATEL", "sourceIdentifier": "4157", "title": "A note"}
    made = api.do("addReference", PAPER, **given)
    assert made["referenceId"] == str(uuid5(NAMESPACE_OID, f"{nova_id}:ATEL:4157"))
    assert api.do("addReference", PAPER, **given) == made
    link = api.do("linkReference", LINK, novaId=nova_id, referenceId=made["referenceId"])
    assert link["reference"] == {"title": "A note"}


def test_a_link_says_what_the_paper_is_to_the_nova(api: Changing) -> None:
    nova_id, bibcode = a_nova(api), _bibcode()
    api.do("addReference", PAPER, bibcode=bibcode, title="T")
    ids = {"novaId": nova_id, "referenceId": bibcode}
    made = api.do("linkReference", LINK, **ids, addedByWorkflow="refresh_references")
    assert (made["role"], made["reference"]) == ("OTHER", {"title": "T"})
    assert api.do("linkReference", LINK, **ids) == made
    changed = api.do("linkReference", LINK, **ids, role="DISCOVERY", expectedRole="OTHER")
    assert (changed["role"], changed["addedByWorkflow"]) == ("DISCOVERY", "refresh_references")
    assert api.do("linkReference", LINK, **ids, role="DISCOVERY", expectedRole="OTHER") == changed, "a repeat"
    assert api.do("linkReference", LINK, **ids) == changed, "what is left out stays"
    retold = api.do("linkReference", LINK, **ids, addedByWorkflow="import")
    assert (retold["role"], retold["addedByWorkflow"]) == ("DISCOVERY", "import")
    error = api.refusal("linkReference", LINK, **ids, role="SPECTRA_SOURCE", expectedRole="OTHER")
    assert (error["errorType"], error["errorInfo"]["current"]["role"]) == ("Conflict", "DISCOVERY")
    found = api.get("query ($id: ID!) { nova(novaId: $id) { references { role } } }", id=nova_id)
    assert found["nova"]["references"] == [{"role": "DISCOVERY"}]


def _file(api: Changing, **more: Any) -> dict[str, Any]:
    product = a_stub(api)
    return {
        "novaId": product["novaId"],
        "productType": "SPECTRA",
        "dataProductId": product["dataProductId"],
        "role": "RAW_FITS",
        "name": "primary",
        "s3Bucket": "private",
        "s3Key": "raw/x.fits",
        "etag": '"one"',
        "byteLength": 5_000_000_000,
        "createdBy": {"workflow": "acquire_and_validate_spectra", "jobRunId": "r"},
        **more,
    }


def test_a_file_is_noted_once_and_replaced_only_knowingly(api: Changing) -> None:
    given = _file(api)
    made = api.do("registerFile", FILE, **given)
    assert (made["etag"], made["byteLength"], made["createdBy"]["jobRunId"]) == ("one", 5_000_000_000, "r")
    assert api.do("registerFile", FILE, **given) == made
    other = {**given, "etag": "two"}
    error = api.refusal("registerFile", FILE, **other)
    assert (error["errorType"], error["errorInfo"]["current"]["etag"]) == ("Conflict", "one")
    assert api.refusal("registerFile", FILE, **other, expectedEtag="zero")["errorType"] == "Conflict"
    replaced = api.do("registerFile", FILE, **other, expectedEtag="one")
    assert api.do("registerFile", FILE, **other, expectedEtag="one") == replaced, "a repeat"
    query = "query ($id: ID!) { nova(novaId: $id) { files " + FILE + " } }"
    assert api.get(query, id=given["novaId"])["nova"]["files"] == [replaced]


def test_a_nova_has_one_photometry_table_whose_id_follows_from_it(api: Changing) -> None:
    nova_id = a_nova(api)
    made = api.do("ingestPhotometry", TABLE, novaId=nova_id, fileId="f1", rowCount=10, source="ticket_ingestion")
    assert made["dataProductId"] == str(uuid5(NAMESPACE_OID, f"{nova_id}:PRODUCT#PHOTOMETRY_TABLE"))
    assert (made["ingestionCount"], made["rowCount"], made["photometrySchemaVersion"]) == (1, 10, "1")
    second = api.do("ingestPhotometry", TABLE, novaId=nova_id, etag='"e2"', rowCount=25)
    assert (second["ingestionCount"], second["rowCount"], second["lastIngestedObjectEtag"]) == (2, 25, "e2")
    query = "query ($id: ID!) { nova(novaId: $id) { products { ... on PhotometryTable " + TABLE + " } } }"
    assert api.get(query, id=nova_id)["nova"]["products"] == [second]


def test_a_file_of_observations_counts_once_whatever_came_after_it(api: Changing) -> None:
    nova_id = a_nova(api)
    api.do("ingestPhotometry", TABLE, novaId=nova_id, fileId="f1", rowCount=10)
    latest = api.do("ingestPhotometry", TABLE, novaId=nova_id, fileId="f2", rowCount=20)
    assert api.do("ingestPhotometry", TABLE, novaId=nova_id, fileId="f2", rowCount=20) == latest
    assert api.do("ingestPhotometry", TABLE, novaId=nova_id, fileId="f1", rowCount=10) == latest


def test_an_ingestion_may_expect_how_many_there_were(api: Changing) -> None:
    nova_id = a_nova(api)
    api.do("ingestPhotometry", TABLE, novaId=nova_id, fileId="f1", expectedIngestionCount=0)
    error = api.refusal("ingestPhotometry", TABLE, novaId=nova_id, fileId="f2", expectedIngestionCount=0)
    assert (error["errorType"], error["errorInfo"]["current"]["ingestionCount"]) == ("Conflict", 1)


BAD: list[tuple[str, dict[str, Any], str, str]] = [
    ("addReference", {"bibcode": "2012ATel"}, "BadInput", "input.bibcode"),
    ("addReference", {"bibcode": "20X2ATel.1234....1A"}, "BadInput", "input.bibcode"),
    ("addReference", {"bibcode": "2012ATel.12 4....1A"}, "BadInput", "input.bibcode"),
    ("addReference", {"bibcode": "2012ATel.1234....1A", "novaId": "x"}, "BadInput", "input.novaId"),
    ("addReference", {"title": "no bibcode"}, "BadInput", "input.novaId"),
    ("addReference", {"novaId": "x", "source": "ATEL"}, "BadInput", "input.sourceIdentifier"),
    ("addReference", {"novaId": "none", "source": "A", "sourceIdentifier": "1"}, "NotFound", "input.novaId"),
    ("addReference", {"bibcode": "2012ATel.1234....1A", "year": 99}, "BadInput", "input.year"),
    ("linkReference", {"novaId": "none", "referenceId": "x"}, "NotFound", "input.novaId"),
    ("linkReference", {"referenceId": "none"}, "NotFound", "input.referenceId"),
    ("linkReference", {"referenceId": "x", "role": "UNKNOWN"}, "BadInput", "input.role"),
    ("ingestPhotometry", {}, "BadInput", "input.fileId"),
    ("ingestPhotometry", {"fileId": "x", "rowCount": -1}, "BadInput", "input.rowCount"),
    ("ingestPhotometry", {"fileId": "x", "novaId": "none"}, "NotFound", "input.novaId"),
    ("registerFile", {"name": "a#b"}, "BadInput", "input.name"),
    ("registerFile", {"byteLength": -1}, "BadInput", "input.byteLength"),
    ("registerFile", {"sha256": "ABC"}, "BadInput", "input.sha256"),
    ("registerFile", {"role": "UNKNOWN"}, "BadInput", "input.role"),
    ("registerFile", {"novaId": "none"}, "NotFound", "input.novaId"),
]


@pytest.mark.parametrize(("mutation", "given", "kind", "field"), BAD)
def test_what_is_wrong_is_told_by_its_field(
    api: Changing, mutation: str, given: dict[str, Any], kind: str, field: str
) -> None:
    usual = {"addReference": {}, "registerFile": _file(api)}.get(mutation, {"novaId": a_nova(api)})
    error = api.refusal(mutation, "{ __typename }", **{**usual, **given})
    assert (error["errorType"], error["errorInfo"]["field"]) == (kind, field)


def test_a_refused_link_leaves_nothing_behind(api: Changing) -> None:
    nova_id = a_nova(api)
    api.refusal("linkReference", LINK, novaId=nova_id, referenceId="2012ATel.0000....1Z")
    key = NovaReference.key_for(nova_id=nova_id, reference_id="2012ATel.0000....1Z")
    assert api.store.session().get(NovaReference.table, key, is_consistent=True) is None
