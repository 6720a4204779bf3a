"""The floor: the items that an answer needs, with all attributes, parsed and decoded once, and the answer written.

Nothing that is written in Python can do less with the same bytes. What DynamoDB would send without projections is
asked for once more, so that the floor does not depend on what a program leaves out.
"""

import re
from dataclasses import replace
from typing import Any

import orjson
import urllib3

from bench.import_input import IMPORTED_IMAGE
from bench.ours import TesseraPeer
from bench.peers.harness import GraphqlQuestion, Peer, Stopwatch
from bench.replay import Exchange, Replay
from loaders.dynamo.wire import decode_in_place

_SCOPE = "local/20260101/us-east-1/dynamodb/aws4_request"
_SIGNATURE = f"AWS4-HMAC-SHA256 Credential={_SCOPE}, SignedHeaders=host, Signature=0"
"""Local engines require a signature but accept any."""
READS = {"GetItem", "Query", "BatchGetItem"}


class FloorPeer(Peer):
    """The least that any program has to do for a question."""

    def __init__(self, endpoint: str, ours: TesseraPeer) -> None:
        self.endpoint, self.ours, self.clients = endpoint, ours, []
        self.events: list[bytes] = []
        self.received: list[bytes] = []
        self.sent: list[Any] = []
        self.data: Any = None

    def prepare(self, question: GraphqlQuestion) -> None:
        self.ours.prepare(question)
        replay = Replay()
        with replay.recording(self.ours.clients[0]):
            self.ours.answer(_elsewhere(question), Stopwatch())
        self.take(replay.exchanges)

    def take(self, exchanges: list[Exchange]) -> None:
        """Take over the events and requests of a question that was just asked."""
        self.events, self.data = self.ours.events, self.ours.data
        self.received = whole(self.endpoint, exchanges)
        self.sent = [orjson.loads(each.asked[1]) for each in exchanges if _operation(each) not in READS]

    def answer(self, question: GraphqlQuestion, watch: Stopwatch) -> Any:  # noqa: ARG002
        with watch.call():
            for event in self.events:
                orjson.loads(event)
            for body in self.received:
                for item in _items(orjson.loads(body)):
                    decode_in_place(item)
            for body in self.sent:
                orjson.dumps(body)
            watch.answer_bytes = len(orjson.dumps(self.data))
        return self.data


def _elsewhere(question: GraphqlQuestion) -> GraphqlQuestion:
    """The same question about another image or metric: what was written once would only be compared or replaced."""
    variables = orjson.dumps(question.variables).replace(IMPORTED_IMAGE.encode(), b"f" + IMPORTED_IMAGE[1:].encode())
    return replace(question, variables=orjson.loads(variables.replace(b'"loss"', b'"lost"')))


def whole(endpoint: str, exchanges: list[Exchange]) -> list[bytes]:
    """The answers to the same reads, with every attribute; writes are left out."""
    with urllib3.PoolManager() as http:
        return [_again(http, endpoint, each) for each in exchanges if _operation(each) in READS]


def _again(http: Any, endpoint: str, exchange: Exchange) -> bytes:
    asked = _without_projection(orjson.loads(exchange.asked[1]))
    headers = {
        "X-Amz-Target": exchange.asked[0].decode(),
        "Content-Type": "application/x-amz-json-1.0",
        "Authorization": _SIGNATURE,
        "X-Amz-Date": "20260101T000000Z",
    }
    answer = http.request("POST", endpoint, body=orjson.dumps(asked), headers=headers)
    if answer.status != 200:
        raise RuntimeError(answer.data)
    body: bytes = answer.data
    return body


def _without_projection(asked: dict[str, Any]) -> dict[str, Any]:
    if "RequestItems" in asked:
        return {
            **asked,
            "RequestItems": {name: _without_projection(each) for name, each in asked["RequestItems"].items()},
        }
    rest = {name: value for name, value in asked.items() if name != "ProjectionExpression"}
    expressions = " ".join(value for name, value in rest.items() if name.endswith("Expression"))
    used = set(re.findall(r"#\w+", expressions))
    names = {name: value for name, value in rest.pop("ExpressionAttributeNames", {}).items() if name in used}
    return {**rest, **({"ExpressionAttributeNames": names} if names else {})}


def _items(found: Any) -> list[Any]:
    if "Responses" in found:
        return [item for items in found["Responses"].values() for item in items]
    return found.get("Items") or [item for item in [found.get("Item")] if item]


def _operation(exchange: Exchange) -> str:
    return exchange.asked[0].decode().rpartition(".")[2]


def make_peer(endpoint: str, tables: dict[str, str]) -> Peer:
    return FloorPeer(endpoint, TesseraPeer(endpoint, tables))
