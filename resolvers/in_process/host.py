"""The API for any Python program: a notebook, a test, another server."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any

from strawberry.types import ExecutionResult

from loaders.caller import RequestCaller
from loaders.dynamo.store import Store
from resolvers.in_process.operation_context import OperationContext
from resolvers.in_process.schema import planned_schema
from resolvers.runtime.identity import API_KEY_CALLER

CallerOf = Callable[[Any], RequestCaller | Awaitable[RequestCaller | None] | None]
"""Takes whatever the host knows of a request, such as its headers, and says who asks; None if it cannot tell."""


@dataclass(frozen=True)
class Host:
    """The API over a store. Without `caller_of` everyone is what an API key is: every restricted field is refused."""

    store: Store
    caller_of: CallerOf | None = None

    async def execute(
        self, query: str, variables: Mapping[str, Any] | None = None, *, asked_by: Any = None
    ) -> ExecutionResult:
        """The answer to a query or a mutation; `asked_by` is what `caller_of` gets."""
        operation = await self.operation(asked_by)
        given = dict(variables) if variables else None
        return await planned_schema().execute(query, given, context_value=operation)

    async def operation(self, asked_by: Any = None) -> OperationContext:
        """The context for one operation."""
        found = self.caller_of(asked_by) if self.caller_of else None
        caller = await found if isawaitable(found) else found
        return OperationContext(self.store, caller or API_KEY_CALLER)
