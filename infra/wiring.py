"""Which resolver each field gets, from the route table alone; and the schema as a stage is given it."""

from collections.abc import Iterator
from dataclasses import dataclass

from infra.stage import REPOSITORY, Stage
from resolvers.routes import routes
from resolvers.routing.route import Route

READ, WRITE, NONE = "Read", "Write", "Nothing"
CODE = REPOSITORY / "infra" / "appsync"
SCHEMA = REPOSITORY / "schema.graphql"


@dataclass(frozen=True)
class Wire:
    """A field, the data source that answers it, and the code between them."""

    type_name: str
    field_name: str
    source: str
    code: str
    batch_size: int

    @property
    def id(self) -> str:
        """Stays the same for a field as long as the field does: AppSync takes no second resolver."""
        return f"{self.type_name}.{self.field_name}"


def wires() -> Iterator[Wire]:
    """All resolvers."""
    for route in routes().values():
        source, code = _source_and_code(route)
        yield Wire(route.signature.type_name, route.signature.field_name, source, code, route.batch_size)


def code_of(name: str) -> str:
    """The text of one of our APPSYNC_JS files."""
    return (CODE / name).read_text()


def schema_for(stage: Stage) -> str:
    """schema.graphql; where there is no API key, without those who come with one."""
    text = SCHEMA.read_text()
    return text if stage.has_api_key else text.replace(" @aws_api_key", "")


def _source_and_code(route: Route) -> tuple[str, str]:
    if route.is_publish:
        return NONE, "publish.js"
    if route.is_batched:
        return READ, "batch_invoke.js"
    return (WRITE if route.is_mutation else READ), "invoke.js"
