"""Wrappers: programs that a person writes or teaches to take fields out of pages."""

from weft.papers.c.ontology import Ontology
from weft.papers.c.ontology_file import ontology_names, ontology_path
from weft.papers.c.softmealy import SoftMealy
from weft.papers.c.softmealy_examples import found_example, labelled_example
from weft.papers.c.softmealy_learning import learn_softmealy, teach_softmealy
from weft.papers.c.tsimmis import Tsimmis
from weft.papers.c.wrappers import WRAPPERS, Wrapper

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
