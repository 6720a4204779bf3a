"""Everything of one client goes, whatever ends the program on the way, and nothing of another's."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from commands import erasure
from commands.cats import image_changes
from entities.cats import CatImage, CatStatus
from entities.letters import DeadLetter, LetterQueue
from entities.tables import CATS, DOCUMENTS, LETTERS
from loaders.dynamo.requests import Scan
from local.data.engines import Engine
from tests.commands.conftest import changing
from tests.identities import PIPELINE, person
from tests.pipelines.documents import SETTINGS
from tests.pipelines.papers import Papers, papers_of
from tests.pipelines.stand_ins import BUCKET, MemoryS3
from tests.thoroughness import many
from workers.erase import erase_client
from workers.segments import Pace

NOW = datetime(2026, 11, 1, tzinfo=UTC)
FIRST_BATCH = 1_790_000_000_000_000


class Killed(BaseException):
    """The program ends here."""


@pytest.fixture
def papers(embedded: Engine) -> Any:
    with (
        changing(embedded) as api,
        papers_of(api, replace(SETTINGS, cats_bucket=BUCKET, cats_queue_url="cats")) as made,
    ):
        made.services.__dict__["cats"] = MemoryS3(made.chaos, lambda _: None, prefix="uploads/")
        yield made


def _fill(papers: Papers) -> None:
    """Two clients with the same things each; the counts of the day are made by the work itself."""
    for number, client in enumerate(("acme", "bolt")):
        jobs = [papers.upload(clientId=client) for _ in range(3)]
        theirs = f"theirs-{client}"
        papers.api.do("submitDocument", "{ status }", jobId=theirs, documentKey=_old(client), clientId=client)
        papers.s3.objects[_old(client)] = b"paper"
        papers.work()
        for picture in range(2):
            _put_picture(papers, client, FIRST_BATCH + number, f"{client}-{picture}")
        fingerprint = sha256(f"{client}-0".encode()).hexdigest()
        about = papers.services.cats.event(f"uploads/{FIRST_BATCH + number}/{fingerprint}")  # type: ignore[attr-defined]
        _put_letter(papers, f"{client}-1", LetterQueue.INPUT, job_id=jobs[0], body="{}")
        _put_letter(papers, f"{client}-2", LetterQueue.CATS, body=about)


def _old(client: str) -> str:
    """The key of a paper that another program stored; it says whose it is."""
    return f"old/{client}/paper.pdf"


def _put_picture(papers: Papers, client: str, batch_id: int, name: str) -> None:
    fingerprint = sha256(name.encode()).hexdigest()
    values: dict[str, Any] = {"status": CatStatus.SUCCESS, "uploaded_at": NOW, "is_managed": True, "client_id": client}
    key = f"done/{batch_id}/{fingerprint}"
    image = CatImage(batch_id=batch_id, fingerprint=fingerprint, s3_key=f"{BUCKET}/{key}", **values)
    papers.services.cats.objects[key] = b"picture"  # type: ignore[attr-defined]
    papers.services.cats.objects[f"logs/{batch_id}/{fingerprint}.json"] = b"[]"  # type: ignore[attr-defined]
    papers.api.store.session().put(CATS, image.to_record())


def _put_letter(papers: Papers, letter_id: str, queue: LetterQueue, **values: Any) -> None:
    letter = DeadLetter(letter_id=letter_id, queue=queue, received_at=NOW, **values)
    papers.api.store.session().put(LETTERS, letter.to_record())


def _everything(papers: Papers) -> list[str]:
    """All that is stored, as text."""
    session = papers.api.store.session(60)
    records = [
        repr(sorted(record.items())) for table in (DOCUMENTS, CATS, LETTERS) for record in session.scan(Scan(table))
    ]
    return sorted([*records, *papers.s3.objects, *papers.services.cats.objects])  # type: ignore[attr-defined]


def _erase(papers: Papers, notes: Path, *, dry_run: bool = False) -> Counter[str]:
    return erase_client(
        papers.api.store,
        "acme",
        dry_run=dry_run,
        notes=None if dry_run else notes,
        pace=Pace(None),
        tell=lambda _: None,
    )


def test_everything_of_one_client_is_counted_then_erased_and_nothing_of_another(papers: Papers, tmp_path: Path) -> None:
    _fill(papers)
    before = _everything(papers)
    counted = _erase(papers, tmp_path / "n.json", dry_run=True)
    assert _everything(papers) == before
    erased = _erase(papers, tmp_path / "n.json")
    assert erased == counted
    assert (erased["documents"], erased["pictures"], erased["dead letters"]) == (4, 2, 2)
    assert erased["files and logs of pictures"] == 4
    assert erased["counts of a day"] >= 1
    left = _everything(papers)
    assert set(left) < set(before)
    assert [each for each in left if "acme" in each] == []
    assert 2 * len(left) == len(before)
    assert sum("bolt" in each for each in left) == sum("bolt" in each for each in before)
    assert _erase(papers, tmp_path / "n.json") == Counter()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_may_be_another_clients_is_named_and_stays(papers: Papers, tmp_path: Path) -> None:
    _fill(papers)
    given = {"jobId": "thief", "documentKey": "shared/plan.pdf", "clientId": "acme"}
    papers.api.do("submitDocument", "{ status }", **given)
    papers.s3.objects |= {"shared/plan.pdf": b"of another", "shared/thief/1": b"{}", "shared/thief/notes.txt": b""}
    record = papers.api.store.session().get(DOCUMENTS, {"JobID": "thief"}, is_consistent=True)
    papers.api.store.session().put(DOCUMENTS, {**record, "ResultKey": "shared/thief"})  # type: ignore[dict-item]
    counted = _erase(papers, tmp_path / "n.json", dry_run=True)
    assert counted["left, as its key does not say whose it is: shared/plan.pdf"] == 1
    assert _erase(papers, tmp_path / "n.json") == counted
    assert papers.job("thief") is None
    assert papers.s3.objects.keys() >= {"shared/plan.pdf", "shared/thief/1", "shared/thief/notes.txt"}


def test_a_file_that_the_client_itself_named_is_not_proven_and_stays(
    papers: Papers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = MemoryS3(papers.chaos, lambda _: None)  # the bucket of another program
    monkeypatch.setattr(erasure, "S3", lambda _: theirs)
    monkeypatch.setattr(image_changes, "S3", lambda _: theirs)
    named = {True: "bolt/acme/contract", False: "old/acme/paper"}
    for number, (is_client, key) in enumerate(named.items()):
        papers.api.identity = person("ann", "editors", custom_client_id="acme") if is_client else PIPELINE
        given = {"jobId": f"job-{number}", "documentKey": f"{key}.pdf", "clientId": "acme"}
        papers.api.do("submitDocument", "{ status }", **given)
        picture = {"batchId": str(number), "fingerprint": "ab" * 32, "s3Key": f"dest/{key}.jpg", "clientId": "acme"}
        papers.api.do("registerCatImage", "{ status }", **picture)
        papers.s3.objects[f"{key}.pdf"] = theirs.objects[f"{key}.jpg"] = b"file"
    counted = _erase(papers, tmp_path / "n.json", dry_run=True)
    left = {"bolt/acme/contract.pdf", "dest/bolt/acme/contract.jpg"}
    assert {each.rpartition(" ")[2] for each in counted if each.startswith("left")} == left
    assert _erase(papers, tmp_path / "n.json") == counted
    assert (counted["documents"], counted["pictures"]) == (2, 2)
    assert (list(papers.s3.objects), list(theirs.objects)) == (["bolt/acme/contract.pdf"], ["bolt/acme/contract.jpg"])


def test_killed_at_any_deletion_and_repeated_it_ends_the_same(
    papers: Papers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fill(papers)
    others = [each for each in _everything(papers) if "bolt" in each]
    deletions = [0]
    real = MemoryS3.delete

    def dying(bucket: MemoryS3, keys: Any) -> None:
        deletions[0] += 1
        if deletions[0] % 2:
            real(bucket, keys[:1])
            raise Killed
        real(bucket, keys)

    monkeypatch.setattr(MemoryS3, "delete", dying)
    deaths = 0
    for _ in range(many(40, 40)):
        try:
            _erase(papers, tmp_path / "n.json")
            break
        except Killed:
            deaths += 1
    assert deaths > 1
    left = _everything(papers)
    assert [each for each in left if "acme" in each] == []
    assert [each for each in left if "bolt" in each] == others
