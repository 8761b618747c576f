"""The whole error tree. Every message says what to do next."""

from collections.abc import Callable
from functools import partial


class WeftError(Exception):
    """Anything that weft itself raises."""


class LimitError(WeftError):
    """A page went over a limit; `limit` is the name of the field to raise, of `Limits` or of what `options` names."""

    def __init__(self, limit: str, value: float, page: str = "", *, options: str = "Limits") -> None:
        self.limit = limit
        self.value = value
        self.page = page
        self.options = options
        where = f"{page}: " if page else ""
        advice = f"allow more with {options}({limit}=…) or --max-{limit}"
        super().__init__(f"{where}over the limit of {value:.10g} {limit}; {advice}")

    def __reduce__(self) -> tuple[Callable[..., "LimitError"], tuple[str, float, str]]:
        return partial(type(self), options=self.options), (self.limit, self.value, self.page)


class NoMatch(WeftError):
    """Nothing on the page fits what was asked for."""


class ArtifactError(WeftError):
    """A saved model, template or site cannot be used."""


class ConfigError(WeftError):
    """An option, a name or a combination of them that makes no sense."""


class SourceError(WeftError):
    """Input that cannot be read or output that cannot be written."""


class BrowserError(WeftError):
    """The browser is missing, hung or crashed, or a page asked too much of it; `reason` says which in a word."""

    def __init__(self, message: str, *, reason: str = "crash") -> None:
        self.reason = reason
        super().__init__(message)

    def __reduce__(self) -> tuple[Callable[..., "BrowserError"], tuple[str]]:
        return partial(type(self), reason=self.reason), (str(self),)
