"""The ontologies of paper C on pages whose values are known: `python -m bench.papers.ontologies` (a few minutes).

Half of the folders (sites, programs with a skin) was looked at while the ontologies were written, the other half
judges; the digest of a folder's name tells which. Right are values that agree in letters and digits; a longer or
shorter value is right where it holds the other and is not far longer. Of the records of a detail page the one with the
most of the wanted fields counts; a post of the truth is compared with the record that agrees best."""

import argparse
import hashlib
import html
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.places import data_folder
from bench.readme import RECORD
from bench.run import summary
from weft.content import Record
from weft.page import parse
from weft.papers.c import Ontology

FILE = "paper_c.json"
PAGES = 30  # of a folder, evenly spread
BEGINNING = 30  # letters of a post's text that its body must have
POST_FIELDS = ("author", "time_text", "body")

# Which ontology reads a vertical of SWDE, and which of its object sets is which field there.
VERTICALS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "camera": ("product", {"manufacturer": "brand", "model": "name", "price": "price"}),
    "book": ("product", {"title": "name", "isbn_13": "sku", "publisher": "brand"}),
    "job": ("job", {"company": "company", "location": "location", "title": "title", "date_posted": "posted_time_text"}),
    "restaurant": ("contact", {"name": "name", "phone": "phone", "address": "address"}),
    "university": ("contact", {"name": "name", "phone": "phone"}),
}


def make(data: Path, out: Path = RECORD, pages: int = PAGES) -> int:
    """Read pages with each ontology and keep how many fields are right."""
    counts: dict[str, dict[str, Counter[str]]] = {"seen": {}, "judging": {}}
    for name, folder, count in _counted(data, pages):
        half = "judging" if hashlib.sha256(folder.encode()).digest()[0] % 2 else "seen"
        counts[half].setdefault(name, Counter()).update(count)
        print(half, name, folder, marks(count), flush=True)
    where = summary([], [])
    record = {"made": where["made"], "machine": where["machine"], "pages_of_a_folder": pages}
    halves = {half: {name: marks(count) for name, count in found.items()} for half, found in counts.items()}
    (out / FILE).write_text(json.dumps({**record, **halves}, indent=1) + "\n", encoding="utf-8")
    return 0


def marks(count: Mapping[str, int]) -> dict[str, float]:
    """Fields of the truth that are right, and found ones that are."""
    return {
        "pages": count["pages"],
        "right": round(count["right"] / max(count["truth"], 1), 4),
        "precision": round(count["right"] / max(count["found"], 1), 4),
    }


def _counted(data: Path, pages: int) -> Iterator[tuple[str, str, Counter[str]]]:
    for folder in sorted((data / "forums").iterdir()):
        truths = _truths(folder, pages, "thread")
        yield "post", folder.name, sum((_count_posts(folder, truth) for truth in truths), Counter())
    for folder in sorted((data / "swde").iterdir()):
        vertical = folder.name.partition("-")[0]
        if vertical in VERTICALS:
            truths = _truths(folder, pages, "")
            yield (
                VERTICALS[vertical][0],
                folder.name,
                sum((_count_page(folder, truth, *VERTICALS[vertical]) for truth in truths), Counter()),
            )


def _truths(folder: Path, pages: int, page_type: str) -> Sequence[dict[str, Any]]:
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    truths = [truth for truth in map(json.loads, lines) if truth["page_type"] == page_type or not page_type]
    return truths[:: max(1, len(truths) // pages)][:pages]


def _records(folder: Path, truth: Mapping[str, Any], ontology: str) -> list[Record]:
    page = parse((folder / truth["file"]).read_bytes(), url=truth.get("url"))
    return [record for region in Ontology.named(ontology).find(page) for record in region.records]


def _count_posts(folder: Path, truth: Mapping[str, Any]) -> Counter[str]:
    left = _records(folder, truth, "post")
    count = Counter(pages=1, found=sum(name in record.fields for record in left for name in POST_FIELDS))
    for post in truth["records"]:
        count["truth"] += len(POST_FIELDS)
        best = max(left, key=lambda record: _agreement(record, post), default=None)
        if best and any(_agreement(best, post)):
            count["right"] += sum(_agreement(best, post)[1:])
            left.remove(best)
    return count


def _agreement(record: Record, post: Mapping[str, Any]) -> tuple[bool, bool, bool, bool]:
    """Whether the body agrees (first, as it tells posts apart), then body, author and time."""
    author, time, body = (_letters(record.fields[name].value) if name in record.fields else "" for name in POST_FIELDS)
    said, when = _letters(post["text"])[:BEGINNING], _letters(post.get("time") or "")
    has_body = bool(said) and said in body
    has_time = bool(when and time) and (when in time or time in when)
    return has_body, has_body, bool(author) and author == _letters(post["author"]), has_time


def _count_page(folder: Path, truth: Mapping[str, Any], ontology: str, names: Mapping[str, str]) -> Counter[str]:
    wanted = set(names.values())
    record = max(_records(folder, truth, ontology), key=lambda record: len(wanted & record.fields.keys()), default=None)
    count = Counter(pages=1)
    for field, name in names.items():
        values = truth["fields"].get(field) or []
        count["truth"] += bool(values)
        if values and record and name in record.fields:
            count["found"] += 1
            count["right"] += any(_is_right(record.fields[name].value, value) for value in values)
    return count


def _is_right(found: str, true: str) -> bool:
    found, true = _letters(found), _letters(true)
    within = (true in found and len(found) < 3 * len(true)) or (found in true and len(true) < 2 * len(found))
    return bool(true) and (found == true or (len(true) > 3 and bool(found) and within))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", html.unescape(text).lower())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.papers.ontologies", description=make.__doc__)
    parser.add_argument("--data", default="", help="the unpacked data; else WEFT_DATA, else data/ in the checkout")
    parser.add_argument("-o", "--out", type=Path, default=RECORD, help="the folder of the record")
    parser.add_argument("--pages", type=int, default=PAGES, help="of each folder (default: %(default)s)")
    options = parser.parse_args()
    raise SystemExit(make(data_folder(options.data), options.out, options.pages))
