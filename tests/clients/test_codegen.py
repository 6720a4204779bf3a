"""Code generators take the schema, once AppSync's own scalars and directives are written in front of it."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from graphql import OperationDefinitionNode, build_schema, parse, print_ast

from local.engine.scalars import PRELUDE

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SCALARS = dict.fromkeys(re.findall(r"^scalar (\w+)", PRELUDE, re.MULTILINE), "string") | {"AWSTimestamp": "number"}
WRONG = "query Wrong { images(first: 1) { nodes { id whiskers } } }"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small project of a client: the schema, and the packages that are installed for Node."""
    (tmp_path / "schema.graphql").write_text(_schema())
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    return tmp_path


def test_relay_compiles_every_query(folder: Path) -> None:
    queries = _operations()
    names = [_relay_source(folder, query) for query in queries]
    done = _relay(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in (folder / "made").iterdir()} == {f"{name}.graphql.ts" for name in names}
    assert "readonly receipts: ReadonlyArray<{" in (folder / "made" / "TreeQuery.graphql.ts").read_text()


def test_relay_pages_through_lists_and_fetches_nodes_again(folder: Path) -> None:
    parts = [print_ast(part) for part in parse((HERE / "relay.graphql").read_text()).definitions]
    (folder / "src").mkdir()
    (folder / "src" / "Relay.ts").write_text("\n".join(f"graphql`{part}`;" for part in parts))
    done = _relay(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    page, again = ((folder / "made" / f"Relay{name}Query.graphql.ts").read_text() for name in ("Images", "Metrics"))
    assert "pageInfo {\\n      endCursor\\n      hasNextPage" in page
    assert "node(id: $id)" in again
    assert (folder / "made" / "RelayReceiptQuery.graphql.ts").exists()
    assert (
        "readonly timestampAdded: string | null | undefined"
        in (folder / "made" / "Relay_images.graphql.ts").read_text()
    )


def test_relay_refuses_a_field_that_the_schema_lacks(folder: Path) -> None:
    _relay_source(folder, _parse(WRONG)[0])
    done = _relay(folder)
    assert done.returncode != 0
    assert "whiskers" in done.stdout + done.stderr


def test_graphql_codegen_writes_typescript_for_every_type_and_query(folder: Path) -> None:
    queries = _operations()
    done = _graphql_codegen(folder, queries)
    assert done.returncode == 0, done.stdout + done.stderr
    types, answers = (folder / "types.ts").read_text(), (folder / "operations.ts").read_text()
    assert "export type Image = " in types
    for kind in ("type", "interface", "enum"):
        assert set(re.findall(rf"^{kind} (\w+)", _schema(), re.MULTILINE)) <= _exported(types)
    assert {_name(query) + query.operation.value.title() for query in queries} <= _exported(answers)


def test_graphql_codegen_refuses_a_field_that_the_schema_lacks(folder: Path) -> None:
    done = _graphql_codegen(folder, _parse(WRONG))
    assert done.returncode != 0
    assert "whiskers" in done.stdout + done.stderr


def test_ariadne_codegen_writes_a_client_that_can_be_imported(folder: Path, python_clients: Path) -> None:
    queries = _operations()
    done = _ariadne_codegen(folder, python_clients, queries)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "tessera_client" / "client.py").exists()
    show = "import tessera_client; print(*vars(tessera_client.Client))"
    methods = _run(folder, str(python_clients / "python"), "-W", "error", "-c", show).stdout.split()
    assert {_name(query).lower() for query in queries} <= set(methods)


def test_ariadne_codegen_refuses_a_field_that_the_schema_lacks(folder: Path, python_clients: Path) -> None:
    done = _ariadne_codegen(folder, python_clients, _parse(WRONG))
    assert done.returncode != 0
    assert "whiskers" in done.stdout + done.stderr


def _schema() -> str:
    return PRELUDE + (ROOT / "schema.graphql").read_text()


def _operations() -> list[OperationDefinitionNode]:
    """The queries, and the mutations and subscriptions as soon as the schema has any."""
    schema = build_schema(_schema())
    return [one for one in _parse((HERE / "queries.graphql").read_text()) if schema.get_root_type(one.operation)]


def _parse(text: str) -> list[OperationDefinitionNode]:
    return [one for one in parse(text).definitions if isinstance(one, OperationDefinitionNode)]


def _name(operation: OperationDefinitionNode) -> str:
    assert operation.name
    return operation.name.value


def _relay_source(folder: Path, operation: OperationDefinitionNode) -> str:
    """Relay wants an operation to be named after its file and its kind."""
    file, text = _name(operation), print_ast(operation)
    name = file + operation.operation.value.title()
    (folder / "src").mkdir(exist_ok=True)
    (folder / "src" / f"{file}.ts").write_text(f"graphql`{text.replace(file, name, 1)}`;\n")
    return name


def _relay(folder: Path) -> subprocess.CompletedProcess[str]:
    settings = {
        "src": "src",
        "schema": "schema.graphql",
        "language": "typescript",
        "artifactDirectory": "made",
        "eagerEsModules": True,
        "customScalarTypes": SCALARS,
        "requireCustomScalarTypes": True,
    }
    (folder / "made").mkdir()
    (folder / "relay.config.json").write_text(json.dumps(settings))
    return _run(folder, _tool("relay-compiler"), "relay.config.json", check=False)


def _graphql_codegen(folder: Path, operations: list[OperationDefinitionNode]) -> subprocess.CompletedProcess[str]:
    """Each plugin has a file of its own, for both export the enums."""
    settings = {
        "schema": "schema.graphql",
        "documents": "queries.graphql",
        "config": {"strictScalars": True, "scalars": SCALARS, "namingConvention": "keep"},
        "generates": {
            "types.ts": {"plugins": ["typescript"]},
            "operations.ts": {"plugins": ["typescript-operations"]},
        },
    }
    _write(folder, operations)
    (folder / "codegen.json").write_text(json.dumps(settings))
    return _run(folder, _tool("graphql-codegen"), "--config", "codegen.json", check=False)


def _exported(script: str) -> set[str]:
    names = re.findall(r"^export (?:type|enum) (\w+)", script, re.MULTILINE)
    assert len(names) == len(set(names))
    return set(names)


def _ariadne_codegen(
    folder: Path, python_clients: Path, operations: list[OperationDefinitionNode]
) -> subprocess.CompletedProcess[str]:
    settings = (
        "[tool.ariadne-codegen]",
        'schema_path = "schema.graphql"',
        'queries_path = "queries.graphql"',
        'target_package_name = "tessera_client"',
        "[tool.ariadne-codegen.scalars.AWSDateTime]",
        'type = "datetime.datetime"',
        "[tool.ariadne-codegen.scalars.AWSJSON]",
        'type = "str"',
    )
    _write(folder, operations)
    (folder / "ariadne.toml").write_text("\n".join(settings))
    return _run(folder, str(python_clients / "ariadne-codegen"), "--config", "ariadne.toml", check=False)


def _write(folder: Path, operations: list[OperationDefinitionNode]) -> None:
    (folder / "queries.graphql").write_text("\n".join(map(print_ast, operations)))


def _tool(name: str) -> str:
    path = ROOT / "node_modules" / ".bin" / name
    if not path.exists():
        pytest.skip(f"{name} is not in node_modules: `npm ci` installs it.")
    return str(path)


def _run(folder: Path, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 or not check, done.stdout + done.stderr
    return done
