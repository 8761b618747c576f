"""A count with its noun, for people."""


def counted(count: int, noun: str) -> str:
    """The count and the noun, which takes an `s` unless there is one of it.

    >>> counted(1, "page"), counted(0, "page"), counted(1234, "repeated record")
    ('1 page', '0 pages', '1,234 repeated records')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
