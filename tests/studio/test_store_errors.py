"""What can go wrong with a file or a server: a message that says what to do, and nothing lost."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from weft.errors import ArtifactError, ConfigError, SourceError
from weft.io import RawPage
from weft.io.databases import Sqlite
from weft.studio.changes import Write
from weft.studio.store import Store


def put(store: Store, number: int, *, size: int = 0) -> None:
    value = {"n": number, "x": "x" * size}
    store.write([Write("site", value, store.read("site").version)], author="Ann", what="w")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"a folder, not a store; name a file in it"):
        Store.open(tmp_path)
    with pytest.raises(SourceError, match=r"there is no folder .*; make it first"):
        Store.open(tmp_path / "no" / "studio.db")


def test_files_that_are_no_store(tmp_path: Path) -> None:
    page, other = tmp_path / "page.html", tmp_path / "other.db"
    page.write_bytes(b"<p>No database at all, just a page.</p>" * 100)
    with pytest.raises(SourceError, match="not a store of weft; name another file"):
        Store.open(page)
    assert page.read_bytes().startswith(b"<p>")
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()
    with pytest.raises(SourceError, match="a database of another program"):
        Store.open(other)
    with sqlite3.connect(other) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]
    connection.close()


def test_a_store_of_a_newer_weft(place: str) -> None:
    with Store.open(place) as store:
        put(store, 1)
        store.database.run("UPDATE weft_store SET schema_version = 7")
    with pytest.raises(ArtifactError, match="a store of schema 7, this weft knows 1; use the weft that made it"):
        Store.open(place)


def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "studio.db"
    with Store.open(path) as store:
        store.add_pages(RawPage(id=str(number), data=os.urandom(3000)) for number in range(30))
        put(store, 1)
    with path.open("r+b") as file:  # the first page, which says what the file is, stays
        file.seek(4096)
        file.write(b"\x5a" * (path.stat().st_size - 4096))
    with pytest.raises(SourceError, match=r"the file is damaged; keep a copy.*sqlite3 .*studio\.db \.recover"):
        Store.open(path).read("site")


def test_a_file_that_may_be_read_only(tmp_path: Path) -> None:
    path = tmp_path / "studio.db"
    with Store.open(path) as store:
        put(store, 1)
        store.database.run("PRAGMA query_only = ON")  # what permissions would do, for root as well
        with pytest.raises(SourceError, match=r"read only, so nothing can be saved; change its permissions"):
            put(store, 2)
        assert store.read("site").value["n"] == 1


@pytest.mark.parametrize("of_file", [True, False])
def test_permissions(tmp_path: Path, of_file: bool) -> None:
    """The same with real permissions, which bind root only where it acts as another user."""
    folder = tmp_path / "in"
    folder.mkdir()
    path = folder / "studio.db"
    if of_file:
        Store.open(path).close()
    path.chmod(0o444) if of_file else folder.chmod(0o555)
    code = (
        "import os, sys\nfrom weft.errors import SourceError\nfrom weft.studio.store import Store\n"
        "os.chdir(sys.argv[1])\nif os.getuid() == 0: os.setuid(65534)\n"
        "try: Store.open('studio.db')\nexcept SourceError as error: print(error)"
    )
    shown = subprocess.run([sys.executable, "-c", code, folder], capture_output=True, text=True, timeout=120)
    assert "permissions of the file and of its folder" in shown.stdout or "change its permissions" in shown.stdout, (
        shown
    )


def test_a_full_disk(tmp_path: Path) -> None:
    with Store.open(tmp_path / "studio.db") as store:
        put(store, 1)
        pages = store.database.run("PRAGMA page_count")[0][0]
        store.database.run(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(
            SourceError, match="the disk is full, so this was not saved; what was saved before is still"
        ):
            put(store, 2, size=100_000)
        assert store.read("site").value["n"] == 1
        store.database.run("PRAGMA max_page_count = 1000000")
        put(store, 3, size=100_000)
        assert store.latest() == 2


def test_a_change_that_fails_half_way_is_not_made(store: Store) -> None:
    put(store, 1)

    def fail() -> None:
        with store.database.transaction():
            store.database.run("DELETE FROM weft_edits")
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        fail()
    assert store.read("site").value["n"] == 1
    put(store, 2)


def test_a_closed_store(place: str) -> None:
    store = Store.open(place)
    store.close()
    with pytest.raises(SourceError):
        store.read("site")
    store.close()


def test_an_unknown_kind_of_store() -> None:
    with pytest.raises(ConfigError, match="mysql://: unknown kind of store; name a file or a postgresql:// URL"):
        Store.open("mysql://ann:secret@host/db")


def test_what_is_kept_survives_power_cuts(tmp_path: Path) -> None:
    database = Sqlite(tmp_path / "studio.db")
    assert database.run("PRAGMA journal_mode") == [("wal",)]
    assert database.run("PRAGMA synchronous") == [(2,)]
    database.close()


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    for host in (quote(str(tmp_path), safe=""), "127.0.0.1:1"):
        with pytest.raises(SourceError, match=r"^postgresql://.*: the server cannot be reached, so nothing was saved"):
            Store.open(f"postgresql://ann:secret@{host}/weft")


def test_a_url_that_is_none() -> None:
    with pytest.raises(ConfigError, match=r"not a PostgreSQL URL .*; write postgresql://user@host/database"):
        Store.open("postgresql://host/weft?nonsense=1")


def test_a_wrong_password_a_wrong_name_and_a_wrong_database(postgres: Path, postgres_place: str) -> None:
    with Store.open(postgres_place) as store:
        store.database.run("DROP ROLE IF EXISTS ann")
        store.database.run("CREATE ROLE ann LOGIN PASSWORD 'right'")
    rules = postgres / "data" / "pg_hba.conf"
    kept = rules.read_text()
    base = f"?host={postgres}"
    try:
        rules.write_text("local all ann scram-sha-256\n" + kept)
        reload(postgres_place)
        for user in ("ann:secret", "ann"):
            with pytest.raises(SourceError, match="refused the name or password; write them as") as caught:
                Store.open(f"postgresql://{user}@/weft{base}")
            assert "secret" not in str(caught.value)
        with pytest.raises(SourceError, match="this user may not do that; ask for the right to create"):
            Store.open(f"postgresql://ann:right@/weft{base}")
        with pytest.raises(SourceError, match="refused the name or password"):
            Store.open(f"postgresql://nobody@/weft{base}")
    finally:
        rules.write_text(kept)
        reload(postgres_place)
    with pytest.raises(SourceError, match="there is no such database; make it with createdb"):
        Store.open(f"postgresql://weft@/nowhere{base}")


def reload(place: str) -> None:
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("SELECT pg_reload_conf(), pg_sleep(0.2)")


def test_a_lost_connection_is_made_again(postgres_place: str) -> None:
    with Store.open(postgres_place) as store, Store.open(postgres_place) as other:
        cut, own = "SELECT pg_terminate_backend(?)", "SELECT pg_backend_pid()"
        other.database.run(cut, store.database.run(own)[0])
        assert store.read("site").version == 0
        other.database.run(cut, store.database.run(own)[0])
        put(store, 1)

        def lose() -> None:
            with store.database.transaction():
                store.database.run("DELETE FROM weft_changes")
                other.database.run(cut, store.database.run(own)[0])
                store.latest()

        with pytest.raises(SourceError, match="not saved"):
            lose()
        assert store.latest() == 1


def test_postgres_without_psycopg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ConfigError, match=r"needs psycopg: pip install 'weft\[studio\]', or name a file"):
        Store.open("postgresql://host/weft")
