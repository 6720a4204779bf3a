"""Services that are asked too much at once: whatever a worker needs of them, it waits and uses up no try."""

import pytest

from services.errors import Slowed
from tests.pipelines.cat_road import CatRoad
from tests.pipelines.documents import paper
from tests.pipelines.papers import Papers
from tests.pipelines.simulation import Database
from workers import queue_events

LETTERS = "{ deadLetters { nodes { reason } } }"


@pytest.mark.parametrize("also", [{}, {"no output": 1.0}])
def test_a_document_waits_for_s3_and_for_results_of_textract(papers: Papers, also: dict[str, float]) -> None:
    papers.chaos.rates = {"throttled": 0.2, **also}
    job_id = papers.upload(paper(3))
    papers.work(minutes=1_200)
    papers.chaos.rates = {}
    assert papers.api.get(LETTERS)["deadLetters"]["nodes"] == []
    assert papers.job(job_id, "status retryCount totalPages") == {
        "status": "COMPLETED",
        "retryCount": None,
        "totalPages": 3,
    }


def test_why_a_document_failed_is_asked_until_textract_says_it(papers: Papers) -> None:
    papers.chaos.rates = {"failed": 1.0}
    job_id = papers.upload()
    busy = [Slowed("Textract is busy.")] * 5
    result = papers.textract.result

    def seldom(*given: object, **named: object) -> object:
        if busy:
            raise busy.pop()
        return result(*given, **named)  # type: ignore[arg-type]

    papers.textract.result = seldom  # type: ignore[method-assign,assignment]
    papers.work(minutes=120)
    assert papers.job(job_id, "status error") == {"status": "FAILED", "error": "The pages are too dark."}


def test_a_message_that_waits_comes_again_as_it_was(papers: Papers) -> None:
    papers.chaos.rates = {"throttled": 1.0}
    papers.upload()
    queue = papers.sqs.queues["documents-input"]
    (before,) = queue.messages
    papers.work(minutes=60)
    (after,) = queue.messages
    assert (after.body, after.receives) == (before.body, 0)
    assert after.message_id != before.message_id
    assert after.visible_at > after.sent_at


def test_a_picture_whose_file_cannot_be_moved_yet_waits(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when its result is there already, and only the move of its file is left."""
    monkeypatch.setattr(queue_events.logger, "exception", lambda *_, **__: None)
    road = CatRoad(database)
    with road.running():
        picture = b"GIF89a, and therefore no picture"
        batch_id = road.create(picture)
        road.upload(batch_id, picture)
        busy = [Slowed("S3 is busy.")] * 6
        copy = road.s3.copy

        def seldom(source: str, target: str) -> None:
            if busy:
                raise busy.pop()
            copy(source, target)

        monkeypatch.setattr(road.s3, "copy", seldom)
        road.work()
        (image,) = road.images(batch_id)
        assert f"failed/{batch_id}/{image.fingerprint}" in road.s3.objects
        assert not busy
        assert image.error
        assert "busy" not in image.error
