"""The default extractor's answers on sets that it learns from, each by a model that has seen no page of its domain."""

import hashlib
import json
from pathlib import Path

import weft
from bench.datasets import Case, read
from weft.extractors import BlockClassifier
from weft.training.boosting import Recipe
from weft.training.corpora import read_corpora, read_learnable
from weft.training.train import judge_unseen, make_pages, second_models
from weft.training.training_pages import read_pages, read_training_page

NAME = "weft (cross-validated)"
FILE, KEY = "cross-validated-{}.jsonl", "cross-validated.made_from"
SETS = ("wcxb-dev", "news", "magic", "snippets", "readability-pages")
FIELDS = ("id", "text", "markdown")  # of a line
MAKERS = ("auto.py", "document.py", "extractors", "features", "page", "records", "renderers", "scoring", "training")
"""What a text depends on, in the package; the kernel is in it as a library."""


def made_from(package: Path = Path(weft.__file__).parent) -> str:
    """A digest of the code and models that make the answers, and of what a line holds."""
    found = hashlib.sha256(",".join(FIELDS).encode())
    roots = [*(package / name for name in MAKERS), *package.glob("_native*.so")]
    files = (file for root in roots for file in ([root] if root.is_file() else root.rglob("*.*")))
    for file in sorted(file for file in files if "__pycache__" not in file.parts):
        found.update(str(file.relative_to(package)).encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


def answers_file(data: Path, folder: Path, name: str) -> Path:
    """The answers on a set of an earlier run where code and models are the same since, else made now, for all sets."""
    key, path = folder / KEY, folder / FILE.format(name)
    if not (path.is_file() and key.is_file() and key.read_text(encoding="utf-8") == made_from()):
        folder.mkdir(parents=True, exist_ok=True)
        write_answers(data, folder)
    return path


def write_answers(data: Path, out: Path) -> int:
    """Write `{"id", "text", "markdown"}` a line, for `python -m bench run … --systems "answers:NAME=FILE"`."""
    key = made_from()  # before anything is made: code may change meanwhile
    recipe = Recipe()
    examples = [read_training_page(page) for page in [*read_pages(data / "wcxb-dev"), *read_learnable(data)]]
    examples += make_pages(examples, recipe)
    asked, models = judge_unseen(examples, recipe=recipe, progress=lambda step: print(f"bench: {step} …", flush=True))
    unseen: dict[str, BlockClassifier] = {}
    for model, places in second_models(examples, asked, models, recipe):
        unseen |= dict.fromkeys((examples[k].page.domain for k in places), BlockClassifier(model=model))
    for name in (name for name in SETS if (data / name).is_dir()):
        print(f"bench: answering {name} …", flush=True)
        pages = {page.path: page for page in read_corpora(data, [name])}
        lines = [_answer(case, unseen[pages[case.path].domain]) for case in read(name, data) if case.path in pages]
        (out / FILE.format(name)).write_text("".join(lines), encoding="utf-8")
    (out / KEY).write_text(key, encoding="utf-8")
    print(f"bench: wrote {out / FILE.format('*')}; score them with --systems 'answers:{NAME}=FILE'")
    return 0


def _answer(case: Case, method: BlockClassifier) -> str:
    document = weft.extract(case.data, url=case.url or None, method=method)
    values = (case.id, document.text, document.markdown)
    return json.dumps(dict(zip(FIELDS, values, strict=True)), ensure_ascii=False) + "\n"
