"""Questions about AppSync that its documentation leaves open, each asked about items that the probes make themselves.

A probe says whether the API does what this project relies on, and what it saw. Where there was nothing to look at it
says so, instead of "as expected". What only another deployment could tell (other schemas, a resolver that returns
early) is listed with how to find out.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from infra.operator.deployed_api import ProbeCaller
from infra.operator.probe_items import CONFIG, MEASUREMENTS, Asks, ProbeItems, own_items, progress

MEGABYTE = 1024 * 1024
DEPTHS = (10, 11, 12, 13, 19, 20, 21)
"""Around the limits of both stages."""
QUIET_SECONDS = 5.0
LIMITS = frozenset({12, 20})


class ProbeVerdict(Enum):
    """What a probe found."""

    EXPECTED = "as expected"
    OTHERWISE = "OTHERWISE"
    NOTHING = "nothing found"
    NOT_ASKED = "not asked here"


@dataclass(frozen=True)
class Finding:
    """What a probe found, and what it saw."""

    verdict: ProbeVerdict
    seen: str

    def __str__(self) -> str:
        return f"{self.verdict.value}: {self.seen}"


@dataclass(frozen=True)
class Probe:
    """One open question."""

    question: str
    ask: Callable[[Asks, ProbeItems], Finding]


def found_by_all(api: Asks) -> Iterator[tuple[Probe, Finding]]:
    """Every question with its answer. The items that are made for them are gone afterwards."""
    with own_items(api) as items:
        for probe in PROBES:
            try:
                yield probe, probe.ask(api, items)
            except Exception as error:  # noqa: BLE001  a failing probe is a finding too
                yield probe, Finding(ProbeVerdict.OTHERWISE, f"failed: {error!r}")


def _refusal(api: Asks, _: ProbeItems) -> Finding:
    answer = api.ask("{ images(first: 100000) { nodes { id } } }")
    found = [(each.get("errorType"), (each.get("errorInfo") or {}).get("field")) for each in _errors(answer)]
    return _as(found == [("BadInput", "first")], _told(answer))


def _aliases(api: Asks, items: ProbeItems) -> Finding:
    query = """query ($id: ID!) { job(jobId: $id) {
      a: metrics(first: 1) { nodes { value } } b: metrics(first: 2) { nodes { value } } } }"""
    return _of_job(api, items, query, lambda job: (len(job["a"]["nodes"]), len(job["b"]["nodes"])) == (1, 2))


def _batch_of_101(_: Asks, items: ProbeItems) -> Finding:
    if items.job_id is None:
        return Finding(ProbeVerdict.NOTHING, items.why)
    found = [(each.get("epoch"), (each.get("job") or {}).get("jobId")) for each in items.measured]
    right = found == [(number, items.job_id) for number in range(MEASUREMENTS)]
    detail = "each in its place" if right else f"beginning with {json.dumps(list(items.measured)[:1])[:200]}"
    return _as(right, f"{len(found)} parents of {MEASUREMENTS}, {detail}")


def _own_answers(api: Asks, items: ProbeItems) -> Finding:
    """Measurements of two jobs in turn: each leads to its own job, and not to its neighbour's."""
    if items.job_id is None:
        return Finding(ProbeVerdict.NOTHING, items.why)
    pairs = [(items.measured[0], items.job_id), (items.other_measured[0], items.other_id)]
    asked = [*pairs, *zip((items.measured[1], items.other_measured[1]), (items.job_id, items.other_id), strict=True)]
    query = "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on JobMetric { job { jobId } } } }"
    answer = api.ask(query, {"ids": [each["id"] for each, _ in asked]})
    found = [((each or {}).get("job") or {}).get("jobId") for each in (answer.get("data") or {}).get("nodes") or ()]
    return _as(found == [job_id for _, job_id in asked], _told(answer))


def _repeated_root(api: Asks, items: ProbeItems) -> Finding:
    query = "query ($id: ID!) { job(jobId: $id) { jobId } job(jobId: $id) { name latestStatus { status } } }"
    return _of_job(api, items, query, lambda job: {"jobId", "name", "latestStatus"} <= job.keys() and job["name"])


def _through_fragments(api: Asks, items: ProbeItems) -> Finding:
    query = """query ($id: ID!) { ...A ...B }
      fragment A on Query { job(jobId: $id) { jobId } } fragment B on Query { job(jobId: $id) { name } }"""
    return _of_job(api, items, query, lambda job: job.get("jobId") == items.job_id and job.get("name"))


def _skipped(api: Asks, items: ProbeItems) -> Finding:
    query = """query ($id: ID!, $no: Boolean = false) { job(jobId: $id) {
      jobId latestStatus @include(if: $no) { status } jobId } }"""
    return _of_job(api, items, query, lambda job: job == {"jobId": items.job_id})


def _interface(api: Asks, items: ProbeItems) -> Finding:
    """Interfaces carry no directives, so each way in must lead through them."""
    if items.node_id is None:
        return Finding(ProbeVerdict.NOTHING, items.why)
    query = "query ($id: ID!) { node(id: $id) { __typename id ... on Job { name } } }"
    answers = {
        caller.value: api.ask(query, {"id": items.node_id}, caller) for caller in (ProbeCaller.KEY, ProbeCaller.IAM)
    }
    wanted = {"__typename": "Job", "id": items.node_id, "name": "probe"}
    right = all((answer.get("data") or {}).get("node") == wanted for answer in answers.values())
    return _as(right, "; ".join(f"{name}: {_told(answer)}" for name, answer in answers.items()))


def _iam(api: Asks, _: ProbeItems) -> Finding:
    if not api.has_credentials:
        return Finding(ProbeVerdict.NOTHING, "there are no credentials of AWS to sign with")
    query = "{ deadLetters(first: 1) { nodes { id } } }"
    signed, keyed = api.ask(query, None, ProbeCaller.IAM), api.ask(query, None, ProbeCaller.NOBODY)
    right = not _errors(signed) and (signed.get("data") or {}).get("deadLetters") is not None and bool(_errors(keyed))
    return _as(right, f"signed: {_told(signed)}; without a signature: {_told(keyed)}")


def _json_out(api: Asks, items: ProbeItems) -> Finding:
    query = "query ($id: ID!) { job(jobId: $id) { jobConfig } }"

    def is_text(job: dict[str, Any]) -> bool:
        return isinstance(job["jobConfig"], str) and json.loads(job["jobConfig"]) == CONFIG

    return _of_job(api, items, query, is_text)


def _descriptions(api: Asks, _: ProbeItems) -> Finding:
    answer = api.ask('{ __type(name: "Query") { fields { name description args { name description } } } }')
    fields = ((answer.get("data") or {}).get("__type") or {}).get("fields") or []
    if not fields:
        return Finding(ProbeVerdict.NOTHING, f"there is no introspection. {_told(answer)}")
    arguments = [each for field in fields for each in field["args"]]
    counts = [sum(bool(each["description"]) for each in those) for those in (fields, arguments)]
    right = counts == [len(fields), len(arguments)]
    return _as(right, f"{counts[0]} of {len(fields)} fields and {counts[1]} of {len(arguments)} arguments have one")


def _depth(api: Asks, items: ProbeItems) -> Finding:
    if items.job_id is None:
        return Finding(ProbeVerdict.NOTHING, items.why)
    taken = {depth: not _errors(api.ask(_nested(depth), {"id": items.job_id})) for depth in DEPTHS}
    last = max((depth for depth, fine in taken.items() if fine), default=0)
    right = last in LIMITS and all(fine == (depth <= last) for depth, fine in taken.items())
    return _as(right, f"{last} levels are answered, {', '.join(str(each) for each in DEPTHS if each > last)} are not")


def _nested(depth: int) -> str:
    """A query of so many levels, in which a job leads to its status and back."""
    levels = ["job(jobId: $id)", *(("latestStatus", "job")[number % 2] for number in range(depth - 2))]
    leaf = "jobId" if len(levels) % 2 else "status"
    return f"query ($id: ID!) {{ {' { '.join(levels)} {{ {leaf} {'} ' * len(levels)}}}"


def _body_size(api: Asks, _: ProbeItems) -> Finding:
    query = json.dumps({"query": "{ __typename }"}).encode()
    whole, larger = (api.post(query.ljust(size)) for size in (MEGABYTE, MEGABYTE + 1))
    right = whole.get("data") == {"__typename": "Query"} and not larger.get("data")
    return _as(right, f"1 MB: {_told(whole)}; one byte more: {larger.get('status')} {_told(larger)}")


def _subscription(argument: str, percent: float) -> Callable[[Asks, ProbeItems], Finding]:
    """Whether a subscriber hears of a change that a program makes by IAM."""

    def ask(api: Asks, items: ProbeItems) -> Finding:
        if items.job_id is None:
            return Finding(ProbeVerdict.NOTHING, items.why)
        job_id = items.job_id
        query = f"subscription {'($id: ID)' if argument else ''} {{ onJobStatus{argument} {{ jobId progress }} }}"
        heard = api.hear(query, {"id": job_id} if argument else {}, lambda: progress(api, job_id, percent))
        if heard is None:
            return Finding(ProbeVerdict.OTHERWISE, "nothing was heard")
        told = (heard.get("data") or {}).get("onJobStatus") or {}
        return _as(told == {"jobId": job_id, "progress": percent}, json.dumps(heard)[:200])

    return ask


def _null_argument(api: Asks, items: ProbeItems) -> Finding:
    """AppSync compares: null is the id of no job."""
    if items.job_id is None:
        return Finding(ProbeVerdict.NOTHING, items.why)
    job_id = items.job_id
    query = "subscription ($id: ID) { onJobStatus(jobId: $id) { jobId progress } }"
    heard = api.hear(query, {"id": None}, lambda: progress(api, job_id, 43.0), QUIET_SECONDS)
    return _as(heard is None, f"heard {json.dumps(heard)[:200]}" if heard else f"silence for {QUIET_SECONDS} s")


def _unknown_field(api: Asks, _: ProbeItems) -> Finding:
    answer = api.ask("{ noSuchField }")
    return _as(bool(_errors(answer)) and not answer.get("data"), json.dumps(answer)[:300])


def _empty_body(api: Asks, _: ProbeItems) -> Finding:
    answer = api.ask("")
    return _as(bool(_errors(answer)), json.dumps(answer)[:300])


def _elsewhere(how: str) -> Callable[[Asks, ProbeItems], Finding]:
    return lambda _, __: Finding(ProbeVerdict.NOT_ASKED, how)


def _of_job(api: Asks, items: ProbeItems, query: str, is_right: Callable[[dict[str, Any]], Any]) -> Finding:
    if items.job_id is None:
        return Finding(ProbeVerdict.NOTHING, items.why)
    answer = api.ask(query, {"id": items.job_id})
    job: dict[str, Any] = (answer.get("data") or {}).get("job") or {}
    return _as(bool(job) and not _errors(answer) and bool(is_right(job)), _told(answer))


def _as(right: bool, seen: str) -> Finding:
    return Finding(ProbeVerdict.EXPECTED if right else ProbeVerdict.OTHERWISE, seen)


def _errors(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return list(answer.get("errors") or ([{"message": answer.get("body")}] if "status" in answer else []))


def _told(answer: dict[str, Any]) -> str:
    names = ("errorType", "message", "errorInfo")
    shown = [{name: each[name] for name in names if each.get(name)} for each in _errors(answer)]
    return json.dumps(shown)[:300] if shown else json.dumps(answer.get("data"))[:200]


PROBES = (
    Probe("A refusal of ours has errorType BadInput and names the field in errorInfo", _refusal),
    Probe("Aliases of one field keep their arguments apart", _aliases),
    Probe("A batch of 101 parents is split and put together again", _batch_of_101),
    Probe("Each parent of a batch gets its own answer", _own_answers),
    Probe("A root field that is selected twice is answered with both selections", _repeated_root),
    Probe("So is one that two fragments select", _through_fragments),
    Probe("What @include leaves out is not answered, and a duplicate is answered once", _skipped),
    Probe("Fields of a type are answered under an interface, with a key and with IAM", _interface),
    Probe("IAM may do what keys may not", _iam),
    Probe("AWSJSON comes out as text that holds an object", _json_out),
    Probe("# comments are descriptions, on arguments too", _descriptions),
    Probe("A query is refused from one level beyond the limit of its stage on", _depth),
    Probe("A body of 1 MB is taken, and one byte more is not", _body_size),
    Probe("A subscriber with an argument hears of a change", _subscription("(jobId: $id)", 41.0)),
    Probe("So does one without an argument", _subscription("", 42.0)),
    Probe("One whose argument is null hears of no job", _null_argument),
    Probe("An unknown field is refused", _unknown_field),
    Probe("An empty query is refused", _empty_body),
    Probe(
        "Is an exception's errorType its class or Lambda:Unhandled?",
        _elsewhere("set the read function's timeout to 1 s, ask again, and set it back"),
    ),
    Probe(
        "What do bare values and wrong lengths in a batch do; does earlyReturn(null) work?",
        _elsewhere("we always send envelopes and never return early"),
    ),
    Probe(
        "Are block descriptions, `&`, declared AWS scalars and `= null` taken in a schema?",
        _elsewhere("our schema has `&` and none of the others; upload a copy with one of them to a scratch API"),
    ),
    Probe(
        "Do the parts of a split batch run side by side; does every parent of a batch count as a resolver?",
        _elsewhere("X-Ray shows the first; the second needs a stage with a low ResolverCountLimit"),
    ),
    Probe(
        "How often do subscriptions say `ka`, and what happens above 240 KB?",
        _elsewhere("open the ready-made subscription in `make page` and watch the socket"),
    ),
)
