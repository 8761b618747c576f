"""`weft train`: pages with known content in, a model of the default extractor out."""

import argparse
import json
import sys
from dataclasses import asdict, fields
from importlib.util import find_spec
from pathlib import Path

from weft.errors import ConfigError, SourceError
from weft.io import whole_file
from weft.reports import training_page
from weft.reports.writing import load_templates
from weft.training.boosting import Recipe
from weft.training.train import Mean, summarise_run, train
from weft.training.visual import train_visual

DESCRIPTION = "Labels pages by their known content, cross-validates by domain, trains and reports."
EXAMPLES = """\
examples:
  weft train data/ -o block_classifier.zip --report training.html
  weft train data/ -o small.zip --trees 80 --json
  weft train data/ --visual drawn/ -o visual_classifier.zip
  weft extract page.html -m small.zip                        use it, here and in weft run
  weft train saved/ --method node_classifier --model svm --labels marks.jsonl -o mine.zip    paper E, by your marks

With --method node_classifier DATA is any folder of pages. The marks named body of --labels say what is content on them
(studio exports such marks), else a text beside each page does: page.html and page.txt, or html/ID.html and
ground-truth/ID.json.

Else DATA holds wcxb-dev/ with html/ID.html and ground-truth/ID.json, and may hold news/, snippets/, magic/, sites/,
forums/, forums2/, fundus/, markdown/ and readability-pages/: a few pages of each host are trained on, none is scored.
Training needs the extra [train]. With --visual the pages of wcxb-dev are drawn by a browser (the extra [browser]) and
kept in that folder.
The same data and recipe give the same model. Most data asks for credit: --data-attribution keeps it in the model, and
weft --version --json shows that of the default one.
"""

RECIPE = {
    "seed": "of the random choices",
    "folds": "parts of the cross-validation",
    "trees": "rounds of boosting for blocks",
    "depth": "most questions one after the other in a tree",
    "rate": "how much a tree may change",
    "features": "of all features so many with the most gain are asked for",
    "choosing_trees": "rounds of boosting that tell the gain of all features",
    "rows": "share of the blocks that each tree sees",
    "columns": "share of the features that each tree sees",
    "least_weight": "least weight of a leaf",
    "penalty": "how much large leaves are penalised (L2)",
    "bins": "ranges into which the values of a feature are cut",
    "page_blocks": "most blocks that one page gives",
    "type_trees": "rounds of boosting for page types",
    "region_trees": "rounds of boosting for regions, the second stage",
    "region_depth": "the same as --depth, of a tree for regions",
    "region_columns": "share of the features that each tree for regions sees",
    "region_alike": "share of a page's weight that its blocks have alike in the second stage",
    "short": "what a page with a short body weighs",
    "made": "what a page weighs that was made of another",
    "cut_pages": "pages with a body that is cut short, made of others",
    "tiny_pages": "pages of a few sentences, made of others",
    "linked_pages": "pages with links inside of their body, made of others",
    "threads": "threads of XGBoost; part of the recipe, because sums depend on it",
}
"""What the fields of `Recipe` are, for `--help`."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("data", metavar="DATA", type=Path, help="the folder of pages and their known content")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE", help="where the model goes")
    parser.add_argument("--report", type=Path, metavar="FILE", help="an HTML page with scores, plots and worst pages")
    parser.add_argument("--json", action="store_true", help="print the scores as JSON")
    parser.add_argument(
        "--method",
        default="block_classifier",
        choices=("block_classifier", "node_classifier"),
        help="which extractor to train (default: %(default)s)",
    )
    parser.add_argument(
        "--model",
        default="xgboost",
        choices=("xgboost", "svm", "logistic"),
        help="kind of the node classifier (default: %(default)s)",
    )
    parser.add_argument(
        "--labels",
        type=Path,
        metavar="FILE",
        help="of the node classifier: a person's marks, lines {page_id, rows, name}",
    )
    parser.add_argument(
        "--visual", type=Path, metavar="FOLDER", help="train the visual classifier; FOLDER keeps how the pages look"
    )
    parser.add_argument(
        "--data-attribution",
        action="append",
        metavar="TEXT",
        help="whose data it is, and its licence, once for each data set; kept in the model (default: their names)",
    )
    for option in fields(Recipe):
        kind = type(option.default)
        parser.add_argument(
            f"--{option.name.replace('_', '-')}",
            type=kind,
            default=option.default,
            metavar="N",
            help=f"{RECIPE[option.name]} (default: %(default)s)",
        )


def run(options: argparse.Namespace) -> int:
    """Train, write the model and the report, print the scores."""
    if find_spec("xgboost") is None:
        raise ConfigError("training needs XGBoost: pip install 'weft[train]'")
    if options.method == "node_classifier":
        return _train_nodes(options)
    if options.labels:
        raise ConfigError("--labels: the block classifier learns from texts", advice="add --method node_classifier")
    if options.report:
        load_templates()  # before the long work: without Jinja2 there is no report
    if not options.data.is_dir():
        raise SourceError("no such folder", page=str(options.data), advice="name the folder that holds wcxb-dev/")
    recipe = Recipe(**{option.name: getattr(options, option.name) for option in fields(Recipe)})
    if options.visual:
        trained = train_visual(options.data, folder=options.visual, recipe=recipe, progress=_tell)
    else:
        trained = train(options.data, recipe=recipe, progress=_tell)
    if options.data_attribution:
        trained = trained.credit(options.data_attribution)
    if options.report:
        with whole_file(options.report) as file:
            name = "The visual classifier" if options.visual else "The block classifier"
            file.write(training_page(summarise_run(trained, name=name)))
    trained.model.write(options.output)
    print(_shown(trained.scores, as_json=options.json))
    return 0


def _train_nodes(options: argparse.Namespace) -> int:
    if options.report or options.visual:
        raise ConfigError("--report and --visual are the block classifier's", advice="leave them out")
    if not options.data.is_dir():
        raise SourceError("no such folder", page=str(options.data), advice="name a folder of pages")
    from weft.cli.train_nodes import train_nodes  # the papers are not the default's

    return train_nodes(options)


def _tell(step: str) -> None:
    print(f"weft: {step} …", file=sys.stderr, flush=True)


def _shown(scores: dict[str, Mean], *, as_json: bool) -> str:
    if as_json:
        return json.dumps({name: asdict(score) for name, score in scores.items()})
    lines = [f"{'':14} {'pages':>6} {'word F1':>8}  95 %"]
    lines += [
        f"{name:14} {score.pages:6} {score.mean:8.4f}  {score.low:.3f}–{score.high:.3f}"
        for name, score in scores.items()
    ]
    return "\n".join(lines)
