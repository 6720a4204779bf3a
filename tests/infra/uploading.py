"""A file taken through a deployed API: created, uploaded by its address, recognised, and its pages read."""

import time
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from typing import Any

import httpx
from reportlab.pdfgen.canvas import Canvas

from tests.infra.witnesses import SIGNED

SECONDS = 120
CREATE = """mutation ($input: CreateDocumentInput!) { createDocument(input: $input) {
  document { jobId status } upload { url method headers { name value } } } }"""
READ = """query ($id: ID!) { document(jobId: $id) {
  status error pages(first: 5) { nodes { pageNumber lines { text } } } } }"""

Ask = Callable[[str, dict[str, Any], dict[str, str]], dict[str, Any]]


def a_pdf(text: str) -> bytes:
    file = BytesIO()
    canvas = Canvas(file)
    canvas.drawString(72, 700, text)
    canvas.save()
    return file.getvalue()


def uploaded(ask: Ask, body: bytes) -> str:
    """Create a document and upload its file; the id of its job."""
    wanted = {
        "fileName": "receipt.pdf",
        "byteLength": len(body),
        "contentType": "application/pdf",
        "sha256": sha256(body).hexdigest(),
    }
    answer = ask(CREATE, {"input": wanted}, SIGNED)
    assert "errors" not in answer, answer
    created = answer["data"]["createDocument"]
    upload = created["upload"]
    headers = {each["name"]: each["value"] for each in upload["headers"]}
    put = httpx.request(upload["method"], upload["url"], content=body, headers=headers, timeout=60)
    assert put.status_code == 200, put.text
    return str(created["document"]["jobId"])


def recognised(ask: Ask, job_id: str) -> dict[str, Any]:
    """The document once it has ended."""
    until = time.monotonic() + SECONDS
    while True:
        answer = ask(READ, {"id": job_id}, SIGNED)
        document: dict[str, Any] = (answer.get("data") or {}).get("document") or {}
        if document.get("status") in {"COMPLETED", "FAILED", "ERROR"}:
            return document
        assert time.monotonic() < until, answer
        time.sleep(0.5)
