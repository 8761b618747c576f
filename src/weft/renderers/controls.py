"""Characters that a reader never sees: soft hyphens, control characters, marks of byte order."""

from weft.late_patterns import late_pattern

# The controls that are white space stay; white space is collapsed where it is none of code.
_CONTROLS = late_pattern("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\xad\ufeff]")
_ASCII_CONTROLS = bytes(number for number in range(128) if _CONTROLS.match(chr(number)))


def without_controls(text: str) -> str:
    """The text without such characters.

    >>> without_controls("hy\\xadphen\\x07")
    'hyphen'
    """
    data = text.encode(errors="replace")  # most text has none of them, and looking at bytes is faster than a search
    is_clean = len(data.translate(None, _ASCII_CONTROLS)) == len(data)
    if is_clean and (text.isascii() or not (b"\xc2" in data or "\ufeff" in text)):
        return text
    return _CONTROLS.sub("", text)
