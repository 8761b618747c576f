"""Content that JSON-LD carries: articles, recipes, instructions, questions and answers, products, as small HTML.

Our own elements are few: headings, paragraphs and lists. Markup inside of a value stays, because some systems put the
HTML of the body there; it is parsed like any page and never trusted.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import islice
from typing import Any

from weft.deadline import check_deadline
from weft.late_patterns import late_pattern
from weft.metadata.json_ld import Object, types_of
from weft.metadata.values import read_entities

_escape = partial(escape, quote=False)  # no value stands in an attribute
MAX_ENTRIES = 1_000  # of one list: steps, ingredients, questions, properties
MAX_SECTIONS = 3  # lists of steps in each other
MARKUP = late_pattern(
    r"<(?:p|br|div|h[1-6]|[uo]l|li|a|b|i|strong|em|span|img|blockquote|table|figure|section)\b[^<>]*+>"
)
_ESCAPED = late_pattern(r"&lt;/?(?:p|br|div|h[1-6]|[uo]l|li|a|b|strong|em|span)\b", re.IGNORECASE)
# An entity that was escaped: no author writes so, systems escape what is escaped already.
_TWICE = late_pattern(r"&(?:amp;)+(?=(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z]\w{1,31});)")
_DURATION = late_pattern(r"P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:\d{1,6}(?:\.\d+)?S)?)?")
FACTS = {
    "recipeYield": "Yield",
    "yield": "Yield",
    "prepTime": "Preparation time",
    "performTime": "Time",
    "cookTime": "Cooking time",
    "totalTime": "Total time",
    "brand": "Brand",
    "sku": "SKU",
    "mpn": "MPN",
    "model": "Model",
    "color": "Color",
    "material": "Material",
    "size": "Size",
}
"""What is said in a word or two, by the names of schema.org."""

TEXTS = ("text", "reviewBody")
"""Where an object has its text that is no article: a post, a review, a comment."""


@dataclass(frozen=True, kw_only=True)
class DataContent:
    """What the data of a page says: a word for its kind, and its HTML; `facts` are what pages word otherwise."""

    kind: str
    body: str
    facts: str = ""
    name: str = ""  # what the data calls it
    address: str = ""

    @property
    def html(self) -> str:
        """All of it."""
        return f"{self.facts}{self.body}"


def linked_contents(objects: Iterable[Object]) -> Iterator[DataContent]:
    """What each of these objects says, where that is more than its name and description."""
    questions: list[Object] = []
    has_list = False
    for item in check_deadline(objects):
        types, text = set(types_of(item)), item.get("articleBody")
        if isinstance(text, str):
            yield _content(item, "article", markup_of(text))
        if types & {"faqpage", "qapage"}:
            has_list = True
            yield _content(item, "questions", _questions(_entries(item.get("mainEntity"))))
        elif "question" in types:
            questions.append(item)
        elif "recipe" in types:
            yield _content(item, "recipe", _description(item) + _recipe(item), _facts(item))
        elif "howto" in types:
            yield _content(item, "instructions", _description(item) + _instructions(item), _facts(item))
        elif types & {"product", "productgroup"}:
            yield _content(item, "product", _description(item) + _properties(item), _facts(item))
        elif text := next((item[name] for name in TEXTS if isinstance(item.get(name), str)), ""):
            yield _content(item, "post", markup_of(text))
    if questions and not has_list:
        yield _content({}, "questions", _questions(questions))


def _content(item: Object, kind: str, body: str, facts: str = "") -> DataContent:
    name = _text(item.get("headline")) or _text(item.get("name"))
    address = item.get("url") or item.get("mainEntityOfPage") or item.get("@id")
    return DataContent(kind=kind, body=body, facts=facts, name=name, address=_text(address))


def markup_of(text: str) -> str:
    """A text as HTML: its own markup, also where it is escaped once more; else a paragraph for each line.

    >>> markup_of("Warp & weft\\nLoom"), markup_of("&lt;p&gt;Loom&lt;/p&gt;")
    ('<p>Warp &amp; weft</p><p>Loom</p>', '<p>Loom</p>')
    >>> markup_of("Warp&amp;#8217;s"), markup_of("<p>&amp;eacute;")
    ('<p>Warp’s</p>', '<p>&eacute;')
    """
    text = _TWICE.sub("&", text)
    if _ESCAPED.search(text):
        text = _TWICE.sub("&", read_entities(text))
    if MARKUP.search(text):
        return text
    if "&" in text:
        text = read_entities(text)
    return "".join(f"<p>{_escape(line.strip())}</p>" for line in text.splitlines() if line.strip())


def _text(value: Any) -> str:
    """The text of a value: itself, the name or text of an object, or those of a list."""
    if isinstance(value, list):
        return ", ".join(filter(None, (_text(entry) for entry in value[:MAX_ENTRIES] if not isinstance(entry, list))))
    if isinstance(value, dict):
        value = next((value[key] for key in ("name", "text", "value", "@value", "@id") if value.get(key)), "")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.10g}"
    return _TWICE.sub("&", value).strip() if isinstance(value, str) else ""


def _entries(value: Any) -> list[Any]:
    return value[:MAX_ENTRIES] if isinstance(value, list) else [value] if value else []


def _description(item: Object) -> str:
    return markup_of(_text(item.get("description")))


def _heading(text: str, level: int = 2) -> str:
    return f"<h{level}>{_escape(read_entities(text))}</h{level}>" if text else ""


def _list(name: str, values: Any) -> str:
    """A heading and a list; nothing where it is empty."""
    items = [text for entry in _entries(values) if (text := _text(entry))]
    return _heading(name) + "<ul>" + "".join(f"<li>{_inline(text)}</li>" for text in items) + "</ul>" if items else ""


def _inline(text: str) -> str:
    return text if MARKUP.search(text) else _escape(read_entities(text))


def _recipe(item: Object) -> str:
    ingredients = _list("Ingredients", item.get("recipeIngredient") or item.get("ingredients"))
    return ingredients + _steps("Instructions", item.get("recipeInstructions"))


def _instructions(item: Object) -> str:
    lists = _list("Supplies", item.get("supply")) + _list("Tools", item.get("tool"))
    return lists + _steps("Instructions", item.get("step") or item.get("steps"))


def _steps(name: str, value: Any) -> str:
    if isinstance(value, str):
        steps = value if MARKUP.search(value) else _ordered([line for line in value.splitlines() if line.strip()])
    else:
        steps = _ordered(_entries(value))
    return _heading(name) + steps if steps else ""


def _ordered(entries: list[Any], level: int = 3) -> str:
    """Steps as an ordered list; a section is a heading with its own list."""
    parts: list[str] = []
    items: list[str] = []
    for entry in check_deadline(entries):
        inner = entry.get("itemListElement") if isinstance(entry, dict) else None
        is_section = isinstance(entry, dict) and "howtosection" in types_of(entry) and level < 3 + MAX_SECTIONS
        if is_section or (isinstance(inner, list) and not _step(entry)):
            parts += [_close(items), _heading(_text(entry.get("name")), level)]
            items = []
            parts.append(_ordered(_entries(inner or entry.get("steps")), level + 1) if level < 3 + MAX_SECTIONS else "")
        elif step := _step(entry):
            items.append(step)
    return "".join([*parts, _close(items)])


def _close(items: list[str]) -> str:
    return "<ol>" + "".join(f"<li>{item}</li>" for item in items) + "</ol>" if items else ""


def _step(entry: Any) -> str:
    """What a step says: its name where that is no beginning of its text, and the text, or its directions."""
    if not isinstance(entry, dict):
        return _inline(_text(entry))
    name, text = _text(entry.get("name")), _text(entry.get("text"))
    if not text:
        directions = (_text(inner) for inner in _entries(entry.get("itemListElement")) if not isinstance(inner, list))
        text = " ".join(filter(None, directions))
    if not text or text.startswith(name.rstrip(".… ")):
        return _inline(text or name)
    return f"<p><strong>{_escape(read_entities(name))}</strong></p>{markup_of(text)}"


def _questions(entries: list[Any]) -> str:
    """Each question as a heading, with what is asked at length, and its answers."""
    parts: list[str] = []
    for item in check_deadline(entries):
        if isinstance(item, dict):
            name, text = _text(item.get("name")), _text(item.get("text"))
            answers = [*_entries(item.get("acceptedAnswer")), *_entries(item.get("suggestedAnswer"))]
            said = [markup_of(_text(_answer(answer))) for answer in answers[:MAX_ENTRIES]]
            parts += [_heading(name), markup_of(text) if text != name else "", *said]
    return "".join(parts)


def _answer(value: Any) -> Any:
    return value.get("text") or value.get("name") if isinstance(value, dict) else value


def _facts(item: Object) -> str:
    """Price, times and the like as a list of terms."""
    pairs = [(label, _duration(_text(item.get(name)))) for name, label in FACTS.items() if item.get(name)]
    pairs += [("Price", price) for price in islice(_prices(item), 1)]
    return "".join(f"<p>{_escape(label)}: {_inline(text)}</p>" for label, text in pairs if text)


def _duration(text: str) -> str:
    """A time span as people write it.

    >>> _duration("PT1H30M"), _duration("8 servings")
    ('1 h 30 min', '8 servings')
    """
    match = _DURATION.fullmatch(text)
    if not match:
        return text
    named = zip(match.groups(), ("d", "h", "min"), strict=True)
    return " ".join(f"{int(number)} {unit}" for number, unit in named if number and int(number))


def _prices(item: Object) -> Iterator[str]:
    for offer in _entries(item.get("offers")):
        if isinstance(offer, dict):
            low, high = _text(offer.get("price") or offer.get("lowPrice")), _text(offer.get("highPrice"))
            if low:
                span = f"{low}–{high}" if high and high != low else low
                yield f"{span} {_text(offer.get('priceCurrency'))}".strip()


def _properties(item: Object) -> str:
    """The additional properties of a product."""
    pairs = [
        (_text(entry.get("name")), f"{_text(entry.get('value'))} {_text(entry.get('unitText'))}".strip())
        for entry in _entries(item.get("additionalProperty"))
        if isinstance(entry, dict)
    ]
    rows = [f"<li>{_escape(read_entities(name))}: {_inline(value)}</li>" for name, value in pairs if name and value]
    return f"<ul>{''.join(rows)}</ul>" if rows else ""
