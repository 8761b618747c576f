"""zstd, which is a package of its own."""

import sys

import pytest

from weft.errors import ConfigError
from weft.io.packing import load_zstd


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(ConfigError, match=r"pip install 'weft\[zstd\]', or choose \.gz"):
        load_zstd()
