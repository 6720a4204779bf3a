"""Imports point downward: resolvers and workers -> commands -> loaders and services -> entities."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.sources import ROOT, imported, modules, trees

BELOW = ("entities", "loaders", "services", "commands", "resolvers", "workers")

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "entities": (),
    "loaders": ("entities",),
    "services": ("entities",),
    "commands": ("entities", "loaders", "services"),
    "resolvers": ("entities", "loaders", "commands"),
    "workers": ("entities", "loaders", "services", "commands"),
    "infra": ("entities.tables", "resolvers.routing", "services.expiring", "services.metrics"),
    "local": BELOW,
    "bench": (*BELOW, "local", "infra.measured", "infra.prices"),
    "tests": (*BELOW, "local", "infra", "bench", "cli"),
    "cli": (),
}
"""What each room may import of the others. A client of the API imports nothing: it speaks HTTP."""

MAY_NOT_IMPORT = {"resolvers": ("loaders.dynamo",)}
"""Parts of a room that stay closed although the room is open."""

EXCEPTIONS = {
    ("resolvers/runtime/pictures.py", "services.pictures"): "addresses of pictures are computed while an item is shown",
    ("resolvers/app.py", "loaders.dynamo.store"): "the Lambda opens the store that every request reads from",
    ("resolvers/app.py", "services.metrics"): "and reports what each of them cost",
    ("resolvers/in_process/host.py", "loaders.dynamo.store"): "a host in process is given such a store",
    ("resolvers/in_process/operation_context.py", "loaders.dynamo.store"): "and opens a session of it for each call",
    ("resolvers/serve.py", "loaders.dynamo"): "it opens the store, and knows which addresses are this machine's",
    ("workers/messages.py", "resolvers.routing"): "the publisher calls the mutations that announce a change",
    ("workers/messages.py", "resolvers.runtime"): "and gives them items as queries show them",
    ("workers/relations.py", "resolvers.routing"): "the publisher finds what an item leads to as queries do",
    ("workers/relations.py", "resolvers.runtime"): "and shows it as they do",
    ("workers/deletions.py", "resolvers.routing"): "a deletion says who may hear of it",
    ("workers/deletions.py", "resolvers.runtime"): "and is shown as the type that the schema has",
    ("workers/sweeps.py", "resolvers.runtime"): "so is the progress of a sweep",
    ("workers/document_events.py", "resolvers.routing"): "an event of a document says who may hear of it",
    ("workers/document_events.py", "resolvers.runtime"): "and is shown as the type that the schema has",
    ("resolvers/queries/document_results.py", "services"): "what Textract read lies in S3, and so do the files",
    ("infra/resolver_code.py", "resolvers.runtime.sent"): "a subscription's resolver knows what the publisher sends",
    ("infra/entry.py", "resolvers.app"): "it is the Lambda",
    ("infra/entry.py", "resolvers.warm"): "it is loaded whole where no request waits for it",
    ("infra/announced.py", "entities.registry"): "a stream's filter names types as they are stored",
}

LIBRARIES = {
    "boto3": ("services", "local", "infra", "bench", "tests"),
    "botocore": ("loaders/dynamo", "services", "local", "infra", "bench", "tests", "cli"),
    "strawberry": ("resolvers/schema", "resolvers/in_process", "bench/peers", "tests"),
    "graphql": ("resolvers/in_process", "local", "bench/peers", "tests"),
    "aws_cdk": ("infra", "tests"),
}
"""The rooms that know a library."""


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_lies_below_it(room: str) -> None:
    wrong = [each for each in _across_rooms() if _room(each[0]) == room and not _is_allowed(*each)]
    assert [each for each in wrong if not _reasons(*each)] == []


def test_every_room_has_its_rule() -> None:
    assert {_room(name) for name in trees()} <= MAY_IMPORT.keys()


def test_every_exception_is_needed() -> None:
    used = {reason for each in _across_rooms() if not _is_allowed(*each) for reason in _reasons(*each)}
    assert EXCEPTIONS.keys() - used == set()


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_is_known_only_where_it_belongs(library: str) -> None:
    users = {name for name in trees() for module in imported(name) if _is_in(module, library)}
    assert users
    assert {name for name in users if not name.startswith(tuple(f"{each}/" for each in LIBRARIES[library]))} == set()


def test_folders_import_each_other_in_one_direction_only() -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for name in trees():
        for module in imported(name):
            if module in modules() and _are_apart(folder := _folder(name), other := _folder(modules()[module])):
                graph[folder].add(other)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_commands_know_no_graphql() -> None:
    names = [name for name in trees() if _room(name) == "commands"]
    assert [name for name in names if re.search("graphql|appsync", (ROOT / name).read_text(), re.IGNORECASE)] == []
    camel = re.compile(r"\b[a-z][a-z0-9]*[A-Z]\w*")
    assert [(name, text) for name in names for text in _spoken(trees()[name]) if camel.search(text)] == []


def _across_rooms() -> list[tuple[str, str]]:
    """Every file with each module of another room that it imports."""
    return [
        (name, module)
        for name in trees()
        for module in imported(name)
        if module.partition(".")[0] in MAY_IMPORT.keys() - {_room(name)}
    ]


def _is_allowed(name: str, module: str) -> bool:
    room = _room(name)
    is_closed = any(_is_in(module, each) for each in MAY_NOT_IMPORT.get(room, ()))
    return not is_closed and any(_is_in(module, each) for each in MAY_IMPORT[room])


def _reasons(name: str, module: str) -> list[tuple[str, str]]:
    return [(file, prefix) for file, prefix in EXCEPTIONS if file == name and _is_in(module, prefix)]


def _is_in(module: str, prefix: str) -> bool:
    return f"{module}.".startswith(f"{prefix}.")


def _room(name: str) -> str:
    return name.partition("/")[0]


def _folder(name: str) -> str:
    return str(Path(name).parent)


def _are_apart(folder: str, other: str) -> bool:
    """Whether they are two folders; what lies in a room itself belongs to all the folders in it."""
    return folder != other and not (_room(folder) == _room(other) and _room(folder) in {folder, other})


def _spoken(node: ast.AST) -> Iterator[str]:
    """Texts that the code works with: not those that only describe it, nor the values of enums, which are stored."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value
        is_description = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
        is_enum = isinstance(each, ast.ClassDef) and any(ast.unparse(base).endswith("Enum") for base in each.bases)
        if not is_description and not is_enum:
            yield from _spoken(each)
