"""A stand-in for Textract that finds one line of text on one page, for tests of how the stacks hang together."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from uuid import uuid4

from tests.infra.ministack import MiniStack

TEXT = "Grand total 12.34"
STARTS = ("Textract.StartDocumentAnalysis", "Textract.StartDocumentTextDetection")


class TextractHandler(BaseHTTPRequestHandler):
    """Answers a start by writing the result and announcing it, as Textract does some time later."""

    emulator: MiniStack
    started: list[dict[str, Any]]

    def do_POST(self) -> None:
        wanted = json.loads(self.rfile.read(int(self.headers["content-length"])))
        assert self.headers["x-amz-target"] in STARTS, self.headers["x-amz-target"]
        job_id = uuid4().hex
        self.started.append(wanted)
        self._write(job_id, wanted)
        self._announce(job_id, wanted)
        body = json.dumps({"JobId": job_id}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/x-amz-json-1.1")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _write(self, job_id: str, wanted: dict[str, Any]) -> None:
        place = wanted["OutputConfig"]
        answer = {"JobStatus": "SUCCEEDED", "DocumentMetadata": {"Pages": 1}, "Blocks": _blocks()}
        self.emulator.client("s3").put_object(
            Bucket=place["S3Bucket"], Key=f"{place['S3Prefix']}/{job_id}/1", Body=json.dumps(answer).encode()
        )

    def _announce(self, job_id: str, wanted: dict[str, Any]) -> None:
        message = {
            "JobId": job_id,
            "Status": "SUCCEEDED",
            "API": "StartDocumentAnalysis",
            "JobTag": wanted["JobTag"],
            "Timestamp": 1,
            "DocumentLocation": {"S3ObjectName": wanted["DocumentLocation"]["S3Object"]["Name"]},
        }
        topic = wanted["NotificationChannel"]["SNSTopicArn"]
        self.emulator.client("sns").publish(TopicArn=topic, Message=json.dumps(message))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name is the base class's
        """Do not log every request."""


@contextmanager
def textract(emulator: MiniStack) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Its address, and what was started."""
    started: list[dict[str, Any]] = []
    handler = type("Handler", (TextractHandler,), {"emulator": emulator, "started": started})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", started
        finally:
            server.shutdown()
            thread.join(10)


def _blocks() -> list[dict[str, Any]]:
    box = {"Left": 0.1, "Top": 0.1, "Width": 0.5, "Height": 0.1}
    corners = [{"X": 0.1, "Y": 0.1}, {"X": 0.6, "Y": 0.1}, {"X": 0.6, "Y": 0.2}, {"X": 0.1, "Y": 0.2}]
    geometry = {"BoundingBox": box, "Polygon": corners}
    words = TEXT.split()
    return [
        _block("PAGE", "page", geometry, children=["line"]),
        _block("LINE", "line", geometry, TEXT, [f"word{place}" for place in range(len(words))]),
        *(_block("WORD", f"word{place}", geometry, word) for place, word in enumerate(words)),
    ]


def _block(
    kind: str, name: str, geometry: dict[str, Any], text: str | None = None, children: list[str] | None = None
) -> dict[str, Any]:
    below = [{"Type": "CHILD", "Ids": children}] if children else []
    told = {"Text": text, "Confidence": 99.0} if text else {}
    return {"BlockType": kind, "Id": name, "Page": 1, "Geometry": geometry, "Relationships": below, **told}
