"""The client of Textract. Documents are read by jobs of Textract's own; their results are written to S3."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from services.connecting import connect
from services.errors import told_apart


@dataclass(frozen=True)
class Recognition:
    """What to read, and where to put and announce the results."""

    bucket: str
    key: str
    features: Sequence[str]
    """What to look for besides text, such as TABLES and FORMS. Without any, Textract is far cheaper."""
    token: str
    """The same token always means the same job of Textract's."""
    tag: str
    """Comes back with the announcement."""
    output_prefix: str
    topic: str
    role: str


@dataclass(frozen=True)
class RecognitionResult:
    """One answer about a job of Textract's; `next_token` leads to the next one."""

    status: str
    """IN_PROGRESS, SUCCEEDED, PARTIAL_SUCCESS or FAILED."""
    message: str | None = None
    pages: int | None = None
    blocks: Sequence[dict[str, Any]] = field(default_factory=list)
    next_token: str | None = None
    warnings: Sequence[dict[str, Any]] = field(default_factory=list)


class Textract:
    """Amazon Textract in the region of the Lambda."""

    def __init__(self) -> None:
        self._client: Any = connect("textract")

    def start(self, wanted: Recognition) -> str:
        """Start reading a document; returns the id that Textract gives to its job."""
        common = {
            "DocumentLocation": {"S3Object": {"Bucket": wanted.bucket, "Name": wanted.key}},
            "ClientRequestToken": wanted.token,
            "JobTag": wanted.tag,
            "NotificationChannel": {"SNSTopicArn": wanted.topic, "RoleArn": wanted.role},
            "OutputConfig": {"S3Bucket": wanted.bucket, "S3Prefix": wanted.output_prefix},
        }
        with told_apart("Textract"):
            if wanted.features:
                started = self._client.start_document_analysis(**common, FeatureTypes=list(wanted.features))
            else:
                started = self._client.start_document_text_detection(**common)
        return str(started["JobId"])

    def result(self, textract_id: str, next_token: str | None = None, *, is_analysis: bool = True) -> RecognitionResult:
        """How far a job of Textract's has come, and if it is done a part of its results."""
        get = self._client.get_document_analysis if is_analysis else self._client.get_document_text_detection
        with told_apart("Textract"):
            found = get(JobId=textract_id, **({"NextToken": next_token} if next_token else {}))
        return RecognitionResult(
            status=str(found.get("JobStatus", "")),
            message=found.get("StatusMessage"),
            pages=found.get("DocumentMetadata", {}).get("Pages"),
            blocks=found.get("Blocks") or [],
            next_token=found.get("NextToken"),
            warnings=found.get("Warnings") or [],
        )
