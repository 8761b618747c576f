"""Many threads, several processes, and processes that are killed: nobody's marks are lost."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from weft.errors import SourceError
from weft.io import RawPage
from weft.studio.changes import Conflict, Write
from weft.studio.store import Store

# Counts up a target that others count up too, as somebody does who looks again after each conflict; prints each count.
COUNTER = """
import sys
from weft.studio.changes import Conflict, Write
from weft.studio.store import Store
place, author, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Store.open(place) as store:
    while times:
        now = store.read("page:a")
        mine = now.value.get(author, 0) + 1
        writes = [Write("page:a", {**now.value, author: mine}, now.version)]
        writes.append(Write("page:" + author, {"n": mine}, store.read("page:" + author).version))
        try:
            store.write(writes, author=author, what="counted")
        except Conflict:
            continue
        print(mine, flush=True)
        times -= 1
"""


def counting(place: str, author: str, times: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", COUNTER, place, author, str(times)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def all_at_once(acts: list[Callable[[], None]]) -> None:
    """Run the acts in threads; the first error is raised here."""
    errors: list[BaseException] = []

    def run(act: Callable[[], None]) -> None:
        try:
            act()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_threads_of_one_server(store: Store) -> None:
    def count_up() -> None:
        done = 0
        while done < 10:
            now = store.read("page:a")
            try:
                store.write([Write("page:a", {"n": now.value.get("n", 0) + 1}, now.version)], author="Ann", what="up")
                done += 1
            except Conflict:
                pass

    all_at_once([count_up] * 6)
    assert store.read("page:a").value == {"n": 60}
    assert store.read("page:a").version == store.latest() == 60


def test_two_processes_lose_nothing_of_each_other(place: str) -> None:
    running = [counting(place, author, 20) for author in ("Ann", "Bob")]
    with Store.open(place) as store:
        while any(process.poll() is None for process in running):
            found = store.read_many("page:")  # all of a change or nothing of it
            counts = {
                author: found[f"page:{author}"].value["n"] for author in ("Ann", "Bob") if f"page:{author}" in found
            }
            assert counts == (found["page:a"].value if found else {})
            time.sleep(0.005)
    for process in running:
        assert process.communicate(timeout=300)[0].split()[-1] == "20"
        assert process.returncode == 0
    with Store.open(place) as store:
        assert store.read("page:a").value == {"Ann": 20, "Bob": 20}
        assert store.latest() == 40


def test_a_new_store_opened_by_many_at_once(place: str) -> None:
    def use() -> None:
        with Store.open(place) as store:
            store.add_pages([RawPage(id="a", data=b"<p>One")])

    all_at_once([use] * 8)
    with Store.open(place) as store:
        assert store.page_ids() == ["a"]


def test_a_killed_process_loses_only_the_write_in_flight(place: str) -> None:
    process = counting(place, "Ann", 10_000)
    assert process.stdout is not None
    with process.stdout as lines:
        for _ in range(7):
            lines.readline()
        os.kill(process.pid, signal.SIGKILL)
        answered = 7 + len(lines.read().split())
    process.wait()
    with Store.open(place) as store:
        now = store.read("page:a").value["Ann"]
        assert answered <= now <= answered + 1
        # Both targets of a change or neither, and no version without its past.
        assert store.read("page:Ann").value["n"] == now == store.latest() == store.read("page:a").version
        past = [store.edits(number)[1].after for number in range(1, now + 1)]
        assert past == [{"Ann": number} for number in range(1, now + 1)]
        assert store.undo(author="Ann").undoes == now
        store.write([Write("page:a", {}, now + 1)], author="Bob", what="goes on")


def test_a_writer_that_hangs_makes_others_give_up(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weft.io.databases.SECONDS", 1)
    with Store.open(place) as hanging, Store.open(place) as store:
        with hanging.database.transaction(), pytest.raises(SourceError, match="writing for 1 seconds, so this was not"):
            store.write([Write("site", {}, 0)], author="Ann", what="w")
        store.write([Write("site", {}, 0)], author="Ann", what="w")
