"""A whole run on a made-up data set of two pages, from the command line to the files."""

import json
from pathlib import Path

import pytest

from bench.__main__ import main

ARTICLE = (
    "The loom holds the warp while the weaver passes the weft through it, row after row, until the cloth is done. "
)
MENU = "<nav><a href=/>Home</a> <a href=/b>About</a></nav>"
PAGE = f"<html><body>{MENU}<div><p>{ARTICLE}</p><p>{ARTICLE}</p></div></body></html>"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WEFT_PEERS", str(tmp_path / "none"))
    for kind in ("article", "forum"):
        folder = tmp_path / "magic" / kind
        (folder / "html").mkdir(parents=True)
        (folder / "html" / "p.html").write_text(PAGE, encoding="utf-8")
        line = {"file": "html/p.html", "url": "http://loom.example/p", "text": ARTICLE * 2}
        (folder / "truth.jsonl").write_text(json.dumps(line), encoding="utf-8")
    return tmp_path


def test_run_writes_table_texts_and_plot(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    status = main(
        [
            "run",
            "magic",
            "--systems",
            "whole_page,density",
            "--rounds",
            "1",
            "--data",
            str(data),
            "-o",
            str(out),
            "--nodes",
        ]
    )
    assert status == 0
    report = json.loads((out / "magic.json").read_text(encoding="utf-8"))
    whole, density = report["systems"]
    assert report["page_types"] == {"article": 1, "forum": 1}
    assert 0.9 < whole["quality"]["token_f1"]["mean"] < 1.0  # the menu is in it
    assert whole["quality"]["token_recall"]["mean"] == 1.0
    assert density["quality"]["token_f1"]["mean"] == 1.0
    assert whole["nodes"]["recall"] == 1.0
    assert (whole["ratio"], whole["errors"]) == (None, [])  # no peers, no bare parse to compare with
    assert "| density |" in (out / "magic.md").read_text(encoding="utf-8")
    assert (out / "magic.png").read_bytes().startswith(b"\x89PNG")
    assert len((out / "magic.pages" / "density.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_an_unknown_system_is_named(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "magic", "--systems", "nonesuch", "--data", str(data), "-o", str(tmp_path / "out")]) == 2
    assert "no system 'nonesuch'" in capsys.readouterr().err
