"""docs/scaling.md, written from the model, the simulation and prices."""

from collections.abc import Sequence

from bench.questions import QUESTIONS
from bench.scale.check import Agreement
from bench.scale.costs import TIMES, TODAY, costs
from bench.scale.load import THINGS, zipf_weights
from bench.scale.model import loads
from bench.scale.quotas import APPSYNC_REQUESTS, LAMBDA_CONCURRENCY, READ_UNITS, WRITE_UNITS
from bench.scale.variants import VARIANTS
from infra import measured

_HEAD = f"""# Scaling

Written by `.venv/bin/python -m bench.scale`; do not edit.

DynamoDB, Lambda and AppSync grow by themselves, up to what one key takes: **{READ_UNITS:,} read and {WRITE_UNITS:,}
write units a second for one partition**. Some keys of the tables have one value for everything (`RECEIPT`, a `TYPE`),
so this is where it ends first. This page says at which load.

**The model** (`bench/scale/model.py`) knows key templates, measured sizes and counts of items, and how people choose:
the most popular of {THINGS:,} images or jobs is meant in {zipf_weights()[0]:.0%} of the questions (Zipf). **The
simulation** (`bench/scale/simulation.py`) knows neither templates nor sizes: it replays what real requests touched, as
an engine counted it, against a bucket of units for each partition, and raises the load until one stays empty.
`tests/bench/test_scale.py` holds that both name the same key, at rates within 10 %.

One key value is taken to be one partition. DynamoDB may split a busy key by its sort key, but not where new items
always come at one end, and it does not say whether it did; five minutes of unused units may be saved up. Both make
reality kinder than this page. Nothing here was measured in AWS.
"""


def text(checks: Sequence[Agreement]) -> str:
    """The page."""
    return "\n".join([_HEAD, _first_keys(checks), _ladder(), _variants(), _quotas(), _money()])


def _first_keys(checks: Sequence[Agreement]) -> str:
    rows = []
    for each in checks:
        names = " and ".join(load.name for load in each.alike)
        rates = f"{_rate(each.model.rate)} | {_rate(each.simulated.rate)} | {each.difference:+.0%}"
        rows.append(f"| {QUESTIONS[each.question].title} | {names} | {_rate(each.model.units)} | {rates} |")
    return "\n".join(
        [
            "## Which key is full first",
            "",
            "Each question alone, as often as its first key allows. Keys that are full at the same rate are all named.",
            "",
            "| | first key | units each | a second, model | simulation | apart |",
            "|---|---|---:|---:|---:|---:|",
            *rows,
            "",
        ]
    )


def _ladder() -> str:
    rows = [f"| {each.name} | {each.units:.0f} | {_rate(each.rate)} |" for each in loads("import")[:8]]
    return "\n".join(
        [
            "## Imports, key by key",
            "",
            (
                "A key that is full holds up every write that it indexes, so the first row is the limit; each next row "
                "is the limit once those above are changed. The image's own partition takes every item twice "
                "(transactions): an import alone needs seconds, and several do not disturb each other."
            ),
            "",
            "| key | write units each import | imports a second |",
            "|---|---:|---:|",
            *rows,
            "",
        ]
    )


def _variants() -> str:
    rows = [
        f"| {each.title} | {_rate(each.before())} → {_rate(each.after())} {each.unit} | {each.price} |"
        for each in VARIANTS
    ]
    return "\n".join(
        [
            "## What another key would move",
            "",
            "Written by us, with the keys of today still read. None of these is built: today's load is far below.",
            "",
            "| change | limit | what it costs |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def _quotas() -> str:
    calls = LAMBDA_CONCURRENCY / measured.ASSUMED_SECONDS
    return "\n".join(
        [
            "## Around the tables",
            "",
            "| quota | usual | what it allows |",
            "|---|---:|---|",
            (
                f"| Lambda: calls at one time | {LAMBDA_CONCURRENCY:,} | {calls:,.0f} calls a second of "
                f"{measured.ASSUMED_SECONDS} s, assumed; can be raised |"
            ),
            f"| AppSync: request tokens a second | {APPSYNC_REQUESTS:,} | as many small requests; can be raised |",
            "",
            (
                f"All of the above are reached later than the `RECEIPT` key by image trees "
                f"({_rate(loads('tree')[0].rate)} a second)."
            ),
            "",
        ]
    )


def _money() -> str:
    table = {times: list(costs(TODAY.grown(times))) for times in TIMES}
    rows = []
    for number, (name, _, _) in enumerate(table[1]):
        cells = [f"{table[times][number][1]:,.2f} | {table[times][number][2]:,.2f}" for times in TIMES]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    heads = " | ".join(f"{times:,}×, a month | a million" for times in TIMES)
    return "\n".join(
        [
            "## What it costs",
            "",
            (
                f"Dollars, if today is {TODAY.queries:,} queries, {TODAY.imports:,} imports, {TODAY.pages:,} pages and "
                f"{TODAY.pictures:,} pictures a month; us-east-1, on demand, without free tiers, logs and traffic "
                "([operations](operations.md#what-it-costs) has those). Look prices up before quoting."
            ),
            "",
            f"| | {heads} |",
            "|---|" + "---:|" * 2 * len(TIMES),
            *rows,
            "",
            (
                "Only recognition becomes cheaper with size, beyond a million pages or pictures a month. "
                "At a thousand times today "
                f"({_rate(1000 * TODAY.imports / 30 / 86_400)} imports a second if they came evenly) letters in "
                "`GSITYPE` are the first to change."
            ),
            "",
        ]
    )


def _rate(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
