"""Text in UTF-16 or UTF-32 that no mark and no header tells: what the bytes decode to tells it."""

from unicodedata import category

HEAD = 4096  # bytes that are looked at
STRANGE_SHARE = 0.04  # of characters that are no text; of random numbers of 16 bits it is 0.15
MAX_WORD = 200  # characters without anything between them; no language writes so
_STRANGE = ("Cc", "Cn", "Co")  # controls, and what no alphabet has: a seventh of the numbers of 16 bits
_BETWEEN = "< \n。，、\u3000"


def reads_as(head: bytes, encoding: str) -> bool:
    """Whether bytes are text in an encoding of two or four bytes: letters, and what parts words or begins a tag."""
    text = head[: len(head) // 4 * 4].decode(encoding, "replace")
    strange = sum(category(letter) in _STRANGE and letter not in "\t\n\r" for letter in text) + text.count("\ufffd")
    return strange < STRANGE_SHARE * len(text) and sum(map(text.count, _BETWEEN)) * MAX_WORD >= len(text)
