"""Which API commands speak to, as whom, and how they end when they may not or cannot."""

import os
import stat
from pathlib import Path

import pytest

from cli.profiles import profiles_file
from local.data.process import free_port
from tests.cli.person import TerminalUser
from tests.serving import Server

CREATE = """mutation ($input: CreateJobInput!) { createJob(input: $input) { jobId createdBy } }"""


def test_at_home_nobody_has_to_sign_in_to_read(stranger: TerminalUser) -> None:
    assert stranger.does("jobs", "list").out
    assert "API key" in stranger.does("whoami").out
    assert stranger.does("whoami", "--json").json["client"] == "demo"


def test_signing_in_at_home_makes_an_editor(stranger: TerminalUser, server: Server) -> None:
    said = stranger.does("login").err
    assert f"You act as editor (editors) at {server.graphql_url}." in said
    facts = stranger.does("whoami", "--json").json
    assert (facts["groups"], facts["client"]) == (["editors"], "editor")


def test_what_was_kept_can_be_read_by_its_owner_only(ann: TerminalUser) -> None:
    assert stat.S_IMODE(profiles_file().stat().st_mode) == 0o600
    profiles_file().chmod(0o644)
    done = ann.tries("jobs", "list")
    assert done.code == 5
    assert "chmod 600" in done.err


def test_a_token_in_the_environment_wins(ann: TerminalUser, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESSERA_TOKEN", server.token("bea", ["viewers"], "b-lab"))
    facts = ann.does("whoami", "--json").json
    assert (facts["name"], facts["groups"], facts["client"]) == ("bea", ["viewers"], "b-lab")


def test_an_access_token_acts_as_its_user_name(
    stranger: TerminalUser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESSERA_TOKEN", server.token("dan", ["editors"], use="access"))
    facts = stranger.does("whoami", "--json").json
    assert (facts["name"], facts["client"]) == ("dan", "dan")


def test_a_token_is_not_sent_to_another_api(ann: TerminalUser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESSERA_URL", "https://elsewhere.example/graphql")
    done = ann.tries("whoami")
    assert done.code == 5
    assert "not signed in" in done.err


def test_a_token_can_come_from_a_pipe(stranger: TerminalUser, server: Server) -> None:
    stranger.does("login", "--token-file", "-", given=server.token("cy", ["editors"]) + "\n")
    facts = stranger.does("whoami", "--json").json
    assert (facts["name"], facts["client"]) == ("cy", "cy")


def test_iam_signs_requests(stranger: TerminalUser) -> None:
    stranger.does("login", "--aws-profile", "local")
    created = stranger.does(
        "query", "-", "--variables", '{"input": {"name": "by-cli", "jobConfig": "{}"}}', given=CREATE
    )
    assert created.json["createJob"]["jobId"]


def test_an_aws_profile_that_is_not_there_is_named(stranger: TerminalUser) -> None:
    done = stranger.tries("login", "--aws-profile", "nowhere")
    assert done.code == 5
    assert "nowhere" in done.err


def test_profiles_have_names(ann: TerminalUser) -> None:
    ann.does("--profile", "ops", "login", "--as", "olga", "--group", "operators")
    assert ann.does("--profile", "ops", "whoami", "--json").json["name"] == "olga"
    assert ann.does("whoami", "--json").json["name"] == "ann"
    assert ann.does("--profile", "ops", "logout").err == "Forgotten.\n"
    assert ann.tries("--profile", "ops", "whoami").code == 2


def test_who_may_not_is_told_so_in_the_words_of_the_api(stranger: TerminalUser) -> None:
    done = stranger.tries("query", "-", "--variables", '{"input": {"name": "x", "jobConfig": "{}"}}', given=CREATE)
    assert done.code == 5
    assert "Unauthorized" in done.err
    assert "tessera whoami" in done.err


def test_bad_input_is_refused_with_its_field(ann: TerminalUser) -> None:
    done = ann.tries("query", "-", given="{ jobs(first: 1000) { nodes { jobId } } }")
    assert done.code == 3
    assert "first" in done.err


def test_an_api_that_is_away_is_said_to_be_so(ann: TerminalUser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESSERA_URL", f"http://127.0.0.1:{free_port()}/graphql")
    done = ann.tries("jobs", "list")
    assert done.code == 6
    assert "does not answer" in done.err
    assert "make serve" in done.err


@pytest.mark.parametrize(
    "words",
    [
        ["jobs", "list", "--status", "sleeping"],
        ["jobs", "list", "--since", "yesterday"],
        ["jobs", "list", "--limit", "0"],
        ["query", "no-such-file.graphql"],
        ["query", "-", "--variables", "[1]"],
        ["login", "--api-key", "k", "--aws-profile", "p"],
        ["--url", "ftp://x", "whoami"],
        ["--profile", "nobody", "whoami"],
        ["nonsense"],
    ],
)
def test_wrong_usage_is_refused_before_anything_is_asked(words: list[str], ann: TerminalUser) -> None:
    done = ann.tries(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.strip()


@pytest.mark.skipif(os.name == "nt", reason="another file system")
def test_a_profile_that_is_no_json_any_more_is_said_to_be_so(ann: TerminalUser) -> None:
    Path(profiles_file()).write_text("{")
    done = ann.tries("jobs", "list")
    assert done.code == 2
    assert "tessera login" in done.err
