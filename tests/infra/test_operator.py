"""Commands of operators, against clients that answer as AWS does."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from infra.operator import outputs
from infra.operator.deployed_schema import main as diff_schema
from infra.operator.deployed_schema import names
from infra.operator.outputs import NotDeployed, output
from infra.operator.token import PASSWORD_VARIABLE, id_token
from infra.operator.versions import Versions
from infra.operator.versions import main as versions
from infra.schema_text import SCHEMA


@pytest.fixture
def deployed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"Tessera-dev-Api": {"ApiId": "abc"}, "Tessera-dev-State": {"UserPool": "us-east-1_x"}}
    (tmp_path / "dev-outputs.json").write_text(json.dumps(told))
    monkeypatch.setattr(outputs, "FOLDER", tmp_path)


@pytest.mark.usefixtures("deployed")
def test_what_was_not_deployed_is_said_with_what_to_do() -> None:
    assert output("dev", "Api", "ApiId") == "abc"
    with pytest.raises(NotDeployed, match="make deploy STAGE=prod"):
        output("prod", "Api", "ApiId")
    with pytest.raises(NotDeployed, match="no output CommandClient"):
        output("dev", "State", "CommandClient")


class FakeCognito:
    """Wants a new password first, then a code."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def admin_initiate_auth(self, **given: Any) -> dict[str, Any]:
        self.told.append(given)
        return {"ChallengeName": "NEW_PASSWORD_REQUIRED", "Session": "1"}

    def admin_respond_to_auth_challenge(self, **given: Any) -> dict[str, Any]:
        self.told.append(given)
        if given["ChallengeName"] == "NEW_PASSWORD_REQUIRED":
            return {"ChallengeName": "SOFTWARE_TOKEN_MFA", "Session": "2"}
        return {"AuthenticationResult": {"IdToken": "a.b.c"}}


def test_a_token_is_given_once_cognito_knows_all_that_it_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PASSWORD_VARIABLE, raising=False)
    cognito, answers = FakeCognito(), iter(["first", "a much longer one", "123456"])
    assert id_token(cognito, "pool", "client", "ann", lambda _: next(answers)) == "a.b.c"
    began, password, code = cognito.told
    assert began["AuthFlow"] == "ADMIN_USER_PASSWORD_AUTH"
    assert password["ChallengeResponses"] == {"USERNAME": "ann", "NEW_PASSWORD": "a much longer one"}
    assert code["ChallengeResponses"]["SOFTWARE_TOKEN_MFA_CODE"] == "123456"


class FakeLambda:
    """One function of this stage with seven versions, of which the sixth is live; and one of another stage."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []

    def get_paginator(self, name: str) -> "FakeLambda":
        self.asked = name
        return self

    def paginate(self, **_: Any) -> list[dict[str, Any]]:
        if self.asked == "list_functions":
            return [{"Functions": [{"FunctionName": f"tessera-{stage}-read"} for stage in ("prod", "dev")]}]
        return [{"Versions": [{"Version": each} for each in ("$LATEST", *map(str, range(1, 8)))]}]

    def get_alias(self, **_: Any) -> dict[str, str]:
        return {"FunctionVersion": "6"}

    def update_alias(self, **given: Any) -> None:
        self.done.append((given["FunctionName"], given["FunctionVersion"]))

    def delete_function(self, **given: Any) -> None:
        self.done.append((given["FunctionName"], given["Qualifier"]))


def test_live_goes_back_by_one_version() -> None:
    client = FakeLambda()
    versions(["prod", "back"], client)
    assert client.done == [("tessera-prod-read", "5")]


def test_old_versions_are_removed_but_never_the_live_one_nor_the_one_before() -> None:
    client = FakeLambda()
    versions(["prod", "prune", "--keep", "2"], client)
    assert [number for _, number in client.done] == ["1", "2", "3", "4"]
    assert Versions("f", (1, 2, 3), 1).to_prune(1) == [2]
    assert Versions("f", (3,), 3).before is None


class SchemaHolder:
    """Has a deployed schema."""

    def __init__(self, sdl: str) -> None:
        self.sdl = sdl

    def get_introspection_schema(self, **_: Any) -> dict[str, Any]:
        return {"schema": io.BytesIO(self.sdl.encode())}


@pytest.mark.usefixtures("deployed")
def test_a_schema_that_would_lose_something_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    now = SCHEMA.read_text()
    assert diff_schema("dev", SchemaHolder(now)) == 0
    assert capsys.readouterr().out == ""
    before = now + "\ntype Older {\n  # Gone now.\n  name: String\n}\n"
    assert diff_schema("dev", SchemaHolder(before)) == 1
    assert capsys.readouterr().out.splitlines() == ["- Older", "- Older.name"]


def test_names_are_types_fields_and_values_and_not_words_of_comments() -> None:
    fields = "  # c: String\n  d(\n    # about e\n    e: Int\n  ): Int\n"
    sdl = f"# type No {{\ntype A implements B {{\n{fields}}}\nenum F {{\n  G\n}}\n"
    assert names(sdl) == {"A", "A.d", "F", "F.G"}
