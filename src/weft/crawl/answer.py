"""What a server said, whoever fetched it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from weft.io.warc import HTML


@dataclass(frozen=True, kw_only=True)
class Answer:
    """An HTTP answer: the headers in their order, the body as it was sent (packed, if it was)."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    address: str = ""  # of the server

    def header(self, name: str) -> str:
        """A header's value; empty where there is none."""
        return next((value for known, value in self.headers if known.lower() == name), "")

    @property
    def type(self) -> str:
        """The media type, without its parameters."""
        return self.header("content-type").partition(";")[0].strip().lower()

    @property
    def is_html(self) -> bool:
        """Whether it says that it is a page."""
        return self.type in HTML

    @property
    def retry_after(self) -> float:
        """Seconds that the server asks to be left alone; 0 where it says nothing.

        >>> Answer(status=429, headers=(("Retry-After", "7"),)).retry_after
        7.0
        """
        said = self.header("retry-after").strip()
        if said.isdecimal() and len(said) < 10:
            return float(said)
        try:
            return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
        except ValueError:
            return 0.0
