"""JSON values as they must be: a person may have edited them."""

from typing import Any


def read_strings(values: Any) -> tuple[str, ...]:
    """A list of strings; a TypeError for anything else, a ValueError for a character that UTF-8 cannot write.

    >>> read_strings(["div", "p"])
    ('div', 'p')
    """
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"a list of strings is needed, not {values!r:.100}")
    "".join(values).encode()  # a lone surrogate would be found out on the first page
    return tuple(values)
