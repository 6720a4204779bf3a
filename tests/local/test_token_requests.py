"""`/token`: what it takes, what the token says, and odd tokens that are signed but no good."""

import json
import time
from typing import Any

import pytest

from local.settings import CLIENT_ID, ISSUER, Settings
from tests.local.fakes import Home

ASK = {"query": "{ imageCount }"}
COUNT = {"Query.imageCount": 7}
REMOTE = "https://dynamodb.us-east-1.amazonaws.com"


def minted(asked: Any, settings: Settings | None = None, **headers: str) -> Any:
    headers = {"content-type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    content = asked if isinstance(asked, bytes) else json.dumps(asked).encode()
    return Home(settings=settings or Settings()).client().post("/token", content=content, headers=headers)


def identity_of(asked: Any) -> Any:
    """What resolvers learn about the holder of a token."""
    home = Home(COUNT)
    token = home.client().post("/token", json=asked).json()["token"]
    assert home.client().post("/graphql", json=ASK, headers={"authorization": token}).json()["data"]
    return home.read.events[0]["identity"]


def test_an_id_token_carries_the_client_and_the_names() -> None:
    identity = identity_of(
        {
            "username": "ada",
            "groups": ["editors"],
            "clientId": "shop-1",
            "email": "ada@example.com",
            "preferredUsername": "Ada L.",
        }
    )
    claims = identity["claims"]
    assert (identity["username"], identity["groups"], identity["issuer"]) == ("ada", ["editors"], ISSUER)
    assert (claims["token_use"], claims["aud"], claims["cognito:username"]) == ("id", CLIENT_ID, "ada")
    assert claims["custom:client_id"] == "shop-1"
    assert (claims["email"], claims["preferred_username"]) == ("ada@example.com", "Ada L.")
    assert "client_id" not in claims


def test_an_access_token_carries_neither() -> None:
    identity = identity_of({"username": "ada", "tokenUse": "access", "groups": None})
    claims = identity["claims"]
    assert (identity["username"], identity["groups"]) == ("ada", None)
    assert (claims["token_use"], claims["client_id"], claims["username"]) == ("access", CLIENT_ID, "ada")
    assert not {"aud", "cognito:username", "custom:client_id"} & set(claims)


def test_a_token_is_valid_for_as_long_as_was_asked() -> None:
    claims = identity_of({"username": "ada", "validSeconds": 90})["claims"]
    assert claims["exp"] - claims["iat"] == 90


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (b"", "JSON"),
        (b"[]", "Send JSON"),
        ({}, "username"),
        ({"username": 5}, "username"),
        ({"username": ""}, "username"),
        ({"username": "a" * 3000}, "username"),
        ({"username": "a", "groups": [5]}, "groups.0"),
        ({"username": "a", "groups": "editors"}, "groups"),
        ({"username": "a", "clientId": 5}, "clientId"),
        ({"username": "a", "email": ["b"]}, "email"),
        ({"username": "a", "preferredUsername": ""}, "preferredUsername"),
        ({"username": "a", "tokenUse": "refresh"}, "tokenUse"),
        ({"username": "a", "tokenUse": "access", "clientId": "c"}, "only in id tokens"),
        ({"username": "a", "validSeconds": 86_401}, "validSeconds"),
        ({"username": "a", "validSeconds": 0}, "validSeconds"),
        ({"username": "a", "validSeconds": "90"}, "validSeconds"),
        ({"username": "a", "group": ["editors"]}, "group"),
    ],
)
def test_a_bad_request_for_a_token_names_the_field(asked: Any, said: str) -> None:
    response = minted(asked)
    assert response.status_code == 400
    message = response.json()["errors"][0]["message"]
    assert said in message
    assert "Value error" not in message


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "", "text/json"])
def test_only_json_counts_since_a_form_can_send_everything_else(content_type: str) -> None:
    response = minted({"username": "ada"}, content_type=content_type)
    assert response.status_code == 415
    assert "application/json" in response.json()["errors"][0]["message"]
    assert Home().client().get("/token").status_code == 405


def test_json_may_name_its_charset_and_the_token_is_not_stored() -> None:
    response = minted({"username": "ada"}, content_type="Application/JSON; charset=utf-8")
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("environ", "mints"),
    [
        ({}, True),
        ({"TESSERA_DYNAMODB_URL": "http://127.45.6.7:8001"}, True),
        ({"TESSERA_DYNAMODB_URL": REMOTE}, False),
        ({"TESSERA_DYNAMODB_URL": "http://dynamodb:8000"}, False),
        ({"TESSERA_DYNAMODB_URL": REMOTE, "MINT_TOKENS": "1"}, True),
        ({"MINT_TOKENS": "0"}, False),
    ],
)
def test_no_token_is_issued_for_tables_elsewhere_unless_a_setting_says_so(environ: dict[str, str], mints: bool) -> None:
    response = minted({"username": "ada"}, Settings.from_environment(environ))
    assert response.status_code == (200 if mints else 403)
    assert mints or "MINT_TOKENS=1" in response.json()["errors"][0]["message"]


NOW = int(time.time())
GOOD: dict[str, Any] = {
    "iss": ISSUER,
    "sub": "s",
    "aud": CLIENT_ID,
    "token_use": "id",
    "cognito:username": "ada",
    "iat": NOW,
    "exp": NOW + 3600,
}


def test_a_token_with_these_claims_is_good() -> None:
    home = Home(COUNT)
    assert home.post("{ imageCount }", {"authorization": home.tokens.sign(GOOD)})["data"] == {"imageCount": 7}


@pytest.mark.parametrize("missing", GOOD)
def test_a_signed_token_without_a_claim_is_unauthorized(missing: str) -> None:
    assert status({name: value for name, value in GOOD.items() if name != missing}) == 401


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cognito:groups", "operators"),
        ("cognito:groups", {"operators": 1}),
        ("cognito:groups", [["operators"]]),
        ("cognito:groups", None),
        ("cognito:username", 5),
        ("cognito:username", ""),
        ("sub", None),
        ("exp", str(NOW + 3600)),
        ("exp", 9_223_372_036_854_775_807),
        ("exp", 1e300),
        ("exp", True),
        ("exp", [NOW]),
        ("iat", "now"),
        ("iat", NOW + 3600),
        ("iat", NOW - 10 * 24 * 3600),
        ("iss", 5),
        ("aud", [CLIENT_ID]),
        ("token_use", "refresh"),
        ("token_use", ["id"]),
        ("token_use", "access"),
        ("custom:client_id", 5),
        ("email", {}),
        ("preferred_username", None),
    ],
)
def test_a_signed_token_with_an_odd_claim_is_unauthorized(name: str, value: Any) -> None:
    assert status({**GOOD, name: value}) == 401


@pytest.mark.parametrize("claims", [[], "x", 5, None])
def test_a_signed_token_that_is_no_object_is_unauthorized(claims: Any) -> None:
    assert status(claims) == 401


def status(claims: Any) -> int:
    home = Home(COUNT)
    headers = {"authorization": home.tokens.sign(claims)}
    code: int = home.client().post("/graphql", json=ASK, headers=headers).status_code
    return code
