"""The error tree. An error is data: what happened, on which page, and what to do next; its text joins the three."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Self

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


class WeftError(Exception):
    """Anything that weft itself raises.

    `page` is the page, file or address that the error is about. `advice` names arguments of the library; a command line
    or a service adds its own options.

    >>> error = SourceError("no such file", page="loom.html", advice="look at its name")
    >>> str(error), error.what, error.page
    ('loom.html: no such file; look at its name', 'no such file', 'loom.html')
    """

    code: ClassVar[str] = "error"
    """The class of the error in one word, as programs read it."""

    def __init__(self, what: str, *, page: str = "", advice: str = "", detail: str = "") -> None:
        self.what: str = without_credentials(what)
        super().__init__(self.what)
        self.page: str = without_credentials(page)
        self.advice = advice
        self.detail = detail  # what the code leaves open, in a word: which limit, which fault of the browser

    def on(self, page: str) -> Self:
        """The same error about that page, where it does not name one."""
        self.page = self.page or without_credentials(page)
        return self

    def __str__(self) -> str:
        where = f"{self.page}: " if self.page else ""
        return f"{where}{self.what}; {self.advice}" if self.advice else where + self.what

    def __reduce__(self) -> tuple[Callable[..., "WeftError"], tuple[object, ...]]:
        named = {"page": self.page, "advice": self.advice, "detail": self.detail}
        return partial(type(self), **named), (self.what,)


class LimitError(WeftError):
    """A page went over a limit; `limit` is the name of the field to raise, of `Limits` or of what `options` names.

    One limit is no field: `memory`, where the machine has too little for the page.
    """

    code = "limit"

    def __init__(self, limit: str, value: float, page: str = "", *, options: str = "Limits") -> None:
        self.limit = limit
        self.value = value
        self.options = options
        what, advice = f"over the limit of {value:.10g} {limit}", f"allow more with {options}({limit}=…)"
        if limit == "memory":  # the machine's, which no option raises
            what, advice = "there is not enough memory for this page", ""
        super().__init__(what, page=page, advice=advice, detail=limit)

    def __reduce__(self) -> tuple[Callable[..., "LimitError"], tuple[object, ...]]:
        return partial(type(self), options=self.options), (self.limit, self.value, self.page)


class NoMatch(WeftError):
    """Nothing on the page fits what was asked for."""

    code = "no_match"


class ArtifactError(WeftError):
    """A saved model, template or site cannot be used."""

    code = "artifact"


class ConfigError(WeftError):
    """An option, a name or a combination of them that makes no sense."""

    code = "config"


class SourceError(WeftError):
    """Input that cannot be read or output that cannot be written."""

    code = "source"


class BrowserError(WeftError):
    """The browser is missing, hung or crashed, or a page asked too much of it; `reason` says which in a word."""

    code = "browser"

    def __init__(self, what: str, *, page: str = "", advice: str = "", reason: str = "crash") -> None:
        super().__init__(what, page=page, advice=advice, detail=reason)
        self.reason = reason

    def __reduce__(self) -> tuple[Callable[..., "BrowserError"], tuple[object, ...]]:
        return partial(type(self), page=self.page, advice=self.advice, reason=self.reason), (self.what,)


def with_noun(count: int, noun: str) -> str:
    """The count and the noun, which takes an `s` unless there is one of it.

    >>> with_noun(1, "page"), with_noun(0, "page"), with_noun(1234, "repeated record")
    ('1 page', '0 pages', '1,234 repeated records')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
