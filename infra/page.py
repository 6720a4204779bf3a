"""The page and its GraphiQL for a deployed API, served only to this machine.

python -m infra.page URL [KEY] [--sign-in URL --client ID] [--port 8001]
python -m infra.page --stage dev        as it was deployed from here
"""

import argparse
import json
import re
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from infra.operator.outputs import NotDeployed, output
from infra.page_headers import EVERYWHERE, content_policy, storage_hosts
from infra.realtime import realtime_url

_BUILT = Path(__file__).parent.parent / "build"
PAGE, GRAPHIQL = _BUILT / "page", _BUILT / "graphiql"
USUAL_PORT = 8001
"""The user pool leads people back to this one (`pageUrls` in docs/operations.md)."""

Settings = dict[str, Any]


def settings(url: str, key: str = "", sign_in: str | None = None, client: str | None = None) -> Settings:
    """The settings of the page for an API: its config.json."""
    place = {"signIn": {"url": sign_in.rstrip("/"), "clientId": client}} if sign_in else {}
    return {"endpoint": url, "realtime": realtime_url(url), "apiKey": key, "protocol": "appsync", **place}


def deployed(stage: str) -> Settings:
    """The settings of the page for a stage that was deployed from here; prod has no key."""
    try:
        key = output(stage, "Api", "ApiKey")
    except NotDeployed:
        key = ""
    return settings(
        output(stage, "Api", "Url"), key, output(stage, "SignIn", "SignInUrl"), output(stage, "State", "PageClient")
    )


class BuiltPages(SimpleHTTPRequestHandler):
    """Serves the built pages and their settings, under the same addresses as the local server."""

    def __init__(self, config: Settings, *arguments: Any, **others: Any) -> None:
        self.config = config
        super().__init__(*arguments, **others)

    def do_GET(self) -> None:
        if urlsplit(self.path).path not in {"/config.json", "/graphiql/config.json"}:
            return super().do_GET()
        body = json.dumps(self.config).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def end_headers(self) -> None:
        is_graphiql = self.path.startswith("/graphiql/")
        policy = content_policy(_talks_to(self.config), _pictures_from(self.config), is_graphiql=is_graphiql)
        for name, value in {**EVERYWHERE, "content-security-policy": policy, "cache-control": "no-cache"}.items():
            self.send_header(name, value)
        super().end_headers()

    def translate_path(self, path: str) -> str:
        inner = path.removeprefix("/graphiql/")
        if inner == path:
            return super().translate_path(path)
        self.directory, page = str(GRAPHIQL), self.directory
        try:
            return super().translate_path(f"/{inner}")
        finally:
            self.directory = page

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name is the base class's
        """Do not log every file."""


def _talks_to(config: Settings) -> list[str]:
    places = [config["endpoint"], config["realtime"], config.get("signIn", {}).get("url", "")]
    region = re.search(r"\.appsync-api\.([a-z0-9-]+)\.", config["endpoint"])
    return [*map(_origin, filter(None, places)), *(storage_hosts(region[1]) if region else [])]


def _pictures_from(config: Settings) -> list[str]:
    """Any safe address that the API names, or its own."""
    return ["https:", _origin(config["endpoint"])]


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def serve(config: Settings, port: int = USUAL_PORT) -> ThreadingHTTPServer:
    """A server that is ready to run."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(BuiltPages, config, directory=str(PAGE)))


def _given(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m infra.page", description="The page for a deployed API.")
    parser.add_argument("url", nargs="?", help="where queries are sent")
    parser.add_argument("key", nargs="?", default="", help="an API key")
    parser.add_argument("--sign-in", help="where people sign in: the user pool's domain")
    parser.add_argument("--client", help="the program of the user pool that the page is")
    parser.add_argument("--stage", help="instead of all that: a stage that was deployed from here")
    parser.add_argument("--port", type=int, default=USUAL_PORT)
    given = parser.parse_args(arguments)
    if bool(given.url) is bool(given.stage):
        parser.error("give the URL of an API, or --stage")
    if bool(given.sign_in) is not bool(given.client):
        parser.error("--sign-in and --client are given together")
    return given


def main(arguments: list[str]) -> None:
    given = _given(arguments)
    try:
        config = deployed(given.stage) if given.stage else settings(given.url, given.key, given.sign_in, given.client)
    except NotDeployed as problem:
        raise SystemExit(f"page: {problem}") from problem
    with serve(config, given.port) as server:
        sys.stdout.write(f"The page for {config['endpoint']}: http://localhost:{server.server_port}/\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])
