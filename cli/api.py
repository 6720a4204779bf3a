"""The API over HTTP: one GraphQL text in, its data out, or a failure in the API's own words."""

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cli.failures import ApiAway, CommandFailed, Exit, refused
from cli.output import warn
from cli.profiles import Profile
from cli.signing import signed_headers

if TYPE_CHECKING:
    import urllib3

SECONDS = 35.0
"""AppSync gives up after 30."""
PAGE = 100
"""The most that one page may hold."""
_UNAUTHORISED = {401, 403}

Data = dict[str, Any]


class ApiClient:
    """An API, and whom we act as there."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.url = profile.url

    def ask(self, query: str, variables: Mapping[str, Any] | None = None) -> Data:
        """The data of an answer. An error beside data is told; one instead of it ends the command."""
        answer = self.answer(query, variables)
        data: Data | None = answer["data"]
        if data is None or (answer.get("errors") and None in data.values()):
            raise refused(answer.get("errors") or [{"message": f"{self.url} answered nothing."}])
        for error in answer.get("errors") or []:
            warn(str(error.get("message")))
        return data

    def answer(self, query: str, variables: Mapping[str, Any] | None = None, operation: str | None = None) -> Data:
        """The whole answer: data and errors."""
        given: Data = {"query": query, "variables": {k: v for k, v in (variables or {}).items() if v is not None}}
        if operation:
            given["operationName"] = operation
        body = json.dumps(given).encode()
        status, content = self._post(self.url, body, self.headers(body))
        try:
            answer = json.loads(content)
            answer["data"] = answer.get("data")
        except (ValueError, TypeError, AttributeError):
            raise ApiAway(self.url, f"it answered {status}, and not in GraphQL") from None
        if status in _UNAUTHORISED and not answer.get("errors"):
            raise CommandFailed(f"{self.url} answered {status}.", Exit.NOT_ALLOWED)
        found: Data = answer
        return found

    def pages(self, query: str, variables: Mapping[str, Any], limit: int) -> Data:
        """The answer to a query for one list, with `$first` and `$after`, up to so many nodes from all its pages."""
        data, nodes, after = {}, [], None
        for first in _page_sizes(limit):
            data = self.ask(query, {**variables, "first": first, "after": after})
            page = connection(data)
            nodes += page["nodes"]
            after = page["pageInfo"]["endCursor"]
            if not page["pageInfo"]["hasNextPage"]:
                break
        connection(data)["nodes"] = nodes
        return data

    def headers(self, body: bytes, url: str | None = None) -> dict[str, str]:
        """What shows who we are."""
        plain = {"content-type": "application/json"}
        if self.profile.aws_profile:
            return signed_headers(url or self.url, body, self.profile.aws_profile)
        if self.profile.token or self.profile.home_user:
            return plain | {"authorization": self.profile.token or self._home_token}
        if self.profile.key:
            return plain | {"x-api-key": self.profile.key}
        raise CommandFailed(f"You are not signed in to {self.url}.", Exit.NOT_ALLOWED, "Run `tessera login --help`.")

    def put(self, url: str, headers: Mapping[str, str], body: Any) -> int:
        """Send a file to a presigned address; the status that the storage answered."""
        import urllib3  # noqa: PLC0415

        try:
            return self._pool.request("PUT", url, body=body, headers=dict(headers), timeout=300.0).status
        except urllib3.exceptions.HTTPError as error:
            raise ApiAway(urlsplit(url).netloc, type(error).__name__) from None

    @cached_property
    def _home_token(self) -> str:
        """A server at home makes tokens for anybody on this machine."""
        url = self.url.removesuffix("/graphql") + "/token"
        status, content = self._post(
            url, json.dumps(self.profile.home_user).encode(), {"content-type": "application/json"}
        )
        answer = json.loads(content)
        if "token" not in answer:
            raise CommandFailed(f"{url} answered {status} and gave no token.", Exit.NOT_ALLOWED)
        return str(answer["token"])

    def _post(self, url: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        import urllib3  # noqa: PLC0415  what `tessera --help` does not need is not loaded for it

        try:
            response = self._pool.request("POST", url, body=body, headers=headers)
        except urllib3.exceptions.HTTPError as error:
            reason = getattr(error, "reason", None) or error
            raise ApiAway(url, type(reason).__name__) from None
        return response.status, response.data

    @cached_property
    def _pool(self) -> "urllib3.PoolManager":
        import urllib3  # noqa: PLC0415

        return urllib3.PoolManager(maxsize=8, retries=False, timeout=SECONDS)


def connection(data: Data) -> Data:
    """The one list in an answer, however deep it lies."""
    found = data
    while "pageInfo" not in found:
        inner = [each for each in found.values() if isinstance(each, dict)]
        if len(inner) != 1:
            return {"nodes": [], "pageInfo": {"hasNextPage": False, "endCursor": None}}
        found = inner[0]
    return found


def _page_sizes(limit: int) -> Iterator[int]:
    while limit > 0:
        yield min(limit, PAGE)
        limit -= PAGE
