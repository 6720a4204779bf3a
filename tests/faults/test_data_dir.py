"""Folders and addresses that cannot be used: one sentence each, and nothing that was acknowledged is lost."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from loaders.dynamo.client import make_client
from local.data.choice import engine_of
from local.data.engines import Engine, kept_engine
from local.data.folder import BadFolder, held, reset
from local.data.process import free_port
from local.data.proxies import bypass_proxies
from local.settings import BadSetting, Settings
from tests.faults.disks import fill, mounted, remount
from tests.other_program import TABLE, boto, key
from tests.serving import ROOT, Server, serving

CREATE = "mutation ($name: String!) { createQueue(input: {queueName: $name}) { queueName } }"


def run(command: str, **environ: Any) -> subprocess.CompletedProcess[str]:
    usual = {name: value for name, value in os.environ.items() if name != "TESSERA_DYNAMODB_URL"}
    return subprocess.run(
        [sys.executable, "-m", "local", command],
        cwd=ROOT,
        env={**usual, "PORT": str(free_port()), "SAMPLE": "0", **{name: str(each) for name, each in environ.items()}},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def refused(command: str = "serve", **environ: Any) -> str:
    """The one sentence with which a command ends."""
    ended = run(command, **environ)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stdout + ended.stderr
    (sentence,) = ended.stderr.splitlines()
    return sentence


@pytest.mark.parametrize("command", ["serve", "reset"])
def test_a_file_is_no_data_folder(tmp_path: Path, command: str) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    assert refused(command, DATA_DIR=file) == f"{file} is a file: choose another DATA_DIR"
    if command == "serve":
        assert "is a file, or lies below one" in refused(command, DATA_DIR=file / "below")
    assert file.read_text() == "mine"


def test_reset_removes_the_data_of_either_engine_and_what_is_noted_about_it(tmp_path: Path) -> None:
    for name in ("tessera.db", "tessera.db-wal", "shared-local-instance.db", "engine", "streams.json", "report.txt"):
        (tmp_path / name).write_text("dynoxide")
    assert reset(tmp_path) == ["shared-local-instance.db", "tessera.db", "tessera.db-wal"]
    assert {path.name for path in tmp_path.iterdir()} == {"lock", "report.txt"}
    assert engine_of(tmp_path, None, "dynamodb-local") == "dynamodb-local"


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "ro") as disk:
        sentence = f"{disk} cannot be written to (read-only file system): choose another DATA_DIR"
        assert refused(DATA_DIR=disk) == sentence
        with pytest.raises(BadFolder, match="read-only file system"), held(disk / "below"):
            pass


@pytest.mark.parametrize("free", [0, 100_000], ids=["full", "almost full"])
def test_a_disk_that_is_full_at_the_start(tmp_path: Path, free: int) -> None:
    with mounted(tmp_path / "disk", "size=1m") as disk:
        (disk / "reserved").write_bytes(b"\0" * free)
        fill(disk)
        (disk / "reserved").unlink()
        sentence = refused(DATA_DIR=disk / "data")
    assert "full" in sentence
    assert "choose another DATA_DIR" in sentence


def test_a_disk_that_fills_up_gives_errors_and_loses_nothing(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=4m") as disk:
        with serving(disk / "data", SAMPLE="0") as server, boto(f"{server.url}/dynamodb") as client:
            acknowledged = written_until_full(client)
            filler = fill(disk)
            operator = {"authorization": server.token("worker", ["operators"])}
            answers = (server.ask(CREATE, operator, name=f"queue-{number}") for number in range(100))
            refusal = next(
                answer for answer in answers if "errors" in answer
            )  # the journal may have a little room left
            assert refusal["errors"][0]["errorType"] == "Unavailable"
            assert server.ask("{ imageCount }").get("errors") is None
            filler.unlink()
            remount(disk, "size=16m")
            client.put_item(TableName=TABLE, Item=key("after"))
            server.process.kill()
            server.process.wait()
        with kept_engine(disk / "data") as engine, boto(engine.url) as client:
            read = {name: client.get_item(TableName=TABLE, Key=key(name)) for name in [*acknowledged, "after"]}
    assert [name for name, answer in read.items() if "Item" not in answer] == []
    assert len(acknowledged) >= 20


def written_until_full(client: Any) -> list[str]:
    """The items that were acknowledged before the disk was full."""
    acknowledged: list[str] = []

    def write() -> None:
        for number in range(1_000):
            client.put_item(TableName=TABLE, Item=key(str(number)) | {"text": {"S": "x" * 20_000}})
            acknowledged.append(str(number))

    with pytest.raises(ClientError, match=r"InternalServerError.*full"):
        write()
    return acknowledged


def test_an_address_where_no_database_is(tmp_path: Path, server: Server) -> None:
    dead = free_port()
    sentence = refused(DATA_DIR=tmp_path, TESSERA_DYNAMODB_URL=f"http://127.0.0.1:{dead}")
    assert sentence.startswith(f"No database answers at 127.0.0.1:{dead}: start it, or unset TESSERA_DYNAMODB_URL")
    with socket.create_server(("127.0.0.1", 0)) as silent:  # accepts, and never answers
        where = f"127.0.0.1:{silent.getsockname()[1]}"
        sentence = refused(DATA_DIR=tmp_path, TESSERA_DYNAMODB_URL=f"http://{where}", TESSERA_READ_SECONDS=1)
    assert sentence.startswith(f"No database answers at {where}: start it, or unset TESSERA_DYNAMODB_URL")
    sentence = refused(DATA_DIR=tmp_path, TESSERA_DYNAMODB_URL=f"{server.url}/pictures")
    assert sentence.startswith(f"The database at 127.0.0.1:{server.port} cannot be used")
    assert not list(tmp_path.glob("*.db"))


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TESSERA_DYNAMODB_URL", "meow", "TESSERA_DYNAMODB_URL must be an address such as http://127.0.0.1:8000"),
        ("TESSERA_DYNAMODB_URL", "http://", "TESSERA_DYNAMODB_URL must be an address"),
        ("ENGINE", "meow", "ENGINE must be dynoxide or dynamodb-local, not 'meow'"),
        ("TESSERA_READ_SECONDS", "meow", "TESSERA_READ_SECONDS must be a number, not 'meow'"),
        ("TESSERA_BATCH_SIZE", "26", "TESSERA_BATCH_SIZE must be at most 25"),
    ],
)
def test_a_setting_that_means_nothing_is_refused(name: str, value: str, sentence: str) -> None:
    with pytest.raises(BadSetting, match=sentence):
        Settings.from_environment({name: value})


@pytest.mark.parametrize("exempt", ["", "localhost,127.0.0.1"])
def test_a_proxy_is_not_asked_for_the_engine(embedded: Engine, monkeypatch: pytest.MonkeyPatch, exempt: str) -> None:
    """`no_proxy` usually names localhost and 127.0.0.1, and the engine has another address."""
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.setenv(name, exempt)
    bypass_proxies(embedded.url)
    client = make_client(embedded.url)
    client.list_tables()
    client.close()
    assert os.environ["no_proxy"].startswith(exempt)
