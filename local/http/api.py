"""The API: takes an operation and its caller, and returns a response like AppSync's."""

import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

import orjson
from graphql import GraphQLSchema, OperationDefinitionNode, OperationType

from local.engine.errors import shown_fault
from local.engine.executor import Operation, run_document
from local.http.access import Access
from local.http.callers import Caller
from local.http.costs import TotalCosts
from local.http.graphql_request import GraphqlRequest
from local.http.prepared import Documents, Prepared
from local.http.refusals import bad_request
from local.http.stats import Stats
from local.http.timeout import RequestTimeout
from local.lambdas.process import Invocation
from local.settings import Limits


class LambdaFunction(Protocol):
    """The interface of a Lambda function."""

    async def invoke(
        self, event: Any, waiting: AbstractContextManager[Any] | None = None, *, goes_first: bool = False
    ) -> Invocation: ...


class Listeners(Protocol):
    """The interface for publishing mutations to subscribers."""

    def publish(
        self, prepared: Prepared, operation: OperationDefinitionNode, asked: GraphqlRequest, answer: Any
    ) -> None: ...


class LambdaFailed(Exception):
    """The function did not answer; the message is Lambda's reason."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        super().__init__(told.get("errorMessage") or "")
        self.error_type = told.get("errorType") or "Lambda:Unhandled"


@dataclass
class AppSyncApi:
    """Everything behind the addresses."""

    schema: GraphQLSchema
    read: LambdaFunction
    write: LambdaFunction
    limits: Limits
    listeners: Listeners | None = None
    stats: Stats = field(default_factory=Stats)

    def __post_init__(self) -> None:
        self.access = Access(self.schema)
        self.documents = Documents(self.schema, self.limits)

    async def answer(self, asked: GraphqlRequest, caller: Caller, headers: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a query or a mutation."""
        began = time.perf_counter()
        prepared = self.documents.prepare(asked.query)
        node = prepared.operation(asked.operation_name)
        if prepared.errors:
            return {"data": None, "errors": list(prepared.errors)}
        if node.operation is OperationType.SUBSCRIPTION:
            raise bad_request("Subscriptions are not answered over HTTP: use the WebSocket at /graphql/realtime.")
        answer = await self._execute(prepared, asked, caller, headers)
        answer["extensions"]["tessera"]["milliseconds"] = round((time.perf_counter() - began) * 1000, 1)
        if node.operation is OperationType.MUTATION and self.listeners:
            self.listeners.publish(prepared, node, asked, answer)
        return answer

    async def _execute(
        self, prepared: Prepared, asked: GraphqlRequest, caller: Caller, headers: Mapping[str, Any]
    ) -> dict[str, Any]:
        bill, patience = TotalCosts(), RequestTimeout(self.limits.seconds)
        request = {"headers": dict(headers), "domainName": None}
        operation = Operation(
            self._handler(bill, patience),
            request,
            caller.identity,
            denied=self.access.denied(caller),
            most_resolvers=self.limits.resolvers,
            most_levels=self.limits.depth if prepared.depth > self.limits.depth else 0,
        )
        work = run_document(self.schema, operation, prepared.document, asked.variables, asked.operation_name)
        try:
            answer = await patience.for_(work)
        except TimeoutError:
            answer = {"data": None, "errors": [shown_fault("ExecutionTimeout", "Execution timed out.")]}
        return {**answer, "extensions": {"tessera": {"lambdaCalls": operation.lambda_calls, **bill.total}}}

    def _handler(self, bill: TotalCosts, patience: RequestTimeout) -> Any:
        async def handle(event: Any) -> Any:
            first = event[0] if isinstance(event, list) else event
            function = self.write if first["info"]["parentTypeName"] == "Mutation" else self.read
            outcome = await function.invoke(event, patience.first_wait(), goes_first=patience.has_begun)
            bill.add(outcome.cost)
            self.stats.add(f"{first['info']['parentTypeName']}.{first['info']['fieldName']}", outcome)
            if outcome.failed:
                raise LambdaFailed(outcome.answer)
            return self._within_size(outcome)

        return handle

    def _within_size(self, outcome: Invocation) -> Any:
        """The answer within AppSync's size limit; in a batch, answers that are too large become errors."""
        if outcome.size <= self.limits.result_bytes:
            return outcome.answer
        too_large = {"errorType": "MappingTemplate", "errorMessage": "Transformation too large."}
        if not isinstance(outcome.answer, list):
            return too_large
        sizes = [len(orjson.dumps(each)) for each in outcome.answer]
        each_or_refusal = zip(outcome.answer, sizes, strict=True)
        return [each if size <= self.limits.result_bytes else too_large for each, size in each_or_refusal]
