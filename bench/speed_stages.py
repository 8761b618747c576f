"""Where the time of the default goes: by stage, and by the size of pages."""

import time
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, TypeVar

from bench.run import Result, cpu_ratio

Made = TypeVar("Made")
STAGES = ("parse", "judge", "decide", "cascade", "text")
SIZES = (60_000, 150_000, 400_000)  # bytes: the classes end below these; the last has no end


def stage_times(pages: Sequence[bytes], *, rounds: int) -> dict[str, float]:
    """Mean CPU milliseconds of each stage a page, the least of the rounds.

    `decide` is the choice and what completes it, records of discussions too; `cascade` is what the others leave.
    """
    least = [[float("inf")] * len(STAGES) for _ in pages]
    for _ in range(rounds):
        for index, data in enumerate(pages):
            least[index] = [min(pair) for pair in zip(least[index], _stages_of(data), strict=True)]
    return {stage: fmean(times[place] for times in least) for place, stage in enumerate(STAGES)}


def _stages_of(data: bytes) -> list[float]:
    """The milliseconds of the stages on one page; the stages that hold others are timed on a page of their own."""
    import weft
    from weft.extractors.block_classifier import default_model
    from weft.extractors.completion import extract_at_once

    page, parse = _timed(lambda: weft.parse(data))
    _, judge = _timed(lambda: default_model().judge_at_once(page))
    fresh = weft.parse(data)
    _, at_once = _timed(lambda: extract_at_once(fresh))
    whole, extract = _timed(lambda: weft.extract(data))
    _, text = _timed(lambda: whole.text)
    return [parse, judge, max(at_once - judge, 0.0), max(extract - parse - at_once, 0.0), text]


def _timed(work: Callable[[], Made]) -> tuple[Made, float]:
    started = time.thread_time()
    made = work()
    return made, 1_000 * (time.thread_time() - started)


def size_ratios(sizes: Sequence[int], results: Sequence[Result], base: Result) -> list[dict[str, Any]]:
    """By class of page size how many pages there are, and each system's CPU time as a ratio to the base's."""
    rows = []
    for least, most in zip((0, *SIZES), (*SIZES, None), strict=True):
        chosen = [index for index, size in enumerate(sizes) if size >= least and (most is None or size < most)]
        if chosen:
            ratios = {result.name: cpu_ratio(_only(result, chosen), _only(base, chosen)) for result in results}
            rows.append({"least": least, "most": most, "pages": len(chosen), "ratios": ratios})
    return rows


def _only(result: Result, chosen: Sequence[int]) -> Result:
    return Result(name=result.name, answers=[result.answers[index] for index in chosen])


def class_name(row: dict[str, Any]) -> str:
    """The name of a class of sizes.

    >>> class_name({"least": 0, "most": 60_000}), class_name({"least": 400_000, "most": None})
    ('under 60 kB', 'from 400 kB')
    """
    if row["most"] is None:
        return f"from {row['least'] // 1_000} kB"
    return f"under {row['most'] // 1_000} kB" if not row["least"] else f"to {row['most'] // 1_000} kB"
