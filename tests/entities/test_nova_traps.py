"""The traps that the keys of novae, their products, papers, files and runs hold."""

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from entities.novae.nova import NameMapping, normalise_name
from entities.novae.products import Eligibility, LocatorAlias, SpectraProduct
from entities.novae.references import FileObject, Reference
from entities.novae.runs import Attempt, JobRun

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


def test_names_with_a_hash_are_carried_safely() -> None:
    name = NameMapping(name_normalized=normalise_name("Nova Sco 2012 #2"), nova_id="n", name_raw="Nova Sco 2012 #2")
    record = name.to_record()
    assert (record["PK"], record["SK"]) == ("NAME#nova sco 2012 #2", "NOVA#n")
    assert NameMapping.from_record(record) == name


def test_locators_with_anything_in_them_are_carried_safely() -> None:
    identity = "url:https://example.org/a?b=1#c:/d"
    alias = LocatorAlias(provider="ESO", locator_identity=identity, data_product_id="p", nova_id="n")
    record = alias.to_record()
    assert record["PK"] == f"LOCATOR#ESO#{identity}"
    assert LocatorAlias.ids_of(record)["locator_identity"] == identity


@pytest.mark.parametrize(
    ("raw", "normal"), [("V1324_Sco", "v1324 sco"), ("  GK   Per ", "gk per"), ("T\tCrB", "t crb")]
)
def test_names_are_normalised_as_upstream_does(raw: str, normal: str) -> None:
    assert normalise_name(raw) == normal


def test_a_name_mapping_with_a_bare_id_as_sort_key_is_readable() -> None:
    record = {"PK": "NAME#nova sco 2012 #2", "SK": "n-1", "entity_type": "NameMapping", "name_normalized": "v1324 sco"}
    mapping = NameMapping.from_record(record)
    assert (mapping.nova_id, mapping.name_normalized) == ("n-1", "v1324 sco")


def test_only_spectra_to_be_fetched_are_in_the_eligibility_index() -> None:
    eligible = SpectraProduct(nova_id="n", provider="ESO", data_product_id="p", eligibility=Eligibility.ACQUIRE)
    done = SpectraProduct(nova_id="n", provider="ESO", data_product_id="p", eligibility=Eligibility.NONE)
    assert eligible.to_record()["GSI1SK"] == "ELIG#ACQUIRE#SPECTRA#ESO#p"
    assert {"GSI1PK", "GSI1SK"}.isdisjoint(done.to_record())


def test_a_composite_spectrum_says_so_in_its_key() -> None:
    spectrum = SpectraProduct(nova_id="n", provider="ESO", composite="COMPOSITE", data_product_id="p")
    assert spectrum.to_record()["SK"] == "PRODUCT#SPECTRA#ESO#COMPOSITE#p"
    bare = {"PK": "n", "SK": "PRODUCT#SPECTRA#ESO#COMPOSITE#p", "entity_type": "DataProduct"}
    assert SpectraProduct.from_record(bare).is_composite


def test_a_run_lies_under_its_nova_and_without_one_under_its_workflow() -> None:
    run: dict[str, Any] = {"job_run_id": "r", "workflow_name": "initialize_nova", "started_at": NOON}
    assert JobRun(nova_id="n", **run).to_record()["PK"] == "n"
    orphan = JobRun(correlation_id="c", **run).to_record()
    assert orphan["PK"] == "WORKFLOW#c"
    assert "nova_id" not in orphan
    with pytest.raises(ValidationError, match="correlation_id"):
        JobRun(**run)


def test_a_paper_is_global_by_bibcode_and_otherwise_lies_under_its_nova() -> None:
    assert Reference(bibcode="2012ATel.4157....1W", nova_id="n").to_record()["PK"] == "REFERENCE#2012ATel.4157....1W"
    assert Reference(nova_id="n", reference_id="r").to_record()["SK"] == "REF#r"
    old = {"PK": "n", "SK": "REF#r", "entity_type": "Reference", "source": "ADS"}
    assert Reference.from_record(old).reference_id == "r"


def test_attempts_are_read_unpadded_and_under_their_later_name() -> None:
    record = {"PK": "n", "SK": "ATTEMPT#r#download#10#2026-11-16T12:00:00Z", "entity_type": "Attempt"}
    assert Attempt.from_record(record).attempt_no == 10
    assert Attempt.from_record(record | {"attempt_number": 11}).attempt_no == 11


@pytest.mark.parametrize("stored", ["ingest:r-1", {"workflow": "ingest", "job_run_id": "r-1"}])
def test_who_made_a_file_is_read_as_text_or_map(stored: Any) -> None:
    record = {"PK": "n", "SK": "FILE#SPECTRA_RAW_FITS#NOVA#n#ID#f", "entity_type": "FileObject", "created_by": stored}
    file = FileObject.from_record(record)
    assert file.created_by is not None
    assert (file.created_by.workflow, file.created_by.job_run_id) == ("ingest", "r-1")
    assert (file.role.value, file.file_id, file.product_type) == ("SPECTRA_RAW_FITS", "f", None)


ROLES = {
    "SPECTRA_RAW_FITS": "NOVA#n#ID#f",
    "SPECTRA_QUARANTINE_CONTEXT": "NOVA#n#PRODUCT#p#ID#f",
    "SPECTRA_NORMALIZED": "NOVA#n#PRODUCT#p#ID#f",
    "SPECTRA_PLOT": "NOVA#n#PRODUCT#p#ID#f",
    "PHOTOMETRY_TABLE": "NOVA#n#ID#f",
    "PHOTOMETRY_SNAPSHOT": "NOVA#n#ID#f",
    "WORKFLOW_QUARANTINE_CONTEXT": "ID#f",
    "BUNDLE_MANIFEST": "NOVA#n#ID#f",
    "BUNDLE_ZIP": "NOVA#n#ID#f",
    "OTHER": "NOVA#n#ID#f",
}
"""The ten roles that other programs write, and what follows them in the key."""


@pytest.mark.parametrize("role", ROLES)
def test_a_file_has_one_of_ten_roles(role: str) -> None:
    """Of a file of a nova the key alone says so; one of a workflow that has no nova says it itself."""
    is_of_nova = role != "WORKFLOW_QUARANTINE_CONTEXT"
    partition = "n" if is_of_nova else "WORKFLOW#c"
    record = {"PK": partition, "SK": f"FILE#{role}#{ROLES[role]}", "entity_type": "FileObject"}
    whole = record | {"role": role, "file_id": "f"}
    for stored in (record, whole) if is_of_nova else (whole,):
        file = FileObject.from_record(stored)
        assert (file.role.is_known, file.role.name, file.file_id) == (True, role, "f")
