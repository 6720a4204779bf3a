"""An engine that does not start stops the server with its own words; no other is served in its place."""

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from local.data import engines, process
from local.data.choice import OtherEngine, engine_of
from local.data.damage import DamagedDatabase
from local.data.engines import EngineMissing, kept_engine
from local.data.folder import held
from local.data.process import EngineFailed, free_port
from local.failures import CannotServe
from tests.serving import Server, copied, serving, start
from tests.thoroughness import IS_QUICK

DATABASE, OTHERS = "tessera.db", "shared-local-instance.db"
EMPTY: dict[str, Any] = {"SAMPLE": "0"}


@pytest.fixture(autouse=True)
def _dynoxide() -> None:
    if not any(engines.NODE_MODULES.glob("@dynoxide/*/dynoxide")) or IS_QUICK:
        pytest.skip("starts an engine")


def need_dynamodb_local() -> None:
    try:
        engines.dynamodb_local_program()
    except EngineMissing as missing:
        pytest.skip(str(missing))


def ended(server: Server) -> str:
    """What a server said that does not start: sentences, no trace."""
    assert server.process.wait(120) == 1
    said = server.said()
    assert "Traceback" not in said
    assert "GraphiQL" not in said
    return said


def replaced(database: Path, content: bytes) -> None:
    database.write_bytes(content)


def scribbled(database: Path, start: float, length: int) -> None:
    with database.open("r+b") as file:
        file.seek(int(start * database.stat().st_size))
        file.write(b"\xa5" * length)


def emptied(database: Path) -> None:
    os.truncate(database, 0)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda file: replaced(file, b"meow" * 5_000), "not a valid SQLite database"),
        (lambda file: os.truncate(file, file.stat().st_size // 2), "malformed"),
        (lambda file: scribbled(file, 0.5, 100_000), "damaged"),
        (emptied, "the file is empty"),
    ],
    ids=["another file", "cut off", "overwritten in the middle", "emptied"],
)
def test_a_damaged_database_is_neither_served_nor_touched(
    sample: Path, tmp_path: Path, damage: Callable[[Path], None], words: str
) -> None:
    folder = copied(sample, tmp_path)
    (folder / "engine").write_text("dynoxide\n")
    damage(folder / DATABASE)
    before = (folder / DATABASE).read_bytes()
    with pytest.raises(CannotServe, match=words) as caught, kept_engine(folder):
        pass
    assert isinstance(caught.value, EngineFailed | DamagedDatabase)
    assert "make reset" in str(caught.value)
    assert (folder / DATABASE).read_bytes() == before
    assert not (folder / OTHERS).exists()


def test_after_mending_everything_is_there(sample: Path, tmp_path: Path) -> None:
    folder = copied(sample, tmp_path)
    kept = (folder / DATABASE).read_bytes()
    replaced(folder / DATABASE, b"meow")
    said = ended(start(folder))
    assert "Dynoxide" in said
    assert "not a valid SQLite database" in said
    assert "not a valid SQLite database" in (folder / "logs" / "engine.log").read_text()
    (folder / DATABASE).write_bytes(kept)
    with serving(folder) as server:
        assert server.ask("{ images(first: 1) { nodes { imageId } } }")["data"]["images"]["nodes"]


def test_a_database_that_another_program_has_locked_is_said_to_be(tmp_path: Path) -> None:
    with kept_engine(tmp_path):
        pass
    other = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
    try:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with (
            pytest.raises(EngineFailed, match=r'database is locked"\. Another program') as caught,
            kept_engine(tmp_path),
        ):
            pass
        assert str(tmp_path / DATABASE) in str(caught.value)
    finally:
        other.close()
    with kept_engine(tmp_path) as engine:
        assert engine.name == "dynoxide"


def test_a_folder_of_the_other_engine_is_refused_and_can_be_reset(tmp_path: Path) -> None:
    (tmp_path / OTHERS).write_bytes(b"DynamoDB Local's")
    said = ended(start(tmp_path, **EMPTY, ENGINE="dynoxide"))
    for word in ("DynamoDB Local's", "ENGINE=dynamodb-local", "DATA_DIR", "make reset", str(tmp_path)):
        assert word in said
    assert not (tmp_path / DATABASE).exists()
    assert (tmp_path / OTHERS).read_bytes() == b"DynamoDB Local's"


def folder_with(folder: Path, noted: str | None, *files: str) -> Path:
    for file in files:
        (folder / file).write_bytes(b"data")
    if noted:
        (folder / "engine").write_text(noted)
    return folder


@pytest.mark.parametrize(
    ("noted", "files", "asked", "chosen"),
    [
        (None, (), None, "dynoxide"),
        (None, (), "dynamodb-local", "dynamodb-local"),
        (None, (DATABASE,), None, "dynoxide"),
        (None, (OTHERS,), None, "dynamodb-local"),
        (None, (OTHERS,), "dynoxide", None),
        (None, (DATABASE,), "dynamodb-local", None),
        (None, (DATABASE, OTHERS), None, None),
        (None, (DATABASE, OTHERS), "dynamodb-local", "dynamodb-local"),
        ("dynamodb-local", (DATABASE, OTHERS), None, "dynamodb-local"),
        ("dynoxide", (DATABASE, OTHERS), None, "dynoxide"),
        ("dynoxide", (OTHERS,), None, None),
        ("dynoxide", (OTHERS,), "dynamodb-local", "dynamodb-local"),
        ("dynoxide", (), None, "dynoxide"),
    ],
)
def test_the_engine_of_a_folder_is_the_one_that_has_stored_its_data(
    tmp_path: Path, noted: str | None, files: tuple[str, ...], asked: str | None, chosen: str | None
) -> None:
    folder = folder_with(tmp_path, noted, *files)
    if chosen:
        assert engine_of(folder, asked, "dynoxide") == chosen
    else:
        with pytest.raises(OtherEngine, match=r"ENGINE=.*DATA_DIR.*make reset"):
            engine_of(folder, asked, "dynoxide")


def test_an_engine_that_is_not_installed_is_not_replaced_by_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with kept_engine(tmp_path):
        pass
    modules = tmp_path / "node_modules"
    monkeypatch.setattr(engines, "NODE_MODULES", modules)
    with pytest.raises(EngineMissing, match=r"needs Dynoxide.*make serve.*TESSERA_DYNAMODB_URL"), kept_engine(tmp_path):
        pass
    binary = modules / "@dynoxide" / "here" / "dynoxide"
    binary.parent.mkdir(parents=True)
    binary.write_bytes(b"\x7fELF of another machine")
    with pytest.raises(EngineFailed, match=r"cannot be run \(Permission denied\)"), kept_engine(tmp_path):
        pass
    binary.chmod(0o700)
    with pytest.raises(EngineFailed, match=r"cannot be run \(Exec format error\)"), kept_engine(tmp_path):
        pass


@pytest.mark.parametrize("name", ["dynoxide", "dynamodb-local"])
def test_an_engine_that_loses_its_port_gets_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedded: engines.Engine, name: str
) -> None:
    taken = int(embedded.url.rpartition(":")[2])
    host = embedded.url.removeprefix("http://").rpartition(":")[0]
    if name == "dynamodb-local":
        need_dynamodb_local()
    addresses = iter([(host, taken), (process.LOCALHOST, free_port())])
    monkeypatch.setattr(process, "_free_address", lambda **_: next(addresses))
    with kept_engine(tmp_path, name) as engine:
        assert engine.url != embedded.url
    assert next(addresses, None) is None


def test_an_engine_that_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    binary = tmp_path / "@dynoxide" / "here" / "dynoxide"
    binary.parent.mkdir(parents=True)
    binary.write_text("#!/bin/sh\necho one moment please >&2\nexec sleep 60\n")
    binary.chmod(0o700)
    monkeypatch.setattr(engines, "NODE_MODULES", tmp_path)
    monkeypatch.setattr(process, "START_SECONDS", 0.5)
    with pytest.raises(EngineFailed, match=r"did not answer within.*one moment please"), kept_engine(tmp_path):
        pass


def test_the_other_engine_keeps_its_data_too(tmp_path: Path) -> None:
    """DynamoDB Local opens a damaged file without a word: it is checked by us."""
    need_dynamodb_local()
    replaced(tmp_path / OTHERS, b"meow" * 5_000)
    with pytest.raises(DamagedDatabase, match=OTHERS), kept_engine(tmp_path):
        pass
    assert not (tmp_path / DATABASE).exists()


def modes(folder: Path) -> dict[str, str]:
    """The modes of a folder and of what is in it, without what a running server has removed in the meantime."""
    found = {}
    for path in [folder, *folder.rglob("*")]:
        with suppress(FileNotFoundError):
            found[path.name] = oct(stat.S_IMODE(path.stat().st_mode))
    return found


def test_what_is_stored_is_for_its_owner_alone(server: Server) -> None:
    found = modes(server.data_dir)
    del found["output.txt"]  # the test's
    folders = {server.data_dir.name, "logs", "aws"}
    below = {each.name for each in (server.data_dir / "aws").rglob("*")}  # nobody else can enter the folder
    found = {name: mode for name, mode in found.items() if name not in below}
    assert found.keys() >= {"tessera.db", "tessera.db-wal", "token-secret", "engine.log", "lambda.log", "streams.json"}
    assert found == {name: "0o700" if name in folders else "0o600" for name in found}


def test_what_an_earlier_version_stored_for_all_to_read_is_closed(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir(mode=0o755)
    ours = ("lock", "engine.json", "streams.json", "token-secret", "dead-letters.jsonl", "logs/lambda.log", DATABASE)
    for name in (*ours, "report.txt"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)
    with held(tmp_path):
        found = modes(tmp_path)
    assert found.pop("report.txt") == "0o644"
    assert found == {name: "0o700" if name in {tmp_path.name, "logs"} else "0o600" for name in found}


def test_a_shared_folder_stays_shared(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with held(tmp_path):
        assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
