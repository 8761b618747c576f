"""Work on many pages together: where it fails, the pages that fail it alone are left out, and the others go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from weft.document import Failure
from weft.errors import ConfigError
from weft.io.raw_page import RawPage
from weft.page import Limits
from weft.pipeline import attempt


class HasRaw(Protocol):
    """A page in any form that still has its bytes."""

    @property
    def raw(self) -> RawPage:
        """The page as it was read."""
        ...


PageForm = TypeVar("PageForm", bound=HasRaw)
Result = TypeVar("Result")


def leave_out(
    pages: Sequence[PageForm],
    do: Callable[[Sequence[PageForm]], Result],
    check: Callable[[PageForm], object],
    tell: Callable[[Failure, str], None],
    limits: Limits,
) -> tuple[Sequence[PageForm], Result | Failure]:
    """What is done to pages together, and the pages that it was done to.

    Pages that fail `check`, which does the same to one page, are told and left out. Where no page is to blame alone, or
    the rest fails too, the failure is the answer. Pages together have the seconds of all of them.
    """
    if not pages:
        return pages, do(pages)
    done = attempt(pages[0].raw, lambda _: do(pages), seconds=limits.seconds * len(pages), passing=ConfigError)
    if not isinstance(done, Failure):
        return pages, done
    rest = []
    for page in pages:
        checked = attempt(page.raw, partial(_check, check, page), seconds=limits.seconds, passing=ConfigError)
        if isinstance(checked, Failure):
            tell(checked, page.raw.id)
        else:
            rest.append(page)
    if not rest or len(rest) == len(pages):
        return rest, done
    return rest, attempt(rest[0].raw, lambda _: do(rest), seconds=limits.seconds * len(rest), passing=ConfigError)


def _check(check: Callable[[PageForm], object], page: PageForm, raw: RawPage) -> object:
    return check(page)
