"""`weft inspect`."""

import json
from pathlib import Path

import pytest

import weft
from tests.records.forum_pages import thread
from weft import EXTRACTORS, parse
from weft.cli import main
from weft.extractors.block_classifier import default_model
from weft.extractors.features import FEATURES
from weft.extractors.kernel_model import second_feature_names

PAGE = (
    "<div id=menu><a href=/>Home & away</a></div><div class=body>The weaver put the last threads on the loom.</div>"
    "<div hidden>secret <script>alert(1)</script></div>"
)

EMBEDDED = (
    '<title>x</title><script type="application/ld+json">{"@type": "Article", "articleBody": "'
    + "The weft runs through the warp. " * 20
    + '"}</script>'
)
DOCS = Path(weft.__file__).parent / "demo" / "pages" / "docs-draft-format.html"


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return str(path)


@pytest.mark.parametrize("method", ["auto", *EXTRACTORS])
def test_table(page: str, capsys: pytest.CaptureFixture[str], method: str) -> None:
    assert main(["inspect", page, "-m", method]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(parse(PAGE).blocks) + 3
    assert lines[-1] == "Read as UTF-8, told by the bytes."
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
    assert len(shown.rows_of("script")) == 1  # ours


def test_why_needs_a_trained_method(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", page, "--why", "-m", "density"]) == 2
    assert "no trained method" in capsys.readouterr().err


def test_kept_blocks_say_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    demo = Path(weft.__file__).parent / "demo" / "pages" / "dyers-garden.html"
    assert main(["inspect", str(demo), "--why", "--json"]) == 0
    blocks = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(bool(block["why"]) == block["kept"] for block in blocks)
    name, _, moved = next(block for block in blocks if block["kept"])["why"][0]
    assert name in {*FEATURES, *second_feature_names(default_model().page_types)}
    assert moved != 0
    assert main(["inspect", str(demo), "--why"]) == 0
    assert f"{name}=" in capsys.readouterr().out


def test_blocks_tell_their_region_and_structure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(DOCS)]) == 0
    header, *lines, _ = capsys.readouterr().out.splitlines()
    assert main(["inspect", str(DOCS), "--json"]) == 0
    blocks = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    cell = next(block for block in blocks if block["element"] == "td")
    assert cell["structure"]["kind"] == "table"
    assert cell["probability"] == pytest.approx(cell["structure"]["probability"])
    assert cell["region"]["start"] <= cell["index"] < cell["region"]["stop"]
    assert cell["region"]["order"] in ("before", "in", "behind")
    column = header.index("region")
    assert lines[cell["index"]][column:].split()[:3] == [
        str(cell["region"]["row"]), "table", str(cell["structure"]["row"]),
    ]  # fmt: skip


def test_why_of_one_thing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["inspect", str(DOCS), "--json"]) == 0
    blocks = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    cell = next(block for block in blocks if block["element"] == "td")
    index, region, table = cell["index"], cell["region"]["row"], cell["structure"]["row"]
    for what, first in (
        (str(index), f"Block {index}, td (row {cell['row']}): "),
        (f"region:{region}", "Region "),
        (f"structure:{table}", f"Table table.docs-table (row {table}), "),
    ):
        assert main(["inspect", str(DOCS), "--why", what]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith(first)
        at = lines.index("What moved its probability most:")
        assert main(["inspect", str(DOCS), "--why", what, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["asked"], answer["explanation"]) == (what, lines[:at])
        assert all(f" {name} = " in line for (name, _, _), line in zip(answer["why"], lines[at + 1 :], strict=True))
        assert main(["inspect", str(DOCS), "--why", what, "--html", "-o", str(tmp_path / "out.html")]) == 0
        shown = parse((tmp_path / "out.html").read_bytes())
        assert all(line.strip() in shown.text(0) for line in lines)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{page}", "--why", "99"], "weft: there is no block 99; blocks are 0 to 2"),
        (["{page}", "--why", "region:99"], "weft: there is no region at row 99"),
        (["{page}", "--why", "1", "-m", "density"], "weft: --why: density is no trained method"),
    ],
)
def test_why_of_nothing(page: str, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", *(argument.format(page=page) for argument in arguments)]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["page.html", "--why", "body"], ["--why", "page.html"]])
def test_why_asks_for_a_number(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["inspect", *arguments])
    message = f"{arguments[-1]!r} is no block, region:ROW or structure:ROW; name the page first"
    assert message in capsys.readouterr().err


def test_data_is_not_chosen_by_probabilities(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    path.write_text(EMBEDDED)
    assert main(["inspect", str(path), "--why", "0"]) == 2
    assert "weft: --why 0: embedded chose, and does not choose by probabilities" in capsys.readouterr().err


@pytest.mark.parametrize(("html", "chosen_by"), [(thread(), "records"), (EMBEDDED, "embedded")])
def test_choices_without_scores_of_their_own(
    html: str, chosen_by: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page.html"
    path.write_text(html)
    assert weft.extract(html).chosen_by == chosen_by
    assert main(["inspect", str(path)]) == 0
    assert f"kept by {chosen_by}" in capsys.readouterr().out
