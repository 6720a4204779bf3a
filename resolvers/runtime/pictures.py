"""The addresses of a picture, computed from its stored keys when they are selected, without another call."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from entities.fields import Part
from entities.item import Item
from services.pictures import PictureAddresses, StoredPicture, why_missing

if TYPE_CHECKING:
    from entities.receipts.base import Picture

FORMATS = {"url": "", "webp_url": "webp_", "avif_url": "avif_"}
SIZES = ("thumbnail", "small", "medium")


class PictureVersion(Part):
    """A smaller version of a picture, in up to three file formats. Its proportions are those of the picture."""

    url: str | None = None
    """The address of the JPEG; null if there is none. A signed address can be used for 15 minutes."""
    webp_url: str | None = None
    """The address of the WebP; null if there is none."""
    avif_url: str | None = None
    """The address of the AVIF; null if there is none."""
    reason: str | None = None
    """Why `url` is null; null if it is not."""


class PictureLinks(Part):
    """Where a picture can be seen. Select only what you show: each address may have to be signed."""

    url: str | None = None
    """The address of the picture in full size; null if there is none. A signed address can be used for 15 minutes."""
    webp_url: str | None = None
    """The address of the full-size WebP; null if there is none."""
    avif_url: str | None = None
    """The address of the full-size AVIF; null if there is none."""
    reason: str | None = None
    """Why `url` is null; null if it is not."""
    width: int | None = None
    """The width of the picture in pixels."""
    height: int | None = None
    """The height of the picture in pixels."""
    thumbnail: PictureVersion | None = None
    """The smallest version, for lists."""
    small: PictureVersion | None = None
    """A small version."""
    medium: PictureVersion | None = None
    """A version of medium size, for most screens."""


Wanted = Collection[str] | None
"""The selected fields as paths of attributes, such as `thumbnail.url`; None: everything."""


def picture_links(item: Item, wanted: Wanted = None) -> PictureLinks | None:
    """The selected addresses of the picture of an image or a receipt."""
    # Imported late because a table's types are loaded when it is first used.
    from entities.receipts.base import Picture  # noqa: PLC0415

    if not isinstance(item, Picture):
        return None
    found = PictureAddresses.from_environment()
    sizes: dict[str, Any] = {size: _version(found, item, size, wanted) for size in SIZES if _is_wanted(wanted, size)}
    full = _addresses(found, item, "", wanted)
    return PictureLinks(width=item.width, height=item.height, **full, **sizes)


def _version(found: PictureAddresses, item: "Picture", size: str, wanted: Wanted) -> PictureVersion:
    return PictureVersion(**_addresses(found, item, size, wanted))


def _addresses(found: PictureAddresses, item: "Picture", size: str, wanted: Wanted) -> dict[str, Any]:
    """The selected formats of one size, and why there is no address of the usual one."""
    before = f"{size}." if size else ""
    asked = [each for each in FORMATS if _is_wanted(wanted, before + each)]
    is_explained = _is_wanted(wanted, f"{before}reason")
    values = {each: _address(found, item, size, each) for each in asked}
    if is_explained and values.get("url", _address(found, item, size, "url")) is None:
        values["reason"] = why_missing(*_places(item, size, "url"))
    return values


def _address(found: PictureAddresses, item: "Picture", size: str, kind: str) -> str | None:
    if found.home:
        return found.at_home(*_path(item)) if kind == "url" else None
    return found.address(*_places(item, size, kind))


def _places(item: "Picture", size: str, kind: str) -> list[StoredPicture]:
    """The files that show the picture in a size and format; in full size, the original is one of them."""
    name = f"cdn_{f'{size}_' if size else ''}{FORMATS[kind]}s3_key"
    places = [StoredPicture(item.cdn_s3_bucket, getattr(item, name))]
    if not size and kind == "url":
        places.append(StoredPicture(item.s3_bucket, item.s3_key, is_behind_cdn=False))
    return places


def _path(item: "Picture") -> list[str]:
    image_id = str(getattr(item, "image_id", ""))
    receipt_id = getattr(item, "receipt_id", None)
    return [image_id] if receipt_id is None else [image_id, str(receipt_id)]


def _is_wanted(wanted: Wanted, path: str) -> bool:
    """Whether a field, or anything below it, is selected."""
    return wanted is None or any(each == path or each.startswith(f"{path}.") for each in wanted)
