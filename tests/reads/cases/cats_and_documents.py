"""Cat images and documents."""

from entities.cats import WAITING
from entities.documents import DocumentStatus, TextractJob
from loaders import cats, documents, letters
from loaders.lists.listing import Span
from loaders.planning.tree import load_trees
from resolvers.queries.cats import images_of_batch
from resolvers.runtime.results import Parent
from tests.reads.cases.case import LATE, OUR_BATCH, Case, page, total

_BATCH = Parent("CatBatch", {"batch_id": "7"})

CASES = [
    Case(
        "catBatch { images }",
        page(cats.BATCH, batch_id=7),
        3,
        ("query table: batch_id=7 [3]",),
    ),
    Case(
        "catBatch { images(first: 1, isCat: true) { totalCount } }: all are counted, one is sent",
        total(lambda a_request: images_of_batch(a_request, [_BATCH], None, True, None, None, None, 1, None)[0], 1),
        1,
        (
            "query table: batch_id=7 [1]",
            "query table: batch_id=7 [1]",
        ),
    ),
    Case(
        "catBatch { images(status: success) }",
        page(cats.BATCH_BY_STATUS, batch_id=7, status="success"),
        2,
        ("query GSI4: batch_id=7, op_status=success [2]",),
    ),
    Case(
        "catImages(clientId: c, status: success)",
        page(cats.CLIENT_BY_TIME, client_id="c", where={"op_status": "success"}),
        2,
        ("query GSI2: client_id=c [2]",),
    ),
    Case(
        "catBatch { logs }",
        lambda a_request: cats.images_with_logs(a_request, 7),
        1,
        ("query table: batch_id=7 [3]",),
    ),
    Case(
        "catBatch { images(isCat: true) }",
        page(cats.BATCH, batch_id=7, where={"rek_iscat": "True"}),
        1,
        ("query table: batch_id=7 [1]",),
    ),
    Case(
        "catBatch { logs }, of ours",
        lambda a_request: cats.images_with_logs(a_request, OUR_BATCH),
        1,
        (f"query SparseLogs: batch_id={OUR_BATCH} [1]",),
    ),
    Case(
        "stuckCatImages",
        page(cats.PENDING, waiting=WAITING),
        1,
        ("query PendingIndex: waiting=cats [1]",),
    ),
    Case(
        "stuckCatImages(clientId: ours)",
        page(cats.CLIENT_BY_TIME, client_id="ours", where={"op_status": "pending"}),
        1,
        ("query GSI2: client_id=ours [1]",),
    ),
    Case(
        "catImages(fingerprints: [f0, f1, none])",
        lambda a_request: cats.images_by_fingerprints(
            a_request, ["f0", "f1", "none"], span=Span(), where={}, first=20, after=None
        ),
        2,
        (
            "query FingerprintIndex: img_fprint=f0 [1]",
            "query FingerprintIndex: img_fprint=f1 [1]",
            "query FingerprintIndex: img_fprint=none [0]",
        ),
    ),
    Case(
        "catImage(fingerprint: f1)",
        page(cats.BY_FINGERPRINT, fingerprint="f1"),
        1,
        ("query FingerprintIndex: img_fprint=f1 [1]",),
    ),
    Case(
        "catBatch { imagesByFingerprint }",
        lambda a_request: cats.images_by_key(a_request, [(7, "f1"), (7, "none"), (7, "f0"), (7, "f1")]),
        3,
        ("batch_get_item table: 3 keys [2]",),
    ),
    Case(
        "catBatch { images(since: 12:30) }",
        page(cats.BATCH_BY_TIME, batch_id=7, span=LATE),
        2,
        ("query GSI1: batch_id=7, upload_ts from 1794832200 to the last [2]",),
    ),
    Case(
        "catImages(clientId: c, since: 12:30)",
        page(cats.CLIENT_BY_TIME, client_id="c", span=LATE),
        2,
        ("query GSI2: client_id=c, upload_ts from 1794832200 to the last [2]",),
    ),
    Case(
        "catBatch { images(clientId: c) }",
        page(cats.BATCH_BY_CLIENT, batch_id=7, client_id="c"),
        3,
        ("query GSI3: batch_id=7, client_id=c [3]",),
    ),
    Case(
        "catImages(isCat: true)",
        page(cats.BY_ANSWER, is_cat="True"),
        1,
        ("query GSI5: rek_iscat=True [1]",),
    ),
    Case(
        "document(jobId: d0)",
        lambda a_request: load_trees(a_request, TextractJob, [{"job_id": "d0"}], {}),
        1,
        ("get_item table: JobID=d0 [1]",),
    ),
    Case(
        "documents(status: COMPLETED)",
        lambda a_request: documents.documents_by_status(a_request, [DocumentStatus.COMPLETED], first=10),
        2,
        ("query Status-SubmittedAt-Index: Status=COMPLETED [2]",),
    ),
    Case(
        "documents(documentKey)",
        page(documents.BY_DOCUMENT, document_key="input/d0/a.pdf"),
        1,
        ("query DocumentKey-Index: DocumentKey=input/d0/a.pdf [1]",),
    ),
    Case(
        "documents(textractId: t1)",
        page(documents.BY_TEXTRACT_ID, textract_id="t1"),
        1,
        ("query TextractID-Index: TextractID=t1 [1]",),
    ),
    Case(
        "documents(clientId: acme)",
        lambda a_request: documents.documents_by_status(a_request, list(DocumentStatus), first=10, client_id="acme"),
        0,
        ("query ClientID-SubmittedAt-Index: ClientID=acme [0]",),
    ),
    Case(
        "deadLetters",
        page(letters.LETTERS),
        1,
        ("query Kind-ReceivedAt-Index: Kind=LETTER [1]",),
    ),
]
