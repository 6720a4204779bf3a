"""Which caller may access which field, from the schema's directives as AppSync reads them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from graphql import ConstDirectiveNode, GraphQLObjectType, GraphQLSchema, ListValueNode, StringValueNode

from local.http.callers import Caller

_MODES = {"aws_api_key": "api_key", "aws_iam": "iam", "aws_cognito_user_pools": "cognito"}
DEFAULT_MODE = "cognito"


class Access:
    """The rules of a schema. A field's own directives replace its type's; without any, the default mode is needed."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self.denied = cache(self._denied)

    def _denied(self, caller: Caller) -> frozenset[tuple[str, str]]:
        """The types and fields that this caller may not access."""
        return frozenset(
            (type_.name, name)
            for type_ in self._object_types()
            for name, field in type_.fields.items()
            if not _may_see(caller, _rules(field) or _rules(type_))
        )

    def _object_types(self) -> Iterator[GraphQLObjectType]:
        for name, type_ in self._schema.type_map.items():
            if isinstance(type_, GraphQLObjectType) and not name.startswith("__"):
                yield type_


def _rules(defined: Any) -> list[ConstDirectiveNode]:
    directives = (defined.ast_node.directives if defined.ast_node else None) or ()
    return [each for each in directives if each.name.value in _MODES]


def _may_see(caller: Caller, rules: list[ConstDirectiveNode]) -> bool:
    if not rules:
        return caller.mode == DEFAULT_MODE
    return any(_admits(each, caller) for each in rules)


def _admits(rule: ConstDirectiveNode, caller: Caller) -> bool:
    if _MODES[rule.name.value] != caller.mode:
        return False
    groups = [group for argument in rule.arguments or () for group in _texts(argument.value)]
    return not groups or not caller.groups.isdisjoint(groups)


def _texts(value: Any) -> list[str]:
    if not isinstance(value, ListValueNode):
        return []
    return [each.value for each in value.values if isinstance(each, StringValueNode)]
