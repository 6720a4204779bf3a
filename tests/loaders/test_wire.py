"""The parser of reads: the same values as the stock one, and never half an answer."""

from base64 import b64encode
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import orjson
import pytest
from botocore.awsrequest import HeadersDict
from botocore.exceptions import ClientError
from botocore.parsers import JSONParser, ResponseParserError
from botocore.session import get_session
from hypothesis import given, settings
from hypothesis import strategies as st

from entities.attributes import decode_item, encode_item
from loaders.dynamo.client import make_client
from loaders.dynamo.wire import WireParser
from tests.loaders.answers import give, http_answer
from tests.thoroughness import many

MODEL = get_session().get_service_model("dynamodb")

numbers = st.one_of(
    st.integers(-(10**38) + 1, 10**38 - 1).map(str),
    st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**20), max_value=10**20, places=15).map(
        lambda value: format(value.normalize(), "f")
    ),
    st.sampled_from(["0", "-0.5", "1E+100", "1.5E-20", "-12E+3", "9.9999999999999999999999999999999999999E+125"]),
)
binaries = st.binary(max_size=20).map(lambda raw: b64encode(raw).decode())
texts = st.text(max_size=20)
scalars = st.one_of(
    texts.map(lambda value: {"S": value}),
    numbers.map(lambda value: {"N": value}),
    binaries.map(lambda value: {"B": value}),
    st.booleans().map(lambda value: {"BOOL": value}),
    st.just({"NULL": True}),
    st.lists(texts, min_size=1, unique=True, max_size=4).map(lambda value: {"SS": value}),
    st.lists(numbers, min_size=1, unique=True, max_size=4).map(lambda value: {"NS": value}),
    st.lists(binaries, min_size=1, unique=True, max_size=4).map(lambda value: {"BS": value}),
)
attribute_values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda value: {"L": value}),
        st.dictionaries(texts, inner, max_size=4).map(lambda value: {"M": value}),
    ),
    max_leaves=12,
)
items = st.dictionaries(st.text(min_size=1, max_size=10), attribute_values, max_size=6)


@pytest.fixture
def client() -> Iterator[Any]:
    made = make_client("http://localhost:1", environ={})
    yield made
    made.close()


@settings(max_examples=many(150))
@given(st.lists(items, max_size=3))
def test_a_query_answer_has_the_values_that_the_stock_parser_gives(found: list[dict[str, Any]]) -> None:
    ours, stock = both("Query", {"Items": found, "Count": len(found), "ScannedCount": 7})
    assert ours["Items"] == [decode_item(item) for item in stock["Items"]]
    assert kinds(ours["Items"]) == kinds([decode_item(item) for item in stock["Items"]])
    assert (ours["Count"], ours["ScannedCount"]) == (stock["Count"], stock["ScannedCount"])


@settings(max_examples=many(100))
@given(items)
def test_the_other_reads_have_the_values_that_the_stock_parser_gives(item: dict[str, Any]) -> None:
    plain = decode_item(both("GetItem", {"Item": item})[1].get("Item", {}))
    assert both("GetItem", {"Item": item})[0].get("Item", {}) == plain
    assert both("BatchGetItem", {"Responses": {"T": [item]}})[0]["Responses"] == {"T": [plain]}


KEYS = [
    {"batch_id": {"N": "123456789012345678901234567890"}, "img_fprint": {"S": "f"}},
    {"batch_id": {"N": "0.12345678901234567890123456789"}, "upload_ts": {"N": "-1.5"}},
    {"k": {"B": b64encode(b"\x00\xff#").decode()}, "n": {"N": "7"}},
]


@pytest.mark.parametrize("key", KEYS)
def test_a_last_key_can_be_sent_again_unchanged(key: dict[str, Any]) -> None:
    answer, stock = both("Query", {"Items": [], "Count": 0, "LastEvaluatedKey": key})
    assert same(encode_item(answer["LastEvaluatedKey"]), stock["LastEvaluatedKey"])


@pytest.mark.parametrize("key", KEYS)
def test_unprocessed_keys_can_be_sent_again_unchanged(key: dict[str, Any]) -> None:
    body = {"Responses": {}, "UnprocessedKeys": {"T": {"Keys": [key], "ConsistentRead": True}}}
    answer, stock = both("BatchGetItem", body)
    (unread,) = answer["UnprocessedKeys"]["T"]["Keys"]
    assert same(encode_item(unread), stock["UnprocessedKeys"]["T"]["Keys"][0])
    assert answer["UnprocessedKeys"]["T"]["ConsistentRead"] is True


def test_an_empty_last_key_means_that_there_is_no_more() -> None:
    answers = [both("Query", {"Items": [], "Count": 0, "LastEvaluatedKey": None})[0]]
    answers.append(both("Query", {"Items": [], "Count": 0, "LastEvaluatedKey": {}})[0])
    assert not any("LastEvaluatedKey" in answer for answer in answers)


def test_capacity_and_request_id_come_through() -> None:
    answer, stock = both(
        "Query", {"Items": [], "Count": 0, "ConsumedCapacity": {"TableName": "T", "CapacityUnits": 2.5}}
    )
    assert answer["ConsumedCapacity"] == stock["ConsumedCapacity"]
    assert answer["ResponseMetadata"]["RequestId"] == "R1"
    assert answer["ResponseMetadata"]["HTTPStatusCode"] == 200
    assert answer["ResponseMetadata"]["Bytes"] > 0


def test_an_answer_cut_anywhere_is_an_error_even_if_nobody_said_its_length() -> None:
    whole = orjson.dumps({"Count": 2, "Items": [{"a": {"S": "x"}}, {"a": {"N": "1"}}]})
    for end in range(len(whole)):
        for headers in ({}, {"content-length": str(len(whole))}):
            with pytest.raises(ResponseParserError):
                WireParser().parse(response(whole[:end], headers), shape("Query"))


def test_an_answer_with_fewer_items_than_it_counts_is_an_error() -> None:
    with pytest.raises(ResponseParserError):
        WireParser().parse(response(orjson.dumps({"Count": 2, "Items": [{"a": {"S": "x"}}]}), {}), shape("Query"))


def test_an_answer_with_a_wrong_checksum_is_an_error() -> None:
    with pytest.raises(ResponseParserError):
        WireParser().parse(response(b'{"Count":0,"Items":[]}', {"x-amz-crc32": "1"}), shape("Query"))


def test_an_answer_of_another_form_is_an_error() -> None:
    for body in (b'{"Items":[{"a":{"X":"1"}}],"Count":1}', b'{"Items":[{"a":"1"}],"Count":1}', b"[]", b"{}x"):
        with pytest.raises(ResponseParserError):
            WireParser().parse(response(body, {}), shape("Query"))


def test_a_write_whose_answer_was_cut_is_an_error_too() -> None:
    with pytest.raises(ResponseParserError):
        WireParser().parse(response(b'{"Attributes": {"a": {"S"', {}), shape("UpdateItem"))


def test_a_client_reads_plain_values_and_still_raises_typed_errors(client: Any) -> None:
    current = {"v": {"N": "3"}, "b": {"B": b64encode(b"\x01").decode()}}
    refused = {"__type": "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException", "Item": current}
    sent = give(client, http_answer({"Item": {"n": {"N": "1"}}}), http_answer(refused, 400))
    assert client.get_item(TableName="TTT", Key={"k": {"S": "1"}})["Item"] == {"n": 1}
    with pytest.raises(client.exceptions.ConditionalCheckFailedException) as caught:
        client.put_item(TableName="TTT", Item={"k": {"S": "1"}})
    assert caught.value.response["Item"] == {"v": {"N": "3"}, "b": {"B": b"\x01"}}
    assert "AWS4-HMAC-SHA256" in sent[0].headers["Authorization"].decode()


def test_other_operations_go_through_the_stock_parser(client: Any) -> None:
    give(client, http_answer({"Table": {"TableName": "TTT", "CreationDateTime": 1700000000.5}}))
    assert client.describe_table(TableName="TTT")["Table"]["CreationDateTime"].year == 2023


def test_an_error_page_of_a_proxy_is_an_error_of_the_server(client: Any) -> None:
    give(client, http_answer(b"<html>502</html>", 502))
    with pytest.raises(ClientError) as caught:
        client.get_item(TableName="TTT", Key={"k": {"S": "1"}})
    assert caught.value.response["ResponseMetadata"]["HTTPStatusCode"] == 502


def both(operation: str, body: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same bytes through our parser and through botocore's."""
    answer = response(orjson.dumps(body), {"x-amzn-requestid": "R1"})
    return WireParser().parse(answer, shape(operation)), JSONParser().parse(answer, shape(operation))


def shape(operation: str) -> Any:
    return MODEL.operation_model(operation).output_shape


def response(body: bytes, headers: dict[str, str]) -> dict[str, Any]:
    return {"body": body, "headers": HeadersDict(headers), "status_code": 200}


def same(encoded: dict[str, Any], stock: dict[str, Any]) -> bool:
    """Equal as DynamoDB sees it: numbers by their value."""

    def comparable(key: dict[str, Any]) -> dict[str, Any]:
        return {name: Decimal(value["N"]) if "N" in value else value for name, value in key.items()}

    return comparable(encoded) == comparable(stock)


def kinds(value: Any) -> Any:
    """The types all the way down: 1 and 1.0 are equal to Python, but not to us."""
    if isinstance(value, dict):
        return {name: kinds(each) for name, each in value.items()}
    if isinstance(value, list):
        return [kinds(each) for each in value]
    if isinstance(value, set):
        return sorted(f"{type(each).__name__} {each!r}" for each in value)
    return type(value)
