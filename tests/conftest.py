"""The engines and the server that tests run against, and where the golden items lie."""

import os
import signal
import ssl
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

from local.data.engines import NODE_MODULES, Engine, EngineMissing, dynamodb_local, dynoxide
from tests.serving import Server, copied, sample_folder, serving
from tests.thoroughness import IS_QUICK, IS_THOROUGH, is_everyday, many

os.environ.setdefault("TESSERA_READ_SECONDS", "20")  # the engines share a small machine with the tests

TESTS = Path(__file__).parent
GOLDEN = TESTS.parent.parent / "shared" / "golden"

MEASURED = {"commands", "entities", "formats", "loaders", "pipelines", "resolvers", "services", "workers"}
"""The folders of tests whose subject is one of the rooms that coverage is measured of."""

MEASURED_CASES = 2
"""Of a test with many cases so many are measured."""

settings.register_profile(
    "tessera",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    max_examples=many(100),
)
settings.load_profile("tessera")


def pytest_configure() -> None:
    """A shell starts what runs in its background without Ctrl-C, and every program started from there inherits that.

    Some tests interrupt programs, so they hear it again, from wherever the tests were started.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is for thorough runs, and say of what coverage is measured."""
    config.hook.pytest_deselected(items=[item for item in items if _is_for_thorough_runs(item)])
    items[:] = [item for item in items if not _is_for_thorough_runs(item)]
    _choose_what_is_measured(items)


def _is_for_thorough_runs(item: pytest.Item) -> bool:
    """DynamoDB Local is slow, and agrees with Dynoxide nearly always: every run tries a third of its tests."""
    engine = getattr(item, "callspec", None) and item.callspec.params.get("engine")  # type: ignore[attr-defined]
    return engine == "dynamodb-local" and not IS_THOROUGH and not is_everyday(item.nodeid)


def _choose_what_is_measured(items: list[pytest.Item]) -> None:
    """Measuring coverage doubles the time that Python takes, so not everything is measured.

    Tests of properties run the same lines a hundred times, and a test with many cases runs in its first ones what it
    runs in all. Tests of anything else than the Lambdas' code run none of the lines that are measured, or only by the
    way.
    """
    cases: Counter[str] = Counter()
    for item in sorted(items, key=lambda each: each.nodeid):
        function = item.nodeid.split("[")[0]
        cases[function] += 1
        is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        is_repeat = cases[function] > MEASURED_CASES
        if is_property or is_repeat or item.path.relative_to(TESTS).parts[0] not in MEASURED:
            item.add_marker("no_cover")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how to repeat the order: pytest-randomly would, but not under `-q`."""
    seed = config.getoption("randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"In random order: --randomly-seed={seed} repeats it, -p no:randomly does without.")


@pytest.fixture(scope="session", autouse=True)
def _programs() -> Iterator[None]:
    """With `QUICK=1` a test is skipped when it, or a fixture of it, is about to start a program.

    So no test has to say what it needs: every way to an engine, a server or a browser ends in `Popen`.
    """

    def skip(*_: Any, **__: Any) -> NoReturn:
        pytest.skip("starts a program")

    with pytest.MonkeyPatch.context() as patch:
        if IS_QUICK:
            patch.setattr(subprocess.Popen, "__init__", skip)
        yield


@pytest.fixture(scope="session", autouse=True)
def _certificates() -> Iterator[None]:
    """httpx reads all certificates for every request: 30 ms, more than most requests take. They are read once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        yield


@pytest.fixture(scope="session", params=["dynoxide", "dynamodb-local"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """A real DynamoDB engine, started for this run of the tests."""
    start = dynoxide if request.param == "dynoxide" else dynamodb_local
    try:
        running = start()
        with running as started:
            yield started
    except EngineMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def embedded() -> Iterator[Engine]:
    """The engine that `make serve` uses."""
    try:
        with dynoxide() as started:
            yield started
    except EngineMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample data, loaded once however many processes run tests."""
    if not any(NODE_MODULES.glob("@dynoxide/*/dynoxide")):
        pytest.skip("needs `npm ci`")
    base = tmp_path_factory.getbasetemp()
    return sample_folder(base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base)


@pytest.fixture(scope="session")
def server(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`make serve` with sample data, in a folder of its own, for all tests that change only what is theirs."""
    with serving(copied(sample, tmp_path_factory.mktemp("data"))) as started:
        yield started


@pytest.fixture(scope="session")
def golden() -> Path:
    """Items as real writers stored them."""
    if not GOLDEN.is_dir():
        pytest.skip("needs the golden items in ../shared/golden, which are not here")
    return GOLDEN
