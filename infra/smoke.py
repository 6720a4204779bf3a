"""A deployed API, tried out: the ready-made queries, then questions that only the real AppSync can answer.

python -m infra.smoke URL KEY        the queries expect the sample data; without it their answers are empty
"""

import json
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from infra.probes import PROBES

QUERIES = Path(__file__).parent.parent / "local" / "graphiql" / "queries"
SECONDS = 35
_DOTS_OF_A_TOKEN = 2


class DeployedApi:
    """A deployed API."""

    def __init__(self, url: str, key: str) -> None:
        self.url, self.key = url, key

    def ask(self, query: str, variables: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer, whatever its status."""
        body = json.dumps({"query": query, "variables": variables or {}}).encode()
        headers = {
            "content-type": "application/json",
            "authorization" if _is_token(self.key) else "x-api-key": self.key,
        }
        request = Request(self.url, data=body, headers=headers)  # noqa: S310  the address is the caller's
        try:
            with urlopen(request, timeout=SECONDS) as response:  # noqa: S310
                answer: dict[str, Any] = json.load(response)
        except HTTPError as error:
            answer = {"status": error.code, **_parsed(error.read())}
        return answer


def smoke(api: DeployedApi) -> bool:
    """Run and report everything; returns whether all queries succeeded."""
    fine = [_try_query(api, file) for file in sorted(QUERIES.glob("*.graphql")) if _is_query(file)]
    _tell("\nWhat this AppSync does:")
    for probe in PROBES:
        try:
            found = probe.ask(api)
        except Exception as error:  # noqa: BLE001  a failing probe is a finding too
            found = f"failed: {error!r}"
        _tell(f"  {probe.question}\n      {found}")
    return all(fine)


def _is_token(key: str) -> bool:
    """Whether it is a token of the user pool: where there are no API keys, that is what to try with."""
    return key.count(".") == _DOTS_OF_A_TOKEN


def _try_query(api: DeployedApi, file: Path) -> bool:
    beside = file.with_suffix(".json")
    began = time.perf_counter()
    answer = api.ask(file.read_text(), json.loads(beside.read_text()) if beside.exists() else {})
    milliseconds = (time.perf_counter() - began) * 1000
    errors = [str(each.get("message")) for each in answer.get("errors") or []]
    fine = "status" not in answer and not errors and answer.get("data") is not None
    _tell(f"{'ok  ' if fine else 'FAIL'} {file.stem:<16} {milliseconds:6.0f} ms  {'; '.join(errors)}")
    return fine


def _is_query(file: Path) -> bool:
    lines = file.read_text().splitlines()
    return any(line.startswith(("query", "{")) for line in lines)


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(body)
    except ValueError:
        return {"body": body.decode(errors="replace")}
    return found


def _tell(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:  # noqa: PLR2004
        sys.exit(__doc__)
    sys.exit(0 if smoke(DeployedApi(*sys.argv[1:])) else 1)
