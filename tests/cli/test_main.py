"""The command itself: its help, its version, and errors of a command line that makes no sense."""

import argparse
import hashlib
import io
import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path

import numpy
import pytest

from weft import extractors
from weft.cli import main
from weft.cli.main import COMMANDS, make_parser


def commands_of(parser: argparse.ArgumentParser) -> dict[str, str]:
    (action,) = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return {listed.dest: str(listed.help) for listed in action._choices_actions}


def test_the_list_says_of_each_command_what_the_command_says() -> None:
    assert commands_of(make_parser()) == COMMANDS
    assert commands_of(make_parser([])) == COMMANDS


def test_help_is_the_same_whatever_is_imported(capsys: pytest.CaptureFixture[str]) -> None:
    assert make_parser([]).format_help() == make_parser(["extract"]).format_help()
    with pytest.raises(SystemExit, match="0"):
        main(["--help", "extract"])
    out = capsys.readouterr().out
    assert "    extract" in out
    assert 'eval "$(weft completion bash)"' in out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"weft {version('weft')}\n"


def test_version_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["weft"] == version("weft")
    assert (found["python"], found["numpy"]) == (platform.python_version(), numpy.__version__)
    model = Path(extractors.__file__).parent / "models" / "block_classifier.zip"
    assert found["model"]["name"] == "block_classifier"
    assert found["model"]["sha256"] == hashlib.sha256(model.read_bytes()).hexdigest()
    assert "Murrough Foley" in found["model"]["attribution"][0]
    assert found["kernel"]["file"].startswith("_native")
    assert found["extras"]["train"] == {
        name: version(name) for name in ("babel", "jinja2", "scikit-learn", "xgboost-cpu")
    }
    assert not {"dev", "docs", "bench"} & set(found["extras"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [([], "COMMAND"), (["--json"], "--json goes with --version"), (["nonsense"], "invalid choice: 'nonsense'")],
)
def test_a_command_line_that_makes_no_sense(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
@pytest.mark.parametrize(("wish", "text"), [("", "loom 织 🧵"), ("gbk", "loom 织 ?")])
def test_no_character_of_a_page_breaks_a_command(
    errors: str, wish: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, written = tmp_path / "page.html", io.BytesIO()
    page.write_text("<p>loom 织 🧵", encoding="utf-8")
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    if wish:
        monkeypatch.setenv("PYTHONIOENCODING", wish)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="gbk", errors=errors))
    assert main(["extract", str(page), "--method", "whole_page"]) == 0
    assert written.getvalue().decode(wish or "utf-8") == f"{text}\n"
