"""Fields as a person sees them: whether true attributes have a name that is accepted, and how many fields are junk."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

import weft
from bench.sites.accepted_names import is_accepted
from bench.sites.field_measures import Truth, holds, normal
from weft.metadata import find_metadata

RIGHT = 0.8  # of the pages that have an attribute: a field that holds it on fewer is not right
MOST = 0.5  # of the pages that have a field: what it is on more than that, it is
CONSTANT = 0.8  # of the pages that have a field print one value: the template says it, not the page
SAME = 0.9  # of the pages that have a field print what an earlier field prints
METADATA = ("title", "author", "date", "description", "image")
PAIR_TAGS = frozenset({"th", "dt", "label"})
COLONS = (":", "：")
MAX_LABEL = 60  # characters
IMAGE = "image"
SIZES = re.compile("[_-][a-z]{1,6}$")  # the end of a file's name that tells the size: `1552671_det`, `1552671_pro`


@dataclass(frozen=True)
class Answer:
    """The fields of one page: values by name, and what the page prints before each as the first part of a pair."""

    values: Mapping[str, str]
    labels: Mapping[str, str] = field(default_factory=dict)  # empty where there is no pair
    metadata: Mapping[str, str] = field(default_factory=dict)  # what the page says about itself


def answer_of(document: weft.Document) -> Answer:
    """The answer of a document."""
    page = document.page
    metadata = find_metadata(page)
    labels = {name: pair_label(page, one.row, one.value) for name, one in document.fields.items()}
    return Answer(
        values={name: one.value for name, one in document.fields.items()},
        labels={name: label for name, label in labels.items() if label},
        metadata={name: own.value for name in METADATA if (own := getattr(metadata, name, None))},
    )


def pair_label(page: weft.Page, row: int, value: str) -> str:
    """The label of a value: before it with a colon, in `th`, `dt` or `label`, or in the cell before; or its `itemprop`.

    >>> page = weft.parse("<table><tr><td>Year<td>1999</table><p>Rain: <b>often</b> wet</p>")
    >>> texts = [row for row in range(len(page)) if page.chars[row] > 0]
    >>> [pair_label(page, row, page.text(row).strip()) for row in texts]
    ['', 'year', '', 'rain', '']
    """
    if row < 0:
        return ""
    above = [row, *page.ancestors(row)]
    if name := next((name for one in above[:3] if (name := page.attribute(one, "itemprop"))), ""):
        return normal(name)
    own = normal(page.text(row))
    head = own.partition(normal(value))[0] if normal(value) in own else ""
    if head.rstrip().endswith(COLONS):
        return _clean(head)
    before = next((one for one in range(row - 1, -1, -1) if page.chars[one] > 0 and normal(page.text(one))), -1)
    if before < 0:
        return ""
    text = normal(page.text(before))
    tags = {page.tag_name(one) for one in page.ancestors(before)[:3]}
    is_pair = text.endswith(COLONS) or tags & PAIR_TAGS or _is_cell_before(page, before, row)
    return _clean(text) if is_pair and len(text) <= MAX_LABEL else ""


def _is_cell_before(page: weft.Page, before: int, row: int) -> bool:
    """Whether a text is in the first cell of the table row whose second cell has the other."""
    cells = [next((one for one in page.ancestors(text) if page.tag_name(one) == "td"), -1) for text in (before, row)]
    if -1 in cells or page.parent[cells[0]] != page.parent[cells[1]]:
        return False
    siblings = [one for one in page.children(int(page.parent[cells[0]])) if page.tag_name(one) == "td"]
    return cells == siblings[:2]


def _clean(text: str) -> str:
    return text.rstrip("".join(COLONS) + " ")


def named(answers: Sequence[Answer], truths: Sequence[Truth], vertical: str) -> dict[str, str]:
    """Per true attribute the accepted field that is right, empty where there is none."""
    attributes = sorted({name for truth in truths for name, values in truth.items() if values})
    names = sorted({name for answer in answers for name in answer.values})
    best = {}
    for attribute in attributes:
        accepted = [name for name in names if is_accepted(name, vertical, attribute)]
        shares = {name: share_held(name, attribute, answers, truths) for name in accepted}
        top = max(accepted, key=lambda name: shares[name], default="")
        best[attribute] = top if shares.get(top, 0.0) >= RIGHT else ""
    return best


def share_held(name: str, attribute: str, answers: Sequence[Answer], truths: Sequence[Truth]) -> float:
    """Of the pages that have an attribute, the share on which a field holds it."""
    return fmean(
        holds(answer.values.get(name, ""), truth[attribute])
        for answer, truth in zip(answers, truths, strict=True)
        if truth.get(attribute)
    )


def judge_fields(answers: Sequence[Answer], truths: Sequence[Truth]) -> dict[str, str]:
    """What each field of a site is: `attribute`, `metadata`, `pair`, or junk as `constant`, `again` or `nothing`.

    Fields are judged in the order in which a site gives them; an attribute or a part of the metadata counts once. A
    picture is judged by those that pages declare; where they declare none, nobody knows: it is `unjudged`.
    """
    names = list(dict.fromkeys(name for answer in answers for name in answer.values))
    taken: set[str] = set()
    verdicts: dict[str, str] = {}
    for name in names:
        pages = [(answer, truth) for answer, truth in zip(answers, truths, strict=True) if name in answer.values]
        useful = [key for key in _attributes(name, pages) + _metadata(name, pages) if key not in taken]
        if name == IMAGE and not any(answer.metadata.get(IMAGE) for answer, _ in pages):
            verdicts[name] = UNJUDGED
        elif _is_constant(name, pages) and not useful:
            verdicts[name] = "constant"
        elif any(_repeats(name, other, pages) for other in verdicts if verdicts[other] in USEFUL):
            verdicts[name] = "again"
        elif useful:
            taken.add(useful[0])
            verdicts[name] = "metadata" if useful[0].startswith("metadata ") else "attribute"
        else:
            verdicts[name] = "pair" if _is_pair(name, pages) else "nothing"
    return verdicts


USEFUL = frozenset({"attribute", "metadata", "pair"})
UNJUDGED = "unjudged"
Pages = Sequence[tuple[Answer, Truth]]


def _attributes(name: str, pages: Pages) -> list[str]:
    """The attributes that a field holds on most of its pages."""
    hits = Counter(
        key for answer, truth in pages for key, values in truth.items() if holds(answer.values[name], values)
    )
    return [key for key, count in hits.most_common() if count > MOST * len(pages)]


def _metadata(name: str, pages: Pages) -> list[str]:
    hits = Counter(
        f"metadata {key}"
        for answer, _ in pages
        for key, value in answer.metadata.items()
        if _says(key, answer.values[name]) == _says(key, value)
    )
    return [key for key, count in hits.most_common() if count > MOST * len(pages)]


def _says(key: str, value: str) -> str:
    """A value as it is compared; a picture by the name of its file, whatever its size.

    >>> _says("image", "http://b.example/l/1552671_det.jpg"), _says("title", " The  Loom")
    ('1552671', 'the loom')
    """
    if key != IMAGE:
        return normal(value)
    return SIZES.sub("", value.lower().rpartition("/")[2].rpartition(".")[0])


def _is_constant(name: str, pages: Pages) -> bool:
    values = Counter(normal(answer.values[name]) for answer, _ in pages)
    return len(pages) > 1 and values.most_common(1)[0][1] >= CONSTANT * len(pages)


def _repeats(name: str, other: str, pages: Pages) -> bool:
    same = [normal(answer.values[name]) == normal(answer.values.get(other, "")) for answer, _ in pages]
    return fmean(same) >= SAME


def _is_pair(name: str, pages: Pages) -> bool:
    """Whether most pages print the same label before the field."""
    labels = Counter(label for answer, _ in pages if (label := answer.labels.get(name, "")))
    return bool(labels) and labels.most_common(1)[0][1] > MOST * len(pages)


def site_quality(answers: Sequence[Answer], truths: Sequence[Truth], vertical: str) -> dict[str, float]:
    """A site: attributes named, junk among its fields; `junk_strict` counts pairs that are no attribute as junk."""
    names, verdicts = named(answers, truths, vertical), Counter(judge_fields(answers, truths).values())
    count = verdicts.total() - verdicts[UNJUDGED]
    return {
        "named": fmean(map(bool, names.values())) if names else 0.0,
        "fields": count,
        "junk": 1 - sum(verdicts[verdict] for verdict in USEFUL) / count if count else 0.0,
        "junk_strict": 1 - (verdicts["attribute"] + verdicts["metadata"]) / count if count else 0.0,
    }
