"""zstd, which is a package of its own."""

import sys

import pytest

from weft.errors import ConfigError
from weft.io.packing import load_zstd, zstd_errors


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [error.__name__ for error in zstd_errors()] == ["ZstdError"]
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(ConfigError, match=r"pip install 'weft\[zstd\]', or choose \.gz"):
        load_zstd()
    assert zstd_errors() == ()
