"""How a careful Python program reads the receipts table with boto3: the indexes that fit, and only what is shown.

The client is the one behind boto3's resource layer, which takes and gives Python values and may be shared by threads.
"""

from collections import defaultdict
from typing import Any

import boto3
from botocore.config import Config

Item = dict[str, Any]
Place = tuple[int, ...]
"""Numbers of a receipt, a line and a word, as far as they go."""

TEXT = "SK, #type, #text, confidence, bounding_box"
NAMES = {"#type": "TYPE", "#text": "text"}
CONTENTS = f"{TEXT}, validation_status, reasoning"


class Contents:
    """Words and labels of a receipt, by their lines and words."""

    def __init__(self, items: list[Item]) -> None:
        self.words: dict[Place, list[Item]] = defaultdict(list)
        self.labels: dict[Place, list[Item]] = defaultdict(list)
        for item in items:
            if item["TYPE"] == "RECEIPT_WORD":
                self.words[place(item)[:2]].append(item)
            elif item["TYPE"] == "RECEIPT_WORD_LABEL":
                self.labels[place(item)[:3]].append(item)


class Reads:
    """The table, read by what is wanted."""

    def __init__(self, endpoint: str, table: str, *, projects: bool = True) -> None:
        session = boto3.Session(aws_access_key_id="local", aws_secret_access_key="local", region_name="us-east-1")
        config = Config(max_pool_connections=50)
        self.client: Any = session.resource("dynamodb", endpoint_url=endpoint, config=config).meta.client
        self.table, self.projects = table, projects

    def image(self, image_id: str) -> Item:
        found = self.client.get_item(TableName=self.table, Key={"PK": f"IMAGE#{image_id}", "SK": "IMAGE"})
        item: Item = found["Item"]
        return item

    def receipts(self, image_id: str) -> list[Item]:
        return self._query("GSI1", f"IMAGE#{image_id}", "RECEIPT#", ProjectionExpression="SK, width, height")

    def lines(self, image_id: str, receipt_id: int) -> list[Item]:
        found = self._query("GSI3", f"IMAGE#{image_id}#RECEIPT#{receipt_id:05d}", "LINE", **_shown(TEXT))
        return sorted(found, key=lambda item: item["SK"])

    def contents(self, image_id: str, receipt_id: int) -> Contents:
        """Words and labels without the letters between them: one range of an index has both."""
        prefix = f"IMAGE#{image_id}#RECEIPT#{receipt_id:05d}#"
        return Contents(self._query("GSI2", "RECEIPT", prefix, **_shown(CONTENTS)))

    def words_of_line(self, image_id: str, receipt_id: int, line_id: int) -> list[Item]:
        prefix = f"RECEIPT#{receipt_id:05d}#LINE#{line_id:05d}#WORD#"
        found = self._query(None, f"IMAGE#{image_id}", prefix, **_shown(TEXT))
        return [item for item in found if item["TYPE"] == "RECEIPT_WORD"]

    def labels_of_word(self, image_id: str, receipt_id: int, line_id: int, word_id: int) -> list[Item]:
        prefix = f"RECEIPT#{receipt_id:05d}#LINE#{line_id:05d}#WORD#{word_id:05d}#LABEL#"
        return self._query(None, f"IMAGE#{image_id}", prefix, ProjectionExpression="SK, validation_status, reasoning")

    def partition(self, image_id: str) -> list[Item]:
        """Everything of an image, letters included."""
        return self._query(None, f"IMAGE#{image_id}", None)

    def _query(self, index: str | None, partition: str, prefix: str | None, **options: Any) -> list[Item]:
        key = index or ""
        condition = f"{key}PK = :partition" + (f" AND begins_with({key}SK, :prefix)" if prefix else "")
        values = {":partition": partition, **({":prefix": prefix} if prefix else {})}
        asked: dict[str, Any] = {
            "TableName": self.table,
            "KeyConditionExpression": condition,
            "ExpressionAttributeValues": values,
        }
        asked |= (options if self.projects else {}) | ({"IndexName": index} if index else {})
        items: list[Item] = []
        while True:
            page = self.client.query(**asked)
            items += page["Items"]
            if not page.get("LastEvaluatedKey"):
                return items
            asked["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def place(item: Item) -> Place:
    """The numbers in a sort key such as RECEIPT#00001#LINE#00002."""
    return tuple(int(each) for each in item["SK"].split("#")[1:6:2])


def label_of(item: Item) -> str:
    return str(item["SK"].rpartition("#LABEL#")[2])


def _shown(attributes: str) -> dict[str, Any]:
    return {"ProjectionExpression": attributes, "ExpressionAttributeNames": NAMES}
