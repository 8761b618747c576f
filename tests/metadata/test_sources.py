"""What pages declare: the kernel's one walk beside the sources read one after another."""

import json
from pathlib import Path
from random import Random

import weft
from tests.seeds import every_seed
from weft import parse
from weft.metadata.sources import PRIORITY, Declared, declared, declared_in_steps, declared_names
from weft.page import Page

TEXTS = (
    "Rain in May",
    " Ann  Lee ",
    "Ann Lee and Bo Chu",
    "",
    "R&amp;D \u200b",
    "&nbsp;",
    "é" * 600,
    "2022-09-04",
    "https://loom.example/a.jpg",
    "a, b，c",
    "Comment",
    "1200px",
    "\u2028x\x1cy",
    "by Ann Lee | News",
    "Lee, Ann",
)
TYPES = (
    "Article NewsArticle https://schema.org/BlogPosting WebPage WebSite BreadcrumbList Person Organization Product x"
).split()
KEYS = (
    "@id @type @graph name headline alternateName @value datePublished dateCreated dateModified inLanguage description"
    " publisher url mainEntity mainEntityOfPage breadcrumb image thumbnailUrl contentUrl width height value author"
    " creator sameAs keywords articleSection license isAccessibleForFree wordCount timeRequired itemListElement item"
).split()
PROPERTY_NAMES = ("author", "datePublished", "image", "headline", "dc:creator", "keywords", "timeRequired", "x")


def value_of(random: Random, depth: int = 0) -> object:
    """Any value, of names that are read."""
    kind = random.randrange(12 if depth < 4 else 8)
    if kind < 5:
        return random.choice(TEXTS)
    if kind < 8:
        return random.choice((None, True, False, 0, 7, 1_200, 10**9, -3, 640.5, 1e300, "#a", "#b"))
    if kind == 8:
        return [value_of(random, depth + 1) for _ in range(random.choice((0, 1, 1, 2, 3, 45)))]
    return object_of(random, depth + 1)


def object_of(random: Random, depth: int = 0) -> dict[str, object]:
    """An object that may have any name, most often a type and an author."""
    own = {key: value_of(random, depth) for key in random.sample(KEYS, random.randrange(9))}
    if random.random() < 0.8:
        own["@type"] = random.choice((random.choice(TYPES), random.sample(TYPES, 2)))
    if random.random() < 0.4:
        own["author"] = random.choice(({"@id": "#a"}, {"@id": "#b"}, [{"name": "Bo Chu", "url": "/bo"}, "Cy Day"]))
    if random.random() < 0.3:
        own["@id"] = random.choice(("#a", "#b"))
    if random.random() < 0.2:
        steps = [{"name": random.choice(TEXTS), "item": value_of(random, 3)} for _ in range(random.randrange(4))]
        own |= {"@type": "BreadcrumbList", "itemListElement": steps}
    return own


def script(random: Random) -> str:
    """A script of linked data, sometimes a broken one."""
    values = [json.dumps(value_of(random), ensure_ascii=random.random() < 0.5) for _ in range(random.choice((1, 1, 2)))]
    values = [json.dumps(object_of(random)), *values][: random.choice((1, 2, 3))]
    text = random.choice((" ", ";\n", ",")).join(values)
    if random.random() < 0.1:
        place = random.randrange(len(text))
        text = random.choice((f"<!-- {text} -->", text[:place], text[:place] + random.choice('",}\\') + text[place:]))
    return f"<script type='application/ld+json'>{text.replace('</', '<')}</script>"


def element(random: Random) -> str:
    """Something that declares something."""
    names = sorted({name for own in weft.metadata.head.KNOWN_METAS for name in (own, own.upper())})
    text, kind = random.choice(TEXTS), random.randrange(8)
    if kind < 3:
        return f"<meta {random.choice(('name', 'property'))}='{random.choice(names)}' content='{text}'>"
    if kind == 3:
        labels = ("twitter:label1", "twitter:data1", "twitter:label2", "og:image", "og:image:width", "og:image:height")
        return f"<meta name='{random.choice(labels)}' content='{random.choice(('Written by', '640', '64px', text))}'>"
    if kind == 4:
        link = random.choice(("link", "a"))
        relation = random.choice(("canonical", "tag", "next", "x", "alternate", "alternate feed", "license"))
        more = random.choice(("", "hreflang=de", "type=application/rss+xml title='The Loom'"))
        return f"<{link} rel='{relation}' {more} href='{text}'>{text}</{link}>"
    if kind == 5:
        own = random.choice(("", f"content='{text}'", f"datetime='{text}'", f"src='{text}'"))
        name = f"<b itemprop=name>{random.choice(TEXTS)}</b>" if random.random() < 0.5 else ""
        return f"<p {random.choice(('itemprop', 'property'))}='{random.choice(PROPERTY_NAMES)}' {own}>{text}{name}</p>"
    if kind == 6:
        return f"<div itemtype='https://schema.org/{random.choice(('Comment', 'Person', 'AggregateRating'))}'>"
    return script(random)


def told(found: Declared) -> tuple[object, ...]:
    """All that is declared."""
    fields = {name: found.ranked(name) for name in PRIORITY}
    return fields, found.programs, found.relations, found.links, found.sites


def compare(page: Page) -> bool:
    """Whether the kernel read the page; if so, as it is read source by source."""
    read = declared_names().read(page.table, page.url or "")
    assert told(declared(page)) == told(declared_in_steps(page))
    return read is not None


@every_seed(300)
def test_random_pages(seed: int) -> None:
    random = Random(seed)
    lang = random.choice(("", "<html lang=en-GB>", "<html xml:lang=de>", "<html lang='' xml:lang=fr>"))
    url = random.choice((None, "https://www.loom.example/a", "https://Über.example/", "http://["))
    compare(parse(lang + "".join(element(random) for _ in range(random.randrange(12))), url=url))


def test_most_pages_are_read_by_the_kernel() -> None:
    counts = [compare(parse("".join(element(random) for _ in range(5)))) for random in map(Random, range(100))]
    assert sum(counts) >= 50


def test_pages_of_the_demo() -> None:
    pages = sorted((Path(weft.__file__).parent / "demo" / "pages").glob("*.html"))
    assert pages
    for file in pages:
        assert compare(parse(file.read_bytes()))


def test_lists_end() -> None:
    """Forty candidates of a field from one source, thirty values of a list, whatever stands behind them."""
    tags = ",".join(f"t{number}" for number in range(50))
    keywords = json.dumps({"@type": "Article", "keywords": [tags], "author": [f"Ann Lee{n}" for n in range(31)]})
    page = parse(f"<script type='application/ld+json'>{keywords}</script>" + "<p itemprop=keywords>x</p>" * 50)
    assert compare(page)
    fields = declared(page).ranked("tags")
    assert [field.source for field in fields].count("json-ld") == 40
    assert [field.source for field in fields].count("microdata") == 40
    odd = parse("<p itemprop=author>Ann Lee</p>" * 41)
    assert not compare(odd)


def test_what_is_odd_is_read_in_steps() -> None:
    for text in (r'{"@type": "Article", "name": "\ud83d"}', '{"@type": "Article", "name": "x",}', "[" * 60 + "]" * 60):
        assert not compare(parse(f"<script type='application/ld+json'>{text}</script>"))
    assert compare(parse("<meta name=author content='Ann &amp;#129; Bo'>"))
    assert compare(parse("<meta name=author content='Ann &amp;amp; Bo'>"))
