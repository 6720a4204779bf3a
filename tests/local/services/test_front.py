"""One address for the storage: what is signed passes, what MiniStack would do for anybody does not."""

import asyncio
import base64
import hashlib
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx
import pytest

from local.services.front import Address, Front, StorageAway
from local.services.resources import DOCUMENTS, client
from local.services.signatures import StorageKey
from services.s3 import PresignedPut
from tests.local.services.home import HomeStorage
from tests.thoroughness import IS_QUICK

PDF = b"%PDF-1.4 a document"


class RunningFront:
    """A front with its own loop."""

    def __init__(self, aws: HomeStorage) -> None:
        self.aws = aws
        self.key = StorageKey(aws.account["AWS_ACCESS_KEY_ID"], aws.account["AWS_SECRET_ACCESS_KEY"])
        self._loop = asyncio.new_event_loop()
        self._is_away = False
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        serving = asyncio.start_server(Front(self._upstream, self.key), "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(serving, self._loop).result(10)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _upstream(self, _: bool) -> Address:
        if self._is_away:
            raise StorageAway("Uploads are being set up.")
        parts = urlsplit(self.aws.url)
        return str(parts.hostname), int(parts.port or 0)

    def away(self, is_away: bool) -> None:
        self._is_away = is_away

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def signed_put(self, key: str, body: bytes = PDF, seconds: int = 900) -> PresignedPut:
        """An upload as `createDocument` gives it."""
        from botocore.config import Config  # noqa: PLC0415
        from botocore.session import get_session  # noqa: PLC0415

        s3: Any = get_session().create_client(
            "s3",
            endpoint_url=self.url,
            region_name="us-east-1",
            aws_access_key_id=self.aws.account["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=self.aws.account["AWS_SECRET_ACCESS_KEY"],
            config=Config(signature_version="s3v4", s3={"addressing_style": "path"}),
        )
        checksum = base64.b64encode(hashlib.sha256(body).digest()).decode()
        signed = {"ContentType": "application/pdf", "ContentLength": len(body), "ChecksumSHA256": checksum}
        params: dict[str, Any] = {"Bucket": DOCUMENTS, "Key": key, **signed, "IfNoneMatch": "*"}
        url = s3.generate_presigned_url("put_object", Params=params, ExpiresIn=seconds)
        headers = {"content-type": "application/pdf", "x-amz-checksum-sha256": checksum, "if-none-match": "*"}
        return PresignedPut(url, headers, expires_at=None)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def front(aws: HomeStorage) -> Iterator[RunningFront]:
    running = RunningFront(aws)
    yield running
    running.close()


def test_a_signed_upload_passes_once(front: RunningFront) -> None:
    put = front.signed_put("input/f1/a.pdf")
    assert httpx.put(put.url, content=PDF, headers=put.headers).status_code == 200
    assert front.aws.read("input/f1/a.pdf") == PDF
    assert httpx.put(put.url, content=PDF, headers=put.headers).status_code == 412


def test_a_large_file_passes_in_both_directions(front: RunningFront) -> None:
    body = b"%PDF-" + bytes(20 * 1024 * 1024)
    put = front.signed_put("input/f2/large.pdf", body)
    assert httpx.put(put.url, content=body, headers=put.headers, timeout=60).status_code == 200
    s3 = client("s3", front.url, front.aws.account)
    assert s3.get_object(Bucket=DOCUMENTS, Key="input/f2/large.pdf")["Body"].read() == body


@pytest.mark.parametrize(
    ("body", "changed"),
    [
        (PDF + b"!", {}),
        (PDF[:-1], {}),
        (PDF[:-1] + b"!", {}),
        (PDF, {"content-type": "image/png"}),
        (PDF, {"x-amz-checksum-sha256": base64.b64encode(bytes(32)).decode()}),
        (PDF, {"if-none-match": "x"}),
    ],
)
def test_any_other_file_is_refused(front: RunningFront, body: bytes, changed: dict[str, str]) -> None:
    put = front.signed_put("input/f3/a.pdf")
    answer = httpx.put(put.url, content=body, headers={**put.headers, **changed})
    assert answer.status_code in {400, 403}
    assert front.aws.keys("input/f3/") == []


def test_forged_expired_and_unsigned_requests_are_refused(front: RunningFront) -> None:
    forged = front.signed_put("input/f4/a.pdf")
    other_key = forged.url.replace("/f4/", "/f5/")
    other_signature = forged.url[:-4] + ("0000" if not forged.url.endswith("0000") else "1111")
    expired = front.signed_put("input/f4/a.pdf", seconds=1)
    time.sleep(2.1)
    unsigned = f"{front.url}/{DOCUMENTS}/input/f4/a.pdf"
    for url in (other_key, other_signature, expired.url, unsigned):
        assert httpx.put(url, content=PDF, headers=forged.headers).status_code == 403, url
    assert httpx.get(unsigned).status_code == 403
    assert httpx.delete(unsigned).status_code == 403
    assert front.aws.keys("input/f4/") == front.aws.keys("input/f5/") == []


def _claims(key: str, service: str = "s3") -> dict[str, str]:
    """The headers of a request that says it is signed with a key."""
    date = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    scope = f"{key}/{date[:8]}/us-east-1/{service}/aws4_request"
    names = "host;x-amz-content-sha256;x-amz-date"
    signed = f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders={names}, Signature={'0' * 64}"
    return {"authorization": signed, "x-amz-date": date, "x-amz-content-sha256": "UNSIGNED-PAYLOAD"}


def _ways(key: str) -> dict[str, tuple[dict[str, str], dict[str, str]]]:
    """Headers and a query that name a key, without a signature by it."""
    claims = _claims(key)
    scope = claims["authorization"].split("Credential=")[1].split(",")[0]
    address = {
        "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
        "X-Amz-Credential": scope,
        "X-Amz-Date": claims["x-amz-date"],
        "X-Amz-Expires": "900",
        "X-Amz-SignedHeaders": "host",
        "X-Amz-Signature": "0" * 64,
    }
    return {
        "no signature": ({}, {}),
        "a header": (claims, {}),
        "an older header": ({"authorization": f"AWS {key}:x"}, {}),
        "another algorithm": ({**claims, "authorization": claims["authorization"].replace("HMAC", "ECDSA-P256")}, {}),
        "an address": ({}, address),
        "an older address": ({}, {"AWSAccessKeyId": key, "Signature": "x", "Expires": "9999999999"}),
        "both": (claims, address),
    }


DELETE = "<Delete><Object><Key>results/secret</Key></Object></Delete>"


@pytest.mark.parametrize("name", ["test", "000000000000", "the key itself"])
@pytest.mark.parametrize("way", _ways(""))
def test_a_key_that_is_only_named_opens_nothing(front: RunningFront, name: str, way: str) -> None:
    front.aws.put("results/secret", b"secret")
    headers, query = _ways(front.key.name if name == "the key itself" else name)[way]
    asked: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", "/", {}),
        ("GET", f"/{DOCUMENTS}/results/secret", {}),
        ("DELETE", f"/{DOCUMENTS}/results/secret", {}),
        ("POST", f"/{DOCUMENTS}?delete", {"content": DELETE}),
        ("PUT", "/another-bucket", {}),
        ("POST", "/", {"data": {"Action": "ListQueues", "Version": "2012-11-05"}}),
    ]
    for method, path, body in asked:
        target = f"{front.url}{path}{'&' if '?' in path else '?'}{urlencode(query)}"
        assert httpx.request(method, target, headers=headers, **body).status_code == 403, (method, path)
    assert front.aws.read("results/secret") == b"secret"
    assert "another-bucket" not in str(front.aws.client("s3").list_buckets())


@pytest.mark.parametrize(("origin", "may_read"), [("http://localhost:5173", True), ("https://evil.test", False)])
def test_a_page_of_this_machine_is_told_why_its_upload_was_refused(
    front: RunningFront, origin: str, may_read: bool
) -> None:
    expired = front.signed_put("input/f8/a.pdf", seconds=1)
    time.sleep(2.1)
    answer = httpx.put(expired.url, content=PDF, headers={**expired.headers, "origin": origin})
    assert (answer.status_code, "expired" in answer.text) == (403, True)
    assert (answer.headers.get("access-control-allow-origin") == origin) is may_read


@pytest.mark.parametrize("line", ["x-amz-copy-source: /{}/results/secret", "x-amz-tagging: a=b", "x-amz-meta-a_b: c"])
@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_an_address_takes_no_header_that_it_does_not_sign(front: RunningFront, line: str, end: str) -> None:
    front.aws.put("results/secret", PDF)
    put = front.signed_put("input/f7/a.pdf")
    target = put.url.removeprefix(front.url)
    head = [f"PUT {target} HTTP/1.1", f"Host: {front.url.removeprefix('http://')}"]
    head += [f"{name}: {value}" for name, value in {**put.headers, "content-length": str(len(PDF))}.items()]
    answer = _raw(front, "\r\n".join(head) + end + line.format(DOCUMENTS) + "\r\n\r\n" + PDF.decode())
    assert answer.split()[1] in {b"400", b"403"}
    assert front.aws.keys("input/f7/") == []


def test_whoever_has_the_key_can_use_all_of_it(front: RunningFront) -> None:
    account = front.aws.account
    s3, sqs, sns = (client(each, front.url, account) for each in ("s3", "sqs", "sns"))
    s3.put_object(Bucket=DOCUMENTS, Key="results/ä b+c/1", Body=PDF)
    assert s3.list_objects_v2(Bucket=DOCUMENTS, Prefix="results/ä b")["KeyCount"] == 1
    s3.copy_object(Bucket=DOCUMENTS, Key="results/copy", CopySource={"Bucket": DOCUMENTS, "Key": "results/ä b+c/1"})
    s3.delete_objects(Bucket=DOCUMENTS, Delete={"Objects": [{"Key": "results/copy"}]})
    assert sqs.list_queues()["QueueUrls"]
    assert sns.list_topics()["Topics"]


@pytest.mark.parametrize("path", ["/_ministack/reset", "/%5Fministack/reset", "/_localstack/health", "/health", "//x"])
def test_what_ministack_does_for_anybody_is_closed(front: RunningFront, path: str) -> None:
    front.aws.put("results/kept", b"kept")
    host = front.url.removeprefix("http://")
    answer = _raw(front, f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 403")
    assert front.aws.read("results/kept") == b"kept"


def test_a_second_request_on_one_connection_is_not_passed_on(front: RunningFront) -> None:
    front.aws.put("results/kept", b"kept")
    host = front.url.removeprefix("http://")
    first = f"GET /{DOCUMENTS}/results/kept HTTP/1.1\r\nHost: {host}\r\nConnection: keep-alive\r\n\r\n"
    second = f"POST /_ministack/reset HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\n\r\n"
    answer = _raw(front, first + second)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert front.aws.read("results/kept") == b"kept"


@pytest.mark.parametrize("head", ["Host: evil.test", "Host: 127.0.0.1\r\nHost: evil.test", "Accept: */*"])
def test_other_names_for_this_machine_are_refused(front: RunningFront, head: str) -> None:
    assert _raw(front, f"GET /{DOCUMENTS} HTTP/1.1\r\n{head}\r\n\r\n").startswith(b"HTTP/1.1 403")


def test_pages_of_this_machine_may_upload_and_others_may_not(front: RunningFront) -> None:
    put = front.signed_put("input/f6/a.pdf")
    asked = {"access-control-request-method": "PUT", "access-control-request-headers": "content-type,if-none-match"}
    near = httpx.options(put.url, headers={**asked, "origin": "http://localhost:5173"})
    assert near.headers["access-control-allow-origin"] in {"http://localhost:5173", "*"}
    assert near.status_code == 200
    far = httpx.options(put.url, headers={**asked, "origin": "https://evil.test"})
    assert "access-control-allow-origin" not in far.headers


def test_a_storage_that_is_away_says_why(front: RunningFront) -> None:
    front.away(True)
    answer = httpx.get(f"{front.url}/{DOCUMENTS}/a")
    front.away(False)
    assert (answer.status_code, "being set up" in answer.text) == (503, True)


@pytest.mark.skipif(IS_QUICK, reason="needs the storage")
def test_nonsense_is_answered(front: RunningFront) -> None:
    assert _raw(front, "hello\r\n\r\n").startswith(b"HTTP/1.1 400")
    assert _raw(front, "GET / HTTP/1.1\r\nX: " + "x" * 100_000) == b""


def _raw(front: RunningFront, text: str) -> bytes:
    import socket  # noqa: PLC0415

    parts = urlsplit(front.url)
    with socket.create_connection((str(parts.hostname), int(parts.port or 0)), timeout=20) as connection:
        connection.sendall(text.encode())
        answer = b""
        try:
            while chunk := connection.recv(65536):
                answer += chunk
        except ConnectionResetError:
            pass
        return answer
