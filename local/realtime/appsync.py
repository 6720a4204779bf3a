"""AppSync's own real-time protocol, which Amplify and others use."""

import asyncio
from collections.abc import Callable
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from local.http.api import AppSyncApi
from local.http.callers import Caller, caller_of
from local.http.graphql_request import from_json
from local.http.refusals import UNAUTHORIZED, RefusedRequest, bad_request
from local.http.sigv4 import Signed
from local.http.tokens import Tokens
from local.realtime.carriers import NO_INIT, SUBPROTOCOL, carried_headers, lower_names
from local.realtime.expiry import EXPIRED, Expiry
from local.realtime.hub import Hub
from local.realtime.outbox import Outbox
from local.realtime.subscription import NotSubscribed, subscription_for

CONNECTION_TIMEOUT = 300_000
INIT_SECONDS = 1.0
_SHAPED = "com.amazonaws.deepdish.graphql.auth#"


class AppSyncConnection:
    """One client."""

    def __init__(self, socket: WebSocket, api: AppSyncApi, tokens: Tokens, hub: Hub) -> None:
        self._socket = socket
        self._api = api
        self._tokens = tokens
        self._hub = hub
        self._leave: dict[str, Callable[[], None]] = {}
        self._keep_alive: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Serve the client until it disconnects."""
        await self._socket.accept(SUBPROTOCOL)
        self._out = Outbox(self._socket, self._api.limits)
        late = asyncio.get_running_loop().call_later(self._api.limits.init_seconds, self._check_init)
        try:
            await self._out.work(self._listen())
        finally:
            late.cancel()
            if self._keep_alive:
                self._keep_alive.cancel()
            for leave in self._leave.values():
                leave()

    def _check_init(self) -> None:
        if self._keep_alive is None:
            self._out.finish(NO_INIT, "Connection initialisation timeout")

    async def _listen(self) -> None:
        try:
            headers, signed = carried_headers(self._socket)
            self._caller(headers, signed)
        except RefusedRequest as refused:
            if await self._is_gone():
                return
            self._refuse_connection(refused)
            await asyncio.Event().wait()
        while True:
            try:
                text = await self._socket.receive_text()
            except WebSocketDisconnect:
                return
            except KeyError:
                text = ""  # it sent bytes
            self._hear(text)

    async def _is_gone(self) -> bool:
        """Wait for the first message: clients do not listen before it and would miss the reason for a rejection."""
        try:
            first = await asyncio.wait_for(self._socket.receive(), INIT_SECONDS)
        except TimeoutError:
            return False
        return bool(first["type"] == "websocket.disconnect")

    def _refuse_connection(self, refused: RefusedRequest) -> None:
        is_auth = refused.error_type == UNAUTHORIZED
        error = {
            "errorType": f"{_SHAPED}{UNAUTHORIZED}" if is_auth else refused.error_type,
            "message": refused.message,
            "errorCode": 400,
        }
        self._out.put_json({"payload": {"errors": [error]}, "type": "connection_error"})
        self._out.finish()

    def _hear(self, text: str) -> None:
        try:
            message = orjson.loads(text)
        except orjson.JSONDecodeError:
            message = None
        if not isinstance(message, dict):
            self._error(None, {"errorType": "BadRequestException", "message": "The message is not a JSON object."})
            return
        kind = message.get("type")
        if kind == "connection_init":
            self._acknowledge()
        elif self._keep_alive is None:
            return  # messages before the acknowledgement are ignored
        elif kind in {"start", "stop"}:
            self._hear_of(message, kind)
        else:
            told = {
                "errorType": "UnsupportedOperation",
                "message": "unknown not supported through the realtime channel",
            }
            self._error(message.get("id"), told)

    def _hear_of(self, message: dict[str, Any], kind: str) -> None:
        id_ = message.get("id")
        if not isinstance(id_, str) or not id_:
            self._error(None, {"errorType": "BadRequestException", "message": "The message has no id."})
        elif kind == "start":
            self._start(id_, message.get("payload"))
        elif id_ in self._leave:
            self._leave.pop(id_)()
            self._out.put_json({"id": id_, "type": "complete"})

    def _acknowledge(self) -> None:
        if self._keep_alive is None:
            self._out.put_json({"type": "connection_ack", "payload": {"connectionTimeoutMs": CONNECTION_TIMEOUT}})
            self._keep_alive = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        while True:
            await asyncio.sleep(self._api.limits.keep_alive_seconds)
            self._out.put_json({"type": "ka"})

    def _start(self, id_: str, payload: Any) -> None:
        if id_ in self._leave:
            told = {"errorType": "DuplicatedOperationError", "message": "The id is used by another subscription."}
            self._error(id_, told)
            return
        most = self._api.limits.subscriptions
        if len(self._leave) >= most:
            told = {
                "errorType": "MaxSubscriptionsReachedError",
                "message": f"Max number of {most} subscriptions reached",
            }
            self._error(id_, told)
            return
        try:
            leave = self._subscribe(id_, payload)
        except NotSubscribed as error:
            self._error(id_, *error.errors)
        except RefusedRequest as refused:
            denied = {"errorType": UNAUTHORIZED, "message": "Permission denied"}
            told = {"errorType": refused.error_type, "message": refused.message}
            self._error(id_, denied if refused.status in {401, 403} else told)
        else:
            self._leave[id_] = leave
            self._out.put_json({"id": id_, "type": "start_ack"})

    def _subscribe(self, id_: str, payload: Any) -> Callable[[], None]:
        data, authorization = _parts(payload)
        headers = lower_names(authorization)
        caller = self._caller(headers, Signed("POST", f"https://{headers.get('host', '')}/graphql", data.encode()))
        try:
            asked = from_json(orjson.loads(data))
        except orjson.JSONDecodeError:
            raise bad_request("The data of the message is not JSON.") from None
        subscription = subscription_for(self._api, asked, caller)
        head = f'{{"id":{orjson.dumps(id_).decode()},"type":"data","payload":'
        expiry = Expiry(caller, self._tokens, self._api.limits, lambda: self._expire(id_))

        def deliver(message: str) -> None:
            if expiry.check():
                self._out.put(f"{head}{message}}}")

        leave = self._hub.add(subscription, deliver)

        def end() -> None:
            expiry.cancel()
            leave()

        return end

    def _expire(self, id_: str) -> None:
        """End a subscription with its token. AppSync's way is not documented; Amplify renews the token after this."""
        self._leave.pop(id_)()
        self._error(id_, {"errorType": UNAUTHORIZED, "message": EXPIRED})

    def _caller(self, headers: dict[str, str], signed: Signed) -> Caller:
        client = self._socket.client
        return caller_of(headers, self._tokens, signed, client.host if client else "")

    def _error(self, id_: Any, *errors: dict[str, Any]) -> None:
        named = {"id": id_} if isinstance(id_, str) else {}
        self._out.put_json({**named, "type": "error", "payload": {"errors": list(errors)}})


def _parts(payload: Any) -> tuple[str, Any]:
    data = payload.get("data") if isinstance(payload, dict) else None
    if not isinstance(data, str):
        raise bad_request("The message has no data.")
    extensions = payload.get("extensions")
    return data, extensions.get("authorization") if isinstance(extensions, dict) else None
