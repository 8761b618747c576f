import json
from pathlib import Path
from typing import Any

import pytest

from weft.errors import SourceError
from weft.training.corpora import corpus_names, few_of_host, read_corpora, read_learnable

WORDS = "The weft runs over the warp and comes back under the next one. " * 5


def write(folder: Path, lines: list[dict[str, Any]]) -> None:
    folder.mkdir(parents=True)
    (folder / "truth.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")


def write_readability(folder: Path, text: str, *, source: str = "", lang: str = "") -> None:
    folder.mkdir(parents=True)
    (folder / "expected.html").write_text(f"<div><p>{text}</p><p>The <b>end</b>.</p></div>")
    (folder / "source.html").write_text(source)
    (folder / "expected-metadata.json").write_text(json.dumps({"lang": lang or None}))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    news = {"language": "Greek", "text": "κείμενο"}
    write(tmp_path / "news", [{"file": f"html/{k}.html", "host": "www.loom.co.uk", **news} for k in range(20)])
    snippet = {"file": "html/a.html", "url": "https://blog.loom.de/a", "with": ["weft", "warp"], "without": ["Mail"]}
    write(tmp_path / "snippets", [snippet])
    write(tmp_path / "magic" / "forum", [{"file": "html/q.html", "url": "https://ask.loom.cn/q", "text": "问"}])
    article = {"url": "", "page_type": "article"}
    pages = [{"file": f"pages/{k}.html", "text": f"text {k}", **article} for k in range(9)]
    pages += [{"file": "pages/index.html", "page_type": "list", "text": ""}]
    write(tmp_path / "sites" / "themes" / "hexo-loom", pages)
    (tmp_path / "sites" / "themes" / "hexo-loom" / "meta.json").write_text('{"lang": "zh"}')
    write(tmp_path / "sites" / "l3s-gn1" / "sport.loom.co.uk", pages[:1])
    posts = {"page_type": "thread", "records": [{"text": "one"}, {"text": None}, {"text": "two"}]}
    write(tmp_path / "forums" / "realworld", [{"file": "pages/copy.html", "engine": "vb", **posts}])
    lines = [{"file": f"pages/{k}.html", "engine": engine, **posts} for k, engine in enumerate(["vb3-own", "vb5/6"])]
    write(tmp_path / "forums" / "vb_own", [*lines, {"file": "pages/board.html", "page_type": "list"}])
    return tmp_path


def test_every_corpus_says_what_its_pages_are(data: Path):
    about = {
        page.corpus: (page.page_id, page.page_type, page.domain, page.language, page.truth)
        for page in reversed(read_corpora(data))
    }
    assert about == {
        "news": ("news/html/0.html", "article", "loom.co.uk", "el", "κείμενο"),
        "snippets": ("snippets/html/a.html", "article", "loom.de", "", ""),
        "magic/forum": ("magic/forum/html/q.html", "forum", "loom.cn", "", "问"),
        "sites/l3s-gn1": ("sites/l3s-gn1/sport.loom.co.uk/pages/0.html", "article", "loom.co.uk", "", "text 0"),
        "sites/themes": ("sites/themes/hexo-loom/pages/0.html", "article", "hexo-loom", "zh", "text 0"),
        "forums/vb_own": ("forums/vb_own/pages/0.html", "forum", "vb", "", "one\n\ntwo"),
    }


def test_a_page_with_snippets_is_partial(data: Path):
    (page,) = read_corpora(data, ["snippets"])
    assert page.is_partial
    assert (page.wanted, page.unwanted) == (("weft", "warp"), ("Mail",))
    assert not read_corpora(data, ["news"])[0].is_partial


def test_paths_are_those_of_the_pages(data: Path):
    paths = {page.path.relative_to(data).as_posix() for page in read_corpora(data, ["sites/themes"])}
    assert paths == {f"sites/themes/hexo-loom/pages/{k}.html" for k in range(9)}


def test_made_up_and_short_pages_of_readability_are_left_out(tmp_path: Path):
    folder = tmp_path / "readability-pages"
    canonical = '<link rel="canonical" href="https://www.loom.co.uk/a">'
    write_readability(folder / "loom-1", WORDS, source=canonical, lang="en-US")
    write_readability(folder / "warp-2", WORDS)
    write_readability(folder / "filler", f"Lorem ipsum dolor. {WORDS}")
    write_readability(folder / "short", WORDS[:200])
    first, second = read_corpora(tmp_path)
    assert (first.page_id, first.domain, first.language) == (
        "readability-pages/loom-1/source.html",
        "loom.co.uk",
        "en",
    )
    assert first.truth == f"{WORDS.strip()}\nThe end."
    assert (second.domain, second.language) == ("warp", "")


def test_a_host_gives_a_few_pages_from_its_first_to_its_last(data: Path):
    few = few_of_host(read_corpora(data))
    assert [page.page_id for page in few if page.corpus == "news"] == [f"news/html/{k}.html" for k in range(0, 16, 2)]
    assert [page.truth for page in few if page.corpus == "sites/themes"] == ["text 0", "text 4"]
    assert sum(page.corpus == "forums/vb_own" for page in few) == 2


def test_every_host_is_learned_from(data: Path):
    assert {page.domain for page in read_learnable(data)} == {page.domain for page in read_corpora(data)}


def test_names_choose_corpora(data: Path):
    assert corpus_names(data) == [
        "news", "snippets", "magic/forum", "sites/l3s-gn1", "sites/themes", "forums/vb_own",
    ]  # fmt: skip
    assert {page.corpus for page in read_corpora(data, ["sites", "sites/themes", "magic"])} == {
        "sites/l3s-gn1",
        "sites/themes",
        "magic/forum",
    }
    assert len(read_corpora(data, ["sites", "sites/themes"])) == 10
    assert read_corpora(data, ["wcxb-dev"]) == []
    with pytest.raises(SourceError, match="no data set is called silk"):
        read_corpora(data, ["silk"])
