"""Our GraphiQL against a deployed API: `python -m infra.graphiql URL KEY [PORT]`. It is served only to this machine."""

import json
import re
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PAGE = Path(__file__).parent.parent / "build" / "graphiql"
USUAL_PORT = 8001


def settings(url: str, key: str) -> dict[str, str]:
    """The settings of the page for an API."""
    return {"endpoint": url, "realtime": realtime_url(url), "apiKey": key, "protocol": "appsync"}


def realtime_url(url: str) -> str:
    """The address of an API's subscriptions: a separate host, or a path below a custom domain."""
    host, path = urlsplit(url).netloc, urlsplit(url).path
    own = re.fullmatch(r"(\w+)\.appsync-api\.(.+)", host)
    return f"wss://{own[1]}.appsync-realtime-api.{own[2]}{path}" if own else f"wss://{host}{path}/realtime"


class GraphiqlPage(SimpleHTTPRequestHandler):
    """Serves the built page and its settings."""

    def __init__(self, config: dict[str, str], *arguments: Any, **others: Any) -> None:
        self.config = json.dumps(config).encode()
        super().__init__(*arguments, **others)

    def do_GET(self) -> None:
        if urlsplit(self.path).path != "/config.json":
            return super().do_GET()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(self.config)))
        self.end_headers()
        self.wfile.write(self.config)
        return None

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name is the base class's
        """Do not log every file."""


def serve(url: str, key: str, port: int = USUAL_PORT) -> ThreadingHTTPServer:
    """A server that is ready to run."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(GraphiqlPage, settings(url, key), directory=str(PAGE)))


if __name__ == "__main__":
    if len(sys.argv) not in {2, 3, 4}:
        sys.exit(__doc__)
    url, key, port, *_ = [*sys.argv[1:], *["", str(USUAL_PORT)][len(sys.argv) - 2 :]]
    with serve(url, key, int(port)) as server:
        sys.stdout.write(f"GraphiQL for {sys.argv[1]}: http://127.0.0.1:{server.server_port}\n")
        server.serve_forever()
