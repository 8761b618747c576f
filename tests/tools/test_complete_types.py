"""`make types`: what pyright tells is read as it is meant."""

from typing import Any

import pytest

from tools import complete_types, http_check
from tools.complete_types import names_without_type


def symbol(name: str, *, known: bool = True, ambiguous: bool = False, exported: bool = True) -> dict[str, Any]:
    return {"name": name, "isExported": exported, "isTypeKnown": known, "isTypeAmbiguous": ambiguous}


def test_unknown_and_ambiguous_types_of_exported_names_are_told():
    symbols = [
        symbol("weft.good"),
        symbol("weft.unknown", known=False),
        symbol("weft.ambiguous", ambiguous=True),
        symbol("numpy.hidden", known=False, exported=False),
    ]
    assert names_without_type({"typeCompleteness": {"symbols": symbols}}) == ["weft.ambiguous", "weft.unknown"]


@pytest.mark.parametrize("tool", [complete_types, http_check], ids=lambda tool: tool.__name__)
def test_without_a_program_the_usage_is_told(tool: Any, capsys: pytest.CaptureFixture[str]):
    assert tool.main([]) == 2
    assert f"usage: python -m {tool.__name__} PROGRAM" in capsys.readouterr().err
