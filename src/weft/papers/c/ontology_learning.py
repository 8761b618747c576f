"""An ontology from values that a person marked: what the values of each field look like, and what stands before them.

Embley and others write ontologies by hand. Here the marks give a first one, to be read and corrected: a field whose
values are dates is a date; one whose values share a form gets it as patterns; one with the same words before it gets
them as its label; long text is the rest of a record. The form of a value keeps the words that many values have.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from weft.content import NO_FIELDS, RECORD, Label
from weft.deadline import check_deadline
from weft.errors import ConfigError
from weft.page import Page
from weft.papers.c.ontology import Ontology
from weft.papers.c.ontology_file import FORMAT
from weft.papers.c.ontology_lines import Line, read_lines
from weft.text import normalise_date

MOST = 0.8  # share of the values that must agree
MANY = 0.5  # share of the values that must have a word, for it to be part of their form
MAX_FORMS = 6  # of a field: more say that its values share no form
LONG = 120  # characters of the median value from which on a field is the text of a record
MAX_LABEL = 30  # characters before a value that can be its label
MAX_VALUES = 2_000  # of a field that are looked at
_PART = re.compile(r"[0-9]+|[^\W\d_]+|\s+|.", re.DOTALL)
_ESCAPED = re.compile(r"[\\.+*?()|\[\]{}^$#&~-]")


@dataclass(frozen=True, kw_only=True)
class MarkedValue:
    """A value as it stands on its page."""

    text: str
    before: str = ""  # what its line, or the short line above it, says before it
    is_heading: bool = False


def learn_ontology(name: str, values: Mapping[str, Sequence[MarkedValue]]) -> str:
    """The text of an ontology for fields with these values.

    >>> prices = [MarkedValue(text=f"£ {number}.50", before="Price:") for number in (7, 14, 210)]
    >>> names = [MarkedValue(text=f"Loom {number} of oak", is_heading=True) for number in (1, 20, 33)]
    >>> print(learn_ontology("offer", {"name": names, "price": prices}).split("[object.price]")[1].strip())
    keywords = ["price"]
    patterns = ["£ [0-9]{1,3}\\\\.[0-9]{2}"]
    """
    fields = {field_name(field): own[:MAX_VALUES] for field, own in values.items() if own}
    if not fields:
        raise ConfigError("no value is marked", advice="mark the fields of some records first")
    own = field_name(name)
    own = f"{own}_record" if own in fields else own
    rest = _longest_field(fields)
    objects = {field: _describe(marked, is_rest=field == rest) for field, marked in fields.items()}
    relations = [f"{own} [0:1] has {field}" for field in objects]
    lines = [f"format = {FORMAT}", f'name = "{own}"', 'about = "learned from marks"', f"least = {min(2, len(objects))}"]
    lines += [f"relations = {_toml(relations)}"]
    for field, keys in objects.items():
        lines += ["", f"[object.{field}]", *(f"{key} = {_toml(value)}" for key, value in keys.items())]
    text = "\n".join(lines) + "\n"
    Ontology.read(text)  # what is written can be read
    return text


def field_name(name: str) -> str:
    """A name as ontologies have them: small letters, digits and `_`."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:40]
    return plain if re.match("[a-z]", plain) else f"field_{plain or abs(hash_of(name))}"


def hash_of(name: str) -> int:
    """A number that is always the same for a name: names of other scripts have no small letters."""
    return sum((place + 1) * ord(letter) for place, letter in enumerate(name)) % 10_000


def marked_values(page: Page, labels: Sequence[Label]) -> dict[str, list[MarkedValue]]:
    """The values on a page by field, with what stands before them; of those in records where there are some."""
    lines = read_lines(page)
    line_of = {row: (number, place) for number, line in enumerate(lines) for place, row in enumerate(line.rows)}
    records = [(row, int(page.end[row])) for label in labels if label.name == RECORD for row in label.rows]
    found: dict[str, list[MarkedValue]] = {}
    for label in check_deadline(labels):
        for row in label.rows:
            is_inside = not records or any(start <= row < end for start, end in records)
            is_text = label.name == "body" and bool(records)
            if is_inside and (label.name not in NO_FIELDS or is_text):
                found.setdefault(label.name, []).append(_value(page, row, lines, line_of))
    return found


def _value(page: Page, row: int, lines: Sequence[Line], line_of: Mapping[int, tuple[int, int]]) -> MarkedValue:
    text = " ".join(page.text(row).split())
    inside = (line_of[one] for one in range(row, int(page.end[row])) if one in line_of)
    number, place = next(inside, (-1, 0))
    before = ""
    if number >= 0:
        before = lines[number].text[: lines[number].starts[place]].strip()
        above = lines[number - 1].text if number else ""
        before = before or (above if len(above) <= MAX_LABEL else "")
    above_it = [row, *page.ancestors(row)]
    is_heading = any(re.fullmatch("h[1-6]", page.tag_name(one) or "") for one in above_it)
    return MarkedValue(text=text, before=before, is_heading=is_heading)


def _longest_field(fields: Mapping[str, Sequence[MarkedValue]]) -> str:
    """The field that is the text of records; empty where none is long."""
    lengths = {field: median(len(one.text) for one in values) for field, values in fields.items()}
    longest = max(lengths, key=lambda field: lengths[field])
    return longest if lengths[longest] >= LONG and len(fields) > 1 else ""


def _describe(values: Sequence[MarkedValue], *, is_rest: bool) -> dict[str, object]:
    """The keys of an object set."""
    if is_rest:
        return {"kind": "rest"}
    label = _label(values)
    keywords: dict[str, object] = {"keywords": [label]} if label else {}
    texts = [one.text for one in values if one.text]
    if texts and sum(bool(normalise_date(text)) for text in texts) >= MOST * len(texts):
        return {"kind": "date", **keywords}
    forms = _forms(texts)
    if forms:
        return {**keywords, "patterns": forms}
    if label:
        return {**keywords, "keyword": "label"}
    longest = max(map(len, texts), default=1)
    is_heading = sum(one.is_heading for one in values) >= MOST * len(values)
    # Nothing tells these values but that they stand alone: a line that begins with a letter or a digit.
    line = [f"[\\p{{L}}0-9].{{0,{min(2 * longest, 200)}}}"]
    return {"line": True, **({"heading": True} if is_heading else {}), "patterns": line}


def _label(values: Sequence[MarkedValue]) -> str:
    """The last words that stand before most values, as a keyword; empty where there are none."""
    said = Counter(_last_words(one.before) for one in values)
    words, count = said.most_common(1)[0]
    return words if words and count >= MOST * len(values) else ""


def _last_words(before: str) -> str:
    words = re.split(r"[|·•]", before)[-1].strip(" :：=-–—,").lower()
    return words if 0 < len(words) <= MAX_LABEL and re.search(r"[^\W\d_]", words) else ""


def _forms(texts: Sequence[str]) -> list[str]:
    """The forms of values as patterns, the most frequent first; none where they are too many, or would fit anything."""
    counts = Counter(part.lower() for text in texts for part in set(_PART.findall(text)) if part.isalpha())
    shared = {part for part, count in counts.items() if count >= max(MANY * len(texts), 2)}
    parts = [_PART.findall(text) for text in texts]
    lengths: dict[tuple[str, int], list[int]] = {}
    shapes = [tuple(_kind(part, shared) for part in own) for own in parts]
    for own, shape in zip(parts, shapes, strict=True):
        for place, part in enumerate(own):
            lengths.setdefault(("\0".join(shape), place), []).append(len(part))
    common = Counter(shapes).most_common(MAX_FORMS)
    if sum(count for _, count in common) < MOST * len(texts):
        return []
    if not all(any(part in ("0", *shared) or _is_sign(part) for part in shape) for shape, _ in common):
        return []
    return [_pattern(shape, lengths) for shape, _ in common]


def _is_sign(part: str) -> bool:
    return len(part) == 1 and not part.isalnum() and not part.isspace() and part not in ".,'-"


def _kind(part: str, shared: set[str]) -> str:
    """A part of a value as its form has it: `0` for digits, `a` for letters, else itself."""
    if part[0].isdecimal() and part.isascii():
        return "0"
    if part.isspace():
        return " "
    return "a" if part.isalpha() and part.lower() not in shared else part


def _pattern(shape: tuple[str, ...], lengths: Mapping[tuple[str, int], Sequence[int]]) -> str:
    written = []
    for place, kind in enumerate(shape):
        sizes = lengths["\0".join(shape), place]
        if kind == "0":
            written.append(f"[0-9]{_times(min(sizes), max(sizes))}")
        elif kind == "a":
            written.append(r"\p{L}+")
        else:
            written.append(_ESCAPED.sub(r"\\\g<0>", kind))
    return "".join(written)


def _times(least: int, most: int) -> str:
    """How often a digit comes; where the marked values differ the next may be longer, up to twice."""
    return f"{{{least}}}" if least == most else f"{{{1},{max(most, 3)}}}"


def _toml(value: object) -> str:
    """A value in TOML, which writes texts, lists of texts and truths as JSON does."""
    return json.dumps(value, ensure_ascii=False)
