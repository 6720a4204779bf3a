"""The key grammar: what is written, what is found by prefix, what is read back, what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entities.errors import BadKey, BadKeyValue
from entities.keys import Key, Prefix, Template
from tests.entities.strategies import SEGMENT

WORD = Template("RECEIPT#{receipt_id:05d}#LINE#{line_id:05d}#WORD#{word_id:05d}")
TAGGED = Template("RECEIPT#{receipt_id:05d}[#LINE#{line_id:05d}#TAG#{tag}]#QUERY")
ordinals = st.integers(0, 99_999)


@given(ordinals, ordinals, ordinals)
def test_a_key_is_read_back_as_it_was_written(receipt_id: int, line_id: int, word_id: int) -> None:
    ids = {"receipt_id": receipt_id, "line_id": line_id, "word_id": word_id}
    assert WORD.parse(WORD.format(ids)) == ids


@given(st.lists(st.tuples(ordinals, ordinals, ordinals)))
def test_keys_sort_like_their_numbers(ids: list[tuple[int, int, int]]) -> None:
    names = ("receipt_id", "line_id", "word_id")
    written = {each: WORD.format(dict(zip(names, each, strict=True))) for each in ids}
    assert sorted(ids) == sorted(ids, key=lambda each: str(written[each]))


@given(ordinals, ordinals, SEGMENT)
def test_every_key_begins_with_each_of_its_prefixes(receipt_id: int, line_id: int, tag: str) -> None:
    ids = {"receipt_id": receipt_id, "line_id": line_id, "tag": tag}
    whole = str(TAGGED.format(ids))
    for known in ({}, {"receipt_id": receipt_id}, {"receipt_id": receipt_id, "line_id": line_id}, ids):
        assert whole.startswith(TAGGED.prefix(known).text)


def test_a_prefix_ends_where_the_first_unknown_value_begins() -> None:
    assert WORD.prefix({"receipt_id": 7}) == Prefix("RECEIPT#00007#LINE#", is_whole=False)
    assert WORD.prefix({"line_id": 7}) == Prefix("RECEIPT#", is_whole=False)
    assert Template("IMAGE").prefix({}) == Prefix("IMAGE", is_whole=True)


def test_a_prefix_does_not_promise_a_part_that_may_be_left_out() -> None:
    assert TAGGED.prefix({"receipt_id": 7}) == Prefix("RECEIPT#00007#", is_whole=False)


def test_an_optional_part_is_left_out_when_its_value_is_missing() -> None:
    assert TAGGED.format({"receipt_id": 1}) == "RECEIPT#00001#QUERY"
    assert TAGGED.parse("RECEIPT#00001#QUERY") == {"receipt_id": 1}
    assert TAGGED.format({"receipt_id": 1, "line_id": 2, "tag": "FOOD"}) == "RECEIPT#00001#LINE#00002#TAG#FOOD#QUERY"


def test_a_key_without_one_of_its_values_is_no_key() -> None:
    assert WORD.format({"receipt_id": 1, "line_id": 2}) is None
    assert Key.of("A#{a}", "B#{b}").format({"a": "x"}) is None


@pytest.mark.parametrize("key", ["RECEIPT#1#LINE#2#WORD#3", "RECEIPT#00001#LINE#002#WORD#00003"])
def test_numbers_are_read_with_any_padding(key: str) -> None:
    assert WORD.parse(key) == {"receipt_id": 1, "line_id": 2, "word_id": 3}


@pytest.mark.parametrize("key", ["", "RECEIPT#", "RECEIPT#00001#LINE#00002", "RECEIPT#x#LINE#1#WORD#1", None, 7, b"x"])
def test_a_key_of_another_shape_is_not_read(key: object) -> None:
    assert WORD.parse(key) is None


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("A#LABEL#B", "contains '#'"),
        ("", "is empty"),
        ("A\x00B", "control characters"),
        ("A\nB", "control characters"),
        ("\ud800", "not valid Unicode"),
        (7, "is not text"),
        (True, "is not text"),
    ],
)
def test_a_value_that_would_spoil_a_segment_is_refused_by_name(value: object, why: str) -> None:
    with pytest.raises(BadKeyValue, match=why) as refused:
        Template("LABEL#{label}").format({"label": value})
    assert refused.value.field == "label"


@pytest.mark.parametrize(
    ("value", "why"),
    [(100_000, "greater than 99,999"), (-1, "negative"), ("1", "is not a number"), (True, "is not a number")],
)
def test_a_number_that_would_break_the_order_is_refused_by_name(value: object, why: str) -> None:
    with pytest.raises(BadKeyValue, match=f"line_id.*{why}"):
        Template("LINE#{line_id:05d}").format({"line_id": value})


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1))
def test_free_text_is_carried_whatever_is_in_it(name: str) -> None:
    template = Template("NAME#{name:text}")
    assert template.parse(template.format({"name": name})) == {"name": name}


def test_filled_text_is_read_without_its_filling() -> None:
    left, right = Template("TAG#{tag:_>40}"), Template("LABEL#{label:_<34}")
    assert left.format({"tag": "FOOD"}) == "TAG#" + "_" * 36 + "FOOD"
    assert left.parse("TAG#" + "_" * 36 + "FOOD") == {"tag": "FOOD"}
    assert right.format({"label": "DATE"}) == "LABEL#DATE" + "_" * 30
    assert right.parse("LABEL#GRAND_TOTAL" + "_" * 23) == {"label": "GRAND_TOTAL"}


def test_a_number_can_be_a_whole_key() -> None:
    template = Template("{batch_id:n}")
    assert template.format({"batch_id": 1744481929}) == 1744481929
    assert template.parse(1744481929) == {"batch_id": 1744481929}


@pytest.mark.parametrize("source", ["NAME#{name:text}#X", "{a:text}#{b}", "A#{b:n}", "A#{b", "A}", "[A"])
def test_a_template_that_could_not_be_read_back_is_refused_when_declared(source: str) -> None:
    with pytest.raises(BadKey):
        Template(source)
