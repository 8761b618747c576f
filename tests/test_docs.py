"""The examples in the documentation run."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_examples(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = "\n".join(BLOCK.findall(path.read_text(encoding="utf-8")))
    test = doctest.DocTestParser().get_doctest(code, {}, path.name, str(path), 0)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not report, "".join(report)


def test_the_readme_has_examples_and_both_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert BLOCK.search(text)
    assert "make demo" in text
    assert "make test" in text
