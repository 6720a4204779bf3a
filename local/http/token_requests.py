"""`/token`: tokens for trying things out, which a Cognito user pool would issue after a sign-in."""

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.alias_generators import to_camel
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from local.http.doors import TOKEN
from local.http.refusals import RefusedRequest, bad_request
from local.http.tokens import VALID_SECONDS, Tokens, TokenUse
from local.http.web import respond

_JSON = "application/json"
_EXAMPLE = 'Send JSON such as {"username": "ann", "groups": ["editors"]}.'
_NO_TOKENS = "This server issues no tokens, because its tables are not on this machine: MINT_TOKENS=1 allows it."
Text = Annotated[str, Field(min_length=1, max_length=2048)]


class TokenRequest(BaseModel):
    """Whose token is wanted."""

    model_config = ConfigDict(strict=True, extra="forbid", alias_generator=to_camel, frozen=True)

    username: Text
    groups: list[Text] | None = None
    client_id: Text | None = None
    """The client that owns what the person uploads."""
    email: Text | None = None
    preferred_username: Text | None = None
    token_use: TokenUse = "id"  # noqa: S105  a kind of token
    valid_seconds: Annotated[int, Field(ge=1, le=VALID_SECONDS)] = VALID_SECONDS

    @model_validator(mode="after")
    def _check_claims(self) -> Self:
        if self.token_use != "id" and self.claims:  # noqa: S105
            raise ValueError("clientId, email and preferredUsername are only in id tokens: leave them out")
        return self

    @property
    def claims(self) -> dict[str, str]:
        """The claims that only id tokens contain."""
        given = {
            "custom:client_id": self.client_id,
            "email": self.email,
            "preferred_username": self.preferred_username,
        }
        return {name: value for name, value in given.items() if value is not None}


def token_route(tokens: Tokens, mints: bool) -> Route:
    """The route; without the right to mint it says why."""

    async def mint(request: Request) -> Response:
        """Issue a token. Only JSON counts: a page elsewhere cannot send it without asking first."""
        if not mints:
            raise RefusedRequest(403, "ForbiddenException", _NO_TOKENS)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
            message = f'{_EXAMPLE} The header "content-type: {_JSON}" is needed.'
            raise RefusedRequest(415, "UnsupportedMediaTypeException", message)
        asked = _read(await request.body())
        seconds, claims = asked.valid_seconds, asked.claims
        token = tokens.mint(
            asked.username, asked.groups or (), use=asked.token_use, valid_seconds=seconds, claims=claims
        )
        response = respond({"token": token})
        response.headers["cache-control"] = "no-store"
        return response

    return Route(TOKEN, mint, methods=["POST"])


def _read(body: bytes) -> TokenRequest:
    try:
        return TokenRequest.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        what = first["msg"].removeprefix("Value error, ")
        raise bad_request(f"{where + ': ' if where else ''}{what}. {_EXAMPLE}") from None
