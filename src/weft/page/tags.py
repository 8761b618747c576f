"""The numbers of tags that HTML knows, the same on every page."""

from weft.kernel.html import TAG_NAMES

TAG_NUMBERS: dict[str, int] = {name: number for number, name in enumerate(TAG_NAMES)}


def tag_number(name: str) -> int:
    """The number of a tag that HTML knows.

    >>> tag_number("#text")
    0
    """
    return TAG_NUMBERS[name]
