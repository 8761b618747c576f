"""Where a store of sites keeps them: a folder with a file a host, or a table in a database."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from weft.errors import ConfigError, SourceError
from weft.io import whole_file
from weft.io.databases import Database, open_database
from weft.io.safe_files import hold
from weft.io.sinks.sink import cannot_write

DATABASES = (".sqlite", ".db")  # how the names of files end that are databases
SITE = ".json"
HOSTS = "hosts.jsonl"  # in a folder: the facts, a line each
PLAIN = re.compile(r"[a-z0-9_-][a-z0-9._-]{0,99}")  # hosts that are their own file name
HASH = 16  # letters that tell apart the file names of other hosts
LEARNED = "learned"  # the run of a fact about how a host was learned
MAX_SLUG = 40  # letters of such a host, for people

TABLE = """CREATE TABLE IF NOT EXISTS weft_sites (
    host TEXT PRIMARY KEY, pages INTEGER NOT NULL, sampled INTEGER NOT NULL, site TEXT NOT NULL)"""
FACTS = """CREATE TABLE IF NOT EXISTS weft_site_facts (
    host TEXT NOT NULL, run TEXT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (host, run))"""
PUT = """INSERT INTO weft_sites VALUES (?, ?, ?, ?)
    ON CONFLICT (host) DO UPDATE SET pages = excluded.pages, sampled = excluded.sampled, site = excluded.site"""
PUT_FACTS = """INSERT INTO weft_site_facts VALUES (?, ?, ?)
    ON CONFLICT (host, run) DO UPDATE SET facts = excluded.facts"""


class Fact(NamedTuple):
    """What is known of a host from a run: from the one that learned it, or from one that extracted its pages."""

    host: str
    run: str
    values: Mapping[str, Any]


class Shelf(Protocol):
    """Keeps the texts of sites by host, and facts about hosts; of two facts of a host and run the later one counts."""

    def read(self, host: str) -> str:
        """The site of a host as JSON; empty where there is none."""
        ...

    def put(self, sites: Mapping[str, str], facts: Sequence[Fact]) -> None:
        """Keep sites and facts: on the disk when this returns, and never half a site."""
        ...

    def facts(self) -> Iterator[Fact]:
        """All facts, in the order in which they came."""
        ...

    def sites(self) -> Iterator[tuple[str, str]]:
        """Each host that has a site, with the site as JSON; one is held at a time."""
        ...

    def digest(self) -> str:
        """The sites in a few letters."""
        ...

    def check(self) -> None:
        """Raise where there is no store, or something else."""
        ...

    def name_of(self, host: str) -> str:
        """What the site of a host is called in messages."""
        ...

    def close(self) -> None:
        """Let go of files."""
        ...


def open_shelf(address: str) -> Shelf:
    """The shelf of that name: a database by its URL or its ending, or where it is a file; else a folder."""
    is_database = "://" in address or address.endswith(DATABASES) or Path(address).is_file()
    return Table(address) if is_database else Folder(Path(address))


class Folder:
    """A `site.json` for each host, as `weft learn` writes it: to read, compare, edit and keep in git.

    A file that is there is never written over by mistake: it appears whole under its name, and who learns asks first.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, host: str) -> str:
        """The text of the host's file."""
        return _read_text(self._file(host))

    def put(self, sites: Mapping[str, str], facts: Sequence[Fact]) -> None:
        """The sites first: a host whose facts were lost is still known."""
        for host, site in sites.items():
            with whole_file(self._file(host)) as file:
                file.write(site)
        lines = [json.dumps({"host": fact.host, "run": fact.run, **fact.values}) for fact in facts]
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with open(self.path / HOSTS, "a+b", buffering=0) as file:
                hold(file, wait=True)
                data = "".join(f"{line}\n" for line in lines).encode()
                if file.seek(0, os.SEEK_END):
                    file.seek(-1, os.SEEK_END)
                    if file.read(1) != b"\n":
                        data = b"\n" + data  # a line was torn
                while data:
                    data = data[file.write(data) :]
                os.fsync(file.fileno())
        except OSError as error:
            raise cannot_write(self.path / HOSTS, error) from None

    def facts(self) -> Iterator[Fact]:
        """The lines that are whole; what is none of ours is passed over."""
        try:
            with open(self.path / HOSTS, encoding="utf-8", errors="replace") as file:
                for line in file:
                    if fact := _read_fact(line):
                        yield fact
        except FileNotFoundError:
            return
        except OSError as error:
            raise SourceError(f"cannot be read: {error.strerror}", page=str(self.path / HOSTS)) from None

    def sites(self) -> Iterator[tuple[str, str]]:
        """By the names of the files; the host of a name that had to be changed is in the facts."""
        names = {file_name(fact.host): fact.host for fact in self.facts()}
        for path in sorted(self.path.glob(f"*{SITE}")):
            yield names.get(path.name, path.name.removesuffix(SITE)), _read_text(path)

    def digest(self) -> str:
        """Names, sizes and times of the files."""
        digest = hashlib.sha256()
        for path in sorted(self.path.glob(f"*{SITE}")):
            state = path.stat()
            digest.update(f"{path.name}\0{state.st_size}\0{state.st_mtime_ns}\n".encode())
        return digest.hexdigest()[:HASH]

    def check(self) -> None:
        """A folder must be there."""
        if not self.path.is_dir():
            raise ConfigError("there is no store of sites", page=str(self.path), advice="learn one first")

    def name_of(self, host: str) -> str:
        """The path of the file."""
        return str(self._file(host))

    def close(self) -> None:
        """No file is held."""

    def _file(self, host: str) -> Path:
        return self.path / file_name(host)


def _read_text(path: Path) -> str:
    """What a file says; empty where there is none. An empty file of a host is one that cannot be read as a site."""
    try:
        return path.read_text(encoding="utf-8", errors="replace") or " "
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror}", page=str(path)) from None


def file_name(host: str) -> str:
    """The name of a host's file: the host, or where that is no safe name, a part of it and a hash.

    >>> file_name("weft.example"), file_name("weft.example:8080"), file_name("../../etc")
    ('weft.example.json', 'weft.example_8080~8a598e3866bd23b3.json', 'etc~74ccf3c5b4c19a81.json')
    """
    if PLAIN.fullmatch(host):
        return f"{host}{SITE}"
    slug = re.sub("[^a-z0-9.-]+", "_", host.lower())[:MAX_SLUG].strip("._")
    return f"{slug}~{hashlib.sha256(host.encode(errors='replace')).hexdigest()[:HASH]}{SITE}"


def _read_fact(line: str) -> Fact | None:
    try:
        values = json.loads(line)
        return Fact(str(values.pop("host")), str(values.pop("run")), values)
    except (ValueError, KeyError, AttributeError, RecursionError, TypeError):
        return None


class Table:
    """Rows of an SQLite file or a PostgreSQL database: for more hosts than a folder should have files."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._database: Database | None = None

    @property
    def database(self) -> Database:
        """Opened when it is first needed."""
        if self._database is None:
            self._database = open_database(self.address)
            self._database.run(TABLE)
            self._database.run(FACTS)
        return self._database

    def read(self, host: str) -> str:
        """The site in the host's row."""
        rows = self.database.run("SELECT site FROM weft_sites WHERE host = ?", (host,))
        return str(rows[0][0]) if rows else ""

    def put(self, sites: Mapping[str, str], facts: Sequence[Fact]) -> None:
        """All in one transaction."""
        rows = [(host, 0, 0, site) for host, site in sites.items()]
        with self.database.transaction():
            if rows:
                self.database.run_all(PUT, rows)
            if facts:
                self.database.run_all(PUT_FACTS, [(fact.host, fact.run, json.dumps(fact.values)) for fact in facts])

    def facts(self) -> Iterator[Fact]:
        """The rows of all runs; a table that an older weft filled has the sizes of hosts beside their sites."""
        for host, pages, sampled in self.database.run("SELECT host, pages, sampled FROM weft_sites ORDER BY host"):
            if pages:
                yield Fact(str(host), LEARNED, {"pages": int(pages), "sampled": int(sampled)})
        for host, run, values in self.database.run("SELECT host, run, facts FROM weft_site_facts ORDER BY host, run"):
            yield Fact(str(host), str(run), json.loads(values))

    def sites(self) -> Iterator[tuple[str, str]]:
        """The rows that have a site."""
        for (host,) in self.database.run("SELECT host FROM weft_sites WHERE site <> '' ORDER BY host"):
            yield str(host), self.read(str(host))

    def digest(self) -> str:
        """The hosts and the lengths of their sites."""
        rows = self.database.run("SELECT host, length(site) FROM weft_sites ORDER BY host")
        return hashlib.sha256(repr(rows).encode()).hexdigest()[:HASH]

    def check(self) -> None:
        """A file must be there; a server answers when it is asked."""
        if "://" not in self.address and not Path(self.address).is_file():
            raise ConfigError("there is no store of sites", page=self.address, advice="learn one first")

    def name_of(self, host: str) -> str:
        """The database and the host."""
        return f"{self.address}: {host}"

    def close(self) -> None:
        """Let go of the database."""
        if self._database is not None:
            self._database.close()
            self._database = None
