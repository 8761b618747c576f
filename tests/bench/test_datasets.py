"""The readers on made-up folders in each layout."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from bench import datasets
from bench.places import Missing


def write(path: Path, *lines: Mapping[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")


def test_wcxb(tmp_path) -> None:
    folder = tmp_path / "wcxb-dev"
    write(
        folder / "ground-truth" / "0002.json",
        {
            "url": "https://www.shop.example/all",
            "_internal": {"page_type": {"primary": "category"}},
            "ground_truth": {"main_content": "Hats", "title": "All"},
        },
    )
    (folder / "html").mkdir()
    (folder / "html" / "0002.html").write_bytes(b"<p>Hats")
    [case] = datasets.read("wcxb-dev", tmp_path)
    assert (case.id, case.page_type, case.text, case.site) == ("0002", "collection", "Hats", "shop.example")
    assert case.data == b"<p>Hats"
    assert case.truth["title"] == "All"


def test_news_say_their_language(tmp_path) -> None:
    line = {"language": "Greek", "text": "κείμενο"}
    write(tmp_path / "news" / "truth.jsonl", line | {"file": "html/a.html", "host": "www.host.gr"})
    [case] = datasets.read("news", tmp_path)
    assert (case.language, case.page_type, case.text) == ("el", "article", "κείμενο")


def test_snippets_have_no_text(tmp_path) -> None:
    line = {"file": "html/a.html", "url": "https://www.loom.de/a", "with": ["weft"], "without": ["Impressum"]}
    write(tmp_path / "snippets" / "truth.jsonl", line)
    [case] = datasets.read("snippets", tmp_path)
    assert (case.site, case.text, case.wanted, case.unwanted) == ("loom.de", "", ("weft",), ("Impressum",))
    assert case.scored
    assert datasets.main_measure("snippets") == "snippet_f1"


def test_filler_and_very_short_pages_of_readability_are_not_scored(tmp_path) -> None:
    words = "The weft runs over the warp. " * 10
    for name, text in {"a": words, "b": f"Lorem ipsum dolor. {words}", "c": "A few words."}.items():
        folder = tmp_path / "readability-pages" / name
        write(folder / "expected-metadata.json", {"title": name})
        (folder / "expected.html").write_text(f"<p>{text}</p>", encoding="utf-8")
        (folder / "source.html").write_text("<p>source", encoding="utf-8")
    assert {case.id: case.scored for case in datasets.read("readability-pages", tmp_path)} == {
        "a": True,
        "b": False,
        "c": False,
    }


def test_magic_takes_the_type_from_the_folder(tmp_path) -> None:
    write(
        tmp_path / "magic" / "forum" / "truth.jsonl", {"file": "html/a.html", "url": "http://f.example/1", "text": "hi"}
    )
    [case] = datasets.read("magic", tmp_path)
    assert (case.id, case.page_type, case.text) == ("forum/html/a", "forum", "hi")
    [alone] = datasets.read("magic/forum", tmp_path)
    assert (alone.id, alone.page_type) == ("html/a", "forum")


def test_readability_reads_its_markup_as_text(tmp_path) -> None:
    folder = tmp_path / "readability-pages" / "one"
    write(folder / "expected-metadata.json", {"title": "One"})
    (folder / "expected.html").write_text("<div><p>a <i>b</i>\nc</p><ul><li>d</li></ul></div>", encoding="utf-8")
    [case] = datasets.read("readability-pages", tmp_path)
    assert case.text == "a b c\nd"
    assert case.path == folder / "source.html"


def test_sites_score_only_pages_with_a_true_text(tmp_path) -> None:
    line = {"site": "s", "url": None, "template": "post"}
    write(
        tmp_path / "sites" / "themes" / "s" / "truth.jsonl",
        line | {"file": "pages/a.html", "page_type": "article", "text": "body"},
        line | {"file": "pages/b.html", "page_type": "list", "text": None},
    )
    article, listing = datasets.read("sites/themes", tmp_path)
    assert (article.scored, article.text, article.url, article.site) == (True, "body", "", "s")
    assert (listing.scored, listing.page_type, listing.truth["template"]) == (False, "listing", "post")


def test_forums_join_the_posts_of_a_thread(tmp_path) -> None:
    write(
        tmp_path / "forums" / "phpbb" / "truth.jsonl",
        {"file": "pages/t.html", "page_type": "thread", "url": "", "records": [{"text": "one"}, {"text": "two"}]},
        {"file": "pages/l.html", "page_type": "list", "url": "", "records": [{"title": "a thread"}]},
    )
    thread, board = datasets.read("forums", tmp_path)
    assert (thread.page_type, thread.text, thread.scored, thread.site) == ("forum", "one\ntwo", True, "phpbb")
    assert (board.page_type, board.scored) == ("board", False)


def test_what_is_missing_says_how_to_get_it(tmp_path) -> None:
    with pytest.raises(Missing, match="no data set 'nothing'"):
        datasets.read("nothing", tmp_path)
    with pytest.raises(Missing, match="bench data magic"):
        datasets.read("magic", tmp_path)


def test_spread_is_even() -> None:
    cases = [datasets.Case(id=str(number), path=Path("x")) for number in range(10)]
    assert [case.id for case in datasets.spread(cases, 5)] == ["0", "2", "4", "6", "8"]
    assert datasets.spread(cases, 0) == datasets.spread(cases, 99) == cases
