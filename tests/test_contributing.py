"""The recipes of CONTRIBUTING.md are followed to the letter, in a copy of the project."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.sources import ROOT

PAGE = ROOT / "CONTRIBUTING.md"
BLOCK = re.compile(
    r"^```(?P<language>\w+)(?: (?P<file>\S+))?(?: (?P<how>append))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
PRINTED = {
    "make keys": {"docs/keys.md"},
    "make schema access": {"schema.graphql", "docs/access.md"},
    ".venv/bin/python -m tests.formats": {"tests/formats/ids.json", "tests/formats/cursors.json"},
}
"""What the commands of the recipes print."""
CHECKED = (
    "tests/entities/test_docs.py",
    "tests/formats/test_kept.py",
    "tests/commands/test_inputs.py",
    "tests/resolvers/test_schema.py",
    "tests/test_imports.py",
)
ADDED = (
    "tests/entities/test_types.py",
    "tests/formats/test_items.py",
    "tests/contract/test_mutations_first.py",
    "tests/contract/test_queries_first.py",
)
"""What would notice that a type, a query, a mutation or a subscription is not complete."""


@dataclass(frozen=True)
class Step:
    """One block of the page: a file, a change to one, or commands."""

    language: str
    file: str | None
    how: str | None
    text: str


def steps() -> Iterator[Step]:
    recipes = PAGE.read_text().split("\n## Recipes\n")[1].split("\n### Check it\n")[0]
    for found in BLOCK.finditer(recipes):
        yield Step(**found.groupdict())


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with every recipe followed; installed packages are shared, times of files are kept for make."""
    folder = tmp_path_factory.mktemp("recipes") / "project"
    listed = _run(ROOT, "git", "ls-files", "--cached", "--others", "--exclude-standard").split()
    for name in listed:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for name in (".venv", "node_modules"):
        (folder / name).symlink_to((ROOT / name).resolve())
    _run(folder, "git", "init", "--quiet")
    (folder / ".git" / "info").mkdir(exist_ok=True)
    (folder / ".git" / "info" / "exclude").write_text(".venv\nnode_modules\n")
    _run(folder, "git", "add", "--all")
    _run(folder, "git", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "--message=before")
    for step in steps():
        _follow(folder, step)
    return folder


def test_the_recipes_touch_the_files_that_they_name_and_no_others(copy: Path) -> None:
    changed = {line[3:] for line in _run(copy, "git", "status", "--porcelain", "--untracked-files=all").splitlines()}
    named = {step.file for step in steps() if step.file}
    printed = {file for command in _commands() for file in PRINTED[command]}
    assert changed == named | printed


def test_everything_printed_follows(copy: Path) -> None:
    schema = (copy / "schema.graphql").read_text()
    for text in ("type ReceiptNote implements Node", "receiptNotes(", "addReceiptNote(", "onReceiptNote("):
        assert text in schema
    assert 'publishReceiptNote"])' in schema
    assert (
        "**ReceiptNote**" in (copy / "docs" / "keys.md").read_text()
        or "RECEIPT_NOTE" in (copy / "docs" / "keys.md").read_text()
    )
    assert "addReceiptNote" in (copy / "docs" / "access.md").read_text()


def test_the_code_of_the_recipes_is_formatted_and_typed(copy: Path) -> None:
    python = [name for name in sorted({step.file for step in steps() if step.file}) if name.endswith(".py")]
    _run(copy, ".venv/bin/ruff", "format", "--check", *python)
    _run(copy, ".venv/bin/ruff", "check", *python)
    known = ROOT / ".mypy_cache"  # what `make check` found out: without it all is checked anew
    if known.is_dir():
        shutil.copytree(known, copy / ".mypy_cache", ignore=shutil.ignore_patterns("infra"), dirs_exist_ok=True)
    _run(copy, ".venv/bin/mypy", "commands/receipts/notes.py", "resolvers/queries/notes.py")


def test_what_was_added_is_complete_and_works(copy: Path) -> None:
    """The mutation first in a fresh process, what it stored found by the query, ids and cursors kept."""
    run_tests = (".venv/bin/python", "-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider")
    whole = [Path(name).stem for name in CHECKED]
    _run(copy, *run_tests, "-k", " or ".join(["ReceiptNote", "receiptNotes", *whole]), *CHECKED, *ADDED)


def test_subscribers_are_told(copy: Path) -> None:
    script = """
from entities.attributes import encode_item
from entities.tables import RECEIPTS
from entities.receipts.notes import ReceiptNote
from workers.messages import ItemChange, messages
note = ReceiptNote(image_id="i", receipt_id=1, note_id="n", text="Hello", created_at="2026-01-02T03:04:05Z")
record = {"eventID": "1", "dynamodb": {"NewImage": encode_item(note.to_record())}}
(message,) = messages(ItemChange(RECEIPTS, record))
assert message.announcement.mutation == "publishReceiptNote"
assert message.item["text"] == "Hello" and message.item["id"]
"""
    _run(copy, ".venv/bin/python", "-c", script)


def _commands() -> list[str]:
    return [line for step in steps() if step.language == "sh" for line in step.text.splitlines()]


def _follow(folder: Path, step: Step) -> None:
    if step.language == "sh":
        for line in step.text.splitlines():
            _run(folder, *line.split())
        return
    assert step.file, f"a block does not name its file: {step.text[:60]}"
    file = folder / step.file
    if step.language == "diff":
        file.write_text(_changed(file.read_text(), step))
    elif step.how == "append":
        file.write_text(file.read_text() + step.text)
    else:
        assert not file.exists(), f"{step.file} is there already"
        file.write_text(step.text)


def _changed(text: str, step: Step) -> str:
    """The text with a change: lines that stay and lines that go must be found together, exactly once."""
    lines = step.text.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    found = [match.start() for match in re.finditer(re.escape(before), text)]
    assert len(found) == 1, f"{step.file} has this {len(found)} times:\n{before}"
    return text[: found[0]] + after + text[found[0] + len(before) :]


def _run(folder: Path, *command: str) -> str:
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "PYTEST_", "MAKE"))}
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout
