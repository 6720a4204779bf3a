"""The process that fresh processes are copies of, and tables in which every text is a mark of its owner."""

import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from local.data.engines import Engine
from tests.contract.examples.cats_and_documents import FILE, PICTURE
from tests.contract.examples.setting import setting
from tests.contract.marked import malformed_images, marked_items, marked_letters
from tests.contract.marked_files import marked_files
from tests.contract.restoring import Restoring, restoring
from tests.sources import ROOT
from tests.storage import BUCKET, CATS_BUCKET, Storage, storage, using
from tests.thoroughness import IS_QUICK

OTHERS_BUCKET = "cats"
"""Where another program keeps the pictures of the small world."""


@pytest.fixture(scope="session")
def kept_storage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Storage | None]:
    """A bucket and queues, the same for all tests here: processes that were forked early know them too."""
    if IS_QUICK:  # no program is started, and so none is asked
        yield None
        return
    with storage(tmp_path_factory.mktemp("storage")) as made:
        made.s3.create_bucket(Bucket=OTHERS_BUCKET)
        yield made


def _put_files(made: Storage) -> None:
    example = [(BUCKET, FILE, b"%PDF-1.4"), (CATS_BUCKET, PICTURE, b"a picture")]
    for bucket, key, body in [*example, *marked_files()]:
        made.s3.put_object(Bucket=bucket, Key=key, Body=body)


@pytest.fixture(scope="module", autouse=True)
def stored(kept_storage: Storage | None) -> Iterator[Storage | None]:
    """What mutations need, and where fields are read from, whole for each file of tests: some changes delete files.

    Other tests must not find it in their environment.
    """
    if kept_storage is None:
        yield None
        return
    _put_files(kept_storage)
    with using(kept_storage):
        yield kept_storage


@pytest.fixture(scope="session")
def zygote() -> Iterator[socket.socket]:
    """Where to ask for a fresh process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", "tests.contract.zygote", str(theirs.fileno())]
    with ours:
        with theirs:
            process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        yield ours
    process.wait()


@pytest.fixture(scope="module")
def tables(embedded: Engine) -> Iterator[Restoring]:
    """What every example finds, and items of every client."""
    with restoring(embedded, *setting(), *marked_items(), *marked_letters(), cats=list(malformed_images())) as made:
        yield made
