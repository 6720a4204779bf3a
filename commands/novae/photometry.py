"""Photometry is ingested file by file, each file once."""

from datetime import timedelta
from typing import Any, ClassVar

from commands.changes import expect, put_new, revised, transact, update
from commands.claims import read_claims
from commands.input_types import Amount, Etag, ShortText
from commands.inputs import Input
from commands.novae.nova_checks import is_there
from entities.fields import Timestamp
from entities.novae.identities import photometry_id
from entities.novae.products import PhotometryTable
from loaders.current import find
from loaders.errors import BadInput
from loaders.request import Request

REMEMBERED = timedelta(days=30)
"""How long an ingested file is recognised, even after others."""

SCHEMA_VERSION = "1"


class IngestPhotometryInput(Input):
    """A file of measurements that was added to the photometry of a nova."""

    about: ClassVar[str] = "PhotometryTable"

    nova_id: ShortText
    """The id of the nova that was measured."""
    file_id: ShortText | None = None
    """The id of the uploaded file, which its uploader chose. Give this, `etag` or both; ingesting a file with the same
    ones again changes nothing."""
    etag: Etag | None = None
    """The S3 ETag of the file; quotes around it are removed."""
    row_count: Amount | None = None
    """How many measurements the table has now, with those of the file."""
    source: ShortText | None = None
    """Where the measurements come from, such as `ticket_ingestion`."""
    s3_bucket: ShortText | None = None
    """The S3 bucket of the table; leave it out if its rows are kept in DynamoDB."""
    s3_key: ShortText | None = None
    """The S3 key of the table; leave it out if its rows are kept in DynamoDB."""
    ingested_at: Timestamp | None = None
    """When the measurements were added; defaults to now."""
    expected_ingestion_count: Amount | None = None
    """If given, the call fails with `Conflict` unless `PhotometryTable.ingestionCount` still has this value."""


def ingest_photometry(request: Request, input: IngestPhotometryInput) -> PhotometryTable:
    """Create or update the photometry table of a nova. A file that was ingested before changes nothing."""
    if not input.file_id and not input.etag:
        raise BadInput("Give `file_id`, `etag` or both, so that the file is counted only once.", field="file_id")

    def writes() -> tuple[list[Any], PhotometryTable]:
        claims = read_claims(request, [f"photometry:{input.nova_id}:{input.file_id or ''}:{input.etag or ''}"])
        there = is_there(request, input.nova_id)
        found = find(request, PhotometryTable, nova_id=input.nova_id)
        if found and (claims.are_taken or _was_last(found.item, input)):
            return [], found.item
        before = found.item if found else _new(request, input.nova_id)
        expect(before, {"ingestion_count": input.expected_ingestion_count})
        table = _filled(request, before, input)
        action = update(found, table, guard=("ingestion_count",)) if found else put_new(table)
        return [there, *claims.taken_for([input.nova_id], REMEMBERED), action], table

    return transact(request, writes)


def _was_last(table: PhotometryTable, input: IngestPhotometryInput) -> bool:
    last = (table.last_ingested_file_id, table.last_ingested_object_etag)
    return last == (input.file_id, input.etag)


def _new(request: Request, nova_id: str) -> PhotometryTable:
    return PhotometryTable(
        nova_id=nova_id,
        data_product_id=photometry_id(nova_id),
        ingestion_count=0,
        photometry_schema_version=SCHEMA_VERSION,
        created_at=request.now,
    )


def _filled(request: Request, table: PhotometryTable, input: IngestPhotometryInput) -> PhotometryTable:
    return revised(
        table,
        **input.given("row_count", "s3_bucket", "s3_key"),
        **({"last_ingestion_source": input.source} if input.source else {}),
        ingestion_count=(table.ingestion_count or 0) + 1,
        last_ingestion_at=input.ingested_at or request.now,
        last_ingested_file_id=input.file_id,
        last_ingested_object_etag=input.etag,
        updated_at=request.now,
    )
