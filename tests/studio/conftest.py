"""Stores of both kinds: each test of the store runs on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.studio.postgres import running_postgres
from tests.studio.running import access, client, make_studio, outsider, project, studio
from weft.studio.store import Store

__all__ = ["access", "client", "make_studio", "outsider", "project", "studio"]

SCHEMAS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Path]:
    """The folder of the socket of a running server."""
    with running_postgres() as folder:
        yield folder


@pytest.fixture
def postgres_place(postgres: Path) -> str:
    """The URL of a schema of its own, with nothing in it yet."""
    url, schema = f"postgresql://weft@/weft?host={postgres}", f"test_{next(SCHEMAS)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}".encode())
    return f"{url}&options=-csearch_path%3D{schema}"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store can be opened, with nothing in it yet."""
    if request.param == "sqlite":
        return str(tmp_path / "studio.db")
    return str(request.getfixturevalue("postgres_place"))


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """An empty store."""
    with Store.open(place) as opened:
        yield opened
