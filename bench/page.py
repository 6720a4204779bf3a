"""docs/benchmarks.md, written from what was measured."""

from statistics import median
from typing import Any

from bench.measuring import Spread, ratio
from bench.parts import ANSWERS, TABLES
from bench.programs import FLOOR, OURS, PEERS, PROGRAMS
from bench.questions import QUESTIONS

_HEAD = """# Benchmarks

Written by `make bench`; do not edit. Each table says with which command it is measured again.

All programs answer the same question from the same stored items and give the same answer, which is checked. Each runs
in a process and an environment of its own (`bench/peers`, with lock files), and all take turns, so that a busy machine
affects all equally. DynamoDB's answers are recorded once and given again from memory, so the engine's time is not in
the numbers; *with 4 ms* lets every answer take as long as DynamoDB does from within its region. CPU is that of the
process, threads included: event as JSON in, answer as JSON out. Numbers are medians, in parentheses the middle half of
the rounds; a ratio is one of medians, its spread that of the ratios in each turn. Read ratios; milliseconds are this
machine's.

What is not in the numbers: HTTP, TLS, Lambda's own runtime, and **what AppSync does** for Tessera and Powertools
(parsing, validating, picking fields). Servers that execute GraphQL themselves do that in their Lambda, where it is
billed by the millisecond; AppSync bills it by the operation.
"""
_FAIR = """## What was done for the others

Each was written as the page linked to its name recommends, and with what its users know to be faster. The three that
execute GraphQL in Python, and Apollo, read the indexes that fit (words and labels in one range, without the letters
between them), ask for the shown attributes only, send what is independent side by side, group keys by receipt, and use
orjson where there is Python. Documents are parsed once; strawberry and Apollo also validate them once. Powertools'
resolvers take all parents of a level in one call instead of one call for each: that would be 485 Lambda calls. *Whole
items* is the same server without projections, which no tutorial mentions; *a Query per parent* is what
loaders become when each key is asked for on its own; *the whole partition* reads everything with neither projection nor
threads. All of them answer the image tree only: the other nine questions compare Tessera with the floor. If you can
make one of them faster, please do: `bench/peers` has a folder for each.
"""


def summary(results: dict[str, Any]) -> str:
    """The lines that README shows too."""
    part = results["tree"]
    found = {each["program"]: each for each in part["measured"]}
    rows = []
    for program in (FLOOR, OURS, *PEERS):
        each = found[program.name]
        work = f"{each['work']['requests']} | {each['work']['read_units']:g}" if program is not FLOOR else "|"
        rows.append(f"| {program.title} | {_times(each['cpu'], found[OURS.name]['cpu'])} | {work} |")
    told = part["machine"]
    where = f"{told['processor']}, {told['cores']} cores, Python {told['python']}, Node {told['node']}"
    return "\n".join(
        [
            f"One image tree, CPU as ratios of medians with the middle half of the rounds ({where}):",
            "",
            "| | CPU, × Tessera | requests | units |",
            "|---|---:|---:|---:|",
            *rows,
            "",
        ]
    )


def text(results: dict[str, Any]) -> str:
    """The page, with every part that was measured."""
    sections = {"tree": _tree, "questions": _questions, "answers": _answers, "tables": _tables, "imports": _imports}
    written = [write(results[name]) for name, write in sections.items() if name in results]
    return "\n".join([_HEAD, "## In short", "", summary(results), *written, _FAIR])


def _tree(part: dict[str, Any]) -> str:
    found = {each["program"]: each for each in part["measured"]}
    ours, floor = found[OURS.name]["cpu"], found[FLOOR.name]["cpu"]
    rows = []
    for program in PROGRAMS:
        each = found[program.name]
        title = f"[{program.title}]({program.way})" if program.way else program.title
        times = f"{_ms(each['cpu'])} | {_times(each['cpu'], floor)} | {_times(each['cpu'], ours)}"
        work = _work(each) if program is not FLOOR else "| | | | "
        walls = f"{_ms(each['wall'])} | {_ms(each['delayed'])}" if program is not FLOOR else " | "
        rows.append(f"| {title} | {times} | {walls} | {work} | {each['idle']:.0f} → {each['peak']:.0f} |")
    return "\n".join(
        [
            "## An image with everything below it",
            "",
            "3 receipts, 60 lines, 420 words and 210 labels, with 2,100 letters stored between them.",
            "",
            "![CPU for one image tree, by program](benchmarks.png)",
            "",
            (
                "| | CPU, ms | × floor | × Tessera | wall, ms | with 4 ms | Lambda calls | requests | steps | units "
                "| KB received | MB, idle → peak |"
            ),
            "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
            *rows,
            "",
            _again("tree", part),
        ]
    )


def _work(each: dict[str, Any]) -> str:
    work = each["work"]
    units = work["read_units"] + work["write_units"]
    received = work["received_bytes"] / 1e3
    return f"{work['calls']} | {work['requests']} | {each['steps']} | {units:g} | {received:.0f}"


def _questions(part: dict[str, Any]) -> str:
    found = {(each["question"], each["program"]): each for each in part["measured"]}
    rows = []
    for name, question in QUESTIONS.items():
        each, floor = found[name, OURS.name], found[name, FLOOR.name]
        work = each["work"]
        sent = f"{work['sent_bytes'] / 1e3:.0f} | {work['answer_bytes'] / 1e3:.0f}"
        times = f"{_ms(each['cpu'])} | {_times(each['cpu'], floor['cpu'])} | {_ms(each['delayed'])}"
        rows.append(f"| {question.title} | {_work(each)} | {sent} | {times} |")
    return "\n".join(
        [
            "## Ten questions",
            "",
            "Tessera's handler, all its Lambda calls one after the other, against the floor of the same question.",
            "",
            (
                "| | Lambda calls | requests | steps | units | KB received | KB sent | KB answered | CPU, ms "
                "| × floor | wall with 4 ms |"
            ),
            "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
            *rows,
            "",
            _again("questions", part),
        ]
    )


def _answers(part: dict[str, Any]) -> str:
    titles = {each.name: each.title for each in PROGRAMS}
    programs = [each["program"] for each in part["measured"][str(ANSWERS[0])]]
    rows = []
    for name in programs:
        cells = []
        for times in ANSWERS:
            (each,) = [every for every in part["measured"][str(times)] if every["program"] == name]
            cells.append(f"{1e6 * median(each['cpu']) / part['items'][str(times)]:.1f}")
        growth = float(cells[-1]) / float(cells[0])
        rows.append(f"| {titles[name]} | {' | '.join(cells)} | {growth:.2f} |")
    heads = " | ".join(f"{times}×, {part['items'][str(times)]:,} items" for times in ANSWERS)
    return "\n".join(
        [
            "## Larger answers",
            "",
            "The same tree with 3, 15 and 60 receipts: microseconds of CPU for each returned item, median.",
            "",
            f"| | {heads} | last to first |",
            "|---|---:|---:|---:|---:|",
            *rows,
            "",
            _again("answers", part),
        ]
    )


def _tables(part: dict[str, Any]) -> str:
    rows = []
    for name, question in QUESTIONS.items():
        works = [part["work"][str(times)][name] for times in TABLES]
        cells = [f"{each['requests']} and {each['read_units'] + each['write_units']:g}" for each in works]
        rows.append(f"| {question.title} | {' | '.join(cells)} |")
    return "\n".join(
        [
            "## Larger tables",
            "",
            "Requests and units of the same questions with 1, 10 and 100 times as much of the same kinds around them.",
            "",
            f"| | {' | '.join(f'{times}×' for times in TABLES)} |",
            "|---|---:|---:|---:|",
            *rows,
            "",
            _again("tables", part),
        ]
    )


def _imports(part: dict[str, Any]) -> str:
    ours = part["seconds"][OURS.name]
    rows = [
        f"| {each.title} | {_ms(part['seconds'][each.name])} | {_times(part['seconds'][each.name], ours)} |"
        for each in (OURS, *PEERS)
        if each.name not in {"strawberry-whole", "strawberry-per-parent"}
    ]
    return "\n".join(
        [
            "## Cold imports",
            "",
            "CPU of importing the program in a fresh process, its clients not yet made.",
            "",
            "| | CPU, ms | × Tessera |",
            "|---|---:|---:|",
            *rows,
            "",
            _again("imports", part),
        ]
    )


def _again(name: str, part: dict[str, Any]) -> str:
    told = part["machine"]
    return (
        f"`.venv/bin/python -m bench {name}` · {told['processor']}, {told['cores']} cores, {told['system']}, "
        f"Python {told['python']}, Node {told['node']}, load {told['load']} before it, {told['day']}\n"
    )


def _ms(seconds: list[float]) -> str:
    spread = Spread.of([1e3 * each for each in seconds])
    return f"{_number(spread.middle)} ({_number(spread.low)}–{_number(spread.high)})"


def _times(some: list[float], others: list[float]) -> str:
    if some == others:
        return "1"
    found = ratio(some, others)
    return f"**{_number(found.middle)}** ({_number(found.low)}–{_number(found.high)})"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
