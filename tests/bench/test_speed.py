from bench.speed import METHODS, WRITTEN, writing_times


def test_writing_is_measured_by_method_and_format() -> None:
    pages = [b"<article><h1>Looms</h1>" + b"<p>A loom <b>holds</b> the warp.</p>" * 20] * 3
    rows = writing_times(pages, rounds=2)
    assert [(row["method"], row["format"]) for row in rows] == [(one, name) for one in METHODS for name in WRITTEN]
    times = {(row["method"], row["format"]): row["median_ms"] for row in rows}
    assert all(0 <= value < 1_000 for value in times.values())
    assert times["whole_page", "markdown"] > times["whole_page", "text"]  # the kernel writes the text
