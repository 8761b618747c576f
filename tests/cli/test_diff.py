"""`weft diff` as a user runs it."""

import json
from pathlib import Path

import pytest

from weft.cli import main


def test_the_same_site(site_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(site_file), str(site_file)]) == 0
    assert capsys.readouterr().out == "2 of 2 clusters are the same\n"


def test_what_changed(site_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(site_file.read_text())
    article = next(cluster for cluster in data["clusters"] if "news" in cluster["medoid"])
    rules = article["template"]["fields"]["rules"]
    article["template"]["fields"]["rules"] = [rule for rule in rules if rule["name"] != "date"]
    data["clusters"] = [article]
    new = tmp_path / "new.json"
    new.write_text(json.dumps(data))
    assert main(["diff", str(site_file), str(new)]) == 0
    out = capsys.readouterr().out
    assert "fields lost: date" in out
    assert "  - date: " in out
    assert "removed: " in out
    assert "0 of 2 clusters are the same" in out
    assert main(["diff", str(site_file), str(new), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted(line["kind"] for line in lines) == ["changed", "removed"]
    assert [line["fields_lost"] for line in lines if line["kind"] == "changed"] == [["date"]]
