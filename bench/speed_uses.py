"""What each use of a page costs on top of extracting it, and what a learned site costs: as ratios to the bare parse."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from bench.datasets import Case
from bench.run import Result
from bench.speed_stages import SIZES

FORMATS = ("text", "markdown", "html", "tei")
USES = (*FORMATS, "title", "metadata", "records", "extract", "json in all")
SITE_USES = ("text", "text and fields", "text, fields and metadata")


def use_ratios(pages: Sequence[bytes], lexbor: Result, *, rounds: int) -> list[dict[str, Any]]:
    """By class of page size the CPU time of each use over that of the parse, and of all of JSON over lexbor's.

    A use is timed on a document of which nothing was asked before; the least of the rounds counts.
    """
    times = [_least(partial(_uses_of, data), rounds) for data in pages]
    bases = [(answer.cpu_s or 0.0) for answer in lexbor.answers]
    rows: list[dict[str, Any]] = []
    for least, most in ((0, None), *zip((0, *SIZES), (*SIZES, None), strict=True)):
        chosen = [
            index for index, data in enumerate(pages) if len(data) >= least and (most is None or len(data) < most)
        ]
        if chosen and (rows == [] or len(chosen) < len(pages)):
            parse = sum(times[index]["parse"] for index in chosen)
            ratios = {use: sum(times[index][use] for index in chosen) / parse for use in USES}
            to_lexbor = sum(times[index]["json in all"] for index in chosen) / sum(bases[index] for index in chosen)
            rows.append({"least": least, "most": most, "pages": len(chosen), "to_parse": ratios, "json": to_lexbor})
    return rows


def _uses_of(data: bytes) -> dict[str, float]:
    import weft
    from weft.renderers.json import metadata_values

    times = {"parse": _timed(lambda: weft.parse(data)), "extract": _timed(lambda: weft.extract(data))}
    for name in FORMATS:
        document = weft.extract(data)
        times[name] = _timed(partial(document.render, name))
    document, whole, other = (weft.extract(data) for _ in range(3))
    times["title"] = _timed(lambda: document.metadata.title)
    times["metadata"] = _timed(lambda: metadata_values(whole.metadata))  # asks for every field
    times["records"] = _timed(lambda: len(other.records))
    times["json in all"] = _timed(lambda: weft.extract(data).render("json"))
    return times


def _timed(work: Callable[[], object]) -> float:
    started = time.thread_time()
    work()
    return time.thread_time() - started


def _least(measure: Callable[[], dict[str, float]], rounds: int) -> dict[str, float]:
    found = [measure() for _ in range(rounds)]
    return {name: min(times[name] for times in found) for name in found[0]}


def site_ratios(sites: Sequence[Sequence[Case]], *, rounds: int) -> dict[str, Any]:
    """What a template's answers cost over the parse, and the CPU seconds that 100 pages of a site take to learn."""
    import weft
    from bench.sites.learning import as_raw

    times: list[dict[str, float]] = []
    seconds = 0.0
    for cases in sites:
        raw = [as_raw(case) for case in cases]
        seconds += min(_timed(partial(weft.learn, raw)) for _ in range(min(rounds, 2)))
        site = weft.learn(raw)
        times += _by_template(site, cases, rounds)
    parse = sum(page["parse"] for page in times)
    count = sum(len(cases) for cases in sites)
    return {
        "pages": len(times),
        "to_parse": {use: sum(page[use] for page in times) / parse for use in SITE_USES} if times else {},
        "learned_pages": count,
        "learn_s_100_pages": 100 * seconds / max(count, 1),
    }


def _by_template(site: Any, cases: Sequence[Case], rounds: int) -> Iterator[dict[str, float]]:
    """The least times of the pages that a template answers."""
    for case in cases:
        if site.extract(case.data, url=case.url or None).chosen_by == "template":
            yield _least(partial(_site_uses, site, case), rounds)


def _site_uses(site: Any, case: Case) -> dict[str, float]:
    import weft

    data, url = case.data, case.url or None  # outside of the clock: a case reads its file

    def ask(*names: str) -> Callable[[], object]:
        def work() -> None:
            document = site.extract(data, url=url)
            for name in names:
                value = getattr(document, name)
                _ = dict(value) if name == "fields" else hash(value)  # which asks for all metadata

        return work

    return {
        "parse": _timed(lambda: weft.parse(data, url=url)),
        "text": _timed(ask("text")),
        "text and fields": _timed(ask("text", "fields")),
        "text, fields and metadata": _timed(ask("text", "fields", "metadata")),
    }
