from pathlib import Path

import pytest

import weft
from weft.training.weak_labels import MIN_CONFIDENCE, WEAK_TRUST, label_by_site, unmarked_pages

NOUNS = "loom shuttle heddle reed bobbin treadle spindle distaff".split()


def write_site(folder: Path) -> None:
    for number, noun in enumerate(NOUNS):
        body = "".join(
            f"<p>Part {k} of what weavers say of the {noun} when they meet, told at some length." for k in range(4)
        )
        html = (
            f"<title>The {noun}</title><div class=menu><a href=/>Home</a> <a href=/all>All tools</a></div>"
            f"<div class=post><h1>The {noun}</h1>{body}</div><div class=foot>All rights reserved by the weavers.</div>"
        )
        (folder / f"{number}.html").write_text(html)


def test_a_template_labels_the_pages_that_it_was_learned_from(tmp_path: Path):
    folder = tmp_path / "tools.example"
    folder.mkdir()
    write_site(folder)
    pages = unmarked_pages(folder, corpus="tools")
    assert [page.page_id for page in pages][:2] == ["tools/tools.example/0.html", "tools/tools.example/1.html"]
    assert {page.domain for page in pages} == {"tools.example"}
    site = weft.learn((page.page_id, page.path.read_bytes()) for page in pages)
    examples = list(label_by_site(pages, site))
    assert [example.page.page_id for example in examples] == [page.page_id for page in pages]
    for example in examples:
        parsed = weft.parse(example.page.path.read_bytes())
        kept = {block.text for block, label in zip(parsed.blocks, example.label, strict=True) if label}
        assert any("told at some length" in text for text in kept)
        assert not kept & {"All rights reserved by the weavers.", "Home All tools"}
        assert example.trust.tolist() == pytest.approx([WEAK_TRUST] * len(example.trust))
        assert example.f1(example.label.nonzero()[0].tolist()) == 1


def test_a_page_that_no_sure_template_fits_is_left_out(tmp_path: Path):
    write_site(tmp_path)
    pages = unmarked_pages(tmp_path, corpus="tools")
    unsure = weft.learn((page.page_id, page.path.read_bytes()) for page in pages[:1])
    assert all(cluster.template.confidence < MIN_CONFIDENCE for cluster in unsure.clusters)
    assert list(label_by_site(pages, unsure)) == []
