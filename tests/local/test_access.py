"""Who sees which field: the directives of the schema, as AppSync reads them."""

import pytest

from local.engine.scalars import read_schema
from local.http.access import Access
from local.http.callers import Caller
from resolvers.in_process.access import may_call
from resolvers.routing.routes import routes
from resolvers.runtime.identity import caller_of
from tests.identities import person, program
from tests.local.fakes import SCHEMA, Home
from tests.local.matrix import CALLERS, expectations

RULES = read_schema("""
type Query @aws_api_key {
  open: Thing
  shut: String @aws_iam
  both: String @aws_iam @aws_cognito_user_pools(cognito_groups: ["editors"])
}
type Mutation { unmarked: String }
type Thing { name: String }
type Marked @aws_api_key @aws_cognito_user_pools { name: String }
""")
ACCESS = Access(RULES)
REAL = Access(SCHEMA)


@pytest.mark.parametrize(
    ("field", "allowed"),
    [
        (("Query", "open"), {"api_key"}),
        (("Query", "shut"), {"iam"}),
        (("Query", "both"), {"iam", "editors"}),
        (("Mutation", "unmarked"), {"viewers", "editors", "operators", "no group", "another group"}),
        (("Thing", "name"), {"viewers", "editors", "operators", "no group", "another group"}),
        (("Marked", "name"), {"api_key", "viewers", "editors", "operators", "no group", "another group"}),
    ],
)
def test_a_field_overrides_its_type_several_directives_are_alternatives_and_none_is_the_default(
    field: tuple[str, str], allowed: set[str]
) -> None:
    assert {kind for kind, caller in CALLERS.items() if field not in ACCESS.denied(caller)} == allowed


@pytest.mark.parametrize("kind", CALLERS)
def test_the_schema_lets_in_whom_the_routes_let_in(kind: str) -> None:
    denied = REAL.denied(CALLERS[kind])
    wrong = [
        f"{type_name}.{field_name}"
        for type_name, field_name, who, may in expectations()
        if who == kind and ((type_name, field_name) not in denied) is not may
    ]
    assert wrong == []


@pytest.mark.parametrize("kind", CALLERS)
def test_in_process_fields_are_open_to_the_same_callers(kind: str) -> None:
    identity = {"api_key": None, "iam": program("pipeline")}.get(kind, person("ann", *CALLERS[kind].groups))
    caller = caller_of({"identity": identity})
    told = {f"{type_name}.{name}": may for type_name, name, who, may in expectations() if who == kind}
    assert {key: may_call(route, caller) for key, route in routes().items()} == told


def test_a_field_that_is_not_for_the_caller_is_null_with_an_error_and_never_asked_for() -> None:
    home = Home({"Query.image": {"imageId": "1"}})
    query = '{\n  image(imageId: "1") {\n    imageId\n    others: otherItems { type }\n  }\n  imageCount }'
    answer = home.post(query)
    assert len(home.read.events) == 2
    assert answer["errors"][0] == {
        "path": ["image", "others"],
        "data": None,
        "errorType": "Unauthorized",
        "errorInfo": None,
        "locations": [{"line": 4, "column": 5, "sourceName": None}],
        "message": "Not Authorized to access otherItems on type Image",
    }


def test_an_object_type_without_a_directive_hides_its_fields_from_other_modes() -> None:
    assert ("Thing", "name") in ACCESS.denied(Caller("api_key"))
    assert ("Query", "open") not in ACCESS.denied(Caller("api_key"))


@pytest.mark.parametrize("kind", ["api_key", "viewers"])
def test_mutations_are_for_those_who_may_write(kind: str) -> None:
    home = Home()
    headers = {"x-api-key": "da2-local"} if kind == "api_key" else home.bearer(kind)
    answer = home.post('mutation { createQueue(input: {queueName: "q"}) { queueName } }', headers)
    assert "Unauthorized" in {error.get("errorType") for error in answer["errors"]}
    assert home.write.events == []


def test_publishing_is_for_roles_of_aws_alone() -> None:
    home = Home()
    answer = home.post('mutation { publishJobStatus(item: "{}") { jobId } }', home.bearer("operators"))
    assert answer["data"] == {"publishJobStatus": None}
    assert answer["errors"][0]["errorType"] == "Unauthorized"
