"""Everything in the schema is described, or one error names all that is not, and the file to describe it in."""

import inspect
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from loaders.planning.relations import MODULES, Relation
from resolvers.routing.announcement import Announcement
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.routing.route import Route
from resolvers.routing.routes import routes
from resolvers.schema.model import Catalogue, EnumType, Field, InputType, ObjectType

ROOT = Path(__file__).parents[2]
ROUTING = ROOT / "resolvers" / "routing"

Declared = Route | Announcement | Relation | type | None
"""What tells where a description is written."""


class Undescribed(LookupError):
    """What has no description, and descriptions of what does not exist: all at once."""

    def __init__(self, missing: Iterable[str], unknown: Iterable[str]) -> None:
        lines: list[str] = []
        for heading, found in (
            ("These have no description. Write one where each is declared:", missing),
            ("These arguments are described but do not exist:", unknown),
        ):
            names = [f"  {each}" for each in found]
            lines += [heading, *names] if names else []
        super().__init__("\n".join(lines))


def demand_descriptions(whole: Catalogue) -> None:
    """Refuse a catalogue in which anything is not described, or an argument that does not exist is."""
    missing, unknown = list(_missing(whole)), list(_unknown())
    if missing or unknown:
        raise Undescribed(missing, unknown)


def _missing(whole: Catalogue) -> Iterator[str]:
    types: list[EnumType | InputType | ObjectType] = [*whole.enums.values(), *whole.inputs.values()]
    for each in (*types, *whole.objects.values()):
        if not each.description:
            yield _line(each.name, each.cls)
        for field in () if isinstance(each, EnumType) else each.fields:
            yield from _missing_in(field, f"{each.name}.{field.name}", field.declared_by or each.cls)


def _missing_in(field: Field, name: str, declared: Declared) -> Iterator[str]:
    if not field.description:
        yield _line(name, declared)
    for argument in field.arguments:
        if not argument.description:
            yield _line(f"{name}({argument.name}:)", declared)


def _unknown() -> Iterator[str]:
    declared: list[Route | Announcement] = [*routes().values(), *ANNOUNCEMENTS]
    for each in declared:
        known = {argument.name for argument in each.signature.arguments}
        for name in each.arguments:
            if name not in known:
                yield _line(f"{each.signature.key}({name}:)", each)


def _line(name: str, declared: Declared) -> str:
    return f"{name}  {_file(declared).relative_to(ROOT)}"


def _file(declared: Declared) -> Path:
    """The file in which a description is to be written."""
    match declared:
        case Route() | Announcement():
            return _routing_file(declared.signature.key)
        case Relation():
            return _relation_file(declared)
        case None:
            return ROOT / "resolvers" / "schema" / "catalogue.py"
    return Path(inspect.getfile(declared))


def _routing_file(key: str) -> Path:
    """The module that has the signature of a field; the mutations that publish are made from announcements."""
    signature = re.compile(rf'"{re.escape(key)}[(:]')
    found = (path for path in sorted(ROUTING.glob("*.py")) if signature.search(path.read_text()))
    return next(found, ROUTING / "announcements.py")


def _relation_file(relation: Relation) -> Path:
    modules = [import_module(name) for names in MODULES.values() for name in names]
    declaring = (each for each in modules for found in each.RELATIONS.values() if relation in found.values())
    return Path(inspect.getfile(next(declaring)))
