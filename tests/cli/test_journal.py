"""What was sent is remembered for each caller: one does not go on with what another began."""

import json
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

from cli.api import ApiClient
from cli.journal import Journal, journal_file
from cli.profiles import Profile

SHA256 = "ab" * 32


def token(**claims: str) -> str:
    body = urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"e30.{body}.signature"


CALLERS = {
    "ann of acme": Profile(token=token(sub="1", **{"custom:client_id": "acme"})),
    "ann of bolt": Profile(token=token(sub="1", **{"custom:client_id": "bolt"})),
    "bea of acme": Profile(token=token(sub="2", **{"custom:client_id": "acme"})),
    "a token that is none": Profile(token="secret-token"),
    "a key": Profile(api_key="da2-secret"),
    "another key": Profile(api_key="da2-other"),
    "a program": Profile(aws_profile="pipelines"),
    "a person at home": Profile(home_user={"username": "ann"}),
}


@pytest.mark.parametrize("name", CALLERS)
def test_what_one_caller_has_begun_is_unknown_to_all_others(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    Journal(ApiClient(CALLERS[name]), "cats").note(SHA256, url="begun")
    knowing = [each for each, profile in CALLERS.items() if Journal(ApiClient(profile), "cats").get(SHA256)]
    assert knowing == [name]
    assert "secret" not in journal_file().read_text()


def test_a_new_token_of_the_same_person_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    first, renewed = (Profile(token=token(sub="1", exp=until)) for until in ("10", "20"))
    Journal(ApiClient(first), "cats").note(SHA256, url="begun")
    assert Journal(ApiClient(renewed), "cats").get(SHA256)
