"""Records of listings against the truth: which are right by their place, and which of their fields are."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bench.records.listing_truth import FIELDS, ListingCase, TrueItem
from bench.records.truth import squeeze
from weft.content import Field, Record
from weft.page import Page
from weft.renderers.page_addresses import Addresses, image_address

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, kw_only=True)
class ListingVerdict:
    """One page: found, right and true records; of each field how many are true, given and right."""

    found: int
    right: int
    true: int
    fields: Mapping[str, Counter[str]] = field(default_factory=dict)

    @property
    def f1(self) -> float:
        """Record F1; nothing found where there is nothing is right."""
        return 2 * self.right / (self.found + self.true) if self.found + self.true else 1.0


def judge_listing(case: ListingCase, records: Sequence[Record]) -> ListingVerdict:
    """The verdict by the answer that the records fit best."""
    return max((_judge(case.page, items, records) for items in case.lists), key=lambda verdict: verdict.f1)


def _judge(page: Page, items: Sequence[TrueItem], records: Sequence[Record]) -> ListingVerdict:
    """A record is right where exactly one title of a true one stands in it, and no other has taken that one."""
    titles = [item.rows["title"] for item in items]
    pairs: dict[int, Record] = {}
    for record in records:
        first, last = bisect_left(titles, record.start), bisect_left(titles, record.end)
        if last - first == 1:
            pairs.setdefault(first, record)
    counts = {name: Counter(true=sum(name in item.rows for item in items)) for name in FIELDS}
    addresses = Addresses(page)
    for name, count in counts.items():
        count["given"] = sum(name in record.fields for record in records)
        count["right"] = sum(
            _is_right(page, addresses, name, items[index].rows.get(name, -1), record.fields[name])
            for index, record in pairs.items()
            if name in record.fields
        )
    return ListingVerdict(found=len(records), right=len(pairs), true=len(items), fields=counts)


def _is_right(page: Page, addresses: Addresses, name: str, row: int, answer: Field) -> bool:
    if row < 0:
        return False
    text = page.text(row)
    if name == "url":
        return answer.value == addresses.resolve(page.attribute(row, "href"))
    if name == "image":
        return answer.row == row or answer.value == image_address(page, row, addresses)
    if name == "title":
        return row <= answer.row < int(page.end[row]) or squeeze(answer.value) == squeeze(text)
    if name == "rating":
        return answer.value in _NUMBER.findall(text)
    return _digits(answer.value) in _digits(text) and bool(_digits(answer.value))


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)
