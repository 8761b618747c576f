"""The measure of ontologies, on pages whose values are known."""

import json
from pathlib import Path

from bench.papers.ontologies import FILE, make

POST = "<li class=post><a href=/u>{}</a><div>{}</div><p>{}"


def write(folder: Path, truth: dict[str, object], html: str) -> None:
    (folder / "pages").mkdir(parents=True)
    (folder / "pages" / "1.html").write_text(html, encoding="utf-8")
    (folder / "truth.jsonl").write_text(json.dumps({"file": "pages/1.html", **truth}), encoding="utf-8")


def test_right_fields_are_counted(tmp_path: Path) -> None:
    said = [("ann", "2022-09-04", "Which loom is best?"), ("bo", "2022-09-05", "A table loom is.")]
    posts = [{"author": name, "time": time, "text": text} for name, time, text in said]
    wrong = [posts[0], {**posts[1], "author": "somebody else"}]
    html = f"<ol>{''.join(POST.format(*one) for one in said)}</ol>"
    write(tmp_path / "forums" / "a", {"page_type": "thread", "records": posts}, html)
    write(tmp_path / "forums" / "b", {"page_type": "thread", "records": wrong}, html)
    job = "<title>Weaver</title><h1>Weaver</h1><p>Company: Aven Mills<p>Location: Leeds, Old Town"
    fields = {"title": ["Weaver"], "company": ["Some other"], "location": ["Leeds, Old Town"], "date_posted": []}
    write(tmp_path / "swde" / "job-one", {"page_type": "article", "fields": fields}, job)
    write(tmp_path / "swde" / "auto-one", {"page_type": "article", "fields": {}}, job)
    assert make(tmp_path, tmp_path) == 0
    record = json.loads((tmp_path / FILE).read_text())
    found = {name: marks for half in ("seen", "judging") for name, marks in record[half].items() if name == "job"}
    assert found == {"job": {"pages": 1, "right": 0.6667, "precision": 0.6667}}
    halves = [record[half]["post"] for half in ("seen", "judging") if "post" in record[half]]
    right = sum(half["right"] * half["pages"] for half in halves)
    assert round(right, 3) == round(1 + 5 / 6, 3)
