"""`python -m local.streams`: the process that reads the streams and runs the publisher on them, until its parent ends.

It may be killed at any moment: the next one continues where this one stopped.
"""

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from botocore.config import Config
from botocore.credentials import Credentials
from botocore.session import get_session

from loaders.dynamo.client import USUAL_REGION, EngineLoader, make_client, table_names
from local.settings import ACCESS_KEY, SECRET_KEY
from local.streams.positions import Positions
from local.streams.shards import TableStream
from services.appsync import AppSync
from workers import publish

IDLE_SECONDS = 0.15
LONGEST_IDLE_SECONDS = 0.5
"""How long to pause where nothing has happened for a while: asking all streams costs a laptop as much as a request."""
AFTER_FAILURE_SECONDS = 1.0
LETTERS = "dead-letters.jsonl"


def main() -> None:
    """Work until the parent is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    folder = Path(os.environ["DATA_DIR"])
    appsync = AppSync(credentials=Credentials(ACCESS_KEY, SECRET_KEY))
    publish.parts.send = lambda message: appsync.send(message.body)
    publish.parts.park = lambda letter: _park(folder / LETTERS, letter)
    streams = list(_streams(Positions(folder)))
    for stream in streams:
        stream.skip_what_is_there()
    print("watching", flush=True)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # the parent stops reading; logs go to stderr
    pause = IDLE_SECONDS
    while True:
        pause = _work(streams, pause)


def _work(streams: list[TableStream], pause: float) -> float:
    """Process each stream once, and rest if there was nothing to do; returns how long to rest the next time."""
    outcomes = [_worked(stream) for stream in streams]
    if None in outcomes:
        time.sleep(AFTER_FAILURE_SECONDS)
    elif not any(outcomes):
        time.sleep(pause)
        return min(1.1 * pause, LONGEST_IDLE_SECONDS)
    return IDLE_SECONDS


def _worked(stream: TableStream) -> bool | None:
    """Process a stream; an error does not keep the others from being processed."""
    try:
        return stream.work()
    except Exception as error:  # noqa: BLE001  the engine may be unavailable for a moment
        print(f"streams: {error!r}", file=sys.stderr, flush=True)
        return None


def _streams(positions: Positions) -> Any:
    tables, client = make_client(), _client()
    for name in table_names().values():
        arn = tables.describe_table(TableName=name)["Table"].get("LatestStreamArn")
        if arn:
            yield TableStream(client, arn, positions, lambda event: publish.handler(event, None))
        else:
            print(f"streams: {name} has none, so its changes are not announced", file=sys.stderr, flush=True)


def _client() -> Any:
    """A client without validation: Dynoxide's shard names are shorter than botocore allows."""
    session = get_session()
    url = _streams_url(os.environ.get("TESSERA_DYNAMODB_URL"))
    if url:
        session.register_component("data_loader", EngineLoader())
    stand_in = "local" if session.get_credentials() is None else None
    return session.create_client(
        "dynamodbstreams",
        region_name=session.get_config_variable("region") or USUAL_REGION,
        endpoint_url=url,
        aws_access_key_id=stand_in,
        aws_secret_access_key=stand_in,
        config=Config(parameter_validation=False, connect_timeout=2, read_timeout=20),
    )


def _streams_url(tables_url: str | None) -> str | None:
    """Local engines have one address for tables and streams; AWS has a separate one, which botocore knows."""
    host = urlsplit(tables_url or "").hostname or ""
    return None if host.endswith(".amazonaws.com") else tables_url


def _park(file: Path, letter: dict[str, Any]) -> None:
    with file.open("a") as letters:
        letters.write(json.dumps(letter, default=str) + "\n")


def _end_with_parent() -> None:
    """Exit when the server does: our standard input then closes, even if the server was killed."""
    sys.stdin.buffer.read()
    os._exit(0)


main()
