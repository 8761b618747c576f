"""Which interpreters are found: supported ones, by what they say of themselves."""

import sys
from pathlib import Path

import pytest

from tools import interpreters

RUNNING = "{}.{}".format(*sys.version_info)


def put(folder: Path, name: str, script: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Path:
    """A machine whose interpreters are in a folder on the path and in one as pyenv's."""
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setenv("UV_PYTHON_INSTALL_DIR", str(tmp_path / "uv"))
    return tmp_path


def test_the_interpreter_that_runs_is_found(machine):
    put(machine / "pyenv" / "versions" / f"{RUNNING}.99" / "bin", "python3", f'exec "{sys.executable}" "$@"')
    assert list(interpreters.find_interpreters()) == [RUNNING]


def test_old_broken_and_free_threaded_ones_are_told_apart(machine):
    versions = machine / "pyenv" / "versions"
    put(versions / "3.10.1" / "bin", "python3", "echo '[3, 10, false]'")
    put(versions / "3.12.1" / "bin", "python3", "exit 127")
    put(versions / "3.14.0t" / "bin", "python3", "echo '[3, 14, true]'")
    put(machine / "path", "python3.13", "echo '[3, 13, false]'")
    put(versions / "3.13.0" / "bin", "python3", "echo '[3, 13, false]'")
    assert interpreters.find_interpreters() == {
        "3.13": machine / "path" / "python3.13",
        "3.14t": versions / "3.14.0t" / "bin" / "python3",
    }


def test_a_machine_without_any_is_told_and_is_no_failure(machine, capsys):
    assert interpreters.main([]) == 0
    assert "not on this machine: 3.11, 3.12, 3.13, 3.14" in capsys.readouterr().out
