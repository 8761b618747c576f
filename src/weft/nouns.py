"""A count with its noun, for people."""


def with_noun(count: int, noun: str) -> str:
    """The count and the noun, which takes an `s` unless there is one of it.

    >>> with_noun(1, "page"), with_noun(0, "page"), with_noun(1234, "repeated record")
    ('1 page', '0 pages', '1,234 repeated records')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
