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
    sought, matched = _Sought(page, items), [(items[index], record) for index, record in pairs.items()]
    counts = {name: Counter(true=sum(sought.has(item, name) for item in items)) for name in FIELDS}
    for name, count in counts.items():
        count["given"] = sum(name in record.fields for record in records)
        count["right"] = sum(
            sought.is_right(item, name, record.fields[name]) for item, record in matched if name in record.fields
        )
    counts["rating"]["given"] -= sum(sought.is_unknown(item, record) for item, record in matched)
    return ListingVerdict(found=len(records), right=len(pairs), true=len(items), fields=counts)


class _Sought:
    """What the fields of a page must say.

    The picture of a record may stand beside a placeholder that many records have: it is any of the pictures right
    beside the true one whose address few records have. A rating that only a label for blind readers says, and the
    truth does not know, counts neither way.
    """

    def __init__(self, page: Page, items: Sequence[TrueItem]) -> None:
        self.page, self.addresses = page, Addresses(page)
        beside = {item.start: self._beside(item.rows["image"]) for item in items if "image" in item.rows}
        owners = Counter(one for some in beside.values() for one in some)
        most = max(1, len(items) // 3)
        self.pictures = {start: {one for one in some if owners[one] <= most} for start, some in beside.items()}

    def _beside(self, row: int) -> set[str]:
        page = self.page
        images = [one for one in page.children(int(page.parent[row])) if page.tag_name(one) == "img"]
        return {one for image in images if (one := image_address(page, image, self.addresses))}

    def has(self, item: TrueItem, name: str) -> bool:
        """Whether a record has a field."""
        return bool(self.pictures.get(item.start)) if name == "image" else name in item.rows

    def is_unknown(self, item: TrueItem, record: Record) -> bool:
        """Whether only a label says the rating that a record gives."""
        answer = record.fields.get("rating", Field())
        return bool(answer) and "rating" not in item.rows and bool(self.page.tag[answer.row])

    def is_right(self, item: TrueItem, name: str, answer: Field) -> bool:
        """Whether a field is right."""
        if not self.has(item, name):
            return False
        page, row = self.page, item.rows[name]
        text = page.text(row)
        if name == "url":
            return answer.value == self.addresses.resolve(page.attribute(row, "href"))
        if name == "image":
            return answer.value in self.pictures[item.start]
        if name == "title":
            return row <= answer.row < int(page.end[row]) or squeeze(answer.value) == squeeze(text)
        if name == "rating":
            return answer.value in _NUMBER.findall(text)
        return bool(_digits(answer.value)) and _digits(answer.value) in _digits(text)


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)
