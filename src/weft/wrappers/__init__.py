"""Wrappers: programs that a person writes or teaches to take fields out of pages."""

from weft.wrappers.ontology import Ontology, ontology_names, ontology_path
from weft.wrappers.registry import WRAPPERS, Wrapper
from weft.wrappers.softmealy import SoftMealy
from weft.wrappers.softmealy_examples import found_example, labelled_example
from weft.wrappers.softmealy_learning import learn_softmealy
from weft.wrappers.softmealy_teaching import teach_softmealy
from weft.wrappers.tsimmis import Tsimmis

__all__ = [
    "WRAPPERS",
    "Ontology",
    "SoftMealy",
    "Tsimmis",
    "Wrapper",
    "found_example",
    "labelled_example",
    "learn_softmealy",
    "ontology_names",
    "ontology_path",
    "teach_softmealy",
]
