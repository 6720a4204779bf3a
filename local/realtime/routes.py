"""The routes for WebSockets. Both support both protocols; clients choose one by the subprotocol."""

from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket

from local.http.api import AppSyncApi
from local.http.tokens import Tokens
from local.realtime import appsync, carriers, transport
from local.realtime.hub import Hub

PATHS = ("/graphql/realtime", "/graphql")


def realtime_routes(api: AppSyncApi, tokens: Tokens, hub: Hub) -> list[BaseRoute]:
    """The addresses."""

    async def talk(socket: WebSocket) -> None:
        offered = socket.scope.get("subprotocols", [])
        if transport.SUBPROTOCOL in offered:
            await transport.TransportConnection(socket, api, tokens, hub).run()
        elif carriers.SUBPROTOCOL in offered:
            await appsync.AppSyncConnection(socket, api, tokens, hub).run()
        else:
            known = f"{carriers.SUBPROTOCOL} or {transport.SUBPROTOCOL}"
            await socket.send_denial_response(PlainTextResponse(f"Offer the subprotocol {known}.", 400))

    return [WebSocketRoute(path, talk) for path in PATHS]
