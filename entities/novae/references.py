"""Papers, and which nova they speak of; files in S3."""

from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator

from entities.fields import EtagText, Large, Needed, OpenEnum, Part, PartialDate, Stored, Timestamp
from entities.item import Alternate
from entities.keys import Key
from entities.novae.base import NovaeItem

UPSTREAM = "aws_nova_cat"


class Reference(NovaeItem):
    """A paper, or another publication, about novae."""

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
            "paper is stored again for each nova, without any link between the copies."
        ),
    )

    bibcode: str | None = None
    """The ADS bibcode of the paper, 19 characters such as `2012ATel.4157....1W`; null if it has none."""
    nova_id: str | None = None
    """The id of the nova that a paper without a bibcode belongs to; null if it has a bibcode."""
    reference_id: str | None = None
    """The id of a paper without a bibcode, a UUID; null if it has a bibcode."""
    reference_type: str | None = None
    """The kind of paper, such as `journal_article` or `atel`."""
    source: str | None = None
    """The catalogue that lists the paper, such as `ADS`."""
    source_identifier: str | None = None
    """The id of the paper in the catalogue `source`."""
    title: str | None = None
    """The title of the paper."""
    authors: tuple[str, ...] = ()
    """The authors, in the order of the paper."""
    year: int | None = None
    """The year of publication."""
    publication_date: PartialDate | None = None
    """When the paper was published, as YYYY-MM-DD. An unknown month or day is 00, as in `2012-06-00`."""
    published_at: Timestamp | None = None
    """The exact time of publication, if it is known; otherwise see `publicationDate`."""
    doi: str | None = None
    """The DOI of the paper, such as `10.3847/1538-4357/aaa12a`."""
    arxiv_id: str | None = None
    """The id of the paper on arXiv."""


class ReferenceRole(OpenEnum):
    """What a paper contributes to a nova: its discovery, spectra, photometry (brightness), or something else."""

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
    """The id of the nova."""
    reference_id: Annotated[str, Stored(also=("bibcode",))]
    """The bibcode of the paper, or its `referenceId` if it has no bibcode."""
    role: ReferenceRole = ReferenceRole.OTHER
    """What the paper contributes to the nova, such as its DISCOVERY."""
    added_by_workflow: str | None = None
    """The workflow that added the link, such as `refresh_references`."""


class FileRole(OpenEnum):
    """What a file holds. RAW_FITS: the data as they were fetched. QUARANTINE_CONTEXT: why a spectrum is in quarantine.
    NORMALIZED: the data in the common format. PLOT: a picture of the data. DATA_BUNDLE: files to download together.
    MANIFEST: a list of files. PHOTOMETRY_SNAPSHOT: measurements as they were at one time. BUNDLE_MANIFEST, BUNDLE_ZIP:
    files to download together, listed and packed. WORKFLOW_QUARANTINE_CONTEXT: why a run is in quarantine. The other
    names that begin with SPECTRA mean the same as those without it; other programs write them.
    """

    RAW_FITS = "RAW_FITS"
    QUARANTINE_CONTEXT = "QUARANTINE_CONTEXT"
    NORMALIZED = "NORMALIZED"
    PLOT = "PLOT"
    MANIFEST = "MANIFEST"
    DATA_BUNDLE = "DATA_BUNDLE"
    OTHER = "OTHER"
    SPECTRA_RAW_FITS = "SPECTRA_RAW_FITS"
    SPECTRA_QUARANTINE_CONTEXT = "SPECTRA_QUARANTINE_CONTEXT"
    SPECTRA_NORMALIZED = "SPECTRA_NORMALIZED"
    SPECTRA_PLOT = "SPECTRA_PLOT"
    PHOTOMETRY_TABLE = "PHOTOMETRY_TABLE"
    PHOTOMETRY_SNAPSHOT = "PHOTOMETRY_SNAPSHOT"
    WORKFLOW_QUARANTINE_CONTEXT = "WORKFLOW_QUARANTINE_CONTEXT"
    BUNDLE_MANIFEST = "BUNDLE_MANIFEST"
    BUNDLE_ZIP = "BUNDLE_ZIP"


class CreatedBy(Part):
    """The workflow run that created a file."""

    workflow: str | None = None
    """The name of the workflow, such as `acquire_and_validate_spectra`."""
    job_run_id: str | None = None
    """The id of the workflow run; null if only the workflow is known."""


def _read_created_by(value: Any) -> Any:
    """Upstream writes `workflow:job_run_id`."""
    if not isinstance(value, str):
        return value
    workflow, _, run = value.rpartition(":")
    return {"workflow": workflow, "job_run_id": run} if workflow else {"workflow": run}


class FileObject(NovaeItem):
    """A file in S3 that belongs to a data product of a nova."""

    type_name: ClassVar[str] = "FileObject"
    key: ClassVar[Key] = Key.of("{nova_id}", "FILE#{product_type}#{data_product_id}#{role}#{name}")
    alternates: ClassVar = (
        Alternate(None, Key.of("{nova_id}", "FILE#{role}#NOVA#{nova_id}#ID#{file_id}"), UPSTREAM),
        Alternate(
            None, Key.of("{nova_id}", "FILE#{role}#NOVA#{nova_id}#PRODUCT#{data_product_id}#ID#{file_id}"), UPSTREAM
        ),
    )
    notes: ClassVar = (
        (
            "Upstream keeps files of a run that has no nova under `WORKFLOW#<correlation_id>`; `JobRun.files` reads "
            "them. They are no alternate key: plans for the files of a nova need not look there."
        ),
    )
    fanout: ClassVar = {"product_type": 1, "data_product_id": 30, "role": 1, "name": 1}

    nova_id: str = ""
    """The id of the nova that the file belongs to; empty for a file of a workflow run that has no nova."""
    correlation_id: str | None = None
    """The id that the workflow runs share which a file belongs to; null for a file of a nova."""
    product_type: str | None = None
    """The kind of data product that the file belongs to: `PHOTOMETRY_TABLE` or `SPECTRA`; null if not recorded."""
    data_product_id: Needed[str] = None
    """The id of the data product that the file belongs to."""
    role: FileRole
    """What the file holds."""
    name: str | None = None
    """The name of the file, such as `primary`, unique within its data product and role; null if it has a `fileId`."""
    file_id: str | None = None
    """The id of the file, a UUID; null if it has a `name`."""
    s3_bucket: Annotated[Needed[str], Stored("bucket")] = None
    """The S3 bucket that holds the file."""
    s3_key: Annotated[Needed[str], Stored("key")] = None
    """The S3 key of the file."""
    content_type: str | None = None
    """The media type of the file, such as `application/fits`."""
    byte_length: Large | None = None
    """The size of the file in bytes."""
    etag: EtagText | None = None
    """The S3 ETag of the file, without quotes."""
    sha256: str | None = None
    """The SHA-256 of the file, in hexadecimal."""
    created_by: Annotated[CreatedBy | None, BeforeValidator(_read_created_by)] = None
    """The workflow run that created the file; null if not recorded."""
