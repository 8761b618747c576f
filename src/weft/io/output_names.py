"""The names of files that pages are written to: below the output's folder, whatever the page or its source is called.

Names come from strangers: from archives, from addresses, from ids in lines. A name may climb with `..`, begin at the
root, hold characters that no file system takes, be too long, or be a device on another system.
"""

import errno
import os
import re
import unicodedata
from collections import Counter
from pathlib import Path

MAX_NAME_BYTES = 200  # of a file or folder: systems take 255, and endings are added
NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)  # Windows has no such flag
MAX_FOLDERS = 40  # one in another
NO_LETTERS = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"|?*\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]')
DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)")  # on Windows, with any ending


def name_below(name: str) -> str:
    """A path that stays below any folder and that any system takes; honest names stay as they are.

    >>> name_below("news/a b.html"), name_below("../../etc/passwd"), name_below("C:\\\\nul.txt"), name_below("/")
    ('news/a b.html', 'etc/passwd', 'C__nul.txt', 'page')
    """
    parts = [_part(part) for part in name.split("/") if part not in ("", ".", "..")]
    return "/".join(parts[-MAX_FOLDERS:]) or "page"


def _part(part: str) -> str:
    """One step of a path."""
    part = NO_LETTERS.sub("_", part).rstrip(". ") or "_"
    if DEVICES.match(part):
        part = f"_{part}"
    return part.encode()[:MAX_NAME_BYTES].decode(errors="ignore")


class UniqueNames:
    """Gives each name once: names that some systems take for the same count as the same.

    >>> unique = UniqueNames()
    >>> [unique(name) for name in ("a", "b", "A", "a")]
    ['a', 'b', 'A-2', 'a-3']
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._tries: Counter[str] = Counter()  # many pages may have one name

    def __call__(self, name: str) -> str:
        """The name, or one with a number that is free."""
        key = _key(name)
        free, free_key = name, key
        while free_key in self._taken:
            self._tries[key] += 1
            free = f"{name}-{self._tries[key] + 1}"
            free_key = _key(free)
        self._taken.add(free_key)
        return free


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def make_folder_below(folder: Path, path: Path) -> None:
    """Make the folders of a path below a folder; `OSError` where a link on the way leads out of it.

    Somebody may have put the link there before: what is written must stay where the output is.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        raise OSError(None, f"a link leads out of {folder}")


def open_no_link(path: str | Path, flags: int) -> int:
    """An opener for files that weft alone makes: a link in their place is an error, and is not followed."""
    if not NO_LINK and os.path.islink(path):  # Windows, where one must be allowed to make links
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return os.open(path, flags | NO_LINK | getattr(os, "O_CLOEXEC", 0), 0o666)
