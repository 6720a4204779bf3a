"""Rekognition's wire protocol, as far as this system speaks it: `RekognitionService.DetectLabels` in JSON 1.1.

Errors have the types and the words of AWS. Like Rekognition it forgets every picture at once.
"""

import base64
import binascii
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from local.services.recognition.behaviour import Behaviour
from local.services.recognition.protocol import Answer, RecogniserError
from local.services.rekognition.labels import LabelJson, labels_of
from local.services.rekognition.pictures import NoPicture, TooFewPixels, TooManyPixels

TARGET = "RekognitionService.DetectLabels"
MAX_OBJECT_BYTES = 15 * 1024 * 1024
MAX_SENT_BYTES = 5 * 1024 * 1024
MODEL_VERSION = "3.0"
MAX_CONFIDENCE = 100

ReadObject = Callable[[str, str, int], bytes | None]
"""Bucket, key and how many bytes at most -> the bytes; None if there is no such object or it may not be read."""


_FAULTS = {
    "throttle": ("ThrottlingException", "Rate exceeded", 400),
    "limit": ("ProvisionedThroughputExceededException", "Provisioned rate exceeded", 400),
    "fail": ("InternalServerError", "Internal server error", 500),
}


@dataclass
class Recogniser:
    """Answers requests to Rekognition."""

    read_object: ReadObject
    behaviour: Behaviour = field(default_factory=Behaviour)
    calls: int = 0
    """How many pictures were recognised: what AWS would send a bill for."""
    _running: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, target: str, body: bytes) -> Answer:
        """The status and the JSON for a request."""
        try:
            return 200, self._answer(target, body)
        except RecogniserError as error:
            return error.answer()

    def _answer(self, target: str, body: bytes) -> dict[str, Any]:
        if target != TARGET:
            raise RecogniserError("UnknownOperationException", "")
        for fault, error in _FAULTS.items():
            if self.behaviour.strikes(fault):
                raise RecogniserError(*error)
        with self._lock:
            if self._running >= self.behaviour.at_a_time:
                raise RecogniserError(*_FAULTS["limit"])
            self._running += 1
        try:
            request = _object(body)
            labels = _labels(self._content(request))
            time.sleep(self.behaviour.seconds)
        finally:
            with self._lock:
                self._running -= 1
        with self._lock:
            self.calls += 1
        return {"Labels": _chosen(labels, request), "LabelModelVersion": MODEL_VERSION}

    def _content(self, request: Mapping[str, Any]) -> bytes:
        image = request.get("Image")
        image = image if isinstance(image, dict) else {}
        if ("Bytes" in image) == ("S3Object" in image):
            raise _bad_parameters()
        return _sent(image["Bytes"]) if "Bytes" in image else self._stored(image["S3Object"])

    def _stored(self, place: Any) -> bytes:
        if not isinstance(place, dict) or not all(isinstance(place.get(each), str) for each in ("Bucket", "Name")):
            raise _bad_parameters()
        content = self.read_object(place["Bucket"], place["Name"], MAX_OBJECT_BYTES + 1)
        if content is None:
            words = "Unable to get object metadata from S3. Check object key, region and/or access permissions."
            raise RecogniserError("InvalidS3ObjectException", words)
        if len(content) > MAX_OBJECT_BYTES:
            raise RecogniserError("ImageTooLargeException", "Image size is too large. The maximum is 15 MB in S3.")
        return content


def _object(body: bytes) -> dict[str, Any]:
    try:
        request = json.loads(body)
    except (ValueError, RecursionError):
        raise RecogniserError("SerializationException", "Start of structure or map found where not expected.") from None
    if not isinstance(request, dict):
        raise RecogniserError("SerializationException", "Start of structure or map found where not expected.")
    return request


def _sent(text: Any) -> bytes:
    try:
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError, TypeError):
        raise RecogniserError("SerializationException", "Image bytes must be base64.") from None
    if len(content) > MAX_SENT_BYTES:
        words = "1 validation error detected: Value at 'image.bytes' failed to satisfy constraint: Member must have "
        raise RecogniserError("ValidationException", f"{words}length less than or equal to {MAX_SENT_BYTES}")
    return content


def _labels(content: bytes) -> list[LabelJson]:
    try:
        return labels_of(content)
    except NoPicture:
        raise RecogniserError("InvalidImageFormatException", "Request has invalid image format") from None
    except TooManyPixels as error:
        raise RecogniserError("ImageTooLargeException", f"Image dimensions are too large: {error}") from None
    except TooFewPixels as error:
        raise RecogniserError("InvalidParameterException", f"Image dimensions are too small: {error}") from None


def _chosen(labels: list[LabelJson], request: Mapping[str, Any]) -> list[LabelJson]:
    """The labels that were asked for."""
    least, most = request.get("MinConfidence", 55), request.get("MaxLabels", 1000)
    if not _is_number(least) or not 0 <= least <= MAX_CONFIDENCE or not isinstance(most, int) or most < 0:
        raise _bad_parameters()
    return [each for each in labels if each["Confidence"] >= least][:most]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _bad_parameters() -> RecogniserError:
    return RecogniserError("InvalidParameterException", "Request has invalid parameters")
