"""The running server answers over HTTP as its engine does in process, and so as the witnesses that are not ours."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from tests.infra.documents import DOCUMENTS, sample_variables
from tests.infra.witnesses import SERVER, Document, answering_from, compare
from tests.local.publishing import signed_headers
from tests.serving import Server, copied, serving


@dataclass(frozen=True)
class OverHttp:
    """The server at home, asked as clients ask it."""

    server: Server

    def answer(self, document: Document) -> dict[str, Any]:
        body = json.dumps({"query": document.query, "variables": document.variables}).encode()
        is_signed = document.caller.mode == "iam"
        headers = signed_headers(self.server.graphql_url, body) if is_signed else None
        answer: dict[str, Any] = self.server.post(body, headers).json()
        return answer


@pytest.fixture(scope="module")
def home(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OverHttp]:
    """A server with the sample, whose tables our handler in this process reads too."""
    names = {table.name: table.usual_name for table in TABLES.values()}
    with (
        serving(copied(sample, tmp_path_factory.mktemp("home"))) as server,
        Store(make_client(f"{server.url}/dynamodb"), names) as store,
        answering_from(store),
    ):
        yield OverHttp(server)


@pytest.fixture(scope="module")
def variables(home: OverHttp) -> dict[str, str]:  # noqa: ARG001  the Lambda answers as long as it runs
    return sample_variables()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_documents_are_answered_as_in_process(home: OverHttp, variables: dict[str, str], document: Document) -> None:
    compare(document, variables, SERVER, home)
