"""The addresses for WebSockets. Both protocols are spoken at both; clients say which by the subprotocol."""

from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket

from local.realtime import appsync, carriers, transport
from local.realtime.hub import Hub
from local.server.api import Api
from local.server.tokens import Tokens

PATHS = ("/graphql/realtime", "/graphql")


def realtime_routes(api: Api, tokens: Tokens, hub: Hub) -> list[BaseRoute]:
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
