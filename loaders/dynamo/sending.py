"""Sends a client's requests: botocore's way from a call to its answer, without what only other services need.

botocore keeps the headers of a request in an e-mail message, copies them three times, and looks twice whether to try
again, which here only `retry` does; that was two thirds of what a call cost. botocore lets a handler of `before-call`
answer a call itself. So this one signs, sends and reads, with botocore's own signer, connections and events: handlers
of `request-created`, `before-sign`, `before-send`, `before-parse`, `response-received`, `after-call` and
`after-call-error` are called as ever. What is before and after that stays botocore's: arguments, endpoints, the form of
bodies, and typed errors.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import uuid4

from botocore.awsrequest import AWSPreparedRequest, AWSRequest, AWSResponse
from botocore.hooks import first_non_none_response
from botocore.parsers import ResponseParser

_FIRST_ERROR = 300


def use_our_sender(client: Any, parser: ResponseParser) -> None:
    """Send the requests of a client for DynamoDB here."""
    sender = _Sender(client, parser)
    client.meta.events.register_last("before-call.dynamodb", sender.answer)


class LowerHeaders(dict[str, Any]):
    """Headers by their names in lower case: HTTP knows no other difference."""

    def __init__(self, headers: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()) -> None:
        super().__init__()
        self.update(headers)

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name.lower(), value)

    def __getitem__(self, name: str) -> Any:
        return super().get(name.lower())  # as in botocore, a missing one is None

    def __delitem__(self, name: str) -> None:
        super().pop(name.lower(), None)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and super().__contains__(name.lower())

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name.lower(), default)

    def pop(self, name: str, *default: Any) -> Any:
        return super().pop(name.lower(), *default)

    def setdefault(self, name: str, default: Any = None) -> Any:
        return super().setdefault(name.lower(), default)

    def update(self, headers: Any = (), **more: Any) -> None:  # type: ignore[override]
        for name, value in dict(headers, **more).items():
            self[name] = value

    def encode(self) -> None:
        """Make bytes of all values, as they are sent."""
        super().update({name: value.encode() for name, value in self.items() if isinstance(value, str)})

    def add_header(self, name: str, value: Any, **_: Any) -> None:
        """As an e-mail message calls it."""
        self[name] = value

    replace_header = add_header


class _Request(AWSRequest):
    """A request that is not signed yet, as handlers know it."""

    def __init__(self, params: Mapping[str, Any]) -> None:  # botocore's own would make the e-mail message
        self.method: str = params["method"]
        self.url: str = params["url"]
        self.headers: Any = LowerHeaders(params["headers"])
        self.data: bytes = params["body"]
        self.params: dict[str, Any] = {}
        self.auth_path = None
        self.stream_output = False
        self.context: dict[str, Any] = params["context"]

    def prepare(self) -> AWSPreparedRequest:
        self.headers["Content-Length"] = str(len(self.data))
        self.headers.encode()
        return AWSPreparedRequest(self.method, self.url, self.headers, self.data, self.stream_output, self.context)


class _Sender:
    """Answers the calls of one client."""

    def __init__(self, client: Any, parser: ResponseParser) -> None:
        self._events = client.meta.events
        self._http = client._endpoint.http_session  # noqa: SLF001  its connections, which it closes too
        self._parser = parser

    def answer(self, model: Any, params: dict[str, Any], context: dict[str, Any], **_: Any) -> tuple[AWSResponse, Any]:
        """The response to a request, and what it says."""
        try:
            context["retries"] = {"attempt": 1, "invocation-id": str(uuid4())}
            request = _Request(params)
            self._emit("request-created", model, request=request, operation_name=model.name)  # which signs it
            prepared = request.prepare()
            given = first_non_none_response(self._emit("before-send", model, request=prepared))
            response = self._http.send(prepared) if given is None else given
            return response, self._parsed(model, response, context)
        except Exception as error:
            self._emit("after-call-error", model, exception=error, context=context)
            raise

    def _parsed(self, model: Any, response: AWSResponse, context: dict[str, Any]) -> Any:
        said = {
            "headers": response.headers,
            "status_code": response.status_code,
            "body": response.content,
            "context": {"operation_name": model.name},
        }
        added: dict[str, Any] = {}
        self._emit("before-parse", model, operation_model=model, response_dict=said, customized_response_dict=added)
        parsed = self._parser.parse(said, model.output_shape)
        if response.status_code >= _FIRST_ERROR:
            code = parsed.get("Error", {}).get("Code")
            shape = model.service_model.shape_for_error_code(code) if code else None
            parsed |= self._parser.parse(said, shape) if shape else {}
        parsed |= added
        parsed["ResponseMetadata"]["RetryAttempts"] = 0
        self._emit(
            "response-received", model, response_dict=said, parsed_response=parsed, context=context, exception=None
        )
        return parsed

    def _emit(self, event: str, model: Any, **said: Any) -> Any:
        return self._events.emit(f"{event}.dynamodb.{model.name}", **said)
