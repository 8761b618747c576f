"""Forty made sites: what is learned of each, and what it answers on its pages."""

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
PAGES = 8  # of each of the two templates of a site
DESIGNS = (blog_page, hashed_page, table_page, redesigned_page)


def site_names() -> Iterator[str]:
    """The name of every site."""
    return (f"site.{number}" for number in range(COUNT))


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
