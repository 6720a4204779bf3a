"""What a person sees on a screen: texts of strangers cannot steer it. A pipe gets them as they are."""

import io
import sys

import pytest

from cli.output import print_entry, print_facts, print_json, print_line, print_table, say

HOSTILE = "a\x1b[2J\x9b31mb\x07\x00c"
HARMLESS = "a\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}31mb"


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def _show() -> None:
    print_line(HOSTILE)
    print_table([{"name": HOSTILE}], {"Name": lambda row: row["name"]}, "nothing")
    print_facts({"name": HOSTILE})
    print_entry("now", HOSTILE)
    print_json({"name": HOSTILE})
    say(HOSTILE)


def test_text_of_strangers_does_not_steer_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = Screen(), Screen()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    _show()
    for shown in (out.getvalue(), err.getvalue()):
        assert HARMLESS in shown
        assert not {each for each in shown if each < " " or "\x7f" <= each <= "\x9f"} - {"\n"}


def test_a_pipe_gets_text_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    print_line(HOSTILE)
    assert out.getvalue() == f"{HOSTILE}\n"
