"""How the client is set up."""

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError
from botocore.utils import InstanceMetadataFetcher

from loaders.dynamo.client import answer_within, make_client, table_names

HERE = "http://127.0.0.1:1"


@pytest.fixture(autouse=True)
def no_credentials(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """The machine that runs the tests may well have some."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_REGION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")


@pytest.fixture
def clients() -> Iterator[Any]:
    made: list[Any] = []

    def make(*arguments: Any, **options: Any) -> Any:
        made.append(make_client(*arguments, **{"environ": {}, **options}))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_it_gives_up_soon_and_never_tries_again_by_itself(clients: Any) -> None:
    config = clients(HERE).meta.config
    assert (config.connect_timeout, config.read_timeout) == (1.0, 2.0)
    assert config.retries == {"mode": "standard", "total_max_attempts": 1}


def test_how_long_it_waits_is_a_setting(clients: Any) -> None:
    config = clients(HERE, environ={"TESSERA_READ_SECONDS": "7.5", "TESSERA_CONNECT_SECONDS": "3"}).meta.config
    assert (config.connect_timeout, config.read_timeout) == (3.0, 7.5)


def test_it_has_a_connection_for_every_thread(clients: Any) -> None:
    assert clients(HERE).meta.config.max_pool_connections >= 10
    assert clients(HERE, pool_size=40).meta.config.max_pool_connections == 40


def test_it_speaks_the_protocol_that_our_parser_reads(clients: Any) -> None:
    assert clients(HERE).meta.service_model.resolved_protocol == "json"


def test_the_region_is_the_configured_one_or_the_usual_one(clients: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert clients(HERE).meta.region_name == "us-east-1"
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    assert clients(HERE).meta.region_name == "eu-central-1"


def test_the_environment_can_name_the_engine(clients: Any) -> None:
    assert clients(environ={"TESSERA_DYNAMODB_URL": "http://127.0.0.1:9"}).meta.endpoint_url == "http://127.0.0.1:9"
    assert clients().meta.endpoint_url.endswith("amazonaws.com")


def signer(client: Any) -> str | None:
    credentials = client._request_signer._credentials
    return None if credentials is None else credentials.access_key


def test_stand_in_credentials_are_only_for_engines_and_only_where_there_are_none(
    clients: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert signer(clients(HERE)) == "local"
    assert signer(clients()) is None
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "real")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    assert signer(clients(HERE)) == "real"


def test_a_laptop_is_not_asked_for_an_instance_role(clients: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(InstanceMetadataFetcher, "retrieve_iam_role_credentials", lambda _: asked.append("role"))
    for url in ("http://127.0.0.1:1", "http://localhost:1"):
        assert signer(clients(url)) == "local"
    assert asked == []
    clients("http://engine.internal:8000")
    assert asked


def test_tables_have_their_usual_names_unless_the_environment_says_otherwise() -> None:
    assert table_names({"RECEIPTS_TABLE": "prod-receipts", "CATS_TABLE": ""}) == {
        "receipts": "prod-receipts",
        "novae": "NovaCat",
        "cats": "IceCatWrangler",
        "documents": "TextractorJobs",
        "letters": "TesseraDeadLetters",
    }


def test_it_waits_no_longer_than_there_is_time(clients: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        client = clients(f"http://127.0.0.1:{silent.getsockname()[1]}")
        start = time.monotonic()
        with answer_within(0.2), pytest.raises(ReadTimeoutError):
            client.get_item(TableName="TTT", Key={"k": {"S": "1"}})
        assert time.monotonic() - start < 10 * 0.2
