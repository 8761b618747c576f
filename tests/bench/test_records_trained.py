"""Models that are trained without a program: what they learn from, and that they find what it writes."""

import json
from pathlib import Path

import pytest

from bench.records import trained
from bench.records.left_out import Plan, measure
from bench.records.truth import read
from tests.bench.test_records import WORDS, write_forum
from weft.training.record_model import RecordRecipe

PROGRAMS = ("discuzx", "phpbb", "mybb")
RECIPE = RecordRecipe(folds=2, trees=20, rate=0.5, least_weight=0.1, penalty=0.1)  # twelve pages are few
ROW = (
    "<li class=row><a href=viewtopic.php?t={n}>{title}</a> by <a href=/u/{author}>{author}</a> "
    "<i>2022-09-0{n} 06:38</i> <b>{n} replies</b></li>"
)


def write_board(folder: Path, page: int) -> dict[str, object]:
    """A board of five threads; gives its truth."""
    rows = [
        {"text": f"About the {WORDS[n]} and the {WORDS[page]}", "author": f"Ann{WORDS[n + 2]}", "n": n}
        for n in range(1, 6)
    ]
    html = "".join(ROW.format(title=row["text"], **row) for row in rows)
    name = f"pages/list_{page:03}.html"
    (folder / name).write_text(f"<h1>Forum</h1><ul>{html}</ul><p>Who is online: 3 members</p>")
    records = [row | {"xpath": f"/html/body/ul/li[{row['n']}]"} for row in rows]
    return {"file": name, "engine": "", "page_type": "list", "records": records}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write_forum(folder, [4, 5, 6, 4, 3, 5])
    file = folder / "forums/loom1_default/truth.jsonl"
    entries = [json.loads(line) for line in file.read_text().splitlines()]
    entries += [write_board(file.parent, place) for place in range(6)]
    entries = [entry | {"engine": PROGRAMS[place % 3]} for place, entry in enumerate(entries)]
    file.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return folder


def test_a_page_is_learned_from_as_served_and_changed(data: Path) -> None:
    sources = trained.sources(read(data), 2)
    assert [source.id for source in sources[:3]] == [f"loom1_default/thread_000#{number}" for number in range(3)]
    assert {source.program for source in sources} == set(PROGRAMS)
    pages = [source.read() for source in sources[:3]]
    changes = [page.case.changes for page in pages if page is not None]
    assert changes[0] == ()
    assert all(changes[1:])


def test_a_program_is_read_by_a_model_of_the_others(data: Path) -> None:
    cases = read(data)
    figures = measure(cases, Plan(workers=1), trained.trainer_of(cases, count=1, workers=1, recipe=RECIPE))
    assert figures["parts"] == [["discuzx"], ["mybb"], ["phpbb"]]
    assert figures["figures"]["programs"]["threads"]["served"] > 0.9


def test_the_model_of_all_programs_is_written(data: Path, tmp_path: Path) -> None:
    assert trained.write_model(data, tmp_path / "records.zip", recipe=RECIPE) == 0
    assert (tmp_path / "records.zip").stat().st_size > 1000
