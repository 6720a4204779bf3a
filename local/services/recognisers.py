"""`python -m local.services.recognisers --host … --port …`: the process that stands in for Textract and Rekognition.

Only requests that are signed with the key in its environment are answered.
"""

import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

import boto3
from botocore.config import Config
from botocore.credentials import Credentials

from local.http.sigv4 import Signed, is_signed
from local.services.recognition.behaviour import STATE_VARIABLE, Behaviour
from local.services.recognition.protocol import Answer, RecogniserError
from local.services.textract.jobs import JobFiles
from local.services.textract.service import TextractService
from local.services.textract.work import Worker

MAX_BODY = 8 * 1024 * 1024
"""Bytes; Rekognition takes pictures of 5 MB in a request, in letters a third longer."""
_SERVICES = {"Textract": "textract", "RekognitionService": "rekognition"}
_CONFIG = Config(signature_version="v4", connect_timeout=2, read_timeout=60, retries={"max_attempts": 2})
_LOG = logging.getLogger(__name__)

Answering = Callable[[str, bytes], Answer]
"""The answer to an X-Amz-Target and a body."""


class RecogniserHandler(BaseHTTPRequestHandler):
    """Takes requests to recognisers."""

    protocol_version = "HTTP/1.1"
    recognisers: Mapping[str, Answering]
    key: Credentials

    def do_POST(self) -> None:
        """Answer an operation."""
        try:
            status, answer = self._answer()
        except RecogniserError as error:
            status, answer = error.answer()
        except Exception:  # noqa: BLE001  whatever it was, the client gets an answer
            _LOG.exception("a request failed")
            status, answer = RecogniserError("InternalServerError", "The recogniser failed; see its log.", 500).answer()
        self._send(status, answer)

    def do_GET(self) -> None:
        """Say that the process is there."""
        self._send(404, {"message": "Send an operation by POST."})

    def _answer(self) -> Answer:
        body = self._body()
        target = self.headers.get("x-amz-target", "")
        service = _SERVICES.get(target.partition(".")[0])
        if service is None or service not in self.recognisers:
            raise RecogniserError("UnknownOperationException", "There is no such operation here.")
        headers = {name.lower(): value for name, value in self.headers.items()}
        url = f"http://{headers.get('host', '')}{self.path}"
        if not is_signed(headers, Signed("POST", url, body), self.key, service):
            raise RecogniserError(
                "UnrecognizedClientException", "The security token included in the request is invalid."
            )
        return self.recognisers[service](target, body)

    def _body(self) -> bytes:
        length = self.headers.get("content-length") or "0"
        if not length.isdecimal() or int(length) > MAX_BODY:
            self.close_connection = True
            raise RecogniserError("RequestEntityTooLargeException", f"A request may have {MAX_BODY:,} bytes.", 413)
        return self.rfile.read(int(length))

    def _send(self, status: int, answer: dict[str, Any]) -> None:
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/x-amz-json-1.1")
        self.send_header("content-length", str(len(body)))
        self.send_header("x-amzn-requestid", str(uuid4()))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the library's name
        """Nothing: the log is for what goes wrong."""


def main(arguments: list[str], environ: Mapping[str, str]) -> None:
    """Serve until the process is ended."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    given = dict(zip(arguments[::2], arguments[1::2], strict=True))
    textract = _textract(environ)
    RecogniserHandler.recognisers = {"textract": textract.answer, **_rekognition()}
    RecogniserHandler.key = Credentials(environ["AWS_ACCESS_KEY_ID"], environ["AWS_SECRET_ACCESS_KEY"])
    server = ThreadingHTTPServer((given["--host"], int(given["--port"])), RecogniserHandler)
    server.daemon_threads = True
    textract.resume()
    server.serve_forever()


def _textract(environ: Mapping[str, str]) -> TextractService:
    files, behaviour = JobFiles(Path(environ[STATE_VARIABLE])), Behaviour.from_environment(environ)
    s3 = boto3.client("s3", config=_CONFIG.merge(Config(signature_version="s3v4", s3={"addressing_style": "path"})))
    worker = Worker(files, s3, boto3.client("sns", config=_CONFIG), behaviour)
    return TextractService(files, worker, s3, behaviour)


def _rekognition() -> dict[str, Answering]:
    """The recogniser of pictures, where there is one."""
    if find_spec("local.services.rekognition") is None:
        return {}
    return {"rekognition": import_module("local.services.rekognition").answer}


if __name__ == "__main__":
    main(sys.argv[1:], os.environ)
