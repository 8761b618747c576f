"""Text that fits a column of a terminal, where Chinese characters take two places."""

from unicodedata import east_asian_width


def fit(text: str, width: int) -> str:
    """The text on one line, cut or filled up to `width` places.

    >>> fit("warp and weft", 6), fit("经线", 6)
    ('warp …', '经线  ')
    """
    line = " ".join(text.split())
    if places(line) <= width:
        return line + " " * (width - places(line))
    kept = ""
    for character in line:
        if places(kept + character) > width - 1:
            break
        kept += character
    return kept + "…" + " " * (width - 1 - places(kept))


def printable(text: str) -> str:
    """The text without what would move a terminal's cursor or change its colours: ids come from anywhere.

    >>> printable("red \\x1b[31m") == "red \\N{REPLACEMENT CHARACTER}[31m"
    True
    """
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def places(text: str) -> int:
    """How many places a text takes."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
