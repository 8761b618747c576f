from bench.run import Result
from bench.speed import METHODS, WRITTEN, writing_times
from bench.speed_stages import STAGES, size_ratios, stage_times
from bench.speed_uses import USES, use_ratios
from bench.systems import Answer


def test_writing_is_measured_by_method_and_format() -> None:
    pages = [b"<article><h1>Looms</h1>" + b"<p>A loom <b>holds</b> the warp.</p>" * 20] * 3
    rows = writing_times(pages, rounds=2)
    assert [(row["method"], row["format"]) for row in rows] == [(one, name) for one in METHODS for name in WRITTEN]
    times = {(row["method"], row["format"]): row["median_ms"] for row in rows}
    assert all(0 <= value < 1_000 for value in times.values())
    assert times["whole_page", "markdown"] > times["whole_page", "text"]  # the kernel writes the text


def test_stages_of_a_page_are_timed() -> None:
    times = stage_times([b"<title>t</title><p>" + b"Some words. " * 200], rounds=2)
    assert list(times) == list(STAGES)
    assert all(0 <= value < 10_000 for value in times.values())
    assert times["parse"] + times["judge"] > 0


def test_ratios_are_told_by_class_of_size() -> None:
    def result(name: str, *seconds: float) -> Result:
        return Result(name=name, answers=[Answer(text="", cpu_s=value) for value in seconds])

    rows = size_ratios([100, 59_999, 60_000, 500_000], [result("a", 1, 3, 5, 7)], result("lexbor", 1, 1, 10, 7))
    assert [(row["pages"], row["ratios"]["a"]) for row in rows] == [(2, 2.0), (1, 0.5), (1, 1.0)]


def test_uses_are_told_by_class_of_size() -> None:
    pages = [b"<article><h1>Looms</h1>" + b"<p>A loom <b>holds</b> the warp.</p>" * count for count in (20, 2_000)]
    rows = use_ratios(pages, Result(name="lexbor", answers=[Answer(text="", cpu_s=1.0)] * 2), rounds=1)
    assert [row["pages"] for row in rows] == [2, 1, 1]
    assert all(list(row["to_parse"]) == list(USES) for row in rows)
    assert rows[0]["to_parse"]["json in all"] > rows[0]["to_parse"]["text"] >= 0
