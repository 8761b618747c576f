"""Failing pages are found, and their views show what was kept and cannot do anything."""

import json
from pathlib import Path

from bench import failures
from bench.datasets import Case
from bench.onepage.failing import failing
from bench.page_view import Text, view

HOSTILE = (
    "<html><body><p>The weaver &lt;script&gt;alert(1)&lt;/script&gt; keeps the cloth.</p>"
    "<script>alert(2)</script><p>Buy our yarn now.</p><p>The warp was forgotten here.</p><p>Home</p>"
    "<img src=http://tracker.example/x.png onerror=alert(3)></body></html>"
)


def make_case(folder: Path, name: str = "a", text: str = "") -> Case:
    path = folder / f"{name}.html"
    path.write_text(HOSTILE, encoding="utf-8")
    return Case(id=name, path=path, url="http://x.example/'\"><script>", page_type="article", text=text)


def test_blocks_are_coloured_by_what_was_kept_and_what_is_true(tmp_path: Path) -> None:
    truth = "The weaver <script>alert(1)</script> keeps the cloth. The warp was forgotten here."
    answer = "The weaver <script>alert(1)</script> keeps the cloth. Buy our yarn now."
    shown = view(make_case(tmp_path, text=truth), [Text(name="weft", text=answer, score=0.5)])
    for name, piece in (("right", "The weaver"), ("wrong", "Buy our yarn"), ("missed", "The warp"), ("left", "Home")):
        assert any(f'class="{name}"' in line and piece in line for line in shown.splitlines()), name
    assert "1 true, but not kept" in shown


def test_nothing_of_a_hostile_page_reaches_the_view_but_its_text(tmp_path: Path) -> None:
    shown = view(make_case(tmp_path, text="<script>x</script>"), [Text(name="<b>", text="<img src=x>", score=0.0)])
    assert "<script" not in shown
    assert "<img" not in shown
    assert "tracker.example" not in shown
    assert "alert(2)" not in shown
    assert "&lt;script&gt;alert(1)" in shown
    assert "default-src 'none'" in shown


def write_answers(folder: Path, name: str, scores: dict[str, float]) -> None:
    folder.mkdir(exist_ok=True)
    lines = [
        json.dumps({"id": page, "page_type": "article", "scores": {"word_f1": score}, "text": f"{name} says"})
        for page, score in scores.items()
    ]
    (folder / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")


def test_the_lowest_pages_come_first_then_those_where_a_peer_is_ahead(tmp_path: Path) -> None:
    pages = {f"p{n:02}": 0.2 + n / 100 for n in range(30)}
    write_answers(tmp_path, "weft", pages)
    write_answers(tmp_path, "trafilatura", dict.fromkeys(pages, 0.1) | {"p29": 0.99, "p28": 0.5})
    write_answers(tmp_path, "html2text", dict.fromkeys(pages, 1.0))  # keeps everything: no peer to learn from
    found = failures.find_failures(failures.read_answers(tmp_path), "word_f1")
    assert [page.id for page in found] == [*(f"p{n:02}" for n in range(failures.SHOWN)), "p29"]
    assert (found[-1].peer, found[-1].theirs, found[-1].worst) == ("trafilatura", 0.99, False)
    assert found[0].worst


def test_the_record_has_scores_and_the_views_lie_elsewhere(tmp_path: Path) -> None:
    cases = [make_case(tmp_path, "a", "cloth")]
    write_answers(tmp_path / "x.pages", "weft (cross-validated)", {"a": 0.25})
    write_answers(tmp_path / "x.pages", "weft", {"a": 0.75})
    write_answers(tmp_path / "x.pages", "gne", {"a": 0.5})
    found = failures.record_failures(
        cases, pages=tmp_path / "x.pages", measure="word_f1", views=tmp_path / "views" / "wcxb-dev"
    )
    failures.keep(tmp_path, "wcxb-dev", found, order=["wcxb-dev"])
    kept = json.loads((tmp_path / failures.FILE).read_text(encoding="utf-8"))["wcxb-dev"]
    assert (kept["ours"], kept["pages"][0]["ours"], kept["pages"][0]["peer"]) == ("weft (cross-validated)", 0.25, "gne")
    assert kept["bands"]["weft (cross-validated)"] == [1, 0, 0, 0]
    assert "says" not in (tmp_path / failures.FILE).read_text(encoding="utf-8")
    assert (tmp_path / "views" / "wcxb-dev" / "a.html").is_file()
    shown = failing({"wcxb-dev": kept}, "../views")
    assert 'href="../views/wcxb-dev/a.html"' in shown
    assert "not on this machine" in shown
    assert '<link rel="stylesheet" href="../views/present.css">' in shown
