"""All pages, sites, texts and drawn pages by name, and what weft answers on one of them."""

from tests.answers.answers import answers_of, digest
from tests.answers.corpus import make, page_names
from tests.answers.drawn import drawn_answers, drawn_names
from tests.answers.methods import method_answers, method_names
from tests.answers.sites import site_answers, site_names
from tests.answers.texts import KINDS, text_answers, text_names


def all_names() -> list[str]:
    """The names of all pages, sites, texts and drawn pages."""
    return [*site_names(), *page_names(), *text_names(), *drawn_names(), *method_names()]


def answer(name: str) -> dict[str, str]:
    """Every answer on a page, of a site or on texts, as texts."""
    kind = name.split(".")[0]
    if kind in KINDS:
        return text_answers(name)
    others = {"drawn": drawn_answers, "method": method_answers, "site": site_answers}
    return others[kind](name) if kind in others else answers_of(make(name))


def line_of(texts: dict[str, str]) -> str:
    """The hashes of all answers, one after the other."""
    return "".join(digest(text) for text in texts.values())
