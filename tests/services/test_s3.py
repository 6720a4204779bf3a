"""Uploads by signed addresses: the storage itself refuses everything but the file that was announced, once."""

import time
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import httpx
import pytest

from local.data.engines import Engine
from services.errors import Away, RefusalKind, RefusedByService
from services.s3 import S3, PresignedPut
from tests.commands.conftest import changing
from tests.storage import BUCKET, Storage, storage, using

PAPER = b"%PDF-1.4\n" + b"words " * 100
TYPE = "application/pdf"


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storage]:
    with storage(tmp_path_factory.mktemp("storage")) as made, using(made):
        yield made


@pytest.fixture
def bucket(stored: Storage) -> Iterator[S3]:
    yield S3(BUCKET)
    found = stored.s3.list_objects_v2(Bucket=BUCKET).get("Contents", ())
    for each in found:
        stored.s3.delete_object(Bucket=BUCKET, Key=each["Key"])


def address(bucket: S3, key: str = "input/j/a.pdf", **more: Any) -> PresignedPut:
    given: dict[str, Any] = {"content_type": TYPE, "byte_length": len(PAPER), "sha256": sha256(PAPER).hexdigest()}
    return bucket.presigned_put(key, **{**given, **more})


def put(address: PresignedPut, body: bytes = PAPER, headers: dict[str, str] | None = None) -> int:
    changed = {**address.headers, **(headers or {})}
    changed.pop("content-length")  # the client says how much it sends
    return httpx.put(address.url, content=body, headers=changed, timeout=30).status_code


def test_the_announced_file_is_stored_with_its_fingerprint_and_only_once(bucket: S3) -> None:
    made = address(bucket)
    assert put(made) == 200
    found = bucket.head("input/j/a.pdf")
    assert found
    assert (found.size, found.content_type) == (len(PAPER), TYPE)
    assert found.sha256 in {None, sha256(PAPER).hexdigest()}
    assert put(made) == 412, "a second upload"
    assert bucket.read("input/j/a.pdf") == PAPER


def test_another_size_type_or_content_is_refused(bucket: S3) -> None:
    assert put(address(bucket), PAPER[:-1]) >= 400
    assert put(address(bucket), PAPER + b"!") >= 400
    assert put(address(bucket), PAPER[:-1] + b"!") >= 400, "the same length, but another SHA-256"
    assert put(address(bucket), headers={"content-type": "text/html"}) == 403
    other = b64encode(sha256(PAPER + b"?").digest()).decode()
    assert put(address(bucket), headers={"x-amz-checksum-sha256": other}) >= 400
    assert bucket.head("input/j/a.pdf") is None


def test_an_expired_a_forged_and_an_unsigned_address_are_refused(bucket: S3) -> None:
    old = address(bucket, seconds=1)
    forged = address(bucket)
    elsewhere = PresignedPut(forged.url.replace("/a.pdf", "/b.pdf"), forged.headers, forged.expires_at)
    bare = PresignedPut(forged.url.partition("?")[0], forged.headers, forged.expires_at)
    broken = PresignedPut(forged.url[:-4] + "0000", forged.headers, forged.expires_at)
    assert [put(each) for each in (elsewhere, bare, broken)] == [403, 403, 403]
    assert httpx.get(bare.url, timeout=30).status_code == 403
    time.sleep(2.5)
    assert put(old) == 403
    assert bucket.list("input/").objects == []


@pytest.mark.parametrize(("minutes", "answer"), [(14, 200), (16, 403)])
def test_an_address_of_a_new_document_works_for_a_quarter_of_an_hour(
    bucket: S3, embedded: Engine, monkeypatch: pytest.MonkeyPatch, minutes: int, answer: int
) -> None:
    signed_at = datetime.now(UTC).replace(tzinfo=None) - timedelta(minutes=minutes)
    monkeypatch.setattr("botocore.auth.get_current_datetime", lambda: signed_at)
    with changing(embedded) as api:
        file = {"fileName": "a.pdf", "contentType": TYPE, "byteLength": len(PAPER), "sha256": sha256(PAPER).hexdigest()}
        fields = "{ document { jobId documentKey } upload { url headers { name value } } }"
        made = api.do("createDocument", fields, **file)
        monkeypatch.undo()
        headers = {each["name"]: each["value"] for each in made["upload"]["headers"]}
        assert put(PresignedPut(made["upload"]["url"], headers, datetime.now(UTC))) == answer
        assert (bucket.head(made["document"]["documentKey"]) is None) is (answer == 403)
        found = api.get("query ($id: ID!) { document(jobId: $id) { status } }", id=made["document"]["jobId"])
        assert found["document"]["status"] == "UPLOADING"


def test_only_what_is_stored_or_marked_as_expiring_carries_the_tag(bucket: S3, stored: Storage) -> None:
    expiring = bucket.expiring()
    bucket.put("results/j/kept", b"{}")
    bucket.put("results/j/marked", b"{}")
    expiring.put("results/j/stored", b"{}")
    expiring.mark("results/j/marked")
    bucket.expiring(False).mark("results/j/kept")
    expiring.copy("results/j/stored", "results/j/copied")
    tags = {
        name: stored.s3.get_object_tagging(Bucket=BUCKET, Key=f"results/j/{name}")["TagSet"]
        for name in ("kept", "marked", "stored", "copied")
    }
    ours = [{"Key": "tessera", "Value": "expires"}]
    assert tags == {"kept": [], "marked": ours, "stored": ours, "copied": ours}
    with pytest.raises(RefusedByService):
        expiring.mark("results/j/nothing")


def test_a_link_leads_to_the_object_under_its_own_name(bucket: S3) -> None:
    bucket.put("results/j/1/index.json", b"{}")
    assert httpx.get(bucket.presigned_get("results/j/1/index.json"), timeout=30).content == b"{}"
    named = bucket.presigned_get("results/j/1/index.json", file_name="Übersicht 1.json")
    assert "%25C3%259Cbersicht%25201.json" in named
    assert httpx.get(named.replace("index.json", "other.json"), timeout=30).status_code == 403


def test_objects_are_read_in_parts_copied_listed_and_deleted(bucket: S3) -> None:
    for number in range(5):
        bucket.put(f"results/j/{number}", b"0123456789")
    assert bucket.read("results/j/1", 2, 3) == b"234"
    assert bucket.read("results/j/1", 8, 30) == b"89"
    assert bucket.read("results/j/1", 30, 5) == b""
    bucket.copy("results/j/1", "results/k/1")
    first = bucket.list("results/", limit=4)
    assert ([each.key[-3:] for each in first.objects], first.has_more) == (["j/0", "j/1", "j/2", "j/3"], True)
    rest = bucket.list("results/", after=first.objects[-1].key)
    assert ([each.key[-3:] for each in rest.objects], rest.has_more) == (["j/4", "k/1"], False)
    bucket.delete([*(each.key for each in first.objects), "results/never"])
    assert len(bucket.list("results/").objects) == 2


def test_what_is_not_there_is_told_apart_from_what_does_not_answer(bucket: S3, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bucket.head("nothing") is None
    with pytest.raises(RefusedByService) as refusal:
        bucket.read("nothing")
    assert refusal.value.kind is RefusalKind.MISSING
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:1")
    with pytest.raises(Away):
        S3(BUCKET).read("nothing")
