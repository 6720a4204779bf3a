"""The API as a strawberry schema that plans.

A field with a route hands its selection to the same dispatch as in the Lambda, which reads everything below it in one
plan; the fields below read from the tree that comes back. Subscriptions are AppSync's, and so are the mutations that
feed them: they are not here.
"""

from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import strawberry
from strawberry.extensions import SchemaExtension
from strawberry.schema.config import StrawberryConfig
from strawberry.types import Info

from resolvers.in_process.operation_context import OperationContext
from resolvers.routing.route import Route
from resolvers.schema.model import Field, ObjectType
from resolvers.schema.strawberry_types import (
    annotation_of,
    known_objects,
    made_classes,
    resolved_field,
    scalar_map,
)


@cache
def planned_schema() -> strawberry.Schema:
    """The schema; execute it with an `OperationContext` as the context, a new one each time."""
    module = made_classes("resolvers.planned_types", _members_of)
    kinds = [getattr(module, each.name) for each in known_objects()]
    config = StrawberryConfig(auto_camel_case=False, default_resolver=_from_tree, scalar_map=scalar_map())
    return _Schema(
        query=module.Query, mutation=module.Mutation, types=kinds, config=config, extensions=[_PartialErrors]
    )


class _Schema(strawberry.Schema):
    def process_errors(self, *_: Any, **__: Any) -> None:
        """Do not log errors once more: each call is logged, with its errors, where it is made."""


class _PartialErrors(SchemaExtension):
    """Adds the errors that came along with values."""

    def on_operation(self) -> Iterator[None]:
        yield
        operation, result = self.execution_context.context, self.execution_context.result
        if isinstance(operation, OperationContext) and operation.partial_errors and result is not None:
            result.errors = [*(result.errors or []), *operation.partial_errors]


def _members_of(module: ModuleType, type_: ObjectType) -> dict[str, Any]:
    fields = [each for each in type_.fields if not (each.route and each.route.is_publish)]
    members: dict[str, Any] = {each.name: _field(module, each) for each in fields}
    members["__annotations__"] = {each.name: annotation_of(each.type) for each in fields if not each.route}
    if type_.is_interface:
        members["resolve_type"] = staticmethod(lambda value, *_: value["__typename"])
    else:
        members["is_type_of"] = staticmethod(lambda *_: True)
    return members


def _field(module: ModuleType, field: Field) -> Any:
    if field.route:
        return resolved_field(module, field, _resolver(field.route), is_async=True)
    return strawberry.field(name=field.name, description=field.description, deprecation_reason=field.deprecated)


def _resolver(route: Route) -> Any:
    async def resolve(source: Any, info: Info, arguments: dict[str, Any]) -> Any:
        operation: OperationContext = info.context
        return await operation.resolve(route, source, info, arguments)

    return resolve


def _from_tree(source: Any, name: str) -> Any:
    return source.get(name)
