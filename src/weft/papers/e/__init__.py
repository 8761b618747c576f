"""Paper E (Hong et al. 2019) as printed: its data, its three models, its tables, and the model that ships."""

from weft.papers.e.models import fit_model, search
from weft.papers.e.nodes import Example, NodeSet, read_nodes, read_sites, read_wcxb
from weft.papers.e.shipping import train_model
from weft.papers.e.tables import SITES, PaperE, reproduce

__all__ = [
    "SITES",
    "Example",
    "NodeSet",
    "PaperE",
    "fit_model",
    "read_nodes",
    "read_sites",
    "read_wcxb",
    "reproduce",
    "search",
    "train_model",
]
