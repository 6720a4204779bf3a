"""The client of S3 for one bucket: signed addresses, and small reads and writes.

An address for uploading signs the size, the type and the SHA-256 of the file, and that nothing is there yet: S3 itself
refuses any other file, and a second one.
"""

import os
from base64 import b64decode, b64encode
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Self
from urllib.parse import quote

from services.connecting import connect
from services.errors import RefusalKind, RefusedByService, told_apart
from services.expiring import EXPIRING

UPLOAD_SECONDS = 900
DELETE_BATCH = 1_000


@dataclass(frozen=True)
class PresignedPut:
    """A request that uploads one file. All headers must be sent as they are."""

    url: str
    headers: dict[str, str]
    expires_at: datetime
    method: str = "PUT"


@dataclass(frozen=True)
class ObjectInfo:
    """What S3 knows of an object."""

    key: str
    size: int
    etag: str = ""
    content_type: str = ""
    sha256: str | None = None
    """In hexadecimal digits, if the object was stored with it."""
    version_id: str | None = None


@dataclass(frozen=True)
class Listed:
    """Some of the objects under a prefix, in the order of their keys."""

    objects: list[ObjectInfo] = field(default_factory=list)
    has_more: bool = False


class S3:
    """One bucket."""

    is_expiring = False

    def __init__(self, bucket: str) -> None:
        self.bucket = bucket
        # Addresses must carry the headers that they sign, which only the newer way of signing does.
        style = "path" if _has_endpoint() else "auto"
        self._client: Any = connect("s3", signature_version="s3v4", s3={"addressing_style": style})

    def presigned_put(
        self, key: str, *, content_type: str, byte_length: int, sha256: str, seconds: int = UPLOAD_SECONDS
    ) -> PresignedPut:
        """An address for uploading one file once; `sha256` in hexadecimal digits."""
        checksum = b64encode(bytes.fromhex(sha256)).decode()
        expires_at = datetime.now(UTC) + timedelta(seconds=seconds)
        with told_apart("S3"):
            url = self._client.generate_presigned_url(
                "put_object",
                Params={
                    "Bucket": self.bucket,
                    "Key": key,
                    "ContentType": content_type,
                    "ContentLength": byte_length,
                    "ChecksumSHA256": checksum,
                    "IfNoneMatch": "*",
                },
                ExpiresIn=seconds,
            )
        headers = {
            "content-type": content_type,
            "content-length": str(byte_length),
            "x-amz-checksum-sha256": checksum,
            "if-none-match": "*",
        }
        return PresignedPut(url, headers, expires_at)

    def presigned_get(
        self, key: str, seconds: int = UPLOAD_SECONDS, file_name: str | None = None, version_id: str | None = None
    ) -> str:
        """An address for reading an object, as a download with a name if one is given. Nothing is sent for this."""
        params: dict[str, Any] = {"Bucket": self.bucket, "Key": key}
        if file_name:
            params["ResponseContentDisposition"] = f"attachment; filename*=UTF-8''{quote(file_name, safe='')}"
        if version_id:
            params["VersionId"] = version_id
        with told_apart("S3"):
            return str(self._client.generate_presigned_url("get_object", Params=params, ExpiresIn=seconds))

    def head(self, key: str) -> ObjectInfo | None:
        """What S3 knows of an object; None if there is none."""
        try:
            with told_apart("S3"):
                found = self._client.head_object(Bucket=self.bucket, Key=key, ChecksumMode="ENABLED")
        except RefusedByService as refusal:
            if refusal.kind is RefusalKind.MISSING:
                return None
            raise
        checksum = found.get("ChecksumSHA256")
        return ObjectInfo(
            key=key,
            size=int(found["ContentLength"]),
            etag=str(found.get("ETag", "")).strip('"'),
            content_type=str(found.get("ContentType", "")),
            sha256=b64decode(checksum).hex() if checksum else None,
            version_id=found.get("VersionId"),
        )

    def read(self, key: str, start: int = 0, length: int | None = None) -> bytes:
        """An object, or a part of it. It must exist; reading past its end gives what there is."""
        last = "" if length is None else str(start + length - 1)
        whole = start == 0 and length is None
        with told_apart("S3"):
            try:
                span = {} if whole else {"Range": f"bytes={start}-{last}"}
                body: bytes = self._client.get_object(Bucket=self.bucket, Key=key, **span)["Body"].read()
            except self._client.exceptions.ClientError as error:
                if error.response.get("Error", {}).get("Code") in {"InvalidRange", "416"}:
                    return b""
                raise
        return body

    def put(self, key: str, body: bytes, content_type: str = "application/json") -> None:
        """Store an object, replacing an existing one."""
        tagged = {"Tagging": "=".join(EXPIRING)} if self.is_expiring else {}
        with told_apart("S3"):
            self._client.put_object(Bucket=self.bucket, Key=key, Body=body, ContentType=content_type, **tagged)

    def expiring(self, does_expire: bool = True) -> Self:
        """The same bucket, which may delete after a time what is stored and marked by what this returns."""
        same = copy(self)
        same.is_expiring = does_expire
        return same

    def mark(self, key: str) -> None:
        """Allow the bucket to delete an object that another program stored, if it is an expiring one."""
        if self.is_expiring:
            self._tag(key)

    def _tag(self, key: str) -> None:
        name, value = EXPIRING
        with told_apart("S3"):
            self._client.put_object_tagging(
                Bucket=self.bucket, Key=key, Tagging={"TagSet": [{"Key": name, "Value": value}]}
            )

    def copy(self, source: str, target: str) -> None:
        """Copy an object within the bucket."""
        with told_apart("S3"):
            self._client.copy_object(Bucket=self.bucket, Key=target, CopySource={"Bucket": self.bucket, "Key": source})

    def delete(self, keys: Sequence[str]) -> None:
        """Delete objects; those that do not exist are no error. With versions, they can be restored for a while."""
        for start in range(0, len(keys), DELETE_BATCH):
            batch = [{"Key": key} for key in keys[start : start + DELETE_BATCH]]
            with told_apart("S3"):
                answer = self._client.delete_objects(Bucket=self.bucket, Delete={"Objects": batch, "Quiet": True})
            for error in answer.get("Errors", ()):
                raise RefusedByService(RefusalKind.PERMISSION, f"S3 did not delete: {error.get('Message')}")

    def list(self, prefix: str, after: str = "", limit: int = 1_000) -> Listed:
        """The objects under a prefix, from after a key on."""
        start = {"StartAfter": after} if after else {}
        with told_apart("S3"):
            answer = self._client.list_objects_v2(Bucket=self.bucket, Prefix=prefix, MaxKeys=limit, **start)
        found = [
            ObjectInfo(each["Key"], int(each["Size"]), str(each.get("ETag", "")).strip('"'))
            for each in answer.get("Contents", ())
        ]
        return Listed(found, has_more=bool(answer.get("IsTruncated")))


def _has_endpoint() -> bool:
    """Whether S3 is at an address of its own, where a bucket's name cannot be a part of the host's."""
    return any(os.environ.get(name) for name in ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"))
