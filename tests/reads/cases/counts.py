"""Counts without counters: the counters are asked for first, in one request, and then everything is read."""

from typing import Any

from entities.receipts.labels import ValidationStatus
from loaders import counts, documents, receipts
from loaders.counters import Group
from loaders.request import Request
from resolvers.queries.documents import all_documents
from resolvers.queries.labels import labels
from tests.reads.cases.case import Ask, Case, total


def _none_kept(group: Group) -> str:
    return f"query Kind-ReceivedAt-Index: Kind=COUNTER#{group.value} [0]"


def _gives(ask: Any, expected: Any) -> Ask:
    def asked(a_request: Request) -> list[Any]:
        given = ask(a_request)
        assert given == expected, given
        return []

    return asked


CASES = [
    Case(
        "imageCount",
        _gives(lambda a_request: counts.how_many(a_request, Group.IMAGES, receipts.IMAGES), 3),
        0,
        ("query GSITYPE: TYPE=IMAGE [3]", _none_kept(Group.IMAGES)),
    ),
    Case(
        "merchantCounts",
        _gives(lambda a_request: counts.by_merchant(a_request).total(), 1),
        0,
        ("query GSITYPE: TYPE=RECEIPT_METADATA [1]", _none_kept(Group.MERCHANTS)),
    ),
    Case(
        "labelCounts(labels: [GRAND_TOTAL])",
        _gives(lambda a_request: counts.by_label(a_request, ["GRAND_TOTAL"])[0][1]["VALID"], 2),
        0,
        (
            "query GSI1: GSI1PK=LABEL#GRAND_TOTAL, GSI1SK begins IMAGE# [1]",
            f"query GSI1: GSI1PK=LABEL#GRAND_TOTAL{'_' * 23}, GSI1SK begins IMAGE# [1]",
            _none_kept(Group.LABELS),
        ),
    ),
    Case(
        "labels(validationStatus: VALID) { totalCount }",
        total(lambda a_request: labels(a_request, None, ValidationStatus.VALID, None, None, 10, None), 2),
        2,
        (
            *["query GSI3: GSI3PK=VALIDATION_STATUS#VALID, GSI3SK begins IMAGE# [1]"] * 2,
            *["query GSI3: GSI3PK=VALIDATION_STATUS#VALID, GSI3SK begins RECEIPT# [1]"] * 2,
            _none_kept(Group.LABELS),
        ),
    ),
    Case(
        "documents { totalCount }",
        total(lambda a_request: all_documents(a_request, None, "acme", False, None, None, True, 10, None), 0),
        0,
        (
            "query ClientID-SubmittedAt-Index: ClientID=acme [0]",
            "query ClientID-SubmittedAt-Index: ClientID=acme [0]",
            _none_kept(Group.DOCUMENTS),
        ),
    ),
    Case(
        "documentCounts(clientId: acme)",
        _gives(lambda a_request: sum(documents.count_by_status(a_request, "acme").values()), 0),
        0,
        ("query ClientID-SubmittedAt-Index: ClientID=acme [0]", _none_kept(Group.DOCUMENTS)),
    ),
]
