"""Behind Amplify's AppSync simulator, which is not ours, the Lambda answers as behind AppSync at home.

The simulator reports selections as it understands AppSync: aliases, fragments, and also what @skip and @include leave
out. It batches the fields of many parents, and checks the directives of the schema.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import dynoxide
from tests.infra.documents import DOCUMENTS, sample_variables
from tests.infra.ministack import Deployed
from tests.infra.simulator import simulating
from tests.infra.witnesses import SIMULATOR, Document, Foreign, answering_from, compare
from tests.serving import copied


@pytest.fixture(scope="module")
def simulator(node: str, sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    folder = copied(sample, tmp_path_factory.mktemp("simulator"))
    names = {table.name: table.usual_name for table in TABLES.values()}
    with (
        dynoxide(folder / "tessera.db") as engine,
        Store(make_client(engine.url), names) as store,
        answering_from(store),
        simulating(node, folder / "simulator.log") as running,
    ):
        yield running


@pytest.fixture(scope="module")
def variables(simulator: Deployed) -> dict[str, str]:  # noqa: ARG001  the Lambda answers as long as it runs
    return sample_variables()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_documents_are_answered_as_at_home(simulator: Deployed, variables: dict[str, str], document: Document) -> None:
    compare(document, variables, SIMULATOR, Foreign(simulator))
