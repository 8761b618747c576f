"""The methods that are compared: each is given pages to learn on and pages to answer for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import weft
from bench.sites.corpora import SiteCases
from bench.sites.learning import Recipe, answer, answer_by_learner, by_template
from bench.sites.shelf import Shelf
from weft.sites.template_learner import MIN_PAGES

Answers = dict[str, dict[str, Any]]

SINGLE = "weft.extract"
DEFAULT = "default"


@dataclass(frozen=True, kw_only=True)
class Method:
    """A named way from pages to answers; one that does not learn answers the same whatever it is given to learn on."""

    name: str
    answer: Callable[[SiteCases, SiteCases], Answers]
    learns: bool = True
    holds_out: bool = True  # whether it is also asked for pages that it did not learn from


def all_methods(shelf: Shelf) -> list[Method]:
    """The single page, density alone, every learner without, with true and with found clusters, the default."""
    methods = single_page_methods(shelf)
    for learner in weft.LEARNERS:
        methods += [one_cluster(shelf, learner), true_clusters(shelf, learner)]
        if learner != weft.Site().learner:  # that one is the default's
            methods.append(found_clusters(shelf, learner))
    return [*methods, learned(shelf, DEFAULT, Recipe()), *nameless(shelf)]


def single_page_methods(shelf: Shelf) -> list[Method]:
    """What needs no site."""
    return [
        Method(name=SINGLE, answer=lambda _, asked: _extract(shelf.pages(asked), "auto"), learns=False),
        Method(name="density", answer=lambda _, asked: _extract(shelf.pages(asked), "density"), learns=False),
    ]


def learned(shelf: Shelf, name: str, recipe: Recipe) -> Method:
    """Clusters as the recipe finds them, and its templates."""
    return Method(
        name=name,
        answer=lambda given, asked: answer(shelf.learn(given, recipe).site.extract, shelf.pages(asked)),
    )


def found_clusters(shelf: Shelf, learner: str) -> Method:
    """The learner on the default's clusters; page types are the default's, and not told again."""

    def answers(given: SiteCases, asked: SiteCases) -> Answers:
        return _untyped(answer(shelf.learn_bodies(given, learner).extract, shelf.pages(asked)))

    return Method(name=f"{learner} x found", answer=answers)


def nameless(shelf: Shelf) -> list[Method]:
    """The default where nobody knows the URLs: in a folder of files, and where not even their names are known."""

    def files(given: SiteCases, asked: SiteCases) -> Answers:
        return answer(shelf.learn(given.without_urls()).site.extract, shelf.pages(asked.without_urls()))

    def pages(given: SiteCases, asked: SiteCases) -> Answers:
        unnamed = asked.without_names()
        found = answer(shelf.learn(given.without_names()).site.extract, shelf.pages(unnamed))
        pairs = zip(asked.cases, unnamed.cases, strict=True)
        return {case.id: found[other.id] for case, other in pairs if other.id in found}

    return [
        Method(name=f"{DEFAULT}, file names", answer=files, holds_out=False),
        Method(name=f"{DEFAULT}, no names", answer=pages, holds_out=False),
    ]


def one_cluster(shelf: Shelf, learner: str) -> Method:
    """The learner on a whole site, as if it had one template: what clustering is for."""

    def answers(given: SiteCases, asked: SiteCases) -> Answers:
        return answer_by_learner(learner, list(shelf.pages(given).values()), shelf.pages(asked))

    return Method(name=f"{learner} x none", answer=answers)


def true_clusters(shelf: Shelf, learner: str) -> Method:
    """The learner on each true template: what it reaches when clustering makes no mistake."""

    def answers(given: SiteCases, asked: SiteCases) -> Answers:
        templates, learned_from, pages = by_template(given), shelf.pages(given), shelf.pages(asked)
        found: Answers = {}
        for template, ids in by_template(asked).items():
            known = [learned_from[page] for page in templates.get(template, []) if page in learned_from]
            wanted = {page: pages[page] for page in ids if page in pages}
            if len(known) >= MIN_PAGES:
                found |= answer_by_learner(learner, known, wanted)
            else:  # as a site does: too few pages to learn from, so nothing but the single page is left
                found |= _untyped(_extract(wanted, "auto"))
        return found

    return Method(name=f"{learner} x true", answer=answers)


def _untyped(answers: Answers) -> Answers:
    return {page: {**said, "page_type": ""} for page, said in answers.items()}


def _extract(pages: Mapping[str, weft.Page], method: str) -> Answers:
    return answer(lambda page: weft.extract(page, method=method), pages)
