"""Who may call: API keys, tokens like Cognito's, and signatures, and what resolvers are told of each."""

import base64
import json
import time
from typing import Any

import httpx
import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from local.http.tokens import Tokens
from local.settings import ISSUER
from tests.local.fakes import KEY, Home

ASK = {"query": "{ imageCount }"}
COUNT = {"Query.imageCount": 7}
URL = "http://127.0.0.1:8000/graphql"


def signed(body: bytes, access: str = "local", secret: str = "local", service: str = "appsync") -> dict[str, str]:
    """The headers of a signed request."""
    request = AWSRequest("POST", URL, data=body, headers={"content-type": "application/json", "host": "127.0.0.1:8000"})
    SigV4Auth(Credentials(access, secret), service, "us-east-1").add_auth(request)
    return dict(request.headers.items())


def post(home: Home, headers: dict[str, str], body: bytes | None = None) -> httpx.Response:
    response: Any = home.client().post("/graphql", content=body or json.dumps(ASK).encode(), headers=headers)
    return response  # type: ignore[no-any-return]


def refused(response: httpx.Response, message: str = "You are not authorized to make this call.") -> bool:
    assert response.status_code == 401
    assert response.headers["x-amzn-ErrorType"] == "UnauthorizedException"
    assert response.json() == {"errors": [{"errorType": "UnauthorizedException", "message": message}]}
    return True


def test_nobody_is_refused() -> None:
    assert refused(post(Home(), {}), "Valid authorization header not provided.")


def test_a_wrong_key_is_refused() -> None:
    assert refused(post(Home(), {"x-api-key": "da2-other"}))


def test_whoever_has_the_key_is_nobody_in_particular() -> None:
    home = Home(COUNT)
    assert post(home, KEY).json()["data"] == {"imageCount": 7}
    assert home.read.events[0]["identity"] is None


@pytest.mark.parametrize("prefix", ["", "Bearer "])
def test_a_token_says_who_calls(prefix: str) -> None:
    home = Home(COUNT)
    token = home.tokens.mint("ada", ["viewers", "editors"])
    assert post(home, {"authorization": prefix + token}).json()["data"] == {"imageCount": 7}
    identity = home.read.events[0]["identity"]
    assert identity["username"] == "ada"
    assert identity["groups"] == ["viewers", "editors"]
    assert identity["issuer"] == ISSUER
    assert identity["sourceIp"] == ["testclient"]
    assert identity["defaultAuthStrategy"] == "ALLOW"
    assert identity["sub"] == identity["claims"]["sub"]
    assert {"cognito:username", "cognito:groups", "iss", "aud", "token_use", "exp", "iat"} <= set(identity["claims"])


def test_somebody_in_no_group_has_none() -> None:
    home = Home(COUNT)
    post(home, home.bearer())
    assert home.read.events[0]["identity"]["groups"] is None


def test_tokens_that_open_nothing() -> None:
    home = Home()
    good = home.tokens.mint("ada", ["viewers"])
    head, claims, signature = good.split(".")
    none = base64.urlsafe_b64encode(b'{"alg":"none"}').rstrip(b"=").decode()
    admin = base64.urlsafe_b64encode(b'{"cognito:groups":["operators"]}').rstrip(b"=").decode()
    for token in (
        f"{none}.{claims}.",
        f"{head}.{admin}.{signature}",
        Tokens(b"other").mint("ada"),
        f"{head}.{claims}.x",
    ):
        assert refused(post(home, {"authorization": token}))
    for token in ("meow", "a.b.c", "Bearer", "..", "Basic abc"):
        assert refused(post(home, {"authorization": token}), "Unable to parse JWT token.")
    another = home.tokens.read(good) | {"aud": "another-app"}
    assert refused(post(home, {"authorization": home.tokens.sign(another)}))
    assert refused(post(home, {"authorization": home.tokens.mint("ada", valid_seconds=-1)}), "Token has expired.")
    assert refused(post(home, {"authorization": home.tokens.sign({"exp": time.time() + 60})}))


def test_tokens_survive_a_restart_since_their_secret_does(tmp_path: Any) -> None:
    token = Tokens.kept_in(tmp_path).mint("ada")
    assert Tokens.kept_in(tmp_path).read(token)["cognito:username"] == "ada"
    assert ((tmp_path / "token-secret").stat().st_mode & 0o077) == 0


def test_a_signature_of_the_local_key_is_a_role_of_aws() -> None:
    home = Home(COUNT)
    body = json.dumps(ASK).encode()
    response = post(home, {**signed(body), "x-api-key": "wrong, but the signature counts"}, body)
    assert response.json()["data"] == {"imageCount": 7}
    identity = home.read.events[0]["identity"]
    assert set(identity) == {
        "accountId",
        "cognitoIdentityPoolId",
        "cognitoIdentityId",
        "sourceIp",
        "username",
        "userArn",
        "cognitoIdentityAuthType",
        "cognitoIdentityAuthProvider",
    }
    assert identity["userArn"].startswith("arn:aws:iam::")


@pytest.mark.parametrize("wrong", [{"access": "other"}, {"secret": "other"}, {"service": "s3"}])
def test_a_signature_of_another_key_or_service_is_refused(wrong: dict[str, str]) -> None:
    body = json.dumps(ASK).encode()
    assert post(Home(), signed(body, **wrong), body).status_code == 403


def test_a_signature_is_good_for_its_body_and_its_time_only() -> None:
    body = json.dumps(ASK).encode()
    headers = signed(body)
    assert post(Home(), headers, b'{"query": "{ receiptCount }"}').status_code == 403
    assert post(Home(), {**headers, "X-Amz-Date": "20200101T000000Z"}, body).status_code == 403
    assert post(Home(), {**headers, "X-Amz-Date": "meow"}, body).status_code == 403
    assert post(Home(), {"authorization": "AWS4-HMAC-SHA256 nonsense"}, body).status_code == 403
