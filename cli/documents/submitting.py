"""`submit`: files and folders to Textract."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cli.api import PAGE, ApiClient
from cli.documents.monitoring import Event, ends, reason_of, wait_for
from cli.failures import Exit
from cli.files import LocalFile, found_files
from cli.journal import Journal
from cli.options import AsJson, api_of
from cli.output import print_entry
from cli.uploads import SentFile, code_of, is_open, print_sent, put_file, say_counts, send_all

EXAMPLES = """Examples:\n
tessera documents submit invoice.pdf\n
tessera documents submit scans/ -r --wait   (goes on where it was interrupted; what was sent is not sent again)"""
TYPES = ("application/pdf", "image/jpeg", "image/png", "image/tiff")

CREATE = """mutation Create($input: CreateDocumentInput!) { createDocument(input: $input) {
    document { id jobId status } upload { url method headers { name value } expiresAt } } }"""
KNOWN = "query Known($ids: [ID!]!) { nodes(ids: $ids) { id ... on TextractJob { status } } }"


def submit(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(help="Files, or folders of PDFs, JPEGs, PNGs and TIFFs.")],
    recursive: Annotated[bool, typer.Option("--recursive", "-r", help="Folders below folders, too.")] = False,
    features: Annotated[
        str | None, typer.Option(help="What to look for besides text: TABLES,FORMS; none costs far less.")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Also what was sent before.")] = False,
    waits: Annotated[bool, typer.Option("--wait", help="Wait until all are read, and show how.")] = False,
    as_json: AsJson = False,
) -> None:
    """Upload files and have them read. A file that was sent from here before is known by its checksum."""
    api, files = api_of(context), found_files(paths, TYPES, recursive)
    wanted = {} if features is None else {"features": _features(features)}
    sender = _DocumentSender(api, wanted, again=again)
    sender.check(files)
    done = send_all(files, sender.send, f"Sending {len(files)} files")
    print_sent(done, "Document", "jobId", as_json)
    ended = _ended(api, done, as_json) if waits else {}
    if any(status != "COMPLETED" for status in ended.values()):
        raise typer.Exit(Exit.ENDED_BADLY)
    raise typer.Exit(code_of(done))


def _ended(api: ApiClient, done: list[SentFile], as_json: bool) -> dict[str, str]:
    """Wait for all that was sent, and say of each file how it ended: a folder has too many events to print them all."""
    names = {each.result["jobId"]: str(each.file.path) for each in done if each.error is None}
    ended: list[str] = []

    def tell(event: Event) -> None:
        if ends(event):
            ended.append(event["status"])
            reason = None if event["status"] == "COMPLETED" else reason_of(event)
            print_entry(
                f"{len(ended):>{len(str(len(names)))}} of {len(names)}", event["status"], names[event["jobId"]], reason
            )

    found = wait_for(api, names, as_json, tell)
    if ended:
        say_counts(ended)
    return found


class _DocumentSender:
    """Sends each file once, as far as this machine remembers."""

    def __init__(self, api: ApiClient, wanted: dict[str, Any], again: bool) -> None:
        self._api, self._wanted, self._again = api, wanted, again
        self._journal = Journal(api, "document")
        self._gone: set[str] = set()

    def check(self, files: list[LocalFile]) -> None:
        """Find out which of the files that were sent before are still there."""
        entries = [entry for each in files if (entry := self._journal.get(each.sha256))]
        ids = [entry["id"] for entry in entries]
        for start in range(0, len(ids), PAGE):
            part = ids[start : start + PAGE]
            found = self._api.ask(KNOWN, {"ids": part})["nodes"]
            self._gone |= {each for each, node in zip(part, found, strict=True) if node is None}

    def send(self, file: LocalFile) -> SentFile:
        entry = self._journal.get(file.sha256)
        if entry and (self._again or entry["id"] in self._gone):
            entry = None
        if entry and entry.get("isSent"):
            return SentFile(file, "known", {"jobId": entry["jobId"]})
        if entry is None or not is_open(entry["upload"]):
            entry = self._create(file)
        error = put_file(self._api, file, entry["upload"])
        if error is None:
            self._journal.note(file.sha256, isSent=True, upload=None)
        return SentFile(file, "failed" if error else "sent", {"jobId": entry["jobId"]}, error)

    def _create(self, file: LocalFile) -> dict[str, Any]:
        given = {
            "fileName": file.path.name,
            "byteLength": file.byte_length,
            "contentType": file.content_type,
            "sha256": file.sha256,
            **self._wanted,
        }
        made = self._api.ask(CREATE, {"input": given})["createDocument"]
        document, upload = made["document"], made["upload"]
        facts = {"id": document["id"], "jobId": document["jobId"], "upload": upload, "isSent": False}
        self._journal.note(file.sha256, **facts)
        return facts


def _features(text: str) -> list[str]:
    return [] if text.lower() in {"", "none"} else [each.strip().upper() for each in text.split(",")]
