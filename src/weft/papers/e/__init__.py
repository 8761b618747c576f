"""Paper E (Hong et al. 2019) as printed: its data, its three models, and the model that ships."""

from weft.papers.e.training import (
    LabelledPage,
    NodeSet,
    fit_model,
    read_nodes,
    read_sites,
    read_wcxb,
    search,
    train_model,
)

__all__ = [
    "LabelledPage",
    "NodeSet",
    "fit_model",
    "read_nodes",
    "read_sites",
    "read_wcxb",
    "search",
    "train_model",
]
