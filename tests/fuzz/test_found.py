"""Every input that once broke something goes through every operation in every variant, and breaks nothing."""

import pytest

from tests.fuzz.found import FoundInput, read_found
from tests.fuzz.operations import everything
from tests.fuzz.runner import Tally, run_input, warm_up


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    warm_up()


@pytest.mark.parametrize("entry", read_found(), ids=lambda entry: entry.name)
def test_what_was_found_stays_mended(entry: FoundInput) -> None:
    failures = {failure.fault for failure in run_input(entry.input, everything(), Tally())}
    assert not failures
