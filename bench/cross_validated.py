"""The default extractor's answers on wcxb-dev, each page's by a model that has seen no page of its domain."""

import hashlib
import json
from pathlib import Path

import weft
from weft.extractors import BlockClassifier
from weft.training.boosting import Recipe
from weft.training.corpora import read_learnable
from weft.training.train import judge_unseen, second_models
from weft.training.training_pages import read_pages, read_training_page

NAME = "weft (cross-validated)"
FILE, KEY = "cross-validated.jsonl", "cross-validated.made_from"
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


def answers_file(data: Path, folder: Path) -> Path:
    """The answers of an earlier run where code and models are the same since, else made now, in half an hour."""
    key, path = folder / KEY, folder / FILE
    if not (path.is_file() and key.is_file() and key.read_text(encoding="utf-8") == made_from()):
        folder.mkdir(parents=True, exist_ok=True)
        write_answers(data, folder)
    return path


def write_answers(data: Path, out: Path) -> int:
    """Write `{"id", "text", "markdown"}` a line, for `python -m bench run … --systems "answers:NAME=FILE"`."""
    key = made_from()  # before anything is made: code may change meanwhile
    recipe = Recipe()
    pages = read_pages(data / "wcxb-dev")
    examples = [read_training_page(page) for page in [*pages, *read_learnable(data)]]
    asked, models = judge_unseen(examples, recipe=recipe, progress=lambda step: print(f"bench: {step} …", flush=True))
    lines: dict[int, str] = {}
    for model, unseen in second_models(examples, asked, models, recipe):
        for k in (k for k in unseen if k < len(pages)):
            document = weft.extract(examples[k].parsed, method=BlockClassifier(model=model))
            values = (pages[k].page_id, document.text, document.markdown)
            lines[k] = json.dumps(dict(zip(FIELDS, values, strict=True)), ensure_ascii=False)
    path = out / FILE
    path.write_text("\n".join(lines[k] for k in range(len(pages))) + "\n", encoding="utf-8")
    (out / KEY).write_text(key, encoding="utf-8")
    print(f"bench: wrote {path}; score it with --systems 'answers:{NAME}={path}'")
    return 0
