"""What types and fields mean: the docstrings in their classes, read from the source when the schema is printed.

The text of a field is looked for in this order, and the first one found is printed:

1. beneath the field in its class, then in the classes that it inherits from (a property has its own docstring);
2. beneath the alias that is named for the field: `image_id: ImageId` means what `ImageId` says. The aliases in
   `entities/fields.py` and `commands/input_types.py` are kinds of value, such as a timestamp, and say nothing about
   a field;
3. for an input, in the class that it is `about`, by the same two rules.

Only the first paragraph of a docstring is printed; what follows is for readers of the code.
The Lambda never imports this module: it has no use for descriptions, and may come without its sources.
"""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import pairwise, takewhile

from pydantic import BaseModel

KINDS = {"entities.fields", "commands.input_types"}


@dataclass(frozen=True)
class _Class:
    """What the source of a class says."""

    text: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    annotations: dict[str, set[str]] = field(default_factory=dict)
    """The names in the annotation of each field."""


@dataclass(frozen=True)
class _Module:
    """What the source of a module says."""

    classes: dict[str, _Class]
    aliases: dict[str, str]
    origins: dict[str, str]
    """The module from which each name was imported."""


def describe(cls: type) -> str:
    """The text of a type; empty where it has none."""
    return _printed(_source(cls).text)


def describe_field(attribute: str, *classes: type) -> str:
    """The text of a field from the first of these classes that has one; empty where none has."""
    texts = (text for cls in classes for text in (_beneath(cls, attribute), _of_alias(cls, attribute)))
    return _printed(next(filter(None, texts), ""))


def _printed(text: str) -> str:
    return " ".join(text.split("\n\n", maxsplit=1)[0].split())


def _beneath(cls: type, attribute: str) -> str:
    texts = (_source(base).fields.get(attribute, "") for base in _bases(cls))
    return next(filter(None, texts), "")


def _of_alias(cls: type, attribute: str) -> str:
    """The text of the alias that a field is named for, where the field is annotated with it."""
    alias = attribute.title().replace("_", "")
    owner = next((base for base in _bases(cls) if attribute in _source(base).annotations), cls)
    if alias not in _source(owner).annotations.get(attribute, ()):
        return ""
    origin = _read(owner.__module__).origins.get(alias, owner.__module__)
    return "" if origin in KINDS else _read(origin).aliases.get(alias, "")


def _bases(cls: type) -> Iterator[type]:
    """The class and those of our own that it inherits from."""
    return takewhile(lambda base: base is not BaseModel, cls.__mro__)


def _source(cls: type) -> _Class:
    return _read(cls.__module__).classes.get(cls.__name__, _Class())


@cache
def _read(module: str) -> _Module:
    tree = ast.parse(inspect.getsource(import_module(module)))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return _Module(
        classes={node.name: _class(node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef)},
        aliases=dict(_texts(tree.body)),
        origins={name.asname or name.name: node.module or "" for node in imports for name in node.names},
    )


def _class(node: ast.ClassDef) -> _Class:
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)]
    annotations = {ast.unparse(each.target): _names(each.annotation) for each in fields}
    return _Class(ast.get_docstring(node) or "", dict(_texts(node.body)), annotations)


def _names(annotation: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}


def _texts(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Each name in a body that has a docstring, with that docstring."""
    for statement, beneath in pairwise([*body, ast.Pass()]):
        match statement, beneath:
            case ast.FunctionDef(), _:
                yield statement.name, ast.get_docstring(statement) or ""
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, text
