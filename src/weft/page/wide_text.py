"""Text in UTF-16 or UTF-32 that no mark and no header tells: what the bytes decode to tells it."""

from unicodedata import category

HEAD = 4096  # bytes that are looked at
MIN_ZEROS = 4  # of a page in UTF-16: its tags have one for every letter
STRANGE_SHARE = 0.04  # of characters that are no text; of random numbers of 16 bits it is 0.15
MAX_WORD = 200  # characters without anything between them; no language writes so
_STRANGE = ("Cc", "Cn", "Co")  # controls, and what no alphabet has: a seventh of the numbers of 16 bits
_BETWEEN = "< \n。，、\u3000"
_NAMES = {"utf-16-le": "utf-16le", "utf-16-be": "utf-16be"}  # Python's, and those of the web


def find_wide_encoding(data: bytes) -> str:
    """The name on the web of the UTF-16 that a page without a mark is in; empty where it is in another encoding.

    >>> find_wide_encoding("<p>织机</p>".encode("utf-16-le")), find_wide_encoding("<p>织机</p>".encode())
    ('utf-16le', '')
    """
    head = data[:HEAD]
    if b"\0" not in head or head.count(0) < MIN_ZEROS:
        return ""
    return next((name for encoding, name in _NAMES.items() if reads_as(head, encoding)), "")


def reads_as(head: bytes, encoding: str) -> bool:
    """Whether bytes are text in an encoding of two or four bytes: letters, and what parts words or begins a tag."""
    text = head[: len(head) // 4 * 4].decode(encoding, "replace")
    strange = sum(category(letter) in _STRANGE and letter not in "\t\n\r" for letter in text) + text.count("\ufffd")
    return strange < STRANGE_SHARE * len(text) and sum(map(text.count, _BETWEEN)) * MAX_WORD >= len(text)
