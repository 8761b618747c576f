"""Fifty made sites: what is learned of each, and what it answers on its pages."""

import json
from collections.abc import Callable, Iterator
from random import Random

import weft
from tests.answers.answers import as_lines
from tests.answers.corpus import SEED
from tests.answers.languages import LANGUAGES
from tests.answers.pages import article, board, product, teasers, thread
from tests.answers.parts import Parts
from tests.site_pages import blog_page, hashed_page, list_page, make_article, redesigned_page, table_page

COUNT = 40
CELLED = 10  # sites whose pages are cells without names
PAGES = 8  # of each of the two templates of a site
DESIGNS = (blog_page, hashed_page, table_page, redesigned_page)


def site_names() -> Iterator[str]:
    """The name of every site."""
    return (f"site.{number}" for number in range(COUNT + CELLED))


def site_answers(name: str) -> dict[str, str]:
    """What is learned of most pages of a site, and what it answers on each, by a name."""
    pages = list(_pages(int(name.split(".")[1])))
    learned = weft.learn(pages[1:-1])
    written = json.dumps(learned.to_json(), ensure_ascii=False)
    site = weft.Site.from_json(json.loads(written))
    answers = {"learned": as_lines(learned.to_json())}
    for url, data in pages:
        document = site.extract(data, url=url)
        answers[url] = f"{as_lines(document.to_dict())}\n{document.markdown}"
    return answers


def _pages(number: int) -> Iterator[tuple[str, bytes]]:
    """The pages of a site: a fourth of the sites are those of other tests, the rest have a language and two kinds."""
    if number >= COUNT:
        for k in range(2 * PAGES):
            yield f"https://weft.example/{k}", _cells(number - COUNT, k).encode()
        return
    if number % 4 == 0:
        design = DESIGNS[number // 4 % len(DESIGNS)]
        for k in range(PAGES):
            made = make_article(number * 100 + k, paragraphs=number // 16 * 2)
            yield f"https://weft.example/blog/{made.number}", design(made).encode()
        for k in range(PAGES):
            yield f"https://weft.example/page/{k}", list_page(number * 10 + k).encode()
        return
    language = list(LANGUAGES.values())[number % len(LANGUAGES)]
    kinds: tuple[Callable[[Parts], str], ...] = (article, product, thread, board, teasers)
    for kind in (kinds[number % 5], kinds[(number + 2) % 5]):
        for k in range(PAGES):
            html = _in_one_design(kind, Parts(language, Random(f"{SEED} {name_of(kind)} {number}")), k)
            yield f"https://weft.example/{name_of(kind)}/{k + 10}", html.encode()


def name_of(kind: Callable[[Parts], str]) -> str:
    """The name of a kind, as it stands in addresses."""
    return kind.__name__


def _cells(number: int, k: int) -> str:
    """A layout of some cells without names; on some pages of some sites there is one more, or a cell has a name."""
    parts, tag = Parts(LANGUAGES["en"], Random(f"{SEED} cells {number} {k}")), ("td", "div")[number // 5]
    texts = [
        f"<h2>{parts.say('titles')}</h2>",
        parts.body(1, 3),
        parts.say("names"),
        "The Weavers' Guild",
        parts.date(),
    ]
    texts += [parts.say("price") if place % 2 else parts.say("captions") for place in range(number % 5)]
    texts += [parts.say("short")] * (k % 10 < number % 3)
    names = [f" class='{'kept' * (k % 11 > place)} c{place % 3} {'rare' * (k % 13 < place)}'" for place in range(20)]
    cells = (f"<{tag}{name * (number % 5 == 4)}>{text}</{tag}>" for name, text in zip(names, texts, strict=False))
    holder, row = ("table", "tr") if tag == "td" else ("section", "div")
    return f"<title>{k}</title><body><{holder}><{row}>{''.join(cells)}</{row}></{holder}><p>{parts.say('rights')}"


class _TextsOfPage(Parts):
    """Parts whose structure is that of the site, with texts of the page."""

    texts: Random

    def say(self, what: str) -> str:
        return self.language.fill(self.texts, self.texts.choice(self.language.texts[what]))

    def date(self) -> str:
        return self.language.date(self.texts)

    def sentences(self, least: int, most: int) -> str:
        return " ".join(self.say("sentences") for _ in range(self.texts.randint(least, most)))


def _in_one_design(kind: Callable[[Parts], str], parts: Parts, number: int) -> str:
    told = _TextsOfPage(parts.language, parts.rng)
    told.texts = Random(f"{SEED} page {number}")
    return kind(told)
