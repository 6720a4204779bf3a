"""Reads type annotations: the type of a field, without `Annotated`, `Optional` and the like."""

import types
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

_UNIONS = {Union, types.UnionType}


class Unwrapped(NamedTuple):
    """An annotation, taken apart."""

    core: Any
    """The type itself; a union of several types stays one."""
    is_optional: bool
    marks: list[Any]
    """The metadata of `Annotated`, the innermost first."""


def unwrap(annotation: Any) -> Unwrapped:
    """The type without its marks and without None."""
    is_optional, marks = False, list[Any]()
    while get_origin(annotation) is Annotated or is_union(annotation):
        if get_origin(annotation) is Annotated:
            marks = [*annotation.__metadata__, *marks]
            annotation = get_args(annotation)[0]
            continue
        kinds = [each for each in get_args(annotation) if each is not type(None)]
        is_optional = is_optional or len(kinds) < len(get_args(annotation))
        if len(kinds) > 1:
            break
        annotation = kinds[0]
    return Unwrapped(annotation, is_optional, marks)


def is_union(annotation: Any) -> bool:
    """Whether it is a union of several types."""
    return get_origin(annotation) in _UNIONS


def leaves_of(annotation: Any) -> list[Any]:
    """The innermost types of an annotation, within its lists, unions and marks."""
    arguments = get_args(annotation)
    if get_origin(annotation) is Annotated:
        return leaves_of(arguments[0])
    return [leaf for each in arguments for leaf in leaves_of(each)] if arguments else [annotation]
