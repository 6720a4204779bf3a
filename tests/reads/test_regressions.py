"""Answers that were once wrong without saying so: one test each."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from entities.attributes import Record
from entities.documents import DocumentStatus
from entities.jobs import Job, JobStatus
from entities.novae.products import SpectraProduct
from entities.receipts.images import ImageType
from entities.receipts.receipt import Receipt
from entities.tables import CATS, DOCUMENTS, NOVAE, RECEIPTS
from loaders import cats, jobs, novae, receipt_findings, receipts
from loaders.documents import documents_by_status
from loaders.dynamo.store import Store
from loaders.errors import BadCursor, BadInput
from loaders.lists.cursors import scope_of, write_cursor
from loaders.lists.listing import Span
from loaders.planning.tree import load_trees
from loaders.request import Request

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


def _early_receipt(image: str, *, rewritten: str) -> list[Record]:
    """A receipt as the first writers left it, of which one line or word was written again by a later one."""
    key = f"IMAGE#{image}"
    receipt = {"PK": key, "SK": "RECEIPT#00001", "TYPE": "RECEIPT", "width": 1, "height": 1}
    place = f"{key}#RECEIPT#00001"
    receipt |= {"GSI1PK": "IMAGE", "GSI1SK": place, "GSI2PK": "RECEIPT", "GSI2SK": place}
    records = [receipt]
    for number in range(1, 6):
        line = f"RECEIPT#00001#LINE#{number:05d}"
        records.append({"PK": key, "SK": line, "TYPE": "RECEIPT_LINE", "text": "line"})
        word = f"{line}#WORD#00001"
        index = {"GSI2PK": "RECEIPT", "GSI2SK": f"{key}#{word}"}
        records.append({"PK": key, "SK": word, "TYPE": "RECEIPT_WORD", "text": "w", **index})
    again = next(each for each in records if each["TYPE"] == f"RECEIPT_{rewritten}")
    again |= {"GSI3PK": f"{key}#RECEIPT#00001", "GSI3SK": rewritten}
    return records


@pytest.mark.parametrize("rewritten", ["LINE", "WORD"])
@pytest.mark.parametrize("selection", [{"lines": {}}, {"words": {}}, {"lines": {"words": {}}}])
def test_a_receipt_of_mixed_age_is_whole(blank: Store, rewritten: str, selection: dict[str, Any]) -> None:
    image = f"mixed-{rewritten}"
    blank.session().batch_write(RECEIPTS, _early_receipt(image, rewritten=rewritten))
    (tree,) = load_trees(Request(blank.session()), Receipt, [{"image_id": image, "receipt_id": 1}], selection)
    assert tree is not None
    children: Any = next(iter(tree.below.values()))
    assert len(children) == 5
    assert all(len(child.below["words"]) == 1 for child in children if "words" in child.below)


def test_a_line_that_only_its_word_betrays_is_found(blank: Store) -> None:
    """A receipt written anew, with a line from before: the line is in no index, but its word is."""
    records = _early_receipt("betrayed", rewritten="LINE")
    records[0] |= {"GSI1PK": "IMAGE#betrayed", "GSI1SK": "RECEIPT#00001"}
    blank.session().batch_write(RECEIPTS, records)
    ids = [{"image_id": "betrayed", "receipt_id": 1}]
    (tree,) = load_trees(Request(blank.session()), Receipt, ids, {"lines": {"words": {}}})
    assert tree is not None
    assert len(tree.below["lines"]) == 5  # type: ignore[arg-type]


def test_jobs_without_any_index_by_name_are_found_by_name(blank: Store) -> None:
    old = {"PK": "JOB#mid", "SK": "JOB", "TYPE": "JOB", "name": "same", "created_at": "2025-09-20T09:10:00+00:00"}
    new = old | {"PK": "JOB#head", "GSI2PK": "JOB_NAME#same", "GSI2SK": "CREATED#2025-09-20T09:10:00+00:00"}
    ours = Job(job_id="ours", name="same", created_by="me", created_at=NOON).to_record()
    blank.session().batch_write(RECEIPTS, [old, new, ours])
    page = jobs.jobs_where(Request(blank.session()), "name", "same", first=10)
    assert [item.job_id for item in page.items] == ["ours", "head", "mid"]  # type: ignore[attr-defined]


def test_labels_that_were_explained_without_type_and_index_are_listed(blank: Store) -> None:
    bare = {"PK": "LABEL#DATE", "SK": "METADATA", "GSI1PK": "LABEL#DATE", "GSI1SK": "METADATA", "label_target": "time"}
    listed = {"PK": "LABEL#TIME", "SK": "METADATA", "TYPE": "LABEL_METADATA", "label_target": "time"}
    blank.session().batch_write(RECEIPTS, [bare, listed])
    page = receipt_findings.labels_known(Request(blank.session()), "time", first=10)
    assert [item.label for item in page.items] == ["DATE", "TIME"]  # type: ignore[attr-defined]


def test_images_of_the_first_writers_are_listed_as_scans(blank: Store) -> None:
    early = {"PK": "IMAGE#early", "SK": "IMAGE", "TYPE": "IMAGE", "width": 1, "height": 1}
    scan = early | {"PK": "IMAGE#scan", "image_type": "SCAN", "GSI3PK": "IMAGE#SCAN", "GSI3SK": "NUM_RECEIPTS#00001"}
    blank.session().batch_write(RECEIPTS, [early, scan])
    found: list[str] = []
    after = None
    while True:
        page = receipts.images_by_type(Request(blank.session()), ImageType.SCAN, first=1, after=after)
        found += [item.image_id for item in page.items]  # type: ignore[attr-defined]
        if not page.has_next:
            break
        after = page.cursors[-1]
    assert {"early", "scan"} <= set(found)
    assert len(found) == len(set(found))


def test_runs_that_do_not_name_their_nova_are_found_under_it(blank: Store) -> None:
    run = {
        "PK": "nova-x",
        "SK": "JOBRUN#acquire#2026-02-23T18:10:00Z#run-x",
        "entity_type": "JobRun",
        "job_run_id": "run-x",
        "workflow_name": "acquire",
        "started_at": "2026-02-23T18:10:00Z",
        "status": "SUCCEEDED",
    }
    blank.session().put(NOVAE, run)
    page = novae.runs_of_nova(Request(blank.session()), "nova-x", first=10)
    assert [item.job_run_id for item in page.items] == ["run-x"]  # type: ignore[attr-defined]


def test_a_provider_whose_name_begins_like_another_is_not_read_with_it() -> None:
    (query,) = novae.SPECTRA.queries({"nova_id": "n", "provider": "ESO"})
    assert query.sort is not None
    assert query.sort.text == "PRODUCT#SPECTRA#ESO#"  # type: ignore[union-attr]


def test_times_with_another_offset_are_within_their_span_and_can_be_the_latest(blank: Store) -> None:
    created = "2025-09-20T02:30:00-07:00"
    job = {"PK": "JOB#west", "SK": "JOB", "TYPE": "JOB", "status": "failed", "name": "west", "created_at": created}
    statuses = [
        {"PK": "JOB#west", "SK": f"STATUS#{at}", "TYPE": "JOB_STATUS", "status": state, "updated_at": at}
        for at, state in (("2025-09-20T08:00:00+00:00", "pending"), ("2025-09-20T02:00:00-07:00", "running"))
    ]
    index = {"GSI1PK": "STATUS#failed", "GSI1SK": f"CREATED#{created}"}
    blank.session().batch_write(RECEIPTS, [job | index, *statuses])
    span = Span(datetime(2025, 9, 20, 9, tzinfo=UTC), datetime(2025, 9, 20, 10, tzinfo=UTC))
    page = jobs.JOBS_BY_STATUS.page(Request(blank.session()), {"status": "failed"}, first=10, span=span)
    assert [item.job_id for item in page.items] == ["west"]  # type: ignore[attr-defined]
    (tree,) = load_trees(Request(blank.session()), Job, [{"job_id": "west"}], {"latest_status": {}})
    latest: Any = tree and tree.below["latest_status"]
    assert isinstance(latest.item, JobStatus)
    assert latest.item.status == "running"


def test_an_item_that_stands_in_two_indexes_is_listed_once(blank: Store) -> None:
    place = "IMAGE#twice#RECEIPT#00001#METADATA"
    keys = {"GSI2PK": "PLACE#P2", "GSI2SK": place, "GSI3PK": "PLACE#P2", "GSI3SK": place}
    metadata = {"PK": "IMAGE#twice", "SK": "RECEIPT#00001#METADATA", "TYPE": "RECEIPT_METADATA", "place_id": "P2"}
    blank.session().put(RECEIPTS, metadata | keys)
    page = receipts.METADATA_BY_PLACE.page(Request(blank.session()), {"place_id": "P2"}, first=10)
    assert len(page.items) == 1
    assert page.has_next is False


def test_names_that_were_stored_with_their_underscores_are_found(blank: Store) -> None:
    mapping = {"PK": "NAME#gaia_dr3 1", "SK": "NOVA#n9", "entity_type": "NameMapping", "name_normalized": "gaia_dr3 1"}
    blank.session().put(NOVAE, mapping)
    assert [each.nova_id for each in novae.names_for(Request(blank.session()), "Gaia_DR3 1")] == ["n9"]


def test_plain_and_composite_spectra_can_be_read_together(blank: Store) -> None:
    ids: list[dict[str, Any]] = [
        {"nova_id": "nova-y", "provider": "ESO", "data_product_id": "p", "composite": None},
        {"nova_id": "nova-y", "provider": "ESO", "data_product_id": "q", "composite": "COMPOSITE"},
    ]
    blank.session().batch_write(NOVAE, [SpectraProduct(**each).to_record() for each in ids])
    trees = load_trees(Request(blank.session()), SpectraProduct, ids, {})
    assert [tree and tree.item.is_composite for tree in trees] == [False, True]  # type: ignore[attr-defined]


def test_words_of_a_status_are_found_without_reading_all_lines(blank: Store) -> None:
    def item(kind: str, number: int) -> Record:
        place = f"IMAGE#e#RECEIPT#00001#LINE#{number:05d}" + ("#WORD#00001" if kind == "WORD" else "")
        key = {"PK": "IMAGE#e", "SK": place.removeprefix("IMAGE#e#"), "TYPE": f"RECEIPT_{kind}", "text": "x"}
        return key | {"GSI1PK": "EMBEDDING_STATUS#FAILED", "GSI1SK": f"{kind}#{place}", "embedding_status": "FAILED"}

    blank.session().batch_write(RECEIPTS, [item("LINE", number) for number in range(1, 500)])
    blank.session().batch_write(RECEIPTS, [item("WORD", number) for number in range(1, 20)])
    a_request = Request(blank.session())
    page = receipts.WORDS_BY_EMBEDDING_STATUS.page(a_request, {"embedding_status": "FAILED"}, first=10)
    assert len(page.items) == 10
    assert a_request.session.meter.requests == 2


def test_a_span_that_runs_backwards_is_refused_and_one_to_the_end_of_time_is_not(blank: Store) -> None:
    with pytest.raises(BadInput, match="since must not be later"):
        Span(NOON, NOON - timedelta(seconds=1))
    ends = Span(datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))
    a_request = Request(blank.session())
    assert jobs.LOGS.page(a_request, {"job_id": "none"}, first=1, span=ends).items == []
    assert documents_by_status(a_request, [], ends, first=1).items == []


@pytest.mark.parametrize("position", [[10**30, "x"], [-3 * 10**17, "x"], ["x", 1], [1.5, "x"], [0]])
def test_a_forged_place_among_documents_is_a_bad_cursor(blank: Store, position: list[Any]) -> None:
    scope = scope_of("documentsByStatus", {"statuses": ["ERROR"], "since": None, "until": None}, newest_first=True)
    with pytest.raises(BadCursor):
        documents_by_status(
            Request(blank.session()), [DocumentStatus.ERROR], first=1, after=write_cursor(scope, [position])
        )


def test_a_number_that_no_key_can_hold_is_a_bad_cursor(blank: Store) -> None:
    scope = scope_of(cats.BATCH_BY_TIME.name, {"batch_id": 7}, newest_first=False)
    with pytest.raises(BadCursor):
        cats.BATCH_BY_TIME.page(
            Request(blank.session()), {"batch_id": 7}, first=1, after=write_cursor(scope, [[10**200, "f"]])
        )


def test_a_list_sorted_by_a_fraction_can_be_gone_on_with(blank: Store) -> None:
    images = [{"batch_id": 8, "img_fprint": f"f{each}", "upload_ts": 1_700_000_000.5 + each} for each in range(3)]
    blank.session().batch_write(CATS, images)
    first = cats.BATCH_BY_TIME.page(Request(blank.session()), {"batch_id": 8}, first=1)
    rest = cats.BATCH_BY_TIME.page(Request(blank.session()), {"batch_id": 8}, first=5, after=first.cursors[0])
    assert [item.fingerprint for item in (*first.items, *rest.items)] == ["f0", "f1", "f2"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("label", ["FOO_", "_FOO"])
def test_a_label_that_others_could_not_have_filled_up_can_be_looked_for(label: str) -> None:
    assert receipts.LABELS_BY_LABEL.queries({"label": label})[0].partition == f"LABEL#{label}"


def test_documents_that_came_in_one_day_take_few_requests(blank: Store) -> None:
    start = datetime(2026, 6, 1, tzinfo=UTC)
    many = [
        {"JobID": f"many{number}", "Status": "UPLOADING", "SubmittedAt": f"{start + timedelta(seconds=number):%FT%TZ}"}
        for number in range(900)
    ]
    blank.session(60).batch_write(DOCUMENTS, many)
    a_request = Request(blank.session())
    page = documents_by_status(a_request, [DocumentStatus.UPLOADING], first=10)
    assert [item.job_id for item in page.items] == [f"many{899 - place}" for place in range(10)]  # type: ignore[attr-defined]
    assert a_request.session.meter.requests == 2
