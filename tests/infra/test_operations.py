"""docs/operations.md can be followed: its outputs, settings, alarms and commands exist."""

import json
import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from botocore import xform_name
from botocore.session import get_session

from commands.cats import cat_images
from commands.documents import steps
from commands.letters import dead_letters
from infra.stage import Stage
from tests.infra.conftest import ROOT, Templates, read, synth

PAGE = (ROOT / "docs" / "operations.md").read_text()
_AWS = re.compile(r"(?:^    |`)(aws [^`#\n]*?)(?:#.*)?(?:`|$)", re.MULTILINE)
COMMANDS = sorted({line.strip() for line in _AWS.findall(PAGE.replace("\\\n", " "))})
GLOBAL = {"query", "output", "region", "profile"}
"""Options of the command line itself."""


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_aws_exists_and_has_what_it_requires(line: str) -> None:
    _, service, operation, *rest = shlex.split(line)
    model = get_session().get_service_model("s3" if service == "s3api" else service)
    operations = {xform_name(name, "-"): name for name in model.operation_names}
    assert operation in operations
    shape = model.operation_model(operations[operation]).input_shape
    members: dict[str, Any] = dict(shape.members) if shape else {}
    given = {word.removeprefix("--") for word in rest if word.startswith("--")} - GLOBAL
    known = {xform_name(name, "-"): name for name in members}
    assert given <= set(known), given - set(known)
    required = {xform_name(name, "-") for name in (shape.required_members if shape else ())}
    assert required <= given | _aliases(operation), f"{required - given} missing"


def _aliases(operation: str) -> set[str]:
    """Commands that the page names only in passing, without their arguments."""
    return {"user-pool-id", "username"} if operation in {"admin-user-global-sign-out", "admin-disable-user"} else set()


def test_there_are_commands_to_check() -> None:
    assert len(COMMANDS) >= 8
    assert any("admin-create-user" in each for each in COMMANDS)


def test_every_output_that_the_page_names_exists(with_page: Path) -> None:
    named = re.findall(r"^\| (\w+) \| `(\w+)` \|", PAGE, re.MULTILINE)
    assert len(named) > 10
    stacks = read(with_page / "dev").stacks
    outputs = {(stack, name) for stack, each in stacks.items() for name in each.get("Outputs", {})}
    assert set(named) <= outputs


@pytest.mark.parametrize("module", sorted(set(re.findall(r"python -m ([\w.]+)", PAGE))))
def test_every_python_command_exists(module: str) -> None:
    assert find_spec(module) is not None


def test_every_make_target_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    for target in set(re.findall(r"`?make ([a-z]+)", PAGE)) - {"a"}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_every_setting_that_the_page_names_is_read() -> None:
    asked: set[str] = set()

    def context(name: str) -> None:
        asked.add(name)

    Stage.read(lambda name: str(ROOT / "infra") if name == "package" else context(name))
    table = PAGE[PAGE.index("| setting | means |") : PAGE.index("**Existing tables**")]
    named = {name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert len(named) > 15
    assert named <= asked


def test_every_alarm_is_explained_and_every_explained_alarm_exists(templates: dict[str, Templates]) -> None:
    table = PAGE[PAGE.index("| alarm | means | do |") : PAGE.index("### Parked and skipped")]
    cells = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    patterns = [re.escape(name).replace("…", ".+") for cell in cells for name in re.findall(r"`([^`]+)`", cell)]
    found = templates["dev"].resources("AWS::CloudWatch::Alarm").values()
    alarms = {each["AlarmName"].split("-", 2)[2] for each in found}
    assert [name for name in alarms if not any(re.fullmatch(each, name) for each in patterns)] == []
    assert [each for each in patterns if not any(re.fullmatch(each, name) for name in alarms)] == []


def test_a_second_synth_differs_in_nothing(synthesised: Path, package: Path, tmp_path: Path) -> None:
    synth(tmp_path, package, "--stages", "prod")
    for file in sorted((synthesised / "prod").glob("*.template.json")):
        assert json.loads((tmp_path / "prod" / file.name).read_text()) == json.loads(file.read_text()), file.name


def test_the_page_says_how_long_things_are_kept_and_files_outlive_their_items(stage: Templates) -> None:
    for words, kept in (
        ("cat images that `createCatBatch` made", cat_images.KEPT_FOR),
        ("dead letters", dead_letters.KEPT_FOR),
    ):
        assert f"| {words} | {kept.days} days |" in PAGE
    assert f"| {steps.KEPT_FOR.days} days after they ended |" in PAGE
    pictures, documents = (_days_of_files(stage, stack) for stack in ("Cats", "Documents"))
    assert f"| their files and logs | {pictures} days; " in PAGE
    assert f"of those that expired, {documents} days at most |" in PAGE
    assert cat_images.KEPT_FOR.days < pictures
    assert 3 * steps.KEPT_FOR.days < documents


def _days_of_files(stage: Templates, stack: str) -> int:
    (bucket,) = stage.resources("AWS::S3::Bucket", stack).values()
    rules = bucket["LifecycleConfiguration"]["Rules"]
    (days,) = {each["ExpirationInDays"] for each in rules if "ExpirationInDays" in each}
    return int(days)
