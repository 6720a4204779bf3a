"""Decides which requests are let in, so that a web page from elsewhere cannot use the server through a browser.

Browsers say where a request comes from: `Origin` for scripts and forms, `Referer` and `Sec-Fetch-Site` for the rest.
Other programs say nothing and are let in: what they may do is decided by their key, token or signature.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers

from local.http.refusals import RefusedRequest
from local.loopback import is_loopback, is_loopback_url, origin_of

TOKEN, DYNAMODB = "/token", "/dynamodb"
_PAGES = {"/", "/index.html", "/graphiql", "/graphiql/", "/pictures"}
_PICTURES = "/pictures/"
_FORBIDDEN = "ForbiddenException"


@dataclass(frozen=True)
class Doors:
    """The rules; `allowed_origins` names pages from elsewhere that may use the server too."""

    allowed_origins: frozenset[str] = frozenset()

    def check(self, scope: Mapping[str, Any]) -> None:
        """Raise unless a request or a WebSocket may come in."""
        headers = Headers(raw=scope["headers"])
        _check_host(headers)
        for origin in headers.getlist("origin"):
            self._check_origin(origin, scope["path"], headers)
        if self._is_from_elsewhere(headers) and not _opens_a_page(scope, headers):
            message = "Pages of other sites may link to the pages of this server, but not use it in any other way."
            raise RefusedRequest(403, _FORBIDDEN, message)

    def trusts(self, origin: str | None) -> bool:
        """Whether the pages of an origin may use the server."""
        if not origin:
            return False
        return origin in self.allowed_origins or (is_loopback_url(origin) and origin == origin_of(origin))

    def is_for_a_page(self, headers: Headers) -> bool:
        """Whether a request says that it comes from a page that may use the server."""
        return self.trusts(headers.get("origin")) or self.trusts(origin_of(headers.get("referer", "")))

    def _check_origin(self, origin: str, path: str, headers: Headers) -> None:
        if not self.trusts(origin):
            advice = "Start the server with ALLOWED_ORIGINS to name pages that may."
            raise RefusedRequest(403, _FORBIDDEN, f"Pages of {origin[:200]} may not use this server. {advice}")
        if _is_below(path, DYNAMODB):
            raise RefusedRequest(403, _FORBIDDEN, "Tables are for programs, not for pages: use /graphql.")
        if path == TOKEN and origin != f"http://{headers['host'].lower()}":
            message = "Tokens are issued to the server's own page and to programs: paste one into your page."
            raise RefusedRequest(403, _FORBIDDEN, message)

    def _is_from_elsewhere(self, headers: Headers) -> bool:
        """Whether a page of another site caused the request; older browsers send only the `Referer`."""
        if self.is_for_a_page(headers):
            return False
        site = headers.get("sec-fetch-site")
        return site == "cross-site" if site is not None else "referer" in headers


def _check_host(headers: Headers) -> None:
    """A page elsewhere can point its own name at this machine, but it cannot change the name that it asks for."""
    names = headers.getlist("host")
    if not names or not all(is_loopback(name) for name in names):
        message = "This server answers only to the names of this machine: use localhost or 127.0.0.1."
        raise RefusedRequest(403, _FORBIDDEN, message)


def _opens_a_page(scope: Mapping[str, Any], headers: Headers) -> bool:
    """Whether a person follows a link to a page. A frame or an image is not a link."""
    path, is_link = scope["path"], headers.get("sec-fetch-dest", "document") == "document"
    return is_link and scope.get("method") in {"GET", "HEAD"} and (path in _PAGES or path.startswith(_PICTURES))


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")
