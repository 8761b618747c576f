"""Names in bylines."""

import pytest

from weft.metadata.bylines import name_in


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann Lee", "Ann Lee"),
        ("By\nAnn Lee\non\nMay 4, 2022", "Ann Lee"),
        ("By\nAnn Lee\nand\nBo Chu", "Ann Lee; Bo Chu"),
        ("by\nann_lee\n» Tue Aug 27, 2019 1:47 am", "ann_lee"),
        ("Author\nAnn Lee\nSenior editor", "Ann Lee"),
        ("Joined\nAnn Lee", "Ann Lee"),
        ("May 4, 2022", ""),
        ("We do not know who wrote this text at all", ""),
        ("", ""),
        ("Ann Lee " * 50, ""),
    ],
)
def test_name_in(text: str, name: str) -> None:
    assert name_in(text) == name
