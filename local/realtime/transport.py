"""The protocol graphql-transport-ws, which GraphiQL and most other clients use."""

import asyncio
from collections.abc import Callable
from typing import Any

import orjson
from graphql import OperationType
from starlette.websockets import WebSocket, WebSocketDisconnect

from local.http.api import AppSyncApi
from local.http.callers import Caller, caller_of
from local.http.graphql_request import GraphqlRequest, from_json
from local.http.refusals import RefusedRequest
from local.http.sigv4 import Signed
from local.http.tokens import Tokens
from local.realtime.carriers import NO_INIT, carried_headers, lower_names
from local.realtime.expiry import EXPIRED, Expiry
from local.realtime.hub import Hub
from local.realtime.outbox import Outbox
from local.realtime.subscription import NotSubscribed, subscription_for

SUBPROTOCOL = "graphql-transport-ws"
BAD_MESSAGE, UNAUTHORIZED, FORBIDDEN = 4400, 4401, 4403
SAME_ID, SECOND_INIT = 4409, 4429


class TransportConnection:
    """One client."""

    def __init__(self, socket: WebSocket, api: AppSyncApi, tokens: Tokens, hub: Hub) -> None:
        self._socket = socket
        self._api = api
        self._tokens = tokens
        self._hub = hub
        self._caller: Caller | None = None
        self._expiry: Expiry | None = None
        self._headers: dict[str, str] = {}
        self._end: dict[str, Callable[[], Any]] = {}

    async def run(self) -> None:
        """Serve the client until it disconnects."""
        await self._socket.accept(SUBPROTOCOL)
        self._out = Outbox(self._socket, self._api.limits)
        late = asyncio.get_running_loop().call_later(self._api.limits.init_seconds, self._check_init)
        try:
            await self._out.work(self._listen())
        finally:
            late.cancel()
            if self._expiry:
                self._expiry.cancel()
            for end in self._end.values():
                end()

    def _check_init(self) -> None:
        if self._caller is None:
            self._out.finish(NO_INIT, "Connection initialisation timeout")

    async def _listen(self) -> None:
        while True:
            try:
                message = orjson.loads(await self._socket.receive_text())
            except WebSocketDisconnect:
                return
            except (orjson.JSONDecodeError, KeyError):
                message = None
            if not isinstance(message, dict):
                message = {}
            self._hear(message)

    def _hear(self, message: dict[str, Any]) -> None:
        kind, id_, payload = message.get("type"), message.get("id"), message.get("payload")
        if kind == "connection_init":
            self._init(payload)
        elif kind == "ping":
            self._out.put_json({"type": "pong", **({"payload": payload} if payload is not None else {})})
        elif kind == "pong":
            return
        elif kind == "subscribe" and isinstance(id_, str) and id_:
            self._subscribe(id_, payload)
        elif kind == "complete" and isinstance(id_, str):
            self._end.pop(id_, lambda: None)()
        else:
            self._out.finish(BAD_MESSAGE, "Invalid message received")

    def _init(self, payload: Any) -> None:
        if self._caller is not None:
            self._out.finish(SECOND_INIT, "Too many initialisation requests")
            return
        try:
            carried, signed = carried_headers(self._socket)
            given = lower_names(payload)
            if "authorization" in given or "x-api-key" in given:
                signed = Signed("POST", f"https://{given.get('host', '')}/graphql/connect", b"{}")
                carried = {name: value for name, value in carried.items() if name not in {"authorization", "x-api-key"}}
            self._headers = {**carried, **given}
            client = self._socket.client
            self._caller = caller_of(self._headers, self._tokens, signed, client.host if client else "")
        except RefusedRequest as refused:
            self._out.finish(FORBIDDEN, refused.message[:100])
            return
        self._expiry = Expiry(self._caller, self._tokens, self._api.limits, self._expire)
        self._out.put_json({"type": "connection_ack"})

    def _expire(self) -> None:
        """Close with the one code after which clients connect again, with a new token."""
        self._out.finish(FORBIDDEN, EXPIRED)

    def _subscribe(self, id_: str, payload: Any) -> None:
        if self._caller is None or self._expiry is None:
            self._out.finish(UNAUTHORIZED, "Unauthorized")
            return
        if not self._expiry.check():
            return
        if id_ in self._end:
            self._out.finish(SAME_ID, f"Subscriber for {id_[:80]} already exists")
            return
        try:
            asked = from_json(payload)
            self._end[id_] = self._begin(id_, asked, self._caller)
        except NotSubscribed as error:
            self._out.put_json({"id": id_, "type": "error", "payload": error.errors})
        except RefusedRequest as refused:
            self._out.put_json({"id": id_, "type": "error", "payload": refused.body["errors"]})

    def _begin(self, id_: str, asked: GraphqlRequest, caller: Caller) -> Callable[[], Any]:
        prepared = self._api.documents.prepare(asked.query)
        if prepared.operation(asked.operation_name).operation is not OperationType.SUBSCRIPTION:
            return asyncio.create_task(self._answer(id_, asked, caller)).cancel
        most = self._api.limits.subscriptions
        if len(self._end) >= most:
            told = {
                "errorType": "MaxSubscriptionsReachedError",
                "message": f"Max number of {most} subscriptions reached",
            }
            raise NotSubscribed(told)
        subscription = subscription_for(self._api, asked, caller)
        head = f'{{"id":{orjson.dumps(id_).decode()},"type":"next","payload":'

        def deliver(message: str) -> None:
            if self._expiry and self._expiry.check():
                self._out.put(f"{head}{message}}}")

        return self._hub.add(subscription, deliver)

    async def _answer(self, id_: str, asked: GraphqlRequest, caller: Caller) -> None:
        """Answer a query or a mutation with a single message."""
        try:
            answer = await self._api.answer(asked, caller, self._headers)
        except RefusedRequest as refused:
            self._out.put_json({"id": id_, "type": "error", "payload": refused.body["errors"]})
        else:
            self._out.put_json({"id": id_, "type": "next", "payload": answer})
            self._out.put_json({"id": id_, "type": "complete"})
        self._end.pop(id_, None)
