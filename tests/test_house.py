"""Small files, short functions, one meaning for each name: every exception has a reason."""

import ast
from collections import defaultdict

from tests.sources import ROOT, trees, written

MAX_FILE = 300
MAX_FUNCTION = 40

LONG_FILES = {
    "schema.graphql": "it is printed from the types",
    "docs/schema.released.graphql": "it is a copy of a printed one",
    "web/src/api/generated/graphql.ts": "it is printed from the page's operations",
}
LONG_FUNCTIONS: dict[str, str] = {}
_OPTIONS = (
    "the command line imports nothing, and offers the states of the schema; tests/cli/test_texts.py compares them"
)
CLASSES_OF_ONE_NAME = {"DocumentStatus": _OPTIONS, "JobState": _OPTIONS, "LogLevel": _OPTIONS}


def test_no_file_is_longer_than_a_few_screens() -> None:
    lengths = {name: len((ROOT / name).read_text().splitlines()) for name in written()}
    assert {name: length for name, length in lengths.items() if length > MAX_FILE and name not in LONG_FILES} == {}
    assert {name for name in LONG_FILES if lengths.get(name, 0) <= MAX_FILE} == set(), "these are excused for nothing"


def test_no_function_is_longer_than_a_screen() -> None:
    lengths = {
        f"{name}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    long = {name: length for name, length in lengths.items() if length > MAX_FUNCTION}
    assert {name: length for name, length in long.items() if name not in LONG_FUNCTIONS} == {}
    assert LONG_FUNCTIONS.keys() - long.keys() == set(), "these are excused for nothing"


def test_no_two_classes_have_the_same_name() -> None:
    places = defaultdict(list)
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(name)
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert {name: where for name, where in twice.items() if name not in CLASSES_OF_ONE_NAME} == {}
    assert CLASSES_OF_ONE_NAME.keys() - twice.keys() == set(), "these are excused for nothing"
