"""All pages and sites by name, and what weft answers on one of them."""

from tests.answers.answers import answers_of, digest
from tests.answers.corpus import make, page_names
from tests.answers.sites import site_answers, site_names


def all_names() -> list[str]:
    """The names of all pages and sites."""
    return [*site_names(), *page_names()]


def answer(name: str) -> dict[str, str]:
    """Every answer on a page or of a site, as texts."""
    return site_answers(name) if name.startswith("site.") else answers_of(make(name))


def line_of(texts: dict[str, str]) -> str:
    """The hashes of all answers, one after the other."""
    return "".join(digest(text) for text in texts.values())
