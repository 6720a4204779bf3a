"""The settings of patience and persistence."""

import pytest

from loaders.dynamo.resilience import Resilience


def test_without_any_setting_the_defaults_apply() -> None:
    assert Resilience.from_environment({}) == Resilience()
    assert Resilience.from_environment({"TESSERA_READ_SECONDS": ""}) == Resilience()


def test_every_number_is_a_setting_of_the_environment() -> None:
    given = {
        "TESSERA_CIRCUIT_BREAKER_THRESHOLD": "3",
        "TESSERA_CIRCUIT_OPEN_SECONDS": "10",
        "TESSERA_MAX_RETRY_ATTEMPTS": "2",
        "TESSERA_BATCH_SIZE": "10",
        "TESSERA_CONNECT_SECONDS": "0.5",
        "TESSERA_READ_SECONDS": "1.5",
        "TESSERA_SILENCE_SECONDS": "9",
    }
    assert Resilience.from_environment(given) == Resilience(3, 10.0, 2, 10, 0.5, 1.5, 9.0)


def test_waiting_longer_for_answers_makes_silence_longer_too() -> None:
    assert Resilience.from_environment({"TESSERA_READ_SECONDS": "20"}).silence_seconds == 20.0


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("TESSERA_BATCH_SIZE", "26"),
        ("TESSERA_BATCH_SIZE", "0"),
        ("TESSERA_MAX_RETRY_ATTEMPTS", "2.5"),
        ("TESSERA_READ_SECONDS", "soon"),
        ("TESSERA_READ_SECONDS", "-1"),
        ("TESSERA_SILENCE_SECONDS", "nan"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_by_its_name(variable: str, text: str) -> None:
    with pytest.raises(ValueError, match=variable):
        Resilience.from_environment({variable: text})
