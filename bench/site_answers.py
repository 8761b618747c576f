"""`weft site` as a system: a site is learned from all of its pages, without their truth, and asked for those judged."""

from collections.abc import Sequence
from time import process_time

import weft
from bench.datasets import Case
from bench.run import Result
from bench.sites.learning import learn
from bench.systems import Answer
from bench.worker import version_of

NAME = "weft site"


def answer_sites(cases: Sequence[Case], pages: Sequence[Case]) -> Result:
    """The answers for `cases`; `pages` are all pages of their sites. A page's time holds its share of the learning."""
    answers: dict[str, Answer] = {}
    for site in dict.fromkeys(case.site for case in cases):
        members = [page for page in pages if page.site == site]
        answers |= _answer_site(members, [case for case in cases if case.site == site])
    return Result(name=NAME, version=version_of("weft"), answers=[answers[case.id] for case in cases])


def _answer_site(members: Sequence[Case], asked: Sequence[Case]) -> dict[str, Answer]:
    started = process_time()
    try:
        site = learn(members)
    except weft.WeftError as error:
        return {case.id: Answer(error=f"{type(error).__name__}: {error}") for case in asked}
    share = (process_time() - started) / len(members)
    return {case.id: _answer_page(site, case, share) for case in asked}


def _answer_page(site: weft.Site, case: Case, share: float) -> Answer:
    data, started = case.data, process_time()
    try:
        text, error = site.extract(weft.parse(data, url=case.url or None)).text, ""
    except weft.WeftError as raised:
        text, error = "", f"{type(raised).__name__}: {raised}"
    return Answer(text=text, cpu_s=share + process_time() - started, error=error)
