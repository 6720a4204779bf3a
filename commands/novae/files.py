"""Files in S3 that belong to data products."""

from typing import Any, ClassVar

from commands.changes import expect, put_new, revised, transact, update
from commands.comparison import same_or_refused, says_the_same
from commands.input_types import Etag, Sha256, ShortText
from commands.inputs import Input
from commands.novae.nova_checks import is_there
from entities.fields import Large
from entities.novae.products import PhotometryTable, ProductType
from entities.novae.references import CreatedBy, FileObject, FileRole
from entities.tables import NOVAE
from loaders.current import Found, find
from loaders.dynamo.writes import IS_THERE, Check
from loaders.errors import BadInput, NotFound
from loaders.novae import products_now
from loaders.request import Request


class CreatedByInput(Input):
    """The workflow run that created a file."""

    about: ClassVar[str] = "CreatedBy"

    workflow: ShortText
    job_run_id: ShortText | None = None


class RegisterFileInput(Input):
    """A file that was stored in S3 for a data product of a nova."""

    about: ClassVar[str] = "FileObject"

    nova_id: ShortText
    product_type: ProductType
    """The kind of data product that the file belongs to."""
    data_product_id: ShortText
    """The id of the data product that the file belongs to, which must exist."""
    role: FileRole
    name: ShortText
    """The name of the file, such as `primary`, unique within its data product and role."""
    s3_bucket: ShortText
    s3_key: ShortText
    content_type: ShortText | None = None
    byte_length: Large | None = None
    etag: Etag | None = None
    """The S3 ETag of the file; quotes around it are removed."""
    sha256: Sha256 | None = None
    """The SHA-256 of the file, as 64 lowercase hexadecimal digits."""
    created_by: CreatedByInput | None = None
    expected_etag: Etag | None = None
    """The ETag of the file to replace. Without it, another file of the same name leads to `Conflict`."""


def register_file(request: Request, input: RegisterFileInput) -> FileObject:
    """Register a file. It replaces another one of the same name only if the caller names that one's ETag."""
    if input.byte_length is not None and input.byte_length < 0:
        raise BadInput("`byte_length` must not be negative.", field="byte_length")
    given = input.only("expected_etag", "created_by", "product_type") | {"product_type": input.product_type.value}
    if input.created_by:
        given["created_by"] = CreatedBy(**input.created_by.only())
    new = FileObject(**given, created_at=request.now, updated_at=request.now)

    def writes() -> tuple[list[Any], FileObject]:
        ids = {name: given[name] for name in ("nova_id", "product_type", "data_product_id", "name")}
        found = find(request, FileObject, **ids, role=input.role.value)
        if found is None:
            return [is_there(request, input.nova_id), _product_is_there(request, input), put_new(new)], new
        if input.expected_etag is None or says_the_same(found.item, given):
            return [], same_or_refused(found.item, given, advice="Give `expected_etag` to replace it.")
        expect(found.item, {"etag": input.expected_etag})
        edited = revised(found.item, **given, updated_at=request.now)
        return [update(found, edited, guard=("etag",))], edited

    return transact(request, writes)


def _product_is_there(request: Request, input: RegisterFileInput) -> Check:
    """The check that the data product of a file exists."""
    products: list[Found[Any]] = [*products_now(request, input.nova_id)]
    if input.product_type is ProductType.PHOTOMETRY_TABLE:
        table = find(request, PhotometryTable, nova_id=input.nova_id)
        products = [table] if table else []
    for each in products:
        if each.item.data_product_id == input.data_product_id:
            return Check(NOVAE, NOVAE.key_of(each.record), IS_THERE)
    raise NotFound(
        f"There is no {input.product_type.name} {input.data_product_id} of this nova.", field="data_product_id"
    )
