"""What is handed to boto3, before anything is sent."""

from typing import Any

import pytest

from entities.attributes import Record
from entities.keys import KeyValue
from entities.tables import CATS, DOCUMENTS, NOVAE, RECEIPTS, Table
from loaders.dynamo.expressions import (
    check_start,
    has_filter,
    primary_key,
    query_arguments,
    range_text,
    transact_write_arguments,
    write_arguments,
)
from loaders.dynamo.requests import Begins, Between, Is, Query, Sort
from loaders.dynamo.writes import IS_NEW, IS_THERE, Action, Changes, Check, Condition, Delete, Put, Raw, Update
from loaders.errors import BadCursor

KEY = {"PK": "a", "SK": "b"}


def plain(arguments: dict[str, Any], name: str) -> str:
    """An expression with its aliases replaced by what they stand for."""
    text: str = arguments[name]
    aliases = {**arguments.get("ExpressionAttributeNames", {}), **arguments.get("ExpressionAttributeValues", {})}
    for alias in sorted(aliases, key=len, reverse=True):
        meaning = aliases[alias]
        text = text.replace(
            alias, meaning if isinstance(meaning, str) else "'" + str(next(iter(meaning.values()))) + "'"
        )
    return text


SORTS: list[tuple[Sort | None, str, str]] = [
    (None, "PK = 'p'", "PK=p"),
    (Is("s"), "PK = 'p' AND SK = 's'", "PK=p, SK=s"),
    (Begins("s"), "PK = 'p' AND begins_with(SK, 's')", "PK=p, SK begins s"),
    (Between("a", "b"), "PK = 'p' AND SK BETWEEN 'a' AND 'b'", "PK=p, SK from a to b"),
    (Between("a"), "PK = 'p' AND SK >= 'a'", "PK=p, SK from a to the last"),
    (Between(None, "b"), "PK = 'p' AND SK <= 'b'", "PK=p, SK from the first to b"),
    (Between(), "PK = 'p'", "PK=p, SK from the first to the last"),
]


@pytest.mark.parametrize(("sort", "expression", "text"), SORTS, ids=repr)
def test_every_kind_of_range_has_its_key_condition(sort: Sort | None, expression: str, text: str) -> None:
    query = Query(RECEIPTS, None, "p", sort)
    arguments = query_arguments(query, "Real")
    assert plain(arguments, "KeyConditionExpression") == expression
    assert range_text(query) == text
    assert arguments["TableName"] == "Real"
    assert arguments["ReturnConsumedCapacity"] == "TOTAL"


def test_a_plain_query_says_nothing_that_it_need_not() -> None:
    assert query_arguments(Query(RECEIPTS, None, "p"), "Real").keys() == {
        "TableName",
        "KeyConditionExpression",
        "ExpressionAttributeNames",
        "ExpressionAttributeValues",
        "ReturnConsumedCapacity",
    }


def test_a_query_says_everything_that_it_is_asked_to() -> None:
    after = {"batch_id": 5, "img_fprint": "f", "upload_ts": 1.5}
    arguments = query_arguments(
        Query(CATS, "GSI1", 5, newest_first=True, limit=7, after=after, is_consistent=True), "Real"
    )
    assert arguments["IndexName"] == "GSI1"
    assert arguments["ScanIndexForward"] is False
    assert arguments["Limit"] == 7
    assert arguments["ConsistentRead"] is True
    assert arguments["ExclusiveStartKey"] == {
        "batch_id": {"N": "5"},
        "img_fprint": {"S": "f"},
        "upload_ts": {"N": "1.5"},
    }
    assert arguments["ExpressionAttributeValues"] == {":v0": {"N": "5"}}


def test_types_are_filtered_but_items_without_one_come_too() -> None:
    arguments = query_arguments(Query(RECEIPTS, "GSI1", "p", types=("A", "B")), "Real")
    assert plain(arguments, "FilterExpression") == "(TYPE IN ('A', 'B') OR attribute_not_exists(TYPE))"


@pytest.mark.parametrize(
    ("table", "index", "partition"),
    [(RECEIPTS, "GSITYPE", "A"), (NOVAE, "CatalogIndex", "A"), (CATS, None, 5), (DOCUMENTS, None, "j")],
    ids=["a key of the index", "another key of an index", "no discriminator", "none either"],
)
def test_types_are_not_filtered_where_that_cannot_be(table: Table, index: str | None, partition: KeyValue) -> None:
    query = Query(table, index, partition, types=("A",))
    assert "FilterExpression" not in query_arguments(query, "Real")
    assert not has_filter(query)


def test_attributes_are_filtered_together_with_types() -> None:
    query = Query(NOVAE, None, "p", types=("A",), where={"status": "x", "role": 3})
    expected = "status = 'x' AND role = '3' AND (entity_type IN ('A') OR attribute_not_exists(entity_type))"
    assert plain(query_arguments(query, "Real"), "FilterExpression") == expected
    assert has_filter(query)


def test_names_are_never_written_out_because_some_are_reserved() -> None:
    arguments = write_arguments(
        Update(RECEIPTS, KEY, Changes(set={"status": 1}, remove=("ttl",), add={"error": 1}), Condition(has=("name",))),
        "Real",
    )
    for name in ("UpdateExpression", "ConditionExpression"):
        assert not {"status", "ttl", "error", "name"} & set(arguments[name].replace(",", " ").split())
    assert set(arguments["ExpressionAttributeNames"].values()) == {"status", "ttl", "error", "name"}


def test_an_update_sets_removes_and_adds() -> None:
    changes = Changes(set={"a": 1, "b": "x"}, remove=("c", "d"), add={"e": 2})
    arguments = write_arguments(Update(RECEIPTS, KEY, changes), "Real")
    assert plain(arguments, "UpdateExpression") == "SET a = '1', b = 'x' REMOVE c, d ADD e '2'"
    assert arguments["ReturnValues"] == "ALL_NEW"
    assert "ConditionExpression" not in arguments
    assert arguments["ReturnConsumedCapacity"] == "TOTAL"


CONDITIONS: list[tuple[Condition, str]] = [
    (IS_NEW, "attribute_not_exists(PK)"),
    (IS_THERE, "attribute_exists(PK)"),
    (
        Condition(has=("a",), lacks=("b", "c")),
        "attribute_exists(a) AND attribute_not_exists(b) AND attribute_not_exists(c)",
    ),
    (Condition(equals={"v": 3}, below={"until": 9}), "v = '3' AND until < '9'"),
    (Condition(one_of={"status": ("A", "B")}), "status IN ('A', 'B')"),
    (
        Condition(exists=True, any_of=(Condition(lacks=("lock",)), Condition(below={"lock": 5}, has=("x",)))),
        "attribute_exists(PK) AND ((attribute_not_exists(lock)) OR (attribute_exists(x) AND lock < '5'))",
    ),
    (Condition(raw=Raw("size(#t) < :max", {"#t": "tags"}, {":max": 5})), "(size(tags) < '5')"),
]


@pytest.mark.parametrize(("condition", "expression"), CONDITIONS, ids=repr)
def test_every_kind_of_condition_has_its_expression(condition: Condition, expression: str) -> None:
    arguments = write_arguments(Put(RECEIPTS, KEY, condition), "Real")
    assert plain(arguments, "ConditionExpression") == expression
    assert arguments["ReturnValuesOnConditionCheckFailure"] == "ALL_OLD"


def test_an_empty_condition_is_none() -> None:
    assert "ConditionExpression" not in write_arguments(Delete(RECEIPTS, KEY, Condition()), "Real")


def test_a_raw_condition_may_not_take_the_aliases_that_we_make() -> None:
    for raw in (Raw("#n0 = :x", {"#n0": "a"}, {":x": 1}), Raw("#a = :v1", {"#a": "a"}, {":v1": 1})):
        with pytest.raises(ValueError, match="taken"):
            write_arguments(Put(RECEIPTS, KEY, Condition(equals={"b": 1}, raw=raw)), "Real")


def test_one_alias_may_not_stand_for_two_things() -> None:
    first, second = Raw("#a = :x", {"#a": "a"}, {":x": 1}), Raw("#a = :x", {"#a": "b"}, {":x": 1})
    with pytest.raises(ValueError, match="taken"):
        write_arguments(Put(RECEIPTS, KEY, Condition(any_of=(Condition(raw=first), Condition(raw=second)))), "Real")


def test_what_can_only_be_a_mistake_is_refused() -> None:
    with pytest.raises(ValueError, match="no changes"):
        write_arguments(Update(RECEIPTS, KEY, Changes()), "Real")
    with pytest.raises(ValueError, match="empty list of values"):
        write_arguments(Put(RECEIPTS, KEY, Condition(one_of={"a": ()})), "Real")


def test_a_transaction_has_one_entry_for_each_action_and_a_token() -> None:
    actions: list[Action] = [
        Put(RECEIPTS, KEY, IS_NEW),
        Update(RECEIPTS, KEY, Changes(set={"a": 1})),
        Delete(RECEIPTS, KEY),
        Check(CATS, {"batch_id": 5, "img_fprint": "f"}, IS_THERE),
    ]
    arguments = transact_write_arguments(actions, ["R", "R", "R", "C"], "token")
    assert [list(item) for item in arguments["TransactItems"]] == [["Put"], ["Update"], ["Delete"], ["ConditionCheck"]]
    assert arguments["TransactItems"][3]["ConditionCheck"]["Key"] == {"batch_id": {"N": "5"}, "img_fprint": {"S": "f"}}
    assert arguments["TransactItems"][3]["ConditionCheck"]["ExpressionAttributeNames"] == {"#n0": "batch_id"}
    assert arguments["ClientRequestToken"] == "token"
    assert not any("ReturnValues" in each for item in arguments["TransactItems"] for each in item.values())


def test_a_key_is_taken_out_of_a_whole_item_and_must_be_whole_itself() -> None:
    assert primary_key(RECEIPTS, {**KEY, "text": "x"}) == KEY
    with pytest.raises(ValueError, match="SK must have a value"):
        primary_key(RECEIPTS, {"PK": "a"})


STARTS: list[tuple[Record, bool]] = [
    ({"batch_id": 5, "img_fprint": "f", "upload_ts": 3}, True),
    ({"batch_id": 5, "img_fprint": "f", "upload_ts": 3.5}, True),
    ({"batch_id": 6, "img_fprint": "f", "upload_ts": 3}, False),
    ({"batch_id": 5, "img_fprint": "f"}, False),
    ({"batch_id": 5, "img_fprint": "f", "upload_ts": 3, "more": 1}, False),
    ({"batch_id": 5, "img_fprint": "f", "upload_ts": "3"}, False),
    ({"batch_id": 5, "img_fprint": 7, "upload_ts": 3}, False),
]


@pytest.mark.parametrize(("after", "is_fine"), STARTS, ids=repr)
def test_a_start_must_be_a_key_of_the_queried_partition(after: Record, is_fine: bool) -> None:
    query = Query(CATS, "GSI1", 5, after=after)
    if is_fine:
        check_start(query)
    else:
        with pytest.raises(BadCursor):
            check_start(query)
