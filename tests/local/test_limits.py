"""AppSync's limits on one request."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from infra.stage import Stage
from local.http.timeout import RequestTimeout
from local.lambdas.process import Invocation
from local.settings import BadSetting, Settings
from tests.local.fakes import KEY, Home, limited

DEEP = "{ images { nodes { receipts { lines { text } } } } }"
ONE = {"Query.images": {"nodes": [{"receipts": [{"lines": [{"text": "x"}]}]}]}}


def fault(answer: dict[str, Any]) -> tuple[str, str]:
    assert answer["data"] is None
    (error,) = answer["errors"]
    assert set(error) == {"path", "data", "errorType", "errorInfo", "locations", "message"}
    return error["errorType"], error["message"]


def refused(answer: dict[str, Any]) -> list[tuple[str, list[str | int]]]:
    """The types of all errors, and where they happened."""
    for each in answer["errors"]:
        assert set(each) == {"path", "data", "errorType", "errorInfo", "locations", "message"}
    return [(each["errorType"], each["path"]) for each in answer["errors"]]


def test_a_query_may_be_as_deep_as_the_limit_and_deeper_fields_are_refused() -> None:
    assert "errors" not in Home(ONE, limited(depth=5)).post(DEEP)
    answer = Home(ONE, limited(depth=4)).post(DEEP)
    assert refused(answer) == [("QueryDepthLimitReached", ["images", "nodes", 0, "receipts", 0, "lines", 0, "text"])]
    assert answer["errors"][0]["message"] == "Query depth limit reached."
    through_fragments = "{ images { ...A } } fragment A on ImageConnection { nodes { ... { receipts { receiptId } } } }"
    answer = Home(ONE, limited(depth=3)).post(through_fragments)
    assert refused(answer) == [("QueryDepthLimitReached", ["images", "nodes", 0, "receipts", 0, "receiptId"])]
    assert "errors" not in Home(ONE, limited(depth=0)).post(DEEP)
    assert "errors" not in Home(ONE, limited(depth=1)).post("{ __schema { types { fields { type { name } } } } }")


def test_a_field_that_is_too_deep_is_null_and_its_siblings_are_answered() -> None:
    answer = Home({**ONE, "Query.imageCount": 3}, limited(depth=2)).post("{ imageCount images { nodes { sha256 } } }")
    assert answer["data"] == {"imageCount": 3, "images": {"nodes": [{"sha256": None}]}}
    assert refused(answer) == [("QueryDepthLimitReached", ["images", "nodes", 0, "sha256"])]


def instance_of(jobs: int) -> dict[str, Any]:
    places = [{"position": place, "jobId": str(place)} for place in range(jobs)]
    return {"Query.instance": {"instanceId": "i", "jobs": places}, "InstanceJob.job": {"name": "x"}}


INSTANCE = '{ instance(instanceId: "i") { jobs { job { name } } } }'


def test_so_many_resolvers_may_run_and_one_more_is_refused() -> None:
    assert "errors" not in Home(instance_of(30), limited(resolvers=31)).post(INSTANCE)
    answer = Home(instance_of(30), limited(resolvers=30)).post(INSTANCE)
    assert refused(answer) == [("ResolverExecutionLimitReached", ["instance", "jobs", 29, "job"])]
    assert answer["errors"][0]["message"] == "Resolver invocation limit reached."
    assert [job["job"] for job in answer["data"]["instance"]["jobs"]] == [{"name": "x"}] * 29 + [None]


def test_home_refuses_what_a_deployed_dev_stage_would() -> None:
    dev = Stage("dev")
    limits = Settings.from_environment({}).limits
    assert (limits.depth, limits.resolvers) == (dev.query_depth, dev.resolver_count) == (20, 10_000)
    home = Home(instance_of(dev.resolver_count), replace(limits, seconds=600))  # a busy machine takes its time
    assert refused(home.post(INSTANCE)) == [
        ("ResolverExecutionLimitReached", ["instance", "jobs", dev.resolver_count - 1, "job"])
    ]
    endless = {"imageId": "a", "receipts": [{"receiptId": 1}]}
    home = Home({"Query.images": {"nodes": [endless]}, "Receipt.image": endless}, limits)
    assert "errors" not in home.post(_nested(dev.query_depth))
    ((error_type, path),) = refused(home.post(_nested(dev.query_depth + 1)))
    assert error_type == "QueryDepthLimitReached"
    assert sum(isinstance(name, str) for name in path) == dev.query_depth + 1


def _nested(depth: int) -> str:
    """A query with so many levels."""
    names = ["images", "nodes", *["receipts", "image"] * depth][: depth - 1]
    leaf = "receiptId" if names[-1] == "receipts" else "imageId"
    return f"{{ {' { '.join(names)} {{ {leaf} {'}' * depth}"


def test_fifteen_thousand_tokens_are_a_query_and_more_are_none() -> None:
    response = Home().client().post("/graphql", json={"query": f"{{ {'imageCount ' * 15_000} }}"}, headers=KEY)
    assert response.status_code == 400
    assert response.json()["errors"][0]["message"] == "Maximum char length exceeded"


def test_what_takes_longer_than_thirty_seconds_is_given_up() -> None:
    home = Home(limits=limited(seconds=0.05))

    async def slow(*_: Any, **__: Any) -> Invocation:
        await asyncio.sleep(5)
        raise AssertionError("nobody waits for this")

    home.read.invoke = slow  # type: ignore[method-assign]
    assert fault(home.post("{ imageCount }")) == ("ExecutionTimeout", "Execution timed out.")


def test_only_the_wait_for_the_first_environment_does_not_count() -> None:
    async def story(*waits: float) -> str:
        patience = RequestTimeout(0.5)

        async def work() -> str:
            for wait in waits:
                with patience.first_wait():
                    await asyncio.sleep(wait)
            return "done"

        return await patience.for_(work())

    assert asyncio.run(story(1.0, 0.001)) == "done"
    with pytest.raises(TimeoutError):
        asyncio.run(story(0.001, 1.0))


def test_a_request_begins_when_the_first_of_its_fields_has_an_environment() -> None:
    async def story() -> None:
        patience = RequestTimeout(0.5)

        async def wait(seconds: float) -> None:
            with patience.first_wait():
                await asyncio.sleep(seconds)

        assert not patience.has_begun
        await patience.for_(asyncio.gather(wait(0.01), wait(5)))

    with pytest.raises(TimeoutError):
        asyncio.run(story())


def test_a_resolver_may_answer_with_five_megabytes_and_its_siblings_do_not_suffer() -> None:
    large = Invocation({"data": {"nodes": []}}, size=5 * 1024 * 1024 + 1)
    answer = Home({"Query.images": large, "Query.imageCount": 3}).post("{ images { nodes { id } } }")
    assert answer["errors"][0]["message"] == "Transformation too large."
    batch = Invocation([{"data": {"name": "x" * 2000}}, {"data": {"name": "small"}}], size=4000)
    jobs = {"instanceId": "i", "jobs": [{"position": 1}, {"position": 2}]}
    home = Home({"Query.instance": Invocation({"data": jobs}), "InstanceJob.job": batch}, limited(result_bytes=1000))
    answer = home.post('{ instance(instanceId: "i") { jobs { job { name } } } }')
    assert answer["data"]["instance"]["jobs"] == [{"job": None}, {"job": {"name": "small"}}]


def test_what_lambda_says_of_a_failure_is_shown_with_its_type() -> None:
    failure = Invocation({"errorMessage": "6 MB", "errorType": "Function.ResponseSizeTooLarge"}, failed=True)
    answer = Home({"Query.image": failure}).post('{\n  image(imageId: "a") { id }\n}')
    assert answer["data"] == {"image": None}
    assert answer["errors"] == [
        {
            "path": ["image"],
            "data": None,
            "errorType": "Function.ResponseSizeTooLarge",
            "errorInfo": None,
            "locations": [{"line": 2, "column": 3, "sourceName": None}],
            "message": "6 MB",
        }
    ]


def test_an_error_keeps_its_details_and_only_the_selected_part_of_its_data() -> None:
    told = {
        "errorMessage": "Somebody else was faster.",
        "errorType": "Conflict",
        "errorInfo": {"current": {"status": "FAILED"}},
        "data": {"imageId": "a", "width": 5},
    }
    answer = Home({"Query.image": Invocation(told)}).post('{ image(imageId: "a") { imageId } }')
    (error,) = answer["errors"]
    assert (error["errorType"], error["errorInfo"]) == ("Conflict", {"current": {"status": "FAILED"}})
    assert error["data"] == {"imageId": "a"}


def test_an_unauthorized_exception_of_the_lambda_says_no_more_than_that() -> None:
    told = {"errorMessage": "secret", "errorType": "UnauthorizedException"}
    answer = Home({"Query.image": Invocation(told, failed=True)}).post('{ image(imageId: "a") { imageId } }')
    assert answer["errors"][0]["message"] == "You are not authorized to make this call."


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"imageId": None}, "Cannot return null for non-nullable type: 'ID' within parent 'Image' (/image/imageId)"),
        ({"imageId": {}}, "Can't serialize value (/image/imageId) : Expected type 'ID' but was {}."),
    ],
)
def test_values_that_do_not_fit_the_schema_are_told_in_appsyncs_words(value: Any, message: str) -> None:
    answer = Home({"Query.image": value}).post('{ image(imageId: "a") { imageId } }')
    assert answer["data"] == {"image": None}
    assert answer["errors"][0]["message"] == message


def test_an_object_in_the_place_of_a_list_is_a_mismatch() -> None:
    answer = Home({"Query.images": {"nodes": {"id": "a"}}}).post("{ images { nodes { id } } }")
    told = "type mismatch error, expected type LIST, got OBJECT"
    assert answer["errors"][0]["message"] == f"Can't resolve value (/images/nodes) : {told}"


def test_costs_are_added_up_over_all_calls() -> None:
    cost = {"requests": 1, "readUnits": 0.5, "writeUnits": 0.0, "plan": [{"field": "Query.imageCount"}]}
    home = Home({"Query.imageCount": Invocation({"data": 1}, cost=cost)})
    tessera = home.post("{ a: imageCount b: imageCount }")["extensions"]["tessera"]
    assert tessera.pop("milliseconds") >= 0
    assert tessera == {
        "lambdaCalls": 2,
        "requests": 2,
        "readUnits": 1.0,
        "writeUnits": 0.0,
        "plan": [{"field": "Query.imageCount"}] * 2,
    }


@pytest.mark.parametrize(("name", "value"), [("PORT", "meow"), ("PORT", "70000"), ("QUERY_DEPTH_LIMIT", "76")])
def test_settings_that_make_no_sense_are_named(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        Settings.from_environment({name: value})
