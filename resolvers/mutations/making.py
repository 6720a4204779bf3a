"""Items made of what clients gave: what cannot be stored or told to subscribers is refused by the name of its field."""

from typing import Annotated, Any

import orjson
from pydantic import Field, ValidationError

from entities.attributes import encode
from entities.errors import BadKeyValue
from entities.item import Item, ItemType
from resolvers.errors import BadRequest
from resolvers.names import camel
from resolvers.objects import show_part

MOST_SHOWN_BYTES = 200_000
"""Subscribers get an item in one message of 240 KB, in which quotes and line ends take up more than they do here."""

Text = Annotated[str, Field(min_length=1)]
"""Words that may not be missing."""

Percent = Annotated[float, Field(ge=0, le=100)]


def made(entity: type[ItemType], path: str = "input", **values: Any) -> ItemType:
    """The item of these values; what is wrong with it is told by its place in the input."""
    try:
        item = entity(**values)
    except BadKeyValue as error:
        raise _refused(path, error.field, error) from None
    except ValidationError as error:
        raise _first_refused(path, error) from None
    _check_values(item, path)
    return item


def _first_refused(path: str, error: ValidationError) -> BadRequest:
    first = error.errors(include_url=False)[0]
    cause = getattr(first.get("ctx", {}).get("error"), "__cause__", None)
    if isinstance(cause, BadKeyValue):
        return _refused(path, cause.field, cause)
    where = ".".join(str(each) for each in first["loc"])
    return _refused(path, where, first["msg"].removeprefix("Value error, "))


def _refused(path: str, field: str, why: object) -> BadRequest:
    name = ".".join([path, *(camel(each) for each in field.split(".") if each)])
    return BadRequest(f"{name}: {why}", field=name)


def _check_values(item: Item, path: str) -> None:
    """Numbers that DynamoDB cannot hold, and more text than subscribers can be sent."""
    for name, value in item.to_record().items():
        try:
            encode(value)
        except ValueError as error:
            raise _refused(path, name, error) from None
    shown = show_part(item)
    if len(orjson.dumps(shown)) > MOST_SHOWN_BYTES:
        longest = max(shown, key=lambda name: len(orjson.dumps(shown[name])))
        raise _refused(path, longest, f"is too long: an item may be shown in {MOST_SHOWN_BYTES // 1000} KB at most")
