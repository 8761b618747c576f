"""Answers of sites as lines that can be compared."""

import json
from pathlib import Path

import pytest

import weft
from bench import same_sites
from bench.datasets import Case
from bench.sites.corpora import SiteCases
from tests.site_pages import whole_site


def site_of(folder: Path) -> SiteCases:
    cases = []
    for number, (url, data) in enumerate(whole_site()):
        path = folder / f"{number}.html"
        path.write_bytes(data)
        cases.append(Case(id=str(number), path=path, url=url))
    return SiteCases(corpus="made", name="weft", cases=tuple(cases))


def test_what_differs_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site = site_of(tmp_path)
    monkeypatch.setattr(same_sites, "CORPORA", {"made": 1})
    monkeypatch.setattr(same_sites, "read_sites", lambda data, corpora, sites: [site])
    before = tmp_path / "before.json"
    assert same_sites.main([str(tmp_path), "--write", str(before)]) == 0
    assert same_sites.main([str(tmp_path), "--against", str(before)]) == 0
    answers = json.loads(before.read_text())
    assert "template" in {answer["chosen"][0] for name, answer in answers.items() if ":" in name}
    answers["made/weft:3"]["text"] = "another"
    before.write_text(json.dumps(answers))
    capsys.readouterr()
    assert same_sites.main([str(tmp_path), "--against", str(before)]) == 1
    assert capsys.readouterr().out.startswith("made/weft:3\n")


def test_an_error_is_an_answer() -> None:
    assert same_sites.answer(weft.Site(), b"<div>" * 5_000, None)["error"]
