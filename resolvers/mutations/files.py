"""Files in S3 that belong to data products."""

from typing import Any, ClassVar

from entities.fields import Large
from entities.novae.products import ProductType
from entities.novae.references import CreatedBy, FileObject, FileRole
from loaders.errors import Outdated
from loaders.reading import Reading
from loaders.writing import expect, find, put_new, revised, transact, update
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.nova_inputs import Etag, Sha256, Text
from resolvers.mutations.novae_there import is_there
from resolvers.mutations.steps import says


class CreatedByInput(Input):
    """The workflow run that made a file."""

    about: ClassVar[str] = "CreatedBy"

    workflow: Text
    job_run_id: Text | None = None


class RegisterFileInput(Input):
    """A file that was stored in S3."""

    about: ClassVar[str] = "FileObject"

    nova_id: str
    product_type: ProductType
    data_product_id: str
    role: FileRole
    name: Text
    s3_bucket: Text
    s3_key: Text
    content_type: Text | None = None
    byte_length: Large | None = None
    etag: Etag | None = None
    sha256: Sha256 | None = None
    created_by: CreatedByInput | None = None
    expected_etag: Etag | None = None


def register_file(reading: Reading, input: RegisterFileInput) -> FileObject:
    """A new file. Another one of the same name takes its place only for those who say which one they replace."""
    if input.byte_length is not None and input.byte_length < 0:
        raise BadRequest("input.byteLength must not be negative.", field="input.byteLength")
    given = input.only("expected_etag", "created_by", "product_type") | {"product_type": input.product_type.value}
    if input.created_by:
        given["created_by"] = CreatedBy(**input.created_by.only())
    new = FileObject(**given, created_at=reading.now, updated_at=reading.now)

    def plan() -> tuple[list[Any], FileObject]:
        ids = {name: given[name] for name in ("nova_id", "product_type", "data_product_id", "name")}
        found = find(reading, FileObject, **ids, role=input.role.value)
        if found is None:
            return [is_there(reading, input.nova_id), put_new(new)], new
        if says(found.item, given):
            return [], found.item
        if input.expected_etag is None:
            raise Outdated("There is another file of that name already.", found.item)
        expect(found.item, {"etag": input.expected_etag})
        edited = revised(found.item, **given, updated_at=reading.now)
        return [update(found, edited, guard=("etag",))], edited

    return transact(reading, plan)
