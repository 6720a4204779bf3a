"""Images that are tried again or deleted."""

from contextlib import suppress
from typing import ClassVar

from commands.availability import available
from commands.cats.cat_images import Batch
from commands.cats.places import FAILED, UPLOADS, names_its_client, own_keys, place, place_of_file
from commands.cats.recognising import send
from commands.cats.steps import GUARD, is_leased, tried_again
from commands.changes import change, same_owner
from commands.input_types import Sha256
from commands.inputs import Input
from commands.transitions.cats import CAT_IMAGE
from entities.attributes import Record
from entities.cats import CatImage, CatStatus
from entities.errors import Unreadable
from loaders.current import Found, require
from loaders.dynamo.writes import IS_THERE, Changes, Condition
from loaders.errors import BadInput, Conflict, Forbidden, NotFound, Outdated
from loaders.request import Request
from services.clients import services
from services.errors import RefusalKind, RefusedByService, ServiceError
from services.s3 import S3


class RetryCatImageInput(Input):
    """An image to try again."""

    about: ClassVar[str] = "CatImage"

    batch_id: Batch
    """The number of the batch that the image belongs to."""
    fingerprint: Sha256


class DeleteCatImageInput(Input):
    """An image to delete."""

    about: ClassVar[str] = "CatImage"

    batch_id: Batch
    """The number of the batch that the image belongs to."""
    fingerprint: Sha256
    objects: bool = False
    """Whether to delete the file too if another program put it where it is; unless the caller is an operator or IAM,
    `clientId` must be one of the folders in `s3Key`. Files of images that `createCatBatch` made are always deleted.
    """


def retry_cat_image(request: Request, input: RetryCatImageInput) -> CatImage:
    """Send an image that failed, or that waits, on its way again. Its file must still be there."""

    def edit(image: CatImage) -> CatImage:
        _check_retry(image)
        if image.status is CatStatus.PENDING and is_leased(request, image):
            raise Outdated("This CatImage is being processed at the moment. Wait for its result.", image)
        return tried_again(request, image)

    with available("Retrying pictures"):
        services().settings.need("cats_queue_url")
        _demand_file(require(request, CatImage, field="fingerprint", **_ids(input)).item)
        image = change(request, CatImage, edit, field="fingerprint", guard=GUARD, **_ids(input))
        with suppress(ServiceError):  # the sweeper comes by
            send(image)
    return image


def delete_cat_image(request: Request, input: DeleteCatImageInput) -> CatImage:
    """Delete an image with its log, and its file if it is ours or if that is asked for. A repeat finishes the rest."""
    found = require(request, CatImage, field="fingerprint", **_ids(input))
    if input.objects and not found.item.is_managed:
        _check_file_of_others(request, found.item)
    with available("Deleting pictures"):
        remove_image(request, found, others_too=input.objects)
    return found.item


def remove_image(request: Request, found: Found[CatImage], *, others_too: bool) -> None:
    """Delete an image with its log and its files, once it is marked. A repeat finishes the rest.

    The file of another program goes first: if that is refused, nothing else has happened.
    """
    if others_too and not found.item.is_managed:
        _delete_file_of_others(found.item)
    _mark(request, found)
    _delete_own_objects(found.item)
    _delete_item(request, found, same_owner(found, "deleted_by"))


def remove_expired(request: Request, record: Record) -> bool:
    """Delete an image of ours that has expired, with its objects; returns whether it was one."""
    try:
        image = CatImage.from_record(record)
    except Unreadable:
        return False
    if not image.is_managed or image.expires_at is None or image.expires_at > request.now:
        return False
    _delete_own_objects(image)
    _delete_item(request, Found(image, record), IS_THERE)
    return True


def _mark(request: Request, found: Found[CatImage]) -> None:
    """Store who deletes an image: subscribers are told, and no worker begins with it any more."""
    by = found.item.deleted_by or request.caller.name or request.caller.mode
    try:
        request.session.update(
            CatImage.table, CatImage.table.key_of(found.record), Changes(set={"deleted_by": by}), same_owner(found)
        )
    except Conflict:
        raise NotFound(f"There is no CatImage {found.item.fingerprint}.", field="fingerprint") from None


def _delete_item(request: Request, found: Found[CatImage], condition: Condition) -> None:
    with suppress(Conflict):  # another call was faster
        request.session.delete(CatImage.table, CatImage.table.key_of(found.record), condition)


def _check_file_of_others(request: Request, image: CatImage) -> None:
    """Refuse to delete a file that the image does not say the place of, or that may be another client's."""
    if not _file_of_others(image):
        raise BadInput("`objects`: the image does not say in which bucket its file is.", field="objects")
    if not (request.caller.is_staff or names_its_client(image)):
        raise Forbidden(
            "Only operators and IAM may delete a file whose key does not have the client as one of its folders.",
            field="objects",
        )


def _file_of_others(image: CatImage) -> tuple[str, str] | None:
    return place_of_file(own_buckets(), image)


def own_buckets() -> set[str | None]:
    """The buckets of what is created here."""
    settings = services().settings
    return {settings.cats_bucket, settings.documents_bucket}


def _check_retry(image: CatImage) -> None:
    if not image.is_managed:
        raise Outdated("This CatImage was not made by this system, which therefore cannot process it again.", image)
    if image.deleted_by:
        raise Outdated("This CatImage is being deleted.", image)
    if image.status is not CatStatus.PENDING:
        CAT_IMAGE.check(image, image.status, CatStatus.PENDING)


def _demand_file(image: CatImage) -> None:
    _check_retry(image)
    keys = [place(each, image.batch_id, image.fingerprint) for each in (FAILED, UPLOADS)]
    if not any(services().cats.head(key) for key in keys):
        raise Outdated("The file of this CatImage is not there. Upload it in a new batch.", image)


def _delete_own_objects(image: CatImage) -> None:
    if image.is_managed:
        bucket = services().cats
        bucket.delete(own_keys(bucket.bucket, image))


def _delete_file_of_others(image: CatImage) -> None:
    bucket, key = _file_of_others(image) or ("", "")
    try:
        if key:
            S3(bucket).delete([key])
    except RefusedByService as refusal:
        if refusal.kind is not RefusalKind.PERMISSION:
            raise
        raise Forbidden(
            f"This deployment may not delete files in the bucket {bucket}. Delete the image without `objects`.",
            field="objects",
        ) from refusal


def _ids(input: RetryCatImageInput | DeleteCatImageInput) -> dict[str, object]:
    return input.given("batch_id", "fingerprint")
