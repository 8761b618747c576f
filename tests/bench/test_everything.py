"""`python -m bench all`: sections one after the other, whatever one of them does, and a quick run beside the record."""

import itertools
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from bench import everything, known_texts, texts
from bench.__main__ import main
from bench.datasets import Case
from bench.onepage import assemble
from bench.places import Missing
from bench.run import Options, Result, run
from bench.systems import Answer
from bench.texts import Effort, scattered


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEFT_PEERS", str(tmp_path / "none"))
    monkeypatch.setattr(everything, "OUT", tmp_path / "out")
    monkeypatch.setattr(everything, "RECORD", tmp_path / "record")
    monkeypatch.setattr(everything, "QUICK", tmp_path / "out" / "quick")
    monkeypatch.setattr(assemble, "paper_part", lambda folder: "")


def good(data: Path, out: Path, effort: Effort) -> int:
    (out / "good.txt").write_text("quick" if effort.quick else "whole", encoding="utf-8")
    return 0


def bad(data: Path, out: Path, effort: Effort) -> int:
    raise ValueError("a warp thread broke")


def test_a_section_that_fails_is_said_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(everything, "SECTIONS", {"good": good, "bad": bad, "last": good})
    assert everything.make_all(tmp_path) == 1
    made = json.loads((tmp_path / "record" / "made.json").read_text(encoding="utf-8"))
    assert list(made) == ["good", "bad", "last"]
    assert made["bad"]["status"] == "failed: ValueError: a warp thread broke"
    assert made["last"]["status"] == "done"
    assert {"made", "commit", "machine", "minutes"} <= set(made["good"])
    assert "bad: failed: ValueError" in capsys.readouterr().out
    assert "a warp thread broke" in (tmp_path / "record" / "report.html").read_text(encoding="utf-8")


def test_a_failed_section_keeps_the_time_of_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everything, "SECTIONS", {"good": bad})
    (tmp_path / "record").mkdir()
    earlier = {"made": "then", "commit": "abc", "machine": "loom", "status": "done", "minutes": 1.0}
    (tmp_path / "record" / "made.json").write_text(json.dumps({"good": earlier}), encoding="utf-8")
    everything.make_all(tmp_path)
    made = json.loads((tmp_path / "record" / "made.json").read_text(encoding="utf-8"))["good"]
    assert made["made"] == "then"
    assert made["status"].startswith("failed")


def test_a_quick_run_never_writes_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everything, "SECTIONS", {"good": good})
    assert everything.make_all(tmp_path, Effort(quick=True)) == 0
    assert (tmp_path / "out" / "quick" / "good.txt").read_text() == "quick"
    assert (tmp_path / "out" / "quick" / "report.html").is_file()
    assert not (tmp_path / "record").exists()
    with pytest.raises(Missing, match="does not go into the record"):
        everything.make_all(tmp_path, Effort(quick=True), out=tmp_path / "record")


def test_an_unknown_section_is_named(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="no section nonesuch; there are: wcxb-dev"):
        everything.make_all(tmp_path, only=["nonesuch"])


def test_a_quick_run_of_a_made_up_data_set_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "Effort", partial(Effort, systems=("weft", "density")))
    folder = tmp_path / "magic" / "article"
    (folder / "html").mkdir(parents=True)
    words = "The loom holds the warp while the weaver passes the weft through it, row after row. "
    (folder / "html" / "p.html").write_text(f"<body><nav><a href=/>Home</a></nav><p>{words * 3}</p>", encoding="utf-8")
    line = {"file": "html/p.html", "url": "http://loom.example/p", "text": words * 3}
    (folder / "truth.jsonl").write_text(json.dumps(line), encoding="utf-8")
    assert main(["all", "--quick", "--only", "magic", "--data", str(tmp_path)]) == 0
    out = tmp_path / "out" / "quick"
    assert json.loads((out / "magic.json").read_text(encoding="utf-8"))["whole"] == 1
    assert 'href="failures/magic/article_html_p.html"' in (out / "report.html").read_text(encoding="utf-8")
    assert (out / "failures" / "magic" / "article_html_p.html").is_file()
    assert (out / "failures" / "present.css").is_file()


def test_a_slow_system_is_asked_for_some_pages_and_known_texts_stand_in(tmp_path: Path) -> None:
    cases = []
    for number in range(4):
        path = tmp_path / f"{number}.html"
        path.write_text(f"<p>cloth number {number}</p>", encoding="utf-8")
        cases.append(Case(id=str(number), path=path, text=f"cloth number {number}"))
    known = {"whole_page": {"1": "cloth number 1"}}
    [found] = run(cases, ["whole_page"], Options(rounds=1, families=("word",), every={"whole_page": 2}, known=known))
    assert [answer.asked for answer in found.answers] == [True, True, True, False]
    assert [answer.cpu_s is None for answer in found.answers] == [False, True, False, True]
    assert [scores.get("word_f1") for scores in found.scores] == [1.0, 1.0, 1.0, None]


def test_texts_of_peers_are_kept_by_version(tmp_path: Path) -> None:
    cases = [Case(id=name, path=tmp_path) for name in ("a", "b", "c")]
    answers = [Answer(text="one"), Answer(error="Timeout"), Answer(asked=False)]
    for name in ("gne", "weft"):
        known_texts.keep_known("x/y", cases, [Result(name=name, version="7", answers=answers)], folder=tmp_path)
    assert known_texts.read_known("x/y", {"gne": "7"}, folder=tmp_path) == {"gne": {"a": "one"}}
    assert known_texts.read_known("x/y", {"gne": "8"}, folder=tmp_path) == {"gne": {}}
    assert known_texts.read_known("x/y", {"weft": "7"}, folder=tmp_path) == {"weft": {}}


def test_a_peer_that_does_not_load_is_said_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Missing, match="no peers"):
        known_texts.installed(["weft", "gne"])
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)  # a Python without peers
    monkeypatch.setenv("WEFT_PEERS", str(tmp_path))
    assert known_texts.installed(["weft"]) == {}
    assert known_texts.installed(["gne"]) == {}
    assert "left out: gne does not load" in capsys.readouterr().out


def test_the_views_of_the_record_lie_outside_of_it(tmp_path: Path) -> None:
    assert everything.views_of(tmp_path / "record") == tmp_path / "out" / "failures"
    assert everything.views_of(tmp_path / "elsewhere") == tmp_path / "elsewhere" / "failures"


def test_any_beginning_of_a_scattered_set_is_evenly_spread(tmp_path: Path) -> None:
    cases = [Case(id=f"{number:03}", path=tmp_path) for number in range(100)]
    order = [int(case.id) for case in scattered(cases)]
    assert sorted(order) == list(range(100))
    for some in (10, 25, 50):
        begun = sorted(order[:some])
        assert max(b - a for a, b in itertools.pairwise(begun)) <= 3 * 100 / some


def test_a_run_short_of_time_ends_with_the_pages_it_got_to(tmp_path: Path) -> None:
    path = tmp_path / "p.html"
    path.write_text("<p>cloth</p>", encoding="utf-8")
    cases = [Case(id=str(number), path=path, text="cloth") for number in range(40)]
    how = Options(rounds=1, families=("word",), minutes=1e-9)

    def others(done: Sequence[Case]) -> list[Result]:
        return [Result(name="site", answers=[Answer(text=case.text) for case in done])]

    for result in run(cases, ["whole_page"], how, others=others):
        assert (len(result.answers), len(result.scores)) == (16, 16)
