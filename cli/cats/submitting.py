"""`submit`: pictures in batches."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.api import ApiClient
from cli.cats.verdicts import wait_for
from cli.failures import Exit
from cli.files import LocalFile, found_files
from cli.journal import Journal
from cli.options import AsJson, api_of
from cli.uploads import SentFile, code_of, is_open, print_sent, put_file, send_all

EXAMPLES = """Examples:\n
tessera cats submit photos/ --wait\n
tessera cats submit tom.jpg rex.png --debug"""
TYPES = ("image/jpeg", "image/png")
BATCH = 20
"""The most that one batch takes."""

CREATE = """mutation Create($input: CreateCatBatchInput!) { createCatBatch(input: $input) { batchId
    uploads { fingerprint url method headers { name value } expiresAt known { isCat } } } }"""


def submit(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(help="JPEG and PNG files, or folders of them.")],
    recursive: Annotated[bool, typer.Option("--recursive", "-r", help="Folders below folders, too.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Keep a log of each picture.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Look again at pictures whose verdict is known.")] = False,
    waits: Annotated[bool, typer.Option("--wait", help="Wait for all verdicts, and show them.")] = False,
    as_json: AsJson = False,
) -> None:
    """Upload pictures, 20 to a batch. What is known already, or was sent before an interruption, is not sent again."""
    api, files = api_of(context), _distinct(found_files(paths, TYPES, recursive))
    sender = _PictureSender(api, {"debug": debug, "force": force})
    sender.prepare(files)
    done = send_all(files, sender.send, f"Sending {len(files)} pictures")
    print_sent(done, "Batch", "batchId", as_json)
    batches = sorted({str(each.result["batchId"]) for each in done if each.state != "failed"}) if waits else []
    ended = [image for each in batches for image in wait_for(api, each, as_json)]
    if any(each["status"] == "FAIL" for each in ended):
        raise typer.Exit(Exit.ENDED_BADLY)
    raise typer.Exit(code_of(done))


class _PictureSender:
    """Sends each picture once; those of an interrupted batch go on in that batch while its addresses are open."""

    def __init__(self, api: ApiClient, wanted: dict[str, Any]) -> None:
        self._api, self._wanted = api, wanted
        self._journal = Journal(api, "cat")

    def prepare(self, files: Sequence[LocalFile]) -> None:
        """Make batches for the pictures that have no open address."""
        fresh = [file for file in files if not self._is_begun(file)]
        for batch in _chunks(fresh):
            given = [_described(file) for file in batch]
            made = self._api.ask(CREATE, {"input": {"files": given, **self._wanted}})["createCatBatch"]
            for upload in made["uploads"]:
                self._journal.note(upload["fingerprint"], batchId=made["batchId"], upload=upload, isSent=False)

    def send(self, file: LocalFile) -> SentFile:
        entry = self._journal.get(file.sha256) or {}
        upload, where = entry["upload"], {"batchId": entry["batchId"]}
        if entry.get("isSent"):
            return SentFile(file, "known", where)
        if upload["known"]:
            self._journal.note(file.sha256, isSent=True)
            return SentFile(file, "known", {**where, "isCat": upload["known"]["isCat"]})
        error = put_file(self._api, file, upload)
        if error is None:
            self._journal.note(file.sha256, isSent=True)
        return SentFile(file, "failed" if error else "sent", where, error)

    def _is_begun(self, file: LocalFile) -> bool:
        entry = self._journal.get(file.sha256)
        return entry is not None and not entry.get("isSent") and is_open(entry["upload"])


def _described(file: LocalFile) -> dict[str, Any]:
    return {
        "fileName": file.path.name,
        "sha256": file.sha256,
        "byteLength": file.byte_length,
        "contentType": file.content_type,
    }


def _distinct(files: Sequence[LocalFile]) -> list[LocalFile]:
    """Two files with the same content are one picture."""
    return list({file.sha256: file for file in reversed(files)}.values())[::-1]


def _chunks(files: Sequence[LocalFile]) -> Iterator[Sequence[LocalFile]]:
    for start in range(0, len(files), BATCH):
        yield files[start : start + BATCH]
