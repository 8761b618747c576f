"""Tokens that a template writes: class and id tokens as they are, or with digits masked where only that recurs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from weft.deadline import in_time

SAME = 0.5  # a token is itself where it is on at least this share of the pages that have its masked form
_DIGITS = re.compile("[0-9]+")


def mask(token: str) -> str:
    r"""A token with every run of digits as `\d+`.

    >>> print(mask("post-17"))
    post-\d+
    """
    return _DIGITS.sub(r"\\d+", token)


@dataclass(frozen=True)
class TokenForms:
    """The form in which each token of some pages is compared: `col-8` as it is, `post-17` with its digits masked."""

    forms: Mapping[str, str]
    counts: Mapping[str, int]  # of each form the pages that have it

    @staticmethod
    def of(pages: Iterable[Collection[str]]) -> TokenForms:
        """The forms of the tokens of some pages."""
        plain: Counter[str] = Counter()
        masked: Counter[str] = Counter()
        masks: dict[str, str] = {}  # of tokens that have digits: each is masked once
        for page in in_time(pages):
            tokens = set(page)
            new = [token for token in tokens if token not in plain and _DIGITS.search(token)]
            masks.update((token, mask(token)) for token in new)
            plain.update(tokens)
            masked.update({masks[token] for token in tokens if token in masks})
        forms = {token: token for token in plain}
        forms.update((token, form) for token, form in masks.items() if plain[token] < SAME * masked[form])
        return TokenForms(forms, plain | masked)
