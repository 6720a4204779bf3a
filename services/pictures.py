"""Addresses of pictures in S3: behind a CDN, signed for a while, or at home where no bucket is.

`PICTURES_URL` is the CDN in front of the bucket with pictures. `PICTURES_BUCKETS` names the buckets that this process
may read, separated by commas. `PICTURES_HOME` is the server at home, which draws pictures.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Self
from urllib.parse import quote

if TYPE_CHECKING:
    from services.s3 import S3

SIGNED_SECONDS = 900

NOT_STORED = "No such file is stored."
NO_BUCKET = "This deployment has no address for the bucket of this file."


@dataclass(frozen=True)
class StoredPicture:
    """Where a file is: a bucket and a key, each of which may be unknown."""

    bucket: str | None
    key: str | None
    is_behind_cdn: bool = True


@dataclass(frozen=True)
class PictureAddresses:
    """What the environment says about where pictures can be read."""

    cdn: str | None = None
    buckets: frozenset[str] = field(default_factory=frozenset)
    home: str | None = None

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Self:
        named = (each.strip() for each in environ.get("PICTURES_BUCKETS", "").split(","))
        cdn, home = environ.get("PICTURES_URL"), environ.get("PICTURES_HOME")
        return cls(cdn.rstrip("/") if cdn else None, frozenset(filter(None, named)), home.rstrip("/") if home else None)

    def address(self, *places: StoredPicture) -> str | None:
        """The address of the first of these files that has one. Nothing is sent to S3 for this."""
        for place in places:
            if place.key and self.cdn and place.is_behind_cdn:
                return f"{self.cdn}/{quote(place.key.lstrip('/'))}"
        for place in places:
            if place.key and place.bucket in self.buckets:
                return _bucket(place.bucket or "").presigned_get(place.key, SIGNED_SECONDS)
        return None

    def at_home(self, *path: str) -> str | None:
        """The address of a drawn picture at home; None elsewhere."""
        if self.home is None:
            return None
        return f"{self.home}/pictures/{'/'.join(quote(each, safe='') for each in path)}?plain=1"


def why_missing(*places: StoredPicture) -> str:
    """Why none of these files has an address."""
    return NO_BUCKET if any(place.key for place in places) else NOT_STORED


@cache
def _bucket(name: str) -> "S3":
    from services.s3 import S3  # noqa: PLC0415  most deployments have a CDN and never sign

    return S3(name)
