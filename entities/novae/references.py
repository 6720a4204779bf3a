"""Papers, and which nova they speak of; files in S3."""

from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator

from entities.fields import Large, Needed, OpenEnum, Part, PartialDate, Stored, Timestamp
from entities.item import Alternate
from entities.keys import Key
from entities.novae.base import NovaeItem

UPSTREAM = "aws_nova_cat"


class Reference(NovaeItem):
    """A paper."""

    type_name: ClassVar[str] = "Reference"
    key: ClassVar[Key] = Key.of("REFERENCE#{bibcode:text}", "METADATA")
    alternates: ClassVar = (
        Alternate(
            None,
            Key.of("{nova_id}", "REF#{reference_id}"),
            "the document, and we where a paper has no bibcode",
            is_ours=True,
        ),
    )
    notes: ClassVar = (
        (
            "One global item per paper, by bibcode: the document keeps one per nova under a random id, so the same "
            "paper is stored again for each nova and nobody can tell."
        ),
    )

    bibcode: str | None = None
    nova_id: str | None = None
    reference_id: str | None = None
    reference_type: str | None = None
    source: str | None = None
    source_identifier: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    publication_date: PartialDate | None = None
    published_at: Timestamp | None = None
    doi: str | None = None
    arxiv_id: str | None = None


class ReferenceRole(OpenEnum):
    """What a paper is to a nova."""

    DISCOVERY = "DISCOVERY"
    SPECTRA_SOURCE = "SPECTRA_SOURCE"
    PHOTOMETRY_SOURCE = "PHOTOMETRY_SOURCE"
    OTHER = "OTHER"


class NovaReference(NovaeItem):
    """The link between a nova and a paper."""

    type_name: ClassVar[str] = "NovaReference"
    key: ClassVar[Key] = Key.of("{nova_id}", "NOVAREF#{reference_id:text}")
    notes: ClassVar = ("`reference_id` is the bibcode where the paper is a global item.",)
    fanout: ClassVar = {"reference_id": 30}

    nova_id: str
    reference_id: Annotated[str, Stored(also=("bibcode",))]
    role: ReferenceRole = ReferenceRole.OTHER
    added_by_workflow: str | None = None


class FileRole(OpenEnum):
    """What a file is."""

    RAW_FITS = "RAW_FITS"
    QUARANTINE_CONTEXT = "QUARANTINE_CONTEXT"
    NORMALIZED = "NORMALIZED"
    PLOT = "PLOT"
    MANIFEST = "MANIFEST"
    DATA_BUNDLE = "DATA_BUNDLE"
    OTHER = "OTHER"


class CreatedBy(Part):
    """The workflow run that made a file."""

    workflow: str | None = None
    job_run_id: str | None = None


def _read_created_by(value: Any) -> Any:
    """Upstream writes `workflow:job_run_id`."""
    if not isinstance(value, str):
        return value
    workflow, _, run = value.rpartition(":")
    return {"workflow": workflow, "job_run_id": run} if workflow else {"workflow": run}


class FileObject(NovaeItem):
    """A file in S3 that belongs to a data product."""

    type_name: ClassVar[str] = "FileObject"
    key: ClassVar[Key] = Key.of("{nova_id}", "FILE#{product_type}#{data_product_id}#{role}#{name}")
    alternates: ClassVar = (Alternate(None, Key.of("{nova_id}", "FILE#{role}#NOVA#{nova_id}#ID#{file_id}"), UPSTREAM),)
    fanout: ClassVar = {"product_type": 1, "data_product_id": 30, "role": 1, "name": 1}

    nova_id: str
    product_type: str | None = None
    data_product_id: Needed[str] = None
    role: FileRole
    name: str | None = None
    file_id: str | None = None
    s3_bucket: Annotated[Needed[str], Stored("bucket")] = None
    s3_key: Annotated[Needed[str], Stored("key")] = None
    content_type: str | None = None
    byte_length: Large | None = None
    etag: str | None = None
    sha256: str | None = None
    created_by: Annotated[CreatedBy | None, BeforeValidator(_read_created_by)] = None
