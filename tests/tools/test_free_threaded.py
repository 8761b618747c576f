"""Threads that share models and a site; without Python's lock the workflow `wheels` compares them."""

import sys

from tools import free_threaded


def test_threads_answer_as_one_does():
    assert free_threaded.count_differences(free_threaded.demo_pages(), 4) == 0


def test_a_python_with_its_lock_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "_is_gil_enabled", lambda: True, raising=False)
    assert free_threaded.main() == 2
    assert "free-threaded" in capsys.readouterr().err
