"""Wrappers: programs that a person writes or teaches to take fields out of pages."""

from weft.wrappers.softmealy import SoftMealy
from weft.wrappers.softmealy_examples import found_example, labelled_example
from weft.wrappers.softmealy_learning import learn_softmealy

__all__ = ["SoftMealy", "found_example", "labelled_example", "learn_softmealy"]
