"""Photometry comes in file by file, and each file counts once."""

from datetime import timedelta
from typing import Any, ClassVar

from entities.fields import Timestamp
from entities.novae.identities import photometry_id
from entities.novae.products import PhotometryTable
from loaders.claims import read_claims
from loaders.reading import Reading
from loaders.writing import expect, find, put_new, revised, transact, update
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.nova_inputs import Amount, Etag, Text
from resolvers.mutations.novae_there import is_there

REMEMBERED = timedelta(days=30)
"""How long a file that came in is known again, whatever came after it."""

SCHEMA_VERSION = "1"


class IngestPhotometryInput(Input):
    """A file of observations that was added to the table of a nova."""

    about: ClassVar[str] = "PhotometryTable"

    nova_id: str
    file_id: Text | None = None
    etag: Etag | None = None
    row_count: Amount | None = None
    source: Text | None = None
    s3_bucket: Text | None = None
    s3_key: Text | None = None
    ingested_at: Timestamp | None = None
    expected_ingestion_count: Amount | None = None


def ingest_photometry(reading: Reading, input: IngestPhotometryInput) -> PhotometryTable:
    """The one table of the nova, made or brought up to date. A file that came in before changes nothing."""
    if not input.file_id and not input.etag:
        raise BadRequest("Give fileId, etag or both: a file counts once.", field="input.fileId")

    def plan() -> tuple[list[Any], PhotometryTable]:
        claims = read_claims(reading, [f"photometry:{input.nova_id}:{input.file_id or ''}:{input.etag or ''}"])
        there = is_there(reading, input.nova_id)
        found = find(reading, PhotometryTable, nova_id=input.nova_id)
        if found and (claims.are_taken or _was_last(found.item, input)):
            return [], found.item
        before = found.item if found else _new(reading, input.nova_id)
        expect(before, {"ingestion_count": input.expected_ingestion_count})
        table = _filled(reading, before, input)
        action = update(found, table, guard=("ingestion_count",)) if found else put_new(table)
        return [there, *claims.taken_for([input.nova_id], REMEMBERED), action], table

    return transact(reading, plan)


def _was_last(table: PhotometryTable, input: IngestPhotometryInput) -> bool:
    last = (table.last_ingested_file_id, table.last_ingested_object_etag)
    return last == (input.file_id, input.etag)


def _new(reading: Reading, nova_id: str) -> PhotometryTable:
    return PhotometryTable(
        nova_id=nova_id,
        data_product_id=photometry_id(nova_id),
        ingestion_count=0,
        photometry_schema_version=SCHEMA_VERSION,
        created_at=reading.now,
    )


def _filled(reading: Reading, table: PhotometryTable, input: IngestPhotometryInput) -> PhotometryTable:
    return revised(
        table,
        **input.given("row_count", "s3_bucket", "s3_key"),
        ingestion_count=(table.ingestion_count or 0) + 1,
        last_ingestion_at=input.ingested_at or reading.now,
        last_ingestion_source=input.source,
        last_ingested_file_id=input.file_id,
        last_ingested_object_etag=input.etag,
        updated_at=reading.now,
    )
