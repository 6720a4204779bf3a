"""Put the built page where CloudFront serves it from: `make publish STAGE=dev`.

python -m infra.operator.publish dev

It needs AWS credentials that may call s3:PutObject on the bucket of the stack Page.
"""

import json
import mimetypes
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError
from botocore.session import get_session

from infra import page
from infra.operator.outputs import NotDeployed, output

HASHED = re.compile(r"-[A-Z0-9]{8}\.\w+$")
"""The name changes with what is in the file."""
FOR_EVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".ttf": "font/ttf"}
"""Where the machine's own list of types may say otherwise."""


@dataclass(frozen=True)
class File:
    """One file of the page, as it is stored."""

    key: str
    body: bytes

    @property
    def is_hashed(self) -> bool:
        return bool(HASHED.search(self.key))

    @property
    def headers(self) -> dict[str, str]:
        suffix = Path(self.key).suffix
        kind = TYPES.get(suffix) or mimetypes.guess_type(self.key)[0] or "application/octet-stream"
        return {"ContentType": kind, "CacheControl": FOR_EVER if self.is_hashed else ASK_AGAIN}


def files(config: page.Settings) -> list[File]:
    """What is published, in this order: a page never names a file that is not there yet.

    Files of older versions stay: tabs that are open go on with them.
    """
    built = [*_within(page.PAGE, ""), *_within(page.GRAPHIQL, "graphiql/")]
    told = json.dumps(config).encode()
    settings = [File(f"{folder}config.json", told) for folder in ("", "graphiql/")]
    return sorted([*built, *settings], key=lambda file: (not file.is_hashed, file.key.endswith(".html"), file.key))


def _within(folder: Path, prefix: str) -> Iterator[File]:
    if not (folder / "index.html").is_file():
        raise NotDeployed(f"There is nothing in {folder.name}: run make publish, which builds it.")
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.startswith("."):
            yield File(f"{prefix}{path.relative_to(folder).as_posix()}", path.read_bytes())


def publish(s3: Any, bucket: str, config: page.Settings) -> int:
    """How many files were put into the bucket."""
    published = files(config)
    for file in published:
        s3.put_object(Bucket=bucket, Key=file.key, Body=file.body, **file.headers)
    return len(published)


def main(arguments: list[str]) -> str:
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    (stage,) = arguments
    try:
        bucket, url = output(stage, "Page", "Bucket"), output(stage, "Page", "Url")
        count = publish(get_session().create_client("s3"), bucket, page.deployed(stage))
    except (NotDeployed, ClientError, BotoCoreError) as problem:
        raise SystemExit(f"publish: {problem}") from problem
    return f"{count} files: {url}"


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1:]) + "\n")
