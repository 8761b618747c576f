"""Names and passwords in the addresses of a text: nothing that weft prints or keeps has one."""

from weft.late_patterns import late_pattern

# Greedy up to the last @ before the path: a password may have an @ of its own. It holds no slash, so each character
# is looked at once.
_USER_INFO = late_pattern(r"(?<=:[/\\][/\\])[^/\\?#\s]*@")


def without_credentials(text: str) -> str:
    """The text with every address in it freed of its user and password.

    >>> without_credentials("leads to http://ann:secret@weft.example/a@b")
    'leads to http://weft.example/a@b'
    """
    return _USER_INFO.sub("", text) if "@" in text else text
