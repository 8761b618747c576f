"""The model that ships: paper E's XGBoost, fitted to real pages of every kind."""

from pathlib import Path
from typing import Any

import numpy as np

from weft.extractors.model_file import ModelFile
from weft.papers.e.models import fit_model, search
from weft.papers.e.node_classifier import FEATURES, BoostedTrees
from weft.papers.e.nodes import NodeSet, read_nodes, read_sites, read_wcxb
from weft.papers.e.tables import score_nodes

# With the generated pages of `themes` as well, word F1 on unseen hosts of `wcxb-dev` fell from 0.782 to 0.758 (trees of
# depth 8).
REAL_SITES = ("realsites", "l3s-gn1", "cx", "big9")


def train_model(data_dir: Path, *, seed: int) -> ModelFile:
    """Fit XGBoost to the nodes of `wcxb-dev` and of the real sites; the header says how, on what and how well."""
    examples = read_wcxb(data_dir / "wcxb-dev")
    for corpus in REAL_SITES:
        examples += read_sites(data_dir / "sites" / corpus)
    nodes = read_nodes(examples)
    parameters = search(nodes, "xgboost", by="sites", seed=seed)
    train, test = nodes.split("sites", seed=seed)
    held_out = score_nodes(fit_model(train, "xgboost", parameters=parameters, seed=seed), test)
    scores = {"precision": held_out.precision, "recall": held_out.recall, "f1": held_out.f1}
    return pack_model(nodes, parameters=parameters, seed=seed, scores=scores)


def pack_model(nodes: NodeSet, *, parameters: dict[str, Any], seed: int, scores: dict[str, float]) -> ModelFile:
    """The model file of XGBoost fitted to all the nodes."""
    model = fit_model(nodes, "xgboost", parameters=parameters, seed=seed)
    assert isinstance(model.classify, BoostedTrees)
    header = {
        "model": "node_classifier",
        "recipe": {"paper": "Hong et al. 2019", "library": "xgboost", "parameters": parameters, "seed": seed},
        "data": {
            "sets": ["wcxb-dev", *(f"sites/{corpus}" for corpus in REAL_SITES)],
            "pages": len(np.unique(nodes.page)),
            "nodes": len(nodes),
            "clean": int(nodes.clean.sum()),
            "sha256": nodes.digest,
        },
        "node_scores_on_unseen_sites": {name: round(value, 4) for name, value in scores.items()},
        "features": list(FEATURES),
        "tags": sorted(model.tags, key=model.tags.__getitem__),
        "mean": model.mean.tolist(),
        "deviation": model.deviation.tolist(),
    }
    return ModelFile(header=header, trees={"clean": model.classify.arrays})
