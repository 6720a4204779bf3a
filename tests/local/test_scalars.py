"""AppSync's nine scalars: what goes in, what comes out, and what neither does."""

import asyncio
import json
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

import pytest
from graphql import GraphQLError
from hypothesis import given
from hypothesis import strategies as st

from local.engine.executor import Operation, run
from local.engine.scalars import read_schema
from local.engine.values import KINDS
from local.settings import Limits

NAMES = [*KINDS, "AWSTimestamp", "AWSJSON"]
SCHEMA = read_schema("\n".join(["type Query {", *(f"  f{name}(value: {name}): {name}" for name in NAMES), "}"]))

GOOD = {
    "AWSDate": ["1970-01-01", "1970-01-01Z", "1970-01-01-07:00", "1970-01-01+05:30:15", "-2019-02-28", "2024-02-29"],
    "AWSTime": ["12:30", "12:30Z", "12:00:34.", "12:30:24-07:00", "12:30:24.500+05:30", "23:59:59.123456789"],
    "AWSDateTime": ["2026-11-16T12:00Z", "2026-11-16T12:00:00.123456789Z", "-2019-02-28T23:59:59+05:30:15"],
    "AWSEmail": ["somebody@example.com", "a.b+c@sub.example.co", "o'neil@example.com"],
    "AWSPhone": ["+1 555-123-4567", "555 123 4567", "555-1234", "+44 20 7946 0958"],
    "AWSURL": ["https://example.com/a?b=c#d", "http://localhost:8000", "mailto:somebody@example.com", "ftp://h/x"],
    "AWSIPAddress": ["123.45.67.89", "127.0.0.1/8", "1a2b:3c4b::1234:4567", "::1/128"],
}
BAD = {
    "AWSDate": ["", "1970-1-1", "1970-02-30", "2023-02-29", "19700101", "1970-01-01T00:00Z", "1970-01-01 "],
    "AWSTime": ["", "24:00", "12:60", "12", "12:30:24.1234567890", "noon"],
    "AWSDateTime": ["", "2026-11-16T12:00:00", "2026-11-16", "2026-11-16T12:00:00.Z", "2026-13-01T00:00Z", "yesterday"],
    "AWSEmail": ["", "somebody", "@example.com", "a@", "a b@example.com", "a@b@c", "a@example..com"],
    "AWSPhone": ["", "abc", "12", "+1 555 123 4567 890 123", "555x1234"],
    "AWSURL": ["", "example.com", "//example.com", "https://", "https://example.com//a", "https://exa mple.com", "x:"],
    "AWSIPAddress": ["", "256.1.1.1", "[::1]", "1.2.3", "1.2.3.4/33", "1.2.3.4/255.0.0.0", "fe80::1%eth0"],
}


def through(name: str, value: Any) -> dict[str, Any]:
    """Ask with a value that the Lambda gives back."""
    operation = Operation(lambda event: {"data": event}, {})
    query = f"query ($value: {name}) {{ out: f{name}(value: $value) }}"
    return asyncio.run(run(_echoing(name), operation, query, {"value": value}))


def _echoing(name: str) -> Any:
    schema = read_schema(f"type Query {{ f{name}(value: {name}): {name} }}")
    schema.query_type.fields[f"f{name}"].resolve = lambda *_, **arguments: arguments.get("value")  # type: ignore[union-attr]
    return schema


def shown(name: str, value: Any) -> Any:
    scalar: Any = SCHEMA.type_map[name]
    return scalar.coerce_output_value(value)


def read(name: str, value: Any) -> Any:
    scalar: Any = SCHEMA.type_map[name]
    return scalar.coerce_input_value(value)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in GOOD.items() for value in values])
def test_a_good_value_goes_in_and_out_as_it_is(name: str, value: str) -> None:
    assert through(name, value) == {"data": {"out": value}}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_a_bad_value_is_refused_on_the_way_in_and_on_the_way_out(name: str, value: str) -> None:
    assert through(name, value)["data"] is None
    with pytest.raises(GraphQLError, match="Unable to serialize"):
        shown(name, value)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("value", [5, 1.5, True, [], {}])
def test_texts_are_texts_and_nothing_else(name: str, value: Any) -> None:
    for way in (shown, read):
        with pytest.raises(GraphQLError):
            way(name, value)


@given(st.dates())
def test_every_day_is_an_awsdate(day: date) -> None:
    assert shown("AWSDate", day.isoformat()) == read("AWSDate", day.isoformat())


@given(st.times())
def test_every_time_of_day_is_an_awstime(clock: time) -> None:
    assert shown("AWSTime", clock.isoformat()) == read("AWSTime", clock.isoformat())


@given(st.datetimes(), st.integers(-18 * 60 + 1, 18 * 60 - 1))
def test_every_moment_with_an_offset_is_an_awsdatetime_and_none_without(moment: datetime, minutes: int) -> None:
    text = moment.replace(tzinfo=timezone(timedelta(minutes=minutes))).isoformat()
    assert shown("AWSDateTime", text) == read("AWSDateTime", text) == text
    with pytest.raises(GraphQLError):
        read("AWSDateTime", moment.isoformat())
    assert read("AWSDateTime", moment.replace(tzinfo=UTC).isoformat().replace("+00:00", "Z"))


@given(st.integers(-(2**53), 2**53))
def test_every_whole_number_is_an_awstimestamp_and_goes_out_as_a_number(seconds: int) -> None:
    assert through("AWSTimestamp", seconds) == {"data": {"out": seconds}}


@pytest.mark.parametrize("value", ["5", 1.5, True, None])
def test_an_awstimestamp_is_no_text_and_no_fraction(value: Any) -> None:
    for way in (shown, read):
        with pytest.raises(GraphQLError):
            way("AWSTimestamp", value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda each: st.lists(each) | st.dictionaries(st.text(), each),
        max_leaves=8,
    )
)
def test_json_goes_in_as_text_reaches_the_lambda_parsed_and_goes_out_as_text(value: Any) -> None:
    text = json.dumps(value)
    assert read("AWSJSON", text) == value
    assert json.loads(shown("AWSJSON", value)) == value


@pytest.mark.parametrize("value", ["", "{", "meow", "NaN", "[Infinity]", "[1e400]", {}, 5, "[" * 100_000])
def test_what_is_no_json_text_is_refused(value: Any) -> None:
    with pytest.raises(GraphQLError):
        read("AWSJSON", value)


def test_literals_are_read_like_variables() -> None:
    for query in ('{ fAWSTimestamp(value: "5") }', "{ fAWSJSON(value: {a: 1}) }", "{ fAWSDate(value: 5) }"):
        answer = asyncio.run(run(SCHEMA, Operation(lambda _: None, {}), query))
        assert answer["data"] is None, query
        assert "WrongType" in answer["errors"][0]["message"]
    fine = '{ fAWSTimestamp(value: 5) fAWSJSON(value: "[1]") fAWSDate(value: "2026-11-16") }'
    assert "errors" not in asyncio.run(run(SCHEMA, Operation(lambda _: None, {}), fine))


def test_limits_are_appsyncs_unless_somebody_says_otherwise() -> None:
    usual = Limits()
    assert (usual.seconds, usual.tokens, usual.resolvers) == (30, 15_000, 10_000)
    assert (usual.result_bytes, usual.message_bytes) == (5 * 1024**2, 240 * 1024)
