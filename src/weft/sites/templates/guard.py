"""The guard of a template: how far it may be trusted, and which pages are like those that it was learned from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MAX_WORDS = 1_000_000  # of a body: more is in no page
DIGITS = 3
LEAST_TRUST = 0.5  # with which a template is used


@dataclass(frozen=True, kw_only=True)
class Guard:
    """What the learning pages say of a template beside the single page. Without a guard a template is always used."""

    trust: float = 1.0  # the probability that the template is better than the page alone
    words: tuple[int, int] = (0, MAX_WORDS)  # the least and the most words of a usual body
    fit: float = 0.0  # the least fit of a usual page
    why: str = ""  # for people

    @property
    def holds(self) -> bool:
        """Whether the template is the better choice on most pages."""
        return self.trust >= LEAST_TRUST

    def is_usual(self, *, words: int, fit: float) -> bool:
        """Whether a page is like those that the template was learned from."""
        return self.words[0] <= words <= self.words[1] and fit >= self.fit

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values that a person can read and edit: at a trust of 1 or 0 nothing else is asked."""
        if not self.why:
            return {}
        return {"trust": self.trust, "why": self.why, "words": list(self.words), "fit": self.fit}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Guard:
        """What `to_json` wrote; raises KeyError, TypeError or ValueError where that is broken."""
        if not data:
            return UNGUARDED
        least, most = data["words"]
        trust, fit = float(data["trust"]), float(data["fit"])
        if not (0 <= trust <= 1 and 0 <= fit <= 1):
            raise ValueError("the trust and the fit of a guard are numbers from 0 to 1")
        return Guard(trust=trust, words=(int(least), int(most)), fit=fit, why=str(data["why"]))


UNGUARDED = Guard()
"""Nothing is known, so the template is always used."""
