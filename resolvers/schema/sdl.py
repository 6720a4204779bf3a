"""schema.graphql, as AppSync takes it: no custom scalars, no directive definitions, comments for descriptions."""

from collections.abc import Iterator

from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.routing.route import API_KEY, IAM, READ
from resolvers.schema.catalogue import catalogue
from resolvers.schema.model import Catalogue, EnumType, Field, InputType, ObjectType

_HEADER = "# Printed from the Python types by `make schema`; never edited by hand.\n"
_TRIGGERS = {each.signature.field_name: f' @aws_subscribe(mutations: ["{each.mutation}"])' for each in ANNOUNCEMENTS}
_GROUPS = ("viewers", "editors", "operators")


def schema_text(whole: Catalogue | None = None) -> str:
    """The whole schema."""
    whole = whole or catalogue()
    blocks = [_HEADER, "schema {\n  query: Query\n  mutation: Mutation\n  subscription: Subscription\n}\n"]
    blocks += [_enum(each) for _, each in sorted(whole.enums.items())]
    blocks += [_input(each) for _, each in sorted(whole.inputs.items())]
    blocks += [_object(each) for _, each in sorted(whole.objects.items())]
    return "\n".join(blocks)


def _enum(enum: EnumType) -> str:
    """AppSync takes no comments inside enums."""
    values = "\n".join(f"  {value}" for value in enum.values)
    return f"# {enum.description}\nenum {enum.name} {{\n{values}\n}}\n"


def _input(input_: InputType) -> str:
    fields = "\n".join(
        line for field in input_.fields for line in (f"  # {field.description}", f"  {field.name}: {field.type}")
    )
    return f"# {input_.description}\ninput {input_.name} {{\n{fields}\n}}\n"


def _object(type_: ObjectType) -> str:
    kind = "interface" if type_.is_interface else "type"
    implements = f" implements {' & '.join(type_.implements)}" if type_.implements else ""
    access = "" if type_.is_interface else _directives(READ)
    fields = "\n".join(line for field in type_.fields for line in _field(field, is_marked=type_.is_interface))
    return f"# {type_.description}\n{kind} {type_.name}{implements}{access} {{\n{fields}\n}}\n"


def _field(field: Field, *, is_marked: bool) -> Iterator[str]:
    """A field. Those of an interface say who may see them, because AppSync's directives cannot mark the interface."""
    yield f"  # {field.description}"
    restriction = _directives(field.access) if is_marked or field.access != READ else ""
    deprecated = f' @deprecated(reason: "{field.deprecated}")' if field.deprecated else ""
    result = f": {field.type}{restriction}{_TRIGGERS.get(field.name, '')}{deprecated}"
    if field.arguments:
        yield f"  {field.name}("
        yield from (
            f"    {line}" for argument in field.arguments for line in (f"# {argument.description}", f"{argument}")
        )
        yield f"  ){result}"
    else:
        yield f"  {field.name}{result}"


def _directives(access: tuple[str, ...]) -> str:
    """Who may see a type or a field; every mode that is not named is shut out."""
    groups = [group for group in _GROUPS if group in access]
    quoted = ", ".join(f'"{group}"' for group in groups)
    narrowed = "" if len(groups) == len(_GROUPS) else f"(cognito_groups: [{quoted}])"
    found = {
        " @aws_api_key": API_KEY in access,
        " @aws_iam": IAM in access,
        f" @aws_cognito_user_pools{narrowed}": bool(groups),
    }
    return "".join(directive for directive, is_given in found.items() if is_given)
