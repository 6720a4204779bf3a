"""The documents that every AppSync must answer alike."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from local.http.callers import Caller
from tests.infra.conftest import ROOT
from tests.infra.witnesses import ADMITS_ALL, API_KEY, FIRST_ONLY, NOT_LIVE, OWN_WORDS, Document, at_home

READY_MADE = ROOT / "local" / "graphiql" / "queries"
SIGNER = Caller("iam", identity={"userArn": "arn:aws:iam::123456789012:user/witness", "username": "witness"})
IDS = "query ($i: ID!, $name: String!) { image(imageId: $i) { id } novaeByName(name: $name) { id } }"


def sample_variables() -> dict[str, str]:
    """What the documents below look for: an image, a job, a sweep, and the global ids of a nova and of the image."""
    images, jobs, novae = (
        _variables(READY_MADE / f"{name}.graphql") for name in ("01_receipts", "02_jobs", "03_novae")
    )
    known = {"i": images["id"], "j": jobs["running"], "s": jobs["sweep"]}
    found = at_home(Document("ids", IDS, known | novae))["data"]
    return known | {"n": found["novaeByName"][0]["id"], "m": found["image"]["id"]}


def ready_made() -> Iterator[Document]:
    """The queries in GraphiQL's tabs. What an API key may not do is asked by a signer."""
    for file in sorted(READY_MADE.glob("*.graphql")):
        query = file.read_text()
        words = {line.split(" ")[0] for line in query.splitlines()}
        caller = SIGNER if "mutation" in words else API_KEY
        is_live = "subscription" in words
        lacking = NOT_LIVE if is_live else {}
        yield Document(file.stem, query, _variables(file), caller, lacking, is_live=is_live)


def _variables(file: Path) -> dict[str, Any]:
    beside = file.with_suffix(".json")
    found: dict[str, Any] = json.loads(beside.read_text()) if beside.exists() else {}
    return found


REPEATED = [
    Document(
        "a root field twice, alike", "query ($i: ID!) { image(imageId: $i) { width } image(imageId: $i) { width } }"
    ),
    Document(
        "a root field twice under two names",
        "query ($i: ID!) { a: image(imageId: $i) { width } b: image(imageId: $i) { receipts { receiptId } } }",
    ),
    Document(
        "a root field twice, with more below the second",
        """query ($i: ID!) {
          image(imageId: $i) { width }
          image(imageId: $i) { receipts { receiptId metadata { merchantName } } }
        }""",
        lacking=FIRST_ONLY,
    ),
    Document(
        "a page twice, with nodes and with edges",
        """{ images(first: 2) { nodes { imageId } }
             images(first: 2) { edges { cursor node { receipts { receiptId } } } } }""",
        lacking=FIRST_ONLY,
    ),
    Document(
        "a field of many parents twice",
        """query ($i: ID!) { image(imageId: $i) { receipts {
          image { width }
          image { receipts { receiptId } }
        } } }""",
        lacking=FIRST_ONLY,
    ),
    Document(
        "an embedded field twice",
        """query ($i: ID!) { image(imageId: $i) { receipts { receiptId } receipts { words { text } } } }""",
    ),
]

FRAGMENTS = [
    Document(
        "a fragment on Query",
        """query ($i: ID!) { ...Root }
        fragment Root on Query { image(imageId: $i) { width ...Below } }
        fragment Below on Image { receipts { words { text labels { label } } } }""",
    ),
    Document(
        "an inline fragment on Query",
        "query ($i: ID!) { ... on Query { image(imageId: $i) { ... on Image { receipts { receiptId } } } } }",
    ),
    Document(
        "two fragments on Query with different fields",
        """query ($i: ID!, $j: ID!) { ...One ...Two }
        fragment One on Query { image(imageId: $i) { receipts { receiptId } } }
        fragment Two on Query { job(jobId: $j) { name latestStatus { status } } }""",
    ),
    Document(
        "two fragments on Query with the same field",
        """query ($i: ID!) { ...One ...Two }
        fragment One on Query { image(imageId: $i) { width } }
        fragment Two on Query { image(imageId: $i) { receipts { receiptId } } }""",
        lacking=FIRST_ONLY,
    ),
]

ALIASES = [
    Document(
        "aliases at every level",
        "query ($i: ID!) { a: image(imageId: $i) { b: receipts { c: words { d: text e: labels { f: label } } } } }",
    ),
    Document(
        "aliases in a named fragment",
        """query ($i: ID!) { a: image(imageId: $i) { ...Below } }
        fragment Below on Image { b: receipts { c: metadata { d: merchantName } e: lines { f: text } } }""",
    ),
    Document(
        "aliases in a page",
        "{ a: images(first: 2) { b: edges { c: node { d: receipts { e: receiptId } } } f: pageInfo { hasNextPage } } }",
    ),
    Document(
        "one field of many parents under two aliases",
        """query ($s: ID!) { sweep(sweepId: $s) { jobs {
          one: metrics(first: 1) { nodes { metricName } }
          two: metrics(first: 2) { nodes { epoch value } }
        } } }""",
    ),
]

INTERFACES = [
    Document(
        "a node, with inline fragments",
        "query ($n: ID!) { node(id: $n) { id ... on Nova { products { __typename } } ... on Image { width } } }",
    ),
    Document(
        "a node, with named fragments",
        """query ($n: ID!) { node(id: $n) { __typename ...N } }
        fragment N on Nova { primaryName products { ...S } references { role } }
        fragment S on SpectraProduct { provider cooldown { active } }""",
    ),
    Document(
        "nodes of several types, and one that is none",
        """query ($n: ID!, $m: ID!) { nodes(ids: [$n, $m, "none"]) {
          __typename id
          ... on Nova { products { productType ... on PhotometryTable { rowCount } } }
          ... on Image { receipts { words { text } } }
        } }""",
    ),
    Document(
        "fields of an interface alone",
        'query { novaeByName(name: "v1324 sco") { products { id novaId productType } } }',
    ),
]

CONDITIONS = [
    Document(
        "@include and @skip on fields, fragments and root fields",
        """query ($i: ID!, $j: ID!, $yes: Boolean!, $no: Boolean!) {
          image(imageId: $i) {
            width @skip(if: $yes)
            receipts @include(if: $yes) { receiptId words @include(if: $no) { text } ...L @skip(if: $no) }
          }
          job(jobId: $j) @include(if: $no) { name }
          ... on Query @include(if: $yes) { again: image(imageId: $i) { height receipts @skip(if: true) { id } } }
        }
        fragment L on Receipt { lines { text } }""",
        {"yes": True, "no": False},
    ),
    Document(
        "@include by a variable that has a default",
        "query ($i: ID!, $off: Boolean = false) { image(imageId: $i) { width receipts @include(if: $off) { id } } }",
    ),
]

REFUSALS = [
    Document("an argument that is too large", "{ images(first: 1000) { nodes { id } } }"),
    Document(
        "one root field of two", "query ($i: ID!) { image(imageId: $i) { width } images(first: -1) { nodes { id } } }"
    ),
    Document("something that is not there", '{ image(imageId: "00000000-0000-4000-8000-000000000000") { width } }'),
    Document("a cursor that is none", '{ images(after: "x") { nodes { id } } }'),
    Document(
        "a mutation of something that is not there",
        """mutation { recordJobStatus(input: { jobId: "none", status: RUNNING }) { status } }""",
        caller=SIGNER,
    ),
    Document(
        "a mutation by an API key",
        """mutation ($j: ID!) { recordJobStatus(input: { jobId: $j, status: RUNNING }) { status } }""",
        lacking=ADMITS_ALL,
    ),
    Document(
        "a field that an API key may not see",
        "query { images(first: 1) { nodes { imageId otherItems { type } } } }",
        lacking=ADMITS_ALL,
    ),
    Document("a field that does not exist", "{ nothing }", lacking=OWN_WORDS),
]

DOCUMENTS = [*ready_made(), *REPEATED, *FRAGMENTS, *ALIASES, *INTERFACES, *CONDITIONS]
DOCUMENTS += [replace(each, is_refused=True) for each in REFUSALS]
