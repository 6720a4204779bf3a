"""The parts of the comparison, each of which can be measured again alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bench import stored
from bench.engine import Filled, filled
from bench.measuring import Measured, cold_imports, compare
from bench.ours import in_this_process
from bench.programs import FLOOR, OURS, PEERS, PROGRAMS
from bench.questions import QUESTIONS, TREE
from bench.sample import image_tree

ANSWERS = (1, 5, 20)
"""How many times as large an answer is."""
TABLES = (1, 10, 100)
"""How many times as much is stored around the same answers."""
GROWING = (FLOOR, OURS, *(each for each in PEERS if each.name in {"apollo", "strawberry"}))


def tree(rounds: int) -> dict[str, Any]:
    """The image tree, by every program."""
    with filled(stored.everything()) as engine:
        return {"measured": _json(compare(TREE, PROGRAMS, engine.setting, rounds))}


def questions(rounds: int) -> dict[str, Any]:
    """Every question, by all programs that answer it but the tree's, which have a part of their own."""
    with filled(stored.everything()) as engine:
        found = [
            compare(each, (FLOOR, OURS), engine.setting, max(5, rounds // each.seldom), warm=5 // each.seldom)
            for each in QUESTIONS.values()
        ]
    return {"measured": _json([each for some in found for each in some])}


def answers(rounds: int) -> dict[str, Any]:
    """The tree in three sizes. Nobody here reads letters, so none are stored."""
    found = {}
    for times in ANSWERS:
        with filled(image_tree(stored.TREE_IMAGE, receipts=3 * times, letters=0)) as engine:
            found[str(times)] = _json(compare(TREE, GROWING, engine.setting, max(5, rounds // times), warm=3))
    return {"measured": found, "items": {str(times): 1 + 3 * times * 231 for times in ANSWERS}}


def tables(_: int) -> dict[str, Any]:
    """What every question takes in tables of three sizes."""
    found = {}
    for around in TABLES:
        with filled(stored.everything(around=around, letters=0)) as engine:
            found[str(around)] = work_of_questions(engine)
    return {"work": found}


def imports(rounds: int) -> dict[str, Any]:
    """What importing takes, in fresh processes."""
    with filled(()) as engine:
        programs = [each for each in PROGRAMS if each is not FLOOR]
        return {"seconds": cold_imports(programs, engine.setting, max(5, rounds // 4))}


def work_of_questions(engine: Filled) -> dict[str, Any]:
    """What Tessera's handler takes for each question."""
    with in_this_process(engine) as harness:
        return {each.name: harness.record(each.as_json())["work"] for each in QUESTIONS.values()}


def _json(measured: Sequence[Measured]) -> list[dict[str, Any]]:
    return [replace(each).as_json() for each in measured]


PARTS: dict[str, Callable[[int], dict[str, Any]]] = {
    "tree": tree,
    "questions": questions,
    "answers": answers,
    "tables": tables,
    "imports": imports,
}
