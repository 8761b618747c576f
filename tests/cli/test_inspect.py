"""`weft inspect`."""

import json
from pathlib import Path

import pytest

import weft
from tests.records.forum_pages import thread
from weft import EXTRACTORS, parse
from weft.cli import main
from weft.features import FEATURES

PAGE = (
    "<div id=menu><a href=/>Home & away</a></div><div class=body>The weaver put the last threads on the loom.</div>"
    "<div hidden>secret <script>alert(1)</script></div>"
)


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return str(path)


@pytest.mark.parametrize("method", ["auto", *EXTRACTORS])
def test_table(page: str, capsys: pytest.CaptureFixture[str], method: str) -> None:
    assert main(["inspect", page, "-m", method]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(parse(PAGE).blocks) + 2
    assert "div#menu" in lines[1]
    assert lines[3].startswith("hid.")


def test_json(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", page, "--json", "-m", "density"]) == 0
    blocks = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [block["kept"] for block in blocks] == [False, True, False]
    assert blocks[1]["xpath"] == "/html[1]/body[1]/div[2]"
    assert blocks[0]["link_share"] == 1.0


def test_html_is_escaped_and_marks_what_is_kept(page: str, tmp_path: Path) -> None:
    out = tmp_path / "blocks.html"
    assert main(["inspect", page, "--html", "-m", "density", "-o", str(out)]) == 0
    shown = parse(out.read_bytes())
    kept = [row for row in shown.rows_of("p").tolist() if "kept" in shown.classes(row)]
    assert len(kept) == 1
    assert "weaver" in shown.text(kept[0])
    assert "Home & away" in shown.text(0)
    assert len(shown.rows_of("script")) == 0


def test_why_needs_a_trained_method(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", page, "--why", "-m", "density"]) == 2
    assert "no trained method" in capsys.readouterr().err


def test_kept_blocks_say_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    demo = Path(weft.__file__).parent / "demo" / "pages" / "dyers-garden.html"
    assert main(["inspect", str(demo), "--why", "--json"]) == 0
    blocks = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(bool(block["why"]) == block["kept"] for block in blocks)
    name, _, moved = next(block for block in blocks if block["kept"])["why"][0]
    assert name in FEATURES
    assert moved != 0
    assert main(["inspect", str(demo), "--why"]) == 0
    assert f"{name}=" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("html", "chosen_by"),
    [
        (thread(), "records"),
        (
            '<title>x</title><script type="application/ld+json">{"@type": "Article", "articleBody": "'
            + "The weft runs through the warp. " * 20
            + '"}</script>',
            "embedded",
        ),
    ],
)
def test_choices_without_scores_of_their_own(
    html: str, chosen_by: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page.html"
    path.write_text(html)
    assert weft.extract(html).chosen_by == chosen_by
    assert main(["inspect", str(path)]) == 0
    assert f"kept by {chosen_by}" in capsys.readouterr().out
