"""Integrations whose libraries are missing say what to install; `import weft` loads none of them."""

import importlib
import subprocess
import sys

import pytest

from weft.errors import ConfigError

LIBRARIES = {"langchain": "langchain_core", "llamaindex": "llama_index", "scrapy": "scrapy"}


@pytest.mark.parametrize("extra", LIBRARIES)
def test_a_missing_library_is_named_with_its_extra(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library, module = LIBRARIES[extra], f"weft.compat.{extra}"
    for name in [name for name in sys.modules if name == library or name.startswith(f"{library}.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(ConfigError, match=rf"{library}[\w.]*: pip install 'weft\[{extra}\]'"):
        importlib.import_module(module)


def test_weft_loads_no_library_that_is_not_asked_for() -> None:
    code = "import sys, weft, weft.compat; print(sorted(set(sys.argv[1:]) & set(sys.modules)))"
    command = [sys.executable, "-c", code, *LIBRARIES.values(), "mcp", "pandas", "polars", "datatrove", "twisted"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"
