"""Random histories of writes to a table, and questions to its indexes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from entities.tables import TABLES

STEP_SECONDS = 0.25
"""Times are multiples of this, which floats hold exactly."""

_PROJECTED = {
    "TableName": "Projected",
    "BillingMode": "PAY_PER_REQUEST",
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
    "AttributeDefinitions": [
        {"AttributeName": "PK", "AttributeType": "S"},
        {"AttributeName": "owner", "AttributeType": "S"},
        {"AttributeName": "rank", "AttributeType": "N"},
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "KeysOnly",
            "KeySchema": [{"AttributeName": "owner", "KeyType": "HASH"}, {"AttributeName": "rank", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        },
        {
            "IndexName": "Included",
            "KeySchema": [{"AttributeName": "rank", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["size"]},
        },
    ],
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
}
DEFINITIONS: Sequence[Mapping[str, Any]] = [_PROJECTED, *(table.definition() for table in TABLES.values())]
"""Our own tables, and one whose indexes hold only some attributes."""

Item = dict[str, Any]
Call = tuple[str, dict[str, Any]]
"""An operation and its arguments."""


@dataclass
class History:
    """Writes to the items of one history: a few keys and a few index keys, so that items are moved and made again."""

    number: int
    random: Random

    def __post_init__(self) -> None:
        self._definition = DEFINITIONS[self.number % len(DEFINITIONS)]
        self.table = self._definition["TableName"]
        self._types = {
            each["AttributeName"]: each["AttributeType"] for each in self._definition["AttributeDefinitions"]
        }
        self._key = [each["AttributeName"] for each in self._definition["KeySchema"]]

    def writes(self, count: int) -> Iterator[Call]:
        """Any writes, some of which change nothing."""
        makers = [
            self._put,
            self._put,
            self._put,
            self._update,
            self._delete,
            self._refused,
            self._batch,
            self._together,
        ]
        for _ in range(count):
            yield self.random.choice(makers)()

    def question(self) -> dict[str, Any]:
        """A query of any index: with conditions, filters and counts, in both directions, in small pages."""
        index = self.random.choice(self._definition["GlobalSecondaryIndexes"])
        partition, *sort = [each["AttributeName"] for each in index["KeySchema"]]
        names, values, condition = {"#p": partition}, {":p": self._value(partition)}, "#p = :p"
        if sort and self.random.random() < 0.5:
            condition += f" AND #s {self.random.choice(['<', '>=', '='])} :s"
            names["#s"], values[":s"] = sort[0], self._value(sort[0])
        return {
            "TableName": self.table,
            "IndexName": index["IndexName"],
            "KeyConditionExpression": condition,
            "ScanIndexForward": self.random.random() < 0.5,
            "ReturnConsumedCapacity": "INDEXES",
            **self._shape(values, names),
        }

    def _shape(self, values: Item, names: dict[str, str]) -> dict[str, Any]:
        more: dict[str, Any] = {"ExpressionAttributeValues": values, "ExpressionAttributeNames": names}
        if self.random.random() < 0.7:
            more["Limit"] = self.random.randint(1, 3)
        if self.random.random() < 0.3:
            more |= {"FilterExpression": "#size > :size"}
            names["#size"], values[":size"] = "size", {"N": str(self.random.randint(0, 3))}
        if self.random.random() < 0.3:
            more |= {"Select": "COUNT"}
        return more

    def _put(self) -> Call:
        return "PutItem", {"TableName": self.table, "Item": self._item()}

    def _delete(self) -> Call:
        return "DeleteItem", {"TableName": self.table, "Key": self._any_key()}

    def _update(self) -> Call:
        """Move an item in an index, take it out of one, or count."""
        movable = [name for name in self._types if name not in self._key]
        name, names, values = self.random.choice(movable), {"#size": "size"}, {":one": {"N": "1"}}
        change = "ADD #size :one"
        if self.random.random() < 0.8:
            names["#name"] = name
            is_moved = self.random.random() < 0.7
            change += " SET #name = :value" if is_moved else " REMOVE #name"
            values |= {":value": self._value(name)} if is_moved else {}
        return "UpdateItem", {
            "TableName": self.table,
            "Key": self._any_key(),
            "UpdateExpression": change,
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": values,
        }

    def _refused(self) -> Call:
        condition = {"ConditionExpression": "attribute_exists(#no)", "ExpressionAttributeNames": {"#no": "never"}}
        return "PutItem", {"TableName": self.table, "Item": self._item(), **condition}

    def _batch(self) -> Call:
        requests = [
            {"PutRequest": {"Item": item}}
            if self.random.random() < 0.7
            else {"DeleteRequest": {"Key": {name: item[name] for name in self._key}}}
            for item in self._several()
        ]
        return "BatchWriteItem", {"RequestItems": {self.table: requests}}

    def _together(self) -> Call:
        puts = [{"Put": {"TableName": self.table, "Item": item}} for item in self._several()]
        return "TransactWriteItems", {"TransactItems": puts}

    def _several(self) -> list[Item]:
        """Items with different keys, as batches and transactions want them."""
        items = {str([item[name] for name in self._key]): item for item in (self._item() for _ in range(3))}
        return list(items.values())

    def _item(self) -> Item:
        item = self._any_key()
        item |= {name: self._value(name) for name in self._types.keys() - item.keys() if self.random.random() < 0.75}
        item["size"] = {"N": str(self.random.randint(0, 5))}
        return item | {
            "set": {"SS": ["b", "a"]},
            "bytes": {"B": "AAEC"},
            "deep": {"M": {"list": {"L": [{"NULL": True}]}}},
        }

    def _any_key(self) -> Item:
        return {name: self._value(name) for name in self._key}

    def _value(self, name: str) -> Item:
        """One of three values of an attribute, which no other history uses."""
        kind, digit = self._types[name], self.random.randint(0, 2)
        return {"N": f"{self.number}{digit}.5"} if kind == "N" else {"S": f"{self.number}/{digit}"}
