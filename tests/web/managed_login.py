"""Cognito's managed login in small: the three addresses that a page needs, with the checks that protect people."""

import base64
import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

CLIENT_ID = "page-client"
SIGN_IN_PAGE = """<!doctype html><title>Sign in</title>
<h1>Sign in</h1> <a id="ann" href="{signed_in}">ann</a> <a id="no" href="{refused}">no</a>"""

Mint = Callable[[], str]
"""A new id token of the one person there is."""


@dataclass
class ManagedLogin:
    """What it knows: the codes that it gave out, and what was asked of it."""

    mint: Mint
    page_url: str = ""
    url: str = ""
    codes: dict[str, str] = field(default_factory=dict)
    refresh_tokens: set[str] = field(default_factory=set)
    grants: list[str] = field(default_factory=list)

    def authorize(self, given: dict[str, str]) -> str:
        """The page that asks who one is; without PKCE or from a page that it does not know there is none."""
        assert given["response_type"] == "code"
        assert given["client_id"] == CLIENT_ID
        assert given["redirect_uri"] == self.page_url
        assert given["code_challenge_method"] == "S256"
        assert set(given["scope"].split()) == {"openid", "email", "profile"}
        code, back = secrets.token_urlsafe(), {"state": given["state"]}
        self.codes[code] = given["code_challenge"]
        signed_in = {"code": code, **back}
        refused = {"error": "access_denied", "error_description": "Nobody signed in", **back}
        return SIGN_IN_PAGE.format(
            signed_in=f"{self.page_url}?{urlencode(signed_in)}", refused=f"{self.page_url}?{urlencode(refused)}"
        )

    def token(self, given: dict[str, str]) -> dict[str, Any] | None:
        """Tokens for a code or a refresh token, each once; null for what is not right."""
        self.grants.append(given["grant_type"])
        if given["client_id"] != CLIENT_ID or not self._is_right(given):
            return None
        self.refresh_tokens.add(refresh := secrets.token_urlsafe())
        return {"id_token": self.mint(), "refresh_token": refresh, "token_type": "Bearer", "expires_in": 3600}

    def _is_right(self, given: dict[str, str]) -> bool:
        if given["grant_type"] == "refresh_token":
            known = given["refresh_token"] in self.refresh_tokens
            self.refresh_tokens.discard(given["refresh_token"])
            return known
        digest = hashlib.sha256(given["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        return given["redirect_uri"] == self.page_url and self.codes.pop(given["code"], None) == challenge


class _Handler(BaseHTTPRequestHandler):
    login: ManagedLogin

    def do_GET(self) -> None:
        place = urlsplit(self.path)
        given = dict(parse_qsl(place.query))
        if place.path == "/oauth2/authorize":
            self._answer(200, "text/html", self.login.authorize(given).encode())
        elif place.path == "/logout" and given == {"client_id": CLIENT_ID, "logout_uri": self.login.page_url}:
            self.login.refresh_tokens.clear()
            self.send_response(302)
            self.send_header("location", self.login.page_url)
            self.end_headers()
        else:
            self._answer(404, "text/plain", b"")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        tokens = self.login.token(dict(parse_qsl(body)))
        answer = json.dumps(tokens or {"error": "invalid_grant"}).encode()
        self._answer(200 if tokens else 400, "application/json", answer)

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.send_header("access-control-allow-origin", "*")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name is the base class's
        """Do not log every request."""


@contextmanager
def managed_login(mint: Mint) -> Iterator[ManagedLogin]:
    login = ManagedLogin(mint)
    handler = type("Handler", (_Handler,), {"login": login})
    with running(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as port:
        login.url = f"http://127.0.0.1:{port}"
        yield login


@contextmanager
def running(server: ThreadingHTTPServer) -> Iterator[int]:
    """The port of a server that runs beside the test."""
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
