"""What a sink does with a file that is not what its commit said."""

import sqlite3
from pathlib import Path

import pytest

from weft.errors import SourceError
from weft.io.sinks import open_sink

LINE = b'{"id": "a", "url": null, "status": "ok", "text": "The warp."}\n'
NAMES = ["out.jsonl", "out.jsonl.gz", "out.parquet", "out.sqlite"]


def write(output: str, lines: int) -> dict[str, object]:
    sink = open_sink(output)
    sink.open({})
    sink.write([LINE] * lines)
    state = sink.commit()
    sink.close()
    return dict(state)


@pytest.mark.parametrize("name", NAMES)
def test_a_run_does_not_go_on_with_what_is_gone(name: str, tmp_path: Path) -> None:
    """A machine may stop between the last renaming and the removal of the journal: what is whole must stay so."""
    output = f"{tmp_path}/{name}"
    state = write(output, 3)
    sink = open_sink(output)
    sink.open(state)
    sink.finish()
    whole = Path(output).read_bytes()
    again = open_sink(output)
    with pytest.raises(SourceError, match="--fresh"):
        again.open(state)
    again.close()
    assert Path(output).read_bytes() == whole


def test_an_index_that_is_there_already(tmp_path: Path) -> None:
    """The run was stopped after the index was made and before the file took its name."""
    state = write(f"{tmp_path}/out.sqlite", 2)
    with sqlite3.connect(tmp_path / "out.sqlite.part") as database:
        database.execute("CREATE INDEX pages_url ON pages (url)")
    database.close()
    sink = open_sink(f"{tmp_path}/out.sqlite")
    sink.open(state)
    sink.finish()
    assert (tmp_path / "out.sqlite").exists()


def test_long_names_fit_into_any_file_system(tmp_path: Path) -> None:
    sink = open_sink(f"{tmp_path}/out/")
    sink.open({})
    sink.write(['{{"id": "{}", "status": "ok", "html": "<p>x"}}\n'.format("织" * 90).encode()])
    sink.finish()
    assert len(list(tmp_path.rglob("*织*.html"))) == 1
