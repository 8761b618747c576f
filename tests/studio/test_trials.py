"""Pages that may take much memory are tried in a process of their own: studio loses such a page, and no other."""

import subprocess
import sys

import pytest

from tests.engines.pages import leave_memory
from tests.studio.running import small_pages
from weft.errors import LimitError
from weft.io import RawPage
from weft.page import Limits
from weft.studio import trials
from weft.studio.opening import open_project
from weft.studio.store import Store

HUGE = RawPage(id="huge.html", url="http://weft.example/huge", data=b"<p>" * 2_800_000)
LARGE = RawPage(id="large.html", data=b"<title>Looms</title>" + b"<p>A loom holds its warp." * 50_000)
LACK = "there is not enough memory for this page"
LEFT = 520 << 20  # bytes: enough for weft and what it keeps, and too few for the page


def open_with_little_memory() -> None:
    """Runs in a process of its own: opens the pages and asks for the huge one as people and downloads do."""
    leave_memory(LEFT)
    with Store.open(":memory:") as store:
        project = open_project(store, [*small_pages(), LARGE, HUGE], limits=Limits(nodes=1 << 24))
        number = project.numbers[HUGE.id]
        assert project.failures() == [(HUGE.id, LACK)], project.failures()
        assert all(state.title for state in project.states.values() if state.number != number)
        with pytest.raises(LimitError, match=f"huge.html: {LACK}"):
            project.page(number)
        project.describe([number])
        assert project.state(number).failure == LACK


def test_a_page_that_lacks_memory_is_one_failure():
    code = "from tests.studio.test_trials import open_with_little_memory as do; do()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]


def test_a_large_page_is_a_page_as_any_other_where_there_is_enough_memory():
    assert len(LARGE.data) >= trials.LARGE
    with Store.open(":memory:") as store:
        project = open_project(store, [*small_pages(), LARGE])
        assert not project.failures()
        assert len(project.page(project.numbers[LARGE.id])) > 50_000
