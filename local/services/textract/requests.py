"""What clients ask of Textract, checked as Textract checks it."""

import hashlib
import re
from dataclasses import asdict, dataclass
from typing import Any
from uuid import uuid4

from local.services.recognition.protocol import RecogniserError

FEATURES = {"TABLES", "FORMS", "QUERIES", "SIGNATURES", "LAYOUT"}
USUAL_PREFIX = "textract_output"
_TOKEN = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_TAG = re.compile(r"[a-zA-Z0-9_.\-:]{1,64}")
_BUCKET = re.compile(r"[0-9A-Za-z.\-_]{3,255}")
_MAX_KEY = 1024


@dataclass(frozen=True)
class Start:
    """A document to be read, and what becomes of it."""

    api: str
    bucket: str
    key: str
    version: str | None
    features: tuple[str, ...]
    token: str | None
    tag: str | None
    topic: str | None
    output_bucket: str | None
    output_prefix: str

    @classmethod
    def of(cls, api: str, body: dict[str, Any]) -> "Start":
        """The request in a body; raises RecogniserError where Textract refuses it."""
        place = _object(_object(body, "DocumentLocation"), "S3Object")
        output, channel = body.get("OutputConfig") or {}, body.get("NotificationChannel") or {}
        if channel and not (channel.get("SNSTopicArn") and channel.get("RoleArn")):
            raise _invalid("NotificationChannel needs SNSTopicArn and RoleArn")
        return cls(
            api=api,
            bucket=_text(place, "Bucket", _BUCKET),
            key=_key(place),
            version=place.get("Version"),
            features=_features(api, body),
            token=_text(body, "ClientRequestToken", _TOKEN) if "ClientRequestToken" in body else None,
            tag=_text(body, "JobTag", _TAG) if "JobTag" in body else None,
            topic=channel.get("SNSTopicArn"),
            output_bucket=_text(output, "S3Bucket", _BUCKET) if output else None,
            output_prefix=str(output.get("S3Prefix") or USUAL_PREFIX).strip("/"),
        )

    def job_id(self) -> str:
        """64 digits: the same token gives the same job, in every life of this recogniser."""
        seed = f"{self.api}/{self.token}" if self.token else str(uuid4())
        return hashlib.sha256(seed.encode()).hexdigest()

    def record(self) -> dict[str, Any]:
        return {**asdict(self), "features": list(self.features)}


def _object(body: dict[str, Any], name: str) -> dict[str, Any]:
    found = body.get(name)
    if not isinstance(found, dict):
        raise _invalid(f"{name} is missing")
    return found


def _key(place: dict[str, Any]) -> str:
    key = place.get("Name")
    if not isinstance(key, str) or not 0 < len(key) <= _MAX_KEY:
        raise _invalid("S3Object.Name is missing, or too long")
    return key


def _text(body: dict[str, Any], name: str, pattern: re.Pattern[str]) -> str:
    found = body.get(name)
    if not isinstance(found, str) or not pattern.fullmatch(found):
        raise _invalid(f"{name} must match {pattern.pattern}")
    return found


def _features(api: str, body: dict[str, Any]) -> tuple[str, ...]:
    if api == "StartDocumentTextDetection":
        return ()
    found = body.get("FeatureTypes")
    if not isinstance(found, list) or not found or not set(found) <= FEATURES:
        raise _invalid(f"FeatureTypes must list some of {', '.join(sorted(FEATURES))}")
    return tuple(found)


def _invalid(message: str) -> RecogniserError:
    return RecogniserError("InvalidParameterException", f"Request has invalid parameters: {message}")
