"""`weft doctor`: what is there, what is missing, how to get it."""

import json
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from weft.browser.chromium import VARIABLE
from weft.cli import doctor, main

ROOT = Path(__file__).parents[2]


def parts_of(capsys: pytest.CaptureFixture[str], code: int = 0) -> dict[str, dict[str, str]]:
    assert main(["doctor", "--json"]) == code
    return {part["name"]: part for part in json.loads(capsys.readouterr().out)["parts"]}


def test_every_extra_has_its_use():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(doctor.USES) == set(extras)


@pytest.mark.parametrize("use", doctor.USES.values())
def test_modules_that_uses_name_are_there(use: str):
    for word in use.split():
        if word.startswith("weft."):
            import_module(word)


def test_all_that_is_there_is_told(capsys):
    parts = parts_of(capsys)
    assert (parts["kernel"]["state"], parts["extraction"]["state"]) == ("works", "works")
    assert parts["[report]"]["state"] == "there"
    assert "jinja2 3" in parts["[report]"]["detail"]
    assert parts["Chromium"]["state"] == "there"


def test_what_is_missing_is_told_with_what_to_do(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "read_extras", lambda: {"serve": {"starlette": "1.0", "uvicorn": ""}})
    monkeypatch.setenv(VARIABLE, "no-such-browser")
    parts = parts_of(capsys)
    assert parts["[serve]"]["state"] == "missing"
    assert "lacks uvicorn" in parts["[serve]"]["detail"]
    assert parts["[serve]"]["advice"] == "pip install 'weft[serve]'"
    assert parts["Chromium"]["state"] == "missing"
    assert main(["doctor"]) == 0
    assert "[serve]           missing answer HTTP requests" in capsys.readouterr().out


def test_object_stores_are_told_with_their_packages(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "version_of", lambda package: "2026.9" if package == "s3fs" else "")
    parts = parts_of(capsys)
    assert parts["s3://"]["state"] == "there"
    assert "s3fs 2026.9" in parts["s3://"]["detail"]
    assert (parts["gs://"]["state"], parts["gs://"]["advice"]) == ("missing", "pip install 'weft[remote]' gcsfs")


def test_a_base_that_does_not_work_is_a_failure(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "PAGE", "<p>")
    parts = parts_of(capsys, code=1)
    assert parts["extraction"]["state"] == "broken"
    assert parts["extraction"]["advice"]
