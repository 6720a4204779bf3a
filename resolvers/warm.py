"""Loads every resolver and builds every model, for environments that have the time before their first request."""

from collections.abc import Iterator

from pydantic import BaseModel

from commands.inputs import Input
from entities.fields import Part
from entities.item import Item
from entities.registry import all_types
from resolvers.routing.routes import routes


def load_everything() -> None:
    """Do now what first requests would have to wait for."""
    all_types()
    for route in routes().values():
        if not route.is_publish:
            route.load()
    for model in deferred_models():
        model.model_rebuild()


def deferred_models() -> Iterator[type[BaseModel]]:
    """The models whose validators are built when they are first used."""
    waiting: list[type[BaseModel]] = [Item, Part, Input]
    while waiting:
        model = waiting.pop()
        waiting += model.__subclasses__()
        yield model
