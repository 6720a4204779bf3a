"""README.md shows nothing that does not work: queries, code, commands, settings, the map; links on every page."""

import ast
import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from textwrap import indent
from typing import Any

import httpx
import pytest
from graphql import DocumentNode, FragmentDefinitionNode, OperationDefinitionNode, parse, validate

from entities.attributes import encode_item
from loaders.dynamo.resilience import PREFIX, Resilience
from local.data.process import free_port
from local.engine.scalars import read_schema
from local.services.ministack import is_installed
from local.settings import Settings
from tests.loaders.sample import IMAGE_ID, image_tree
from tests.local.services.invoice import FIELDS, NOTES, ROWS, invoice
from tests.serving import Server, serving

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROOMS_WITHOUT_A_LINE = {"docs"}


def blocks(*languages: str) -> list[str]:
    """The fenced blocks in these languages; "" are those that name none."""
    return [match[2] for match in BLOCK.finditer(README) if match[1] in languages]


@pytest.mark.parametrize("text", blocks("graphql"))
def test_a_query_is_one_that_the_schema_answers(text: str) -> None:
    schema = read_schema((ROOT / "schema.graphql").read_text())
    definitions = parse(text).definitions
    fragments = [each for each in definitions if isinstance(each, FragmentDefinitionNode)]
    operations = [each for each in definitions if isinstance(each, OperationDefinitionNode)]
    assert operations
    for operation in operations:  # each on its own: a block may show several without names
        assert validate(schema, DocumentNode(definitions=(operation, *fragments))) == []


def test_the_query_with_numbers_costs_what_they_say(tmp_path: Path) -> None:
    query = blocks("graphql")[0]
    said = re.search(r"(\d+) Lambda calls?, (\d+) DynamoDB requests in \d+ steps, (\d+) read units", query)
    assert said
    lines = tmp_path / "tree.jsonl"
    lines.write_text("\n".join(json.dumps({"Item": encode_item(item.to_record())}) for item in image_tree()))
    with serving(tmp_path / "data", SAMPLE="0") as server:
        load = [sys.executable, "-m", "local", "load", "--table", "receipts", str(lines)]
        subprocess.run(load, cwd=ROOT, env={**os.environ, "DATA_DIR": str(server.data_dir)}, check=True)
        answer = server.ask(query, id=IMAGE_ID)
    cost = answer["extensions"]["tessera"]
    assert [cost["lambdaCalls"], cost["requests"], int(cost["readUnits"])] == list(map(int, said.groups()))


def is_program(text: str) -> bool:
    """Whether code is to be run as it is; other code is a part of a file."""
    return "print(" in text


@pytest.mark.parametrize("text", [each for each in blocks("python") if not is_program(each)])
def test_code_is_shown_as_it_stands_in_a_file(text: str) -> None:
    """A class may be shown in part; comments, layout and descriptions do not count."""
    shown = _statements(ast.parse(text))
    assert shown
    assert any(_holds(_statements(ast.parse(path.read_text())), shown) for path in _sources()), "no file has this code"


def test_the_program_without_appsync_is_answered(server: Server) -> None:
    (text,) = filter(is_program, blocks("python"))
    body = indent(text.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}"), "    ")
    program = f"import asyncio\nasync def main():\n{body}\nasyncio.run(main())"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    running = ast.literal_eval(run.stdout)["jobs"]["nodes"]
    assert running
    assert all(each["name"] and each["latestStatus"] for each in running)


def test_the_command_serves_without_appsync_on_this_machine_alone(server: Server) -> None:
    (command,) = re.findall(r"`python (-m resolvers\.serve [^`]*)`", README)
    named = command.replace("my.users:caller_of", "tests.identities:a_viewer")
    assert named != command
    port = free_port()
    environ = {**os.environ, "TESSERA_DYNAMODB_URL": f"{server.url}/dynamodb"}
    serve = [sys.executable, *named.split(), "--port", str(port)]
    with subprocess.Popen(serve, cwd=ROOT, env=environ, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            said = next(line for line in process.stderr if "running on" in line)
            query = {"query": "{ jobs(status: RUNNING) { nodes { name } } }"}
            answer = httpx.post(f"http://127.0.0.1:{port}/graphql", json=query, timeout=60).json()
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.2", port), timeout=5)  # this would reach what listens everywhere
        finally:
            process.terminate()
    assert f"http://127.0.0.1:{port}" in said
    assert answer["data"]["jobs"]["nodes"]


def test_commands_are_targets_of_the_makefile() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    commands = "\n".join(blocks("", "sh", "bash", "shell", "console"))
    named = re.findall(r"^(?:\S+=\S* )*make ([a-z][\w-]*)", commands, re.MULTILINE)
    named += re.findall(r"`(?:\S+=\S* )*make ([a-z][\w-]*)", README)
    assert named
    assert set(named) <= targets


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    text = page.read_text()
    for link in [*re.findall(r"\]\(([^)\s]+)\)", text), *re.findall(r'<img src="([^"]+)"', text)]:
        path, _, heading = link.partition("#")
        if not re.match(r"\w+:", link):
            target = page.parent / path if path else page
            assert target.exists(), link
            assert not heading or heading in _anchors(target.read_text()), link


def test_the_map_shows_every_room_and_no_other() -> None:
    (drawn,) = [text for text in blocks("", "text") if text.startswith("schema.graphql")]
    shown = {room for line in drawn.splitlines() for room in _first_names(line)}
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines()}
    rooms = {path.name for path in ROOT.iterdir() if _is_room(path)}
    assert shown - ROOMS_WITHOUT_A_LINE == rooms - ignored - ROOMS_WITHOUT_A_LINE


class EmptyEnvironment(dict[str, str]):
    """An environment without anything in it, which remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return default


def test_the_table_of_settings_names_what_the_server_reads_and_nothing_else() -> None:
    asked = EmptyEnvironment()
    Settings.from_environment(asked)
    patience = {f"{PREFIX}{each.name.upper()}" for each in fields(Resilience)}
    assert _settings_in(README) == asked.names - patience


def test_the_table_of_patience_names_every_variable_with_its_default() -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    told = dict(re.findall(r"^\| `TESSERA_(\w+)` \| ([\d.]+) \|", page, re.MULTILINE))
    assert told == {each.name.upper(): f"{each.default:g}" for each in fields(Resilience)}


def test_every_address_in_the_table_is_one_of_the_server(server: Server) -> None:
    paths = re.findall(r"^\| `(/[\w./]*)` \|", README, re.MULTILINE)
    assert len(paths) > 5
    for path in paths:
        status = httpx.request("POST" if path in {"/token", "/dynamodb"} else "GET", server.url + path).status_code
        assert status != 404, path


def test_the_shown_commands_are_answered(server: Server) -> None:
    commands = [line for text in blocks("") for line in text.splitlines() if line.startswith("curl ")]
    assert len(commands) > 1
    for command in commands:
        asked = shlex.split(command.replace("localhost:8000", f"localhost:{server.port}"))
        answer = json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)
        assert answer.get("token") or answer["data"]["jobs"]["nodes"], command


@pytest.mark.skipif(not is_installed(), reason="needs `make .venv-ministack/.ready`")
def test_the_script_uploads_the_sample_document_and_reads_it(server: Server) -> None:
    assert (ROOT / "docs" / "invoice.pdf").read_bytes() == invoice()
    (script,) = [text for text in blocks("bash") if "createDocument" in text]
    text = script.replace("localhost:8000", f"localhost:{server.port}")
    run = subprocess.run(["bash", "-eu", "-c", text], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    status, answer = run.stdout.splitlines()
    assert "COMPLETED" in status
    first, second = json.loads(answer)["data"]["document"]["pages"]["nodes"]
    assert first["tables"] == [{"rows": [list(row) for row in ROWS]}]
    assert [(form["key"], form["value"]) for form in first["forms"]][: len(FIELDS)] == list(FIELDS)
    assert [line["text"] for line in second["lines"]] == list(NOTES)


def _settings_in(page: str) -> set[str]:
    """The variables in the first column of the table of settings."""
    table, _, _ = page.partition("| setting |")[2].partition("\n\n")
    return {name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def _sources() -> Iterator[Path]:
    for room in ("entities", "loaders", "commands", "resolvers", "services", "workers"):
        yield from (ROOT / room).rglob("*.py")


def _statements(tree: ast.Module | ast.ClassDef) -> list[str]:
    """What stands in a module or class, one after the other: a class as its head, followed by what is in it."""
    found = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            inside, node.body = _statements(node), []
            found += [ast.dump(node), *(f"{node.name}: {each}" for each in inside)]
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):  # a string that describes
            found.append(ast.dump(node))
    return found


def _holds(whole: list[str], part: list[str]) -> bool:
    """Whether all of the part is in the whole, in the same order."""
    rest = iter(whole)
    return all(each in rest for each in part)


def _anchors(text: str) -> set[str]:
    """What GitHub makes of headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _is_room(path: Path) -> bool:
    """A folder with something in it: what was moved elsewhere leaves compiled files behind."""
    return path.is_dir() and path.name[0] not in "._" and any(each.name != "__pycache__" for each in path.iterdir())


def _first_names(line: str) -> list[str]:
    """The folders that a line of the map begins with, without what is below them."""
    start = re.match(r"(?:[\w-]+/ *)+", line)
    return re.findall(r"([\w-]+)/", start[0]) if start else []
