"""Uploads as a client makes them: a mutation, one PUT to the address that it answers, and questions."""

import hashlib
import time
from dataclasses import dataclass
from typing import Any

import httpx

from tests.serving import Server

CREATE = """mutation Submit($input: CreateDocumentInput!) { createDocument(input: $input) {
  document { jobId status } upload { url method headers { name value } expiresAt } } }"""
STATUS = "query ($id: ID!) { document(jobId: $id) { jobId status error retryCount } }"
RESULT = """query Result($id: ID!) { document(jobId: $id) { status error resultUrl pages(first: 10) { nodes { pageNumber
  lines { text confidence boundingBox { x y width height } } tables { rows } forms { key value } }
  pageInfo { hasNextPage endCursor } } } }"""
ENDED = {"COMPLETED", "FAILED", "ERROR"}
SECONDS = 400.0


@dataclass
class Created:
    """A document that waits for its file."""

    job_id: str
    url: str
    headers: dict[str, str]

    def put(self, body: bytes, **changed: str) -> httpx.Response:
        """Send a file; names of headers are written with underscores."""
        headers = {**self.headers, **{name.replace("_", "-"): value for name, value in changed.items()}}
        headers.pop("content-length", None)  # that of what is sent
        return httpx.put(self.url, content=body, headers=headers, timeout=60)


class Uploader:
    """Somebody who may upload."""

    def __init__(self, server: Server, username: str = "edda", client_id: str | None = None) -> None:
        self.server = server
        self.token = server.token(username, ["editors"], client_id)

    def ask(self, query: str, **variables: Any) -> Any:
        """The data of an answer without errors."""
        answer = self.server.ask(query, {"authorization": self.token}, **variables)
        assert "errors" not in answer, answer
        return answer["data"]

    def create(self, body: bytes, **changed: Any) -> Created:
        """Announce a file."""
        sha256 = hashlib.sha256(body).hexdigest()
        given = {"fileName": "a.pdf", "byteLength": len(body), "contentType": "application/pdf", "sha256": sha256}
        made = self.ask(CREATE, input={**given, **changed})["createDocument"]
        headers = {each["name"]: each["value"] for each in made["upload"]["headers"]}
        assert (made["document"]["status"], made["upload"]["method"]) == ("UPLOADING", "PUT")
        return Created(made["document"]["jobId"], made["upload"]["url"], headers)

    def upload(self, body: bytes, **changed: Any) -> str:
        """Announce a file and send it; the id of its job."""
        created = self.create(body, **changed)
        answer = created.put(body)
        assert answer.status_code == 200, answer.text
        return created.job_id

    def status(self, job_id: str) -> Any:
        return self.ask(STATUS, id=job_id)["document"]

    def ended(self, job_id: str, seconds: float = SECONDS) -> Any:
        """The document once nothing more happens to it."""
        end = time.monotonic() + seconds
        while (found := self.status(job_id))["status"] not in ENDED:
            assert time.monotonic() < end, found
            time.sleep(0.2)
        return found

    def pages(self, job_id: str) -> Any:
        return self.ask(RESULT, id=job_id)["document"]["pages"]["nodes"]
