"""The default extractor's texts on wcxb-dev, each page's by a model that has seen no page of its domain."""

import json
from pathlib import Path

import weft
from weft.extractors import BlockClassifier
from weft.extractors.block_classifier import Model
from weft.training.boosting import Recipe, fit
from weft.training.examples import make_example
from weft.training.more_pages import read_more_pages
from weft.training.pages import read_pages
from weft.training.train import split_by_domain

NAME = "weft (cross-validated)"


def write_answers(data: Path, out: Path) -> int:
    """Write `{"id", "text"}` a line, for `python -m bench run … --systems "answers:NAME=FILE"`."""
    recipe = Recipe()
    pages = read_pages(data / "wcxb-dev")
    examples = [make_example(page) for page in pages]
    more = [make_example(page) for page in read_more_pages(data)]
    fold = split_by_domain(pages, recipe)
    lines: dict[int, str] = {}
    for number in range(recipe.folds):
        print(f"bench: fold {number + 1} of {recipe.folds} …", flush=True)
        model = Model.of(fit([*(examples[k] for k in (fold != number).nonzero()[0]), *more], recipe)[0])
        for k in (fold == number).nonzero()[0].tolist():
            document = weft.extract(pages[k].path.read_bytes(), url=pages[k].url, method=BlockClassifier(model=model))
            lines[k] = json.dumps({"id": pages[k].page_id, "text": document.text}, ensure_ascii=False)
    path = out / "cross-validated.jsonl"
    path.write_text("\n".join(lines[k] for k in range(len(pages))) + "\n", encoding="utf-8")
    print(f"bench: wrote {path}; score it with --systems 'answers:{NAME}={path}'")
    return 0
