"""The client of Rekognition: what is to be seen on a picture that is stored in S3."""

from dataclasses import dataclass
from typing import Any

from services.connecting import connect
from services.errors import told_apart
from services.metrics import emit


@dataclass(frozen=True)
class DetectedLabel:
    """Something that Rekognition found."""

    name: str
    confidence: float
    parents: tuple[str, ...] = ()


class Rekognition:
    """Amazon Rekognition in the region of the Lambda."""

    def __init__(self) -> None:
        self._client: Any = connect("rekognition")

    def detect_labels(self, bucket: str, key: str, max_labels: int, min_confidence: float) -> list[DetectedLabel]:
        """What is to be seen on a picture, the surest first."""
        with told_apart("Rekognition"):
            found = self._client.detect_labels(
                Image={"S3Object": {"Bucket": bucket, "Name": key}}, MaxLabels=max_labels, MinConfidence=min_confidence
            )
        emit({"RecognisedPictures": 1})  # each call is charged
        return [
            DetectedLabel(
                str(each["Name"]),
                float(each["Confidence"]),
                tuple(str(parent["Name"]) for parent in each.get("Parents") or ()),
            )
            for each in found.get("Labels") or ()
        ]
