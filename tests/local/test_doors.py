"""Who is let in: names of this machine, pages of this machine, programs; and what pages from elsewhere get."""

import json
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from local.http.doors import Doors
from local.http.refusals import RefusedRequest
from local.settings import BadSetting, Settings
from tests.local.fakes import KEY, Home
from tests.local.test_callers import signed

ASK = {"query": "{ imageCount }"}
COUNT = {"Query.imageCount": 7}
ELSEWHERE = ["http://evil.test", "https://localhost.evil.test", "http://127.0.0.1.evil.test", "null", "file://", ""]
HERE = ["http://localhost:5173", "http://127.0.0.1:3000", "https://localhost", "http://[::1]:80", "http://127.9.8.7:1"]
OTHER_NAMES = [
    *("evil.test:8000", "localhost.evil.test", "app.localhost", "127.0.0.1.evil.test", "127.0.0.256", "127.1"),
    *(
        "128.0.0.1",
        "10.0.0.1",
        "localhost:x",
        "localhost@evil.test",
        "",
        "localhost:8000/",
        "[::2]",
        "[::ffff:127.0.0.1]",
    ),
]
IMAGE = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
FRAME = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}
LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


def sent(
    headers: dict[str, str], settings: Settings | None = None, method: str = "POST", path: str = "/graphql"
) -> Any:
    """The answer to a request with these headers, as a real query where it is one."""
    home = Home(COUNT, settings=settings or Settings())
    body = ASK if method == "POST" else None
    return home.client().request(method, path, json=body, headers={**KEY, **headers})


def lets_in(headers: dict[str, str], path: str = "/graphql", method: str = "GET") -> bool:
    raw = [(name.encode(), value.encode()) for name, value in {"host": "localhost:8000", **headers}.items()]
    try:
        Doors().check({"type": "http", "method": method, "path": path, "headers": raw})
    except RefusedRequest as error:
        return error.status != 403
    return True


def refused(response: httpx.Response, said: str) -> bool:
    assert response.status_code == 403
    (error,) = response.json()["errors"]
    assert error["errorType"] == response.headers["x-amzn-errortype"] == "ForbiddenException"
    assert said in error["message"]
    return True


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "127.255.255.255", "[::1]:8000", "[::1]"]
)
def test_names_of_this_machine_are_answered(host: str) -> None:
    assert sent({"host": host}).json()["data"] == {"imageCount": 7}


@pytest.mark.parametrize("host", OTHER_NAMES)
def test_other_names_are_refused_since_any_name_can_be_pointed_here(host: str) -> None:
    assert refused(sent({"host": host}), "localhost or 127.0.0.1")


def test_one_good_name_among_several_is_not_enough() -> None:
    raw = [(b"host", b"localhost"), (b"host", b"evil.test")]
    for headers in (raw, []):
        with pytest.raises(RefusedRequest):
            Doors().check({"type": "http", "method": "GET", "path": "/", "headers": headers})


@pytest.mark.parametrize("origin", HERE)
def test_pages_of_this_machine_are_told_that_they_may_with_credentials(origin: str) -> None:
    response = sent({"origin": origin, "sec-fetch-site": "cross-site"})
    assert response.json()["data"] == {"imageCount": 7}
    assert response.headers["access-control-allow-origin"] == origin
    assert response.headers["access-control-allow-credentials"] == "true"
    assert response.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "Origin" in response.headers["vary"]
    assert "x-amzn-requestid" in response.headers["access-control-expose-headers"]


@pytest.mark.parametrize("origin", HERE)
def test_they_may_send_what_amplify_sends(origin: str) -> None:
    wanted = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,x-api-key,x-amz-user-agent,content-type",
    }
    response = sent(wanted, method="OPTIONS")
    assert response.status_code == 204
    assert response.headers["access-control-allow-origin"] == origin
    assert response.headers["access-control-allow-credentials"] == "true"
    assert "POST" in response.headers["access-control-allow-methods"]
    assert "x-amz-user-agent" in response.headers["access-control-allow-headers"]
    assert "access-control-allow-private-network" not in response.headers
    private = sent({**wanted, "access-control-request-private-network": "true"}, method="OPTIONS")
    assert private.headers["access-control-allow-private-network"] == "true"


@pytest.mark.parametrize("origin", ELSEWHERE)
@pytest.mark.parametrize("path", ["/graphql", "/token", "/dynamodb", "/config.json", "/pictures/x", "/", "/nothing"])
def test_pages_from_elsewhere_get_nothing_on_any_path(origin: str, path: str) -> None:
    for method in ("GET", "POST", "OPTIONS"):
        response = sent({"origin": origin, "access-control-request-method": "POST"}, method=method, path=path)
        assert refused(response, "ALLOWED_ORIGINS")
        assert "access-control-allow-origin" not in response.headers


def test_the_key_a_token_or_a_signature_does_not_help_them() -> None:
    home, body = Home(COUNT), json.dumps(ASK).encode()
    for proof in (KEY, home.bearer("operators"), signed(body)):
        assert home.client().post("/graphql", content=body, headers=proof).status_code == 200
        response = home.client().post("/graphql", content=body, headers={**proof, "origin": "http://evil.test"})
        assert refused(response, "http://evil.test")
    assert len(home.read.events) == 3


def test_a_page_from_elsewhere_may_be_named() -> None:
    settings = Settings.from_environment({"ALLOWED_ORIGINS": "https://App.example:443/, http://other.example:5173"})
    for origin in ("https://app.example", "http://other.example:5173"):
        response = sent({"origin": origin, "sec-fetch-site": "cross-site"}, settings)
        assert response.json()["data"] == {"imageCount": 7}
        assert response.headers["access-control-allow-origin"] == origin
    for origin in ("http://app.example", "https://app.example:8443", "http://other.example", "null"):
        assert refused(sent({"origin": origin}, settings), "ALLOWED_ORIGINS")


@pytest.mark.parametrize("origins", ["*", "null", "app.example", "https://app.example/path", "https://*.example"])
def test_a_name_that_no_browser_sends_is_refused_at_the_start(origins: str) -> None:
    with pytest.raises(BadSetting, match="ALLOWED_ORIGINS"):
        Settings.from_environment({"ALLOWED_ORIGINS": origins})


@pytest.mark.parametrize("path", ["/graphql", "/graphql/realtime"])
@pytest.mark.parametrize("subprotocol", ["graphql-ws", "graphql-transport-ws"])
def test_websockets_have_the_same_doors(path: str, subprotocol: str) -> None:
    home = Home()
    with home.running():
        for headers in ({"origin": "http://evil.test"}, {"origin": "null"}):
            with pytest.raises(InvalidStatus, match="403"), home.websocket(path, [subprotocol], {**KEY, **headers}):
                pass
        for headers in ({"origin": "http://localhost:5173"}, {}):
            with home.websocket(path, [subprotocol], {**KEY, **headers}) as socket:
                socket.send({"type": "connection_init"})
                assert socket.receive()["type"] == "connection_ack"


@pytest.mark.parametrize(
    "kind", [IMAGE, FRAME, {**IMAGE, "sec-fetch-dest": "script"}], ids=["image", "frame", "script"]
)
def test_parts_of_pages_from_elsewhere_are_refused_without_an_origin_too(kind: dict[str, str]) -> None:
    for path in ("/pictures/x", "/graphql", "/", "/config.json", "/main.js"):
        assert not lets_in(kind, path)
        assert not lets_in({**kind, "referer": "http://evil.test/page"}, path)
        assert lets_in({**kind, "referer": "http://localhost:5173/"}, path)
        assert lets_in({**kind, "origin": "http://localhost:5173"}, path)
        assert lets_in({**kind, "sec-fetch-site": "same-origin"}, path)


def test_a_link_from_elsewhere_opens_pages_and_nothing_else() -> None:
    for path in ("/", "/index.html", "/pictures", "/pictures/", "/pictures/abc/1"):
        assert lets_in(LINK, path)
        assert not lets_in(LINK, path, "POST")
    for path in ("/graphql", "/config.json", "/token", "/stats", "/schema.graphql", "/picturesque"):
        assert not lets_in(LINK, path)


def test_browsers_that_only_send_a_referer_are_judged_by_it() -> None:
    assert not lets_in({"referer": "http://evil.test/"}, "/config.json")
    assert lets_in({"referer": "http://evil.test/"}, "/")
    assert lets_in({"referer": "http://127.0.0.1:8000/"}, "/config.json")
    for forged in ("http://localhost@evil.test/", "http://[::1/", "localhost", "https://evil.test/?http://localhost/"):
        assert not lets_in({"referer": forged}, "/config.json")


def test_programs_are_let_in() -> None:
    assert sent({}).json()["data"] == {"imageCount": 7}
    assert sent({"sec-fetch-site": "none"}).json()["data"] == {"imageCount": 7}


def test_tokens_are_for_our_own_page_and_programs() -> None:
    home = Home()
    for origin, status in (
        ("http://127.0.0.1:8000", 200),
        (None, 200),
        ("http://localhost:8000", 403),
        ("http://127.0.0.1:5173", 403),
        ("https://127.0.0.1:8000", 403),
    ):
        headers = {"origin": origin} if origin else {}
        assert home.client().post("/token", json={"username": "ada"}, headers=headers).status_code == status, origin


def test_no_page_speaks_to_the_tables_not_even_our_own() -> None:
    for path in ("/dynamodb", "/dynamodb/"):
        assert refused(sent({"origin": "http://127.0.0.1:8000"}, path=path), "for programs")
        assert lets_in({}, path, "POST")


@pytest.mark.parametrize("path", ["/graphql", "/nothing", "/token"])
def test_every_answer_tells_browsers_what_it_is_for(path: str) -> None:
    for headers in ({}, {"origin": "http://evil.test"}):
        answer = sent(headers, path=path)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-security-policy"] == "frame-ancestors 'self'"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["referrer-policy"] == "strict-origin-when-cross-origin"
