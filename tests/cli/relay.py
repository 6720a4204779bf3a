"""A relay before the server, which keeps what passes: commands are compared with what the API answered them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpx


@dataclass
class Relay:
    """What was asked, and what the API answered."""

    url: str
    answers: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def data_of(self, field_name: str) -> list[dict[str, Any]]:
        """The data of all answers to requests for a field."""
        return [answer["data"] for query, answer in self.answers if f"{field_name}(" in query]


@contextmanager
def relaying(server_url: str) -> Iterator[Relay]:
    """A relay for as long as it is needed; it knows no subscriptions."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name: value for name, value in self.headers.items() if name.lower() in PASSED}
            answer = httpx.post(f"{server_url}{self.path}", content=body, headers=headers, timeout=60)
            if self.path == "/graphql":
                relay.answers.append((json.loads(body)["query"], answer.json()))
            self.send_response(answer.status_code)
            self.send_header("content-length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, *_: Any) -> None:
            """Nothing is told."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listening:
        relay = Relay(f"http://127.0.0.1:{listening.server_port}/graphql")
        Thread(target=listening.serve_forever, daemon=True).start()
        yield relay
        listening.shutdown()


PASSED = {"authorization", "content-type", "x-api-key"}
