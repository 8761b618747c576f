"""Fields that mean the same on every site: the title of what a page is about, its author, its date, its price.

What a page prints under a label of another meaning is none of them: a birthday is no `date`, a critic no `author`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from weft.content import MONEY, Field, Metadata
from weft.page import Page
from weft.page.name_words import words_of
from weft.sites.field_names import is_pair, item_property, printed_label, strong_label
from weft.sites.field_places import in_trail, is_near
from weft.sites.field_slots import Candidate
from weft.sites.field_types import looks_like_person, type_of
from weft.sites.field_words import strip_words
from weft.sites.templates.fields import MAX_LABEL_LENGTH, LabelledText, squeeze
from weft.text import normalise_date

MEANINGS = ("title", "author", "date", "price")
MEANING_PRESENCE = 0.7  # of a title or date; rarer ones are those of comments
MEANING_SHARE = 0.6  # of the pages agree with the metadata, which is itself wrong at times
SAME_SHARE = 0.9  # of the pages: nearly all
MAX_CROWD = 1.5  # texts in the place of a title or date: a page has one, lists of posts and comments have many
MAX_NICKNAME_WORDS = 3  # of an author who is called something else than a person
MAX_DATE_LENGTH = 60  # characters
MAX_TITLE_LENGTH = 300  # characters of `title` that are compared
TITLE_DIFFERS = 0.5  # of the titles are different: two jobs or two prints of a book may have one
INSIDE = 0.7  # of the pages: `title` holds the value, so it is what the page is called
HEADING_WORTH = {"h1": 1.0, "h2": 0.6, "h3": 0.5}
CALLED_WORTH = 0.45  # of an element whose class or id says that it is a title
TITLE_WORDS = frozenset({"title", "headline", "heading", "name"})
INSIDE_WORTH = 0.5  # of a text that `title` holds whole
AGREEING_WORTH = 0.3  # of a title that the metadata has too
PHRASE_COST = 1.0  # of words that the template prints around a title which stands alone elsewhere: "Reviews of …"
LINK_COST = 0.5  # a page seldom links to itself: a link with its title is a trail, or another page's
NEAR_PRICE = (0, 30)  # texts between the title and an amount that nothing calls a price
NEAR_BYLINE = (-10, 20)  # texts before and after the title, among which an author or date stands
MIN_TITLE = 0.4  # a heading of the second level, or better

LABELS: dict[str, frozenset[str]] = {
    "title": frozenset("title name headline titel titre título заголовок 标题 题目".split()),
    "author": frozenset(
        "by author authors author_s written_by posted_by von autor autorin par auteur por автор 作者 文 creator".split()
    ),
    "date": frozenset(
        "date posted published posted_on published_on date_posted date_published posting_date post_date on updated"
        " veröffentlicht veröffentlicht_am datum publié publié_le fecha data дата 发布时间 发布日期 发布于 发表于 日期"
        " 时间 date_created".split()
    ),
    "price": frozenset(
        "price our_price your_price sale_price now you_pay today_s_price online_price current_price preis prix precio"
        " prezzo cena цена 价格 price_now special_price buy_now_price".split()
    ),
}
_KNOWN_LABELS = frozenset(label for labels in LABELS.values() for label in labels)
NO_PRICE = frozenset("list old was regular retail save saved savings saving shipping tax strike from other".split())
PRICE_STEPS = 4  # elements above an amount whose classes may call it a price
AUTHOR_TOKENS = frozenset("author byline p-author author-name entry-author post-author".split())


def choose_meaning(
    name: str,
    pages: Sequence[Page],
    candidates: Sequence[Candidate],
    metadata: Mapping[int, Metadata],
    labels: Mapping[Candidate, str],
    title: Candidate | None = None,
) -> Candidate | None:
    """The candidate with a meaning, of those that stand on most pages; None where no candidate has it.

    `labels` are those of the candidates, as `label_of` finds them.
    """
    frequent = [one for one in candidates if one.presence >= MEANING_PRESENCE]
    if name == "title":
        return choose_title(pages, frequent, metadata, labels)
    free = [one for one in frequent if not labels[one] or labels[one] in LABELS[name]]
    if name == "price":
        return choose_price(pages, free, labels, title)
    if name == "author":
        free = [one for one in free if may_be_people(list(one.bare.values()))]
    labelled = [one for one in free if labels[one] and one.groups[0].crowd <= MAX_CROWD and looks_all(name, pages, one)]
    return min(labelled, key=_row, default=None) or choose_byline(name, pages, free, metadata, title)


def may_be_people(values: Sequence[str]) -> bool:
    """Whether the values may be names: most look like one, or are a few words, which nicknames are, too."""
    short = [len(one.split()) <= MAX_NICKNAME_WORDS and one[:1].isalpha() for one in values]
    return sum(few or looks_like_person(one) for few, one in zip(short, values, strict=True)) * 2 > len(values)


def label_of(pages: Sequence[Page], candidate: Candidate) -> str:
    """The label of a candidate on most pages, or its microdata name; a text that merely stands before it is none."""
    labels = Counter(_label(pages[page], reading) for page, reading in candidate.readings.items())
    return labels.most_common(1)[0][0]


def _label(page: Page, reading: LabelledText) -> str:
    label = printed_label(page, reading)
    is_firm = label in _KNOWN_LABELS or (label and (is_pair(page, reading) or bool(strong_label(page, reading))))
    return label if is_firm else item_property(page, reading.row)


def _row(candidate: Candidate) -> int:
    return min(candidate.readings.items())[1].row


def choose_title(
    pages: Sequence[Page],
    candidates: Iterable[Candidate],
    metadata: Mapping[int, Metadata],
    labels: Mapping[Candidate, str],
) -> Candidate | None:
    """The text that is the page's own name: on every page another one, in `title`, and as a heading.

    What all titles begin or end with is the site's. The words that are left are the page's; of two candidates the one
    that holds more of them is the title.
    """
    titles = {number: _head_title(page) for number, page in enumerate(pages)}
    own = strip_words(titles) or titles
    candidates = list(candidates)
    printed = {frozenset(_folded(candidate.bare).items()) for candidate in candidates}
    best, most = None, MIN_TITLE
    for candidate in candidates:
        differing = len(set(candidate.bare.values())) / len(candidate.bare)
        is_other = labels[candidate] not in LABELS["title"] | {""}
        worth = 0.0 if is_other else title_worth(pages, candidate, titles, own)
        worth += AGREEING_WORTH * _agreement("title", candidate, metadata)
        if frozenset(_folded(strip_words(candidate.bare)).items()) in printed:
            worth -= PHRASE_COST
        worth *= candidate.presence * differing**2  # a text of several pages is what they are about, not their name
        if worth > most + 1e-9:
            best, most = candidate, worth
    return best


def title_worth(
    pages: Sequence[Page], candidate: Candidate, titles: Mapping[int, str], own: Mapping[int, str]
) -> float:
    """How much a candidate looks like the title."""
    values = candidate.bare
    if candidate.groups[0].crowd > MAX_CROWD or len(set(values.values())) < TITLE_DIFFERS * len(values):
        return 0.0
    page, reading = next(iter(candidate.readings.items()))
    worth = _heading_worth(pages[page], reading.row)
    shared = [_likeness(_fold(value), _fold(own.get(number, ""))) for number, value in values.items()]
    inside = sum(f" {_fold(value)} " in f" {_fold(titles[number])} " for number, value in values.items())
    worth += fmean(shared) + (INSIDE_WORTH if inside >= INSIDE * len(values) else 0.0)
    if pages[page].in_link[reading.row] or in_trail(pages[page], reading.row):
        worth -= LINK_COST
    return worth


def _heading_worth(page: Page, row: int) -> float:
    """How much the element of a text looks like that of a title."""
    above = (row, *page.ancestors(row)[:2])
    worth = max(HEADING_WORTH.get(page.tag_name(one), 0.0) for one in above)
    marks = [mark for one in above for mark in (page.id(one), *page.classes(one))]
    return worth or (CALLED_WORTH if any(TITLE_WORDS & words_of(mark) for mark in marks) else 0.0)


def _likeness(text: str, other: str) -> float:
    """The share of their words that two texts have in common."""
    words, others = Counter(text.split()), Counter(other.split())
    return 2 * (words & others).total() / max(1, words.total() + others.total())


def _head_title(page: Page) -> str:
    rows = page.rows_of("title")
    return squeeze(page.text(int(rows[0])))[:MAX_TITLE_LENGTH] if len(rows) else ""


def _folded(values: Mapping[int, str]) -> dict[int, str]:
    return {number: _fold(value) for number, value in values.items()}


def _fold(text: str) -> str:
    """The words of a text alone, in lower case."""
    return " ".join("".join(letter if letter.isalnum() else " " for letter in text.casefold()).split())


def choose_price(
    pages: Sequence[Page], candidates: Iterable[Candidate], labels: Mapping[Candidate, str], title: Candidate | None
) -> Candidate | None:
    """The amount that the page calls its price, in print, data or mark-up; else the first behind the title."""
    ranked: list[tuple[int, int, Candidate]] = []
    for number, candidate in enumerate(candidates):
        if candidate.groups[0].crowd > MAX_CROWD or type_of(list(candidate.bare.values())) != MONEY:
            continue
        page, reading = next(iter(candidate.readings.items()))
        words = mark_words(pages[page], reading.row)
        if labels[candidate] or item_property(pages[page], reading.row) == "price":
            ranked.append((0, number, candidate))
        elif words & NO_PRICE or candidate.groups[0].path_crowd > MAX_CROWD:
            continue
        elif "price" in words:
            ranked.append((1, reading.row, candidate))
        elif title and is_near(pages, candidate, title, NEAR_PRICE):
            ranked.append((2, reading.row, candidate))
    return min(ranked, key=lambda own: own[:2])[2] if ranked else None


def mark_words(page: Page, row: int) -> frozenset[str]:
    """The words of the classes and ids around a text."""
    marks = (mark for above in page.ancestors(row)[:PRICE_STEPS] for mark in (page.id(above), *page.classes(above)))
    return frozenset(word for mark in marks for word in words_of(mark))


def choose_byline(
    name: str,
    pages: Sequence[Page],
    candidates: Sequence[Candidate],
    metadata: Mapping[int, Metadata],
    title: Candidate | None,
) -> Candidate | None:
    """The author or date that agrees with the metadata, else the first near the title that looks like it on all pages.

    The other way round where the metadata speaks of the site, or of what only some pages have, such as comments.
    """
    alone = [one for one in candidates if one.groups[0].crowd <= MAX_CROWD]
    pool = alone if name == "date" else candidates
    agreeing = find_agreeing(name, [one.bare for one in pool], metadata)
    match = pool[agreeing] if agreeing >= 0 else None
    if match is None or is_the_sites(name, metadata) or match.presence < SAME_SHARE:
        looking = [one for one in alone if one.presence >= SAME_SHARE and looks_all(name, pages, one)]
        looking = [one for one in looking if title is None or is_near(pages, one, title, NEAR_BYLINE)]
        match = min(looking, key=_row, default=match)
    return match


def looks_all(name: str, pages: Sequence[Page], candidate: Candidate) -> bool:
    """Whether a candidate looks like an author or a date on all pages; dates differ by page."""
    values = candidate.bare
    different = len(set(values.values())) >= SAME_SHARE * len(values) or name == "author"
    return different and all(
        looks_like(name, pages[page], reading, values[page]) for page, reading in candidate.readings.items()
    )


def looks_like(name: str, page: Page, reading: LabelledText, value: str) -> bool:
    """Whether a value looks like a date, or like an author by its label or class."""
    if name == "date":
        return len(read_date(value)) == len("2022-09-04")
    tokens = {token for row in (reading.row, *page.ancestors(reading.row)[:2]) for token in page.classes(row)}
    return len(value) <= MAX_LABEL_LENGTH and (
        printed_label(page, reading) in LABELS["author"] or bool(tokens & AUTHOR_TOKENS)
    )


def find_agreeing(name: str, slots: Sequence[Mapping[int, str]], metadata: Mapping[int, Metadata]) -> int:
    """Which slot agrees with the metadata most often; -1 for none. `slots` are values by page, better ones first."""
    fields = {page: field for page, data in metadata.items() if (field := getattr(data, name))}
    if not slots or len(fields) < 2:
        return -1
    counts = [
        sum(agrees(name, values[page], fields[page]) for page in values.keys() & fields.keys()) for values in slots
    ]
    best = max(range(len(counts)), key=lambda position: counts[position])
    return best if counts[best] >= max(2, MEANING_SHARE * len(fields)) else -1


def _agreement(name: str, candidate: Candidate, metadata: Mapping[int, Metadata]) -> float:
    values = candidate.bare
    both = [page for page, data in metadata.items() if page in values and getattr(data, name)]
    return fmean(agrees(name, values[page], getattr(metadata[page], name)) for page in both) if both else 0.0


def agrees(name: str, value: str, field: Field) -> bool:
    """Whether a slot's value is what the metadata says; of dates one may be less exact."""
    if name != "date":
        return squeeze(field.value).casefold() == value.casefold()
    date = read_date(value)
    return bool(date) and (field.value.startswith(date) or date.startswith(field.value))


def read_date(value: str) -> str:
    """The day of a value that is a date and little else, as ISO 8601."""
    return normalise_date(value)[:10] if len(value) <= MAX_DATE_LENGTH and any(map(str.isdigit, value)) else ""


def is_the_sites(name: str, metadata: Mapping[int, Metadata]) -> bool:
    """Whether the metadata says the same author on most pages: then it may speak of the site."""
    values = [field.value for data in metadata.values() if (field := getattr(data, name))]
    return name != "date" and len(set(values)) * 2 <= len(values)
