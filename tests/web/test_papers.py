"""Documents dropped on the page become text, tables and fields; those of others never appear; operators mend."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from entities.attributes import encode_item
from entities.letters import DeadLetter, LetterQueue
from entities.tables import DOCUMENTS, LETTERS
from local.data.sample.drawings import drawing, encoded
from local.data.sample.names import sample_id
from local.services.ministack import is_installed
from tests.browser.browsing import Browser
from tests.local.services.invoice import NUMBER, ROWS, invoice
from tests.other_program import boto
from tests.serving import Server
from tests.uploading import Uploader
from tests.web.test_pages import WINDOWS

needs_storage = pytest.mark.skipif(not is_installed(), reason="needs `make .venv-ministack/.ready`")

SECONDS = 80.0
"""The storage starts with the first upload."""
DAMAGED = "The file is damaged, or it is of another kind than was announced."
TABLE = '[role=table][aria-label="Documents: all"]'
LETTER_TABLE = '[role=table][aria-label="Dead letters"]'


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Four invoices, and one file that only claims to be one. Each is another file: a customer has a name."""
    folder = tmp_path_factory.mktemp("papers")
    made = {f"invoice-{number}.pdf": invoice() + f"% {number}\n".encode() for number in range(4)}
    made |= {"damaged.pdf": b"%PDF-1.4 and no more", "notes.txt": b"no document"}
    for name, body in made.items():
        (folder / name).write_bytes(body)
    return {name: folder / name for name in made}


def row(name: str) -> str:
    return f'{TABLE} .table-body [role=row]:has(a:text-is("{name}"))'


def drop(page: Browser, *paths: Path) -> None:
    page.do("drop", paths=[str(path) for path in paths])


@needs_storage
def test_five_documents_are_dropped_and_read_and_the_damaged_one_says_why(
    page: Browser, files: dict[str, Path], tmp_path: Path
) -> None:
    page.do("actAs", who="editor")
    page.do("go", hash="#/documents")
    drop(page, *files.values())
    assert "notes.txt: only PDF, TIFF, JPEG, or PNG can be read" in page.do("see", what=".drop-left")
    for number in range(4):
        page.do("see", what=row(f"invoice-{number}.pdf"), text="completed", seconds=SECONDS)
    assert DAMAGED in page.do("see", what=row("damaged.pdf"), text="failed", seconds=SECONDS)

    page.do("tap", what=f"{row('invoice-2.pdf')} a")
    page.do("see", what=".document-head", text="2 pages")
    page.do("become", what=".document-page svg text", name="lengthAdjust", value="spacingAndGlyphs", seconds=SECONDS)
    assert page.do("count", what=".document-page rect[data-kind=table]") == 1
    page.do("tap", what=".timeline summary")
    page.do("see", what=".timeline li", text="The document has been read")
    page.do("tap", what="[role=tab]", text="Tables (1)")
    cells = page.do("texts", what=".document-table td")
    assert cells == [cell for each in ROWS for cell in each]
    saved = page.do("save", what=".document-table button")
    assert saved == {"name": "invoice-2-1-1.csv", "text": "".join(",".join(each) + "\r\n" for each in ROWS)}
    page.do("tap", what="[role=tab]", text="Fields")
    assert NUMBER in page.do("see", what=".document-forms")
    page.do("press", keys=["n"])
    page.do("see", what=".sheets-head", text="Page 2 of 2")
    page.do("tap", what="[role=tab]", text="Page")
    assert_fits_everywhere(page, tmp_path)

    page.do("go", hash="#/documents?status=FAILED")
    page.do("tap", what="[role=row] a", text="damaged.pdf")
    assert DAMAGED in page.do("see", what=".document-error")
    page.do("press", keys=["t"])
    page.do("see", what=".document-head .chip", text="failed", seconds=SECONDS)
    page.do("see", what=".document-head", text="attempt 2")


def assert_fits_everywhere(page: Browser, folder: Path) -> None:
    """The page with what was read: the sample has no results to show."""
    assert page.do("axe") == []
    for window in WINDOWS:
        page.do("resize", **window)
        page.do("screenshot", path=str(folder / f"read-{window['width']}.png"))
        assert not any(page.do("spills").values()), window
    page.do("resize", width=1280)


@needs_storage
def test_the_file_is_shown_beside_what_was_read_as_the_type_that_was_announced(
    page: Browser, site: Server, tmp_path: Path
) -> None:
    uploader = Uploader(site)
    picture = tmp_path / "drawing.png"
    picture.write_bytes(encoded(drawing("cat", 73)))
    papers = {
        "img": uploader.upload(picture.read_bytes(), fileName=picture.name, contentType="image/png"),
        "iframe": uploader.upload(invoice(), fileName="shown.pdf"),
    }
    page.do("actAs", who="editor")
    page.do("showPdfs")
    for kind, job_id in papers.items():
        uploader.ended(job_id)
        page.do("go", hash=f"#/documents/{job_id}")
        page.do("see", what=".document-file", text="Save the file")
        assert page.do("attribute", what=f".document-file {kind}", name="src").startswith("blob:")


@needs_storage
def test_documents_of_another_client_appear_neither_in_the_list_nor_live_nor_by_their_address(
    page: Browser, site: Server, files: dict[str, Path]
) -> None:
    page.do("actAs", who="editor")
    page.do("go", hash="#/documents")
    page.do("become", what=".header-live", name="data-phase", value="live")
    other = Uploader(site, "bea", client_id="bolt")
    body = files["invoice-0.pdf"].read_bytes()
    theirs = other.upload(body, fileName="secret-of-bolt.pdf")
    assert other.ended(theirs)["status"] == "COMPLETED"
    drop(page, files["invoice-3.pdf"])  # what is one's own is heard of, after all that happened to the other
    page.do("see", what=row("invoice-3.pdf"), text="completed", seconds=SECONDS)
    assert "secret-of-bolt" not in page.do("see", what="main")
    assert theirs not in page.do("html", what="main")
    assert "There is no document that you may see here." in open_unpriced(page, f"#/documents/{theirs}")
    page.do("actAs", who="operator")
    page.do("see", what=".document-head h1", text="secret-of-bolt.pdf")


def open_unpriced(page: Browser, address: str) -> str:
    page.do("go", hash=address)
    text: str = page.do("see", what="main .empty")
    return text


@needs_storage
def test_a_dead_letter_is_redriven_and_its_document_read(page: Browser, site: Server, files: dict[str, Path]) -> None:
    uploader = Uploader(site)
    job_id = uploader.upload(files["invoice-1.pdf"].read_bytes(), fileName="given-up.pdf")
    uploader.ended(job_id)
    give_up(site, job_id)
    page.do("actAs", who="operator")
    page.do("go", hash="#/documents?status=ERROR")
    letter = f'{LETTER_TABLE} .table-body [role=row]:has(a[href="#/documents/{job_id}"])'
    assert "no permission" in page.do("see", what=letter)
    page.do("tap", what=f"{letter} button")
    page.do("see", what=letter, text="sent again")
    page.do("go", hash=f"#/documents/{job_id}")
    page.do("see", what=".document-head .chip", text="completed", seconds=SECONDS)
    page.do("see", what=".document-head", text="attempt 2")
    query = "{ deadLetters { nodes { jobId } } }"
    left = site.ask(query, {"authorization": site.token("otto", ["operators"])})["data"]["deadLetters"]["nodes"]
    assert job_id not in [each["jobId"] for each in left]


def give_up(site: Server, job_id: str) -> None:
    """As if the message of a document had failed three times."""
    letter = DeadLetter(
        letter_id=f"input:{sample_id('letter', job_id)}",
        queue=LetterQueue.INPUT,
        body=json.dumps({"jobId": job_id, "attempt": 1}),
        reason="Textract refused: no permission",
        receive_count=3,
        job_id=job_id,
        attempt=1,
        received_at=datetime.now(UTC),
    )
    with boto(f"{site.url}/dynamodb") as client:
        client.put_item(TableName=LETTERS.usual_name, Item=encode_item(letter.to_record()))
        client.update_item(
            TableName=DOCUMENTS.usual_name,
            Key={"JobID": {"S": job_id}},
            UpdateExpression="SET #s = :error, ErrorKind = :kind REMOVE ResultKey, TextractID",
            ExpressionAttributeNames={"#s": "Status"},
            ExpressionAttributeValues={":error": {"S": "ERROR"}, ":kind": {"S": "DLQ_ERROR"}},
        )


def test_a_purge_counts_first_and_deletes_only_then(page: Browser, site: Server) -> None:
    operator = {"authorization": site.token("otto", ["operators"])}

    def completed() -> list[str]:
        found = site.ask("{ documents(status: COMPLETED, first: 100) { nodes { jobId } } }", operator)
        return [each["jobId"] for each in found["data"]["documents"]["nodes"]]

    before = completed()
    page.do("actAs", who="operator")
    page.do("go", hash="#/documents")
    page.do("press", keys=["p"])
    page.do("put", into="[aria-label=Days]", text="2")
    for status in ("failed", "error"):
        page.do("tap", what="dialog[open] label", text=status)
    page.do("tap", what="dialog[open] button", text="Count them")
    assert "Would be deleted: 1 document " in page.do("see", what="dialog[open] [role=status]")
    assert completed() == before
    page.do("tap", what="dialog[open] button", text="Delete 1 document")
    page.do("see", what="dialog[open] button", text="Close")
    assert page.do("see", what="dialog[open] [role=status]").startswith("Deleted: 1 document ")
    page.do("tap", what="dialog[open] button", text="Close")
    gone = sample_id("document", "annual-report")
    assert gone in before
    assert completed() == [each for each in before if each != gone]


def test_those_who_may_not_upload_are_told_who_may_and_lose_nothing(page: Browser, files: dict[str, Path]) -> None:
    page.do("actAs", who="viewer")
    page.do("go", hash="#/documents")
    drop(page, files["invoice-0.pdf"])
    assert "Only editors, operators, and IAM may do this." in page.do("see", what=".notice[data-kind=refused]")
    assert page.do("count", what=row("invoice-0.pdf")) == 0
    assert "Operators find dead letters here" in page.do("see", what="main")
