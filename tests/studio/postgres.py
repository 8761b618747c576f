"""A real PostgreSQL server for the tests: in a folder of its own, on a unix socket, gone when they end."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ACCOUNT = "postgres"  # the server refuses to run as root
FAST = "-c fsync=off -c full_page_writes=off -c listen_addresses="


@contextmanager
def running_postgres() -> Iterator[Path]:
    """The folder of the socket of a fresh server, with the user `weft`, whom it trusts, and the database `weft`."""
    folder = Path(tempfile.mkdtemp(prefix="weft-pg-", dir="/tmp"))  # the path of a socket must be short
    try:
        if os.getuid() == 0:
            shutil.chown(folder, ACCOUNT)
        data, log = folder / "data", folder / "log"
        run("initdb", "-D", data, "-U", "weft", "--no-sync", "-A", "trust", "-E", "UTF8", "--no-locale")
        run("pg_ctl", "-D", data, "-l", log, "-w", "-s", "-o", f"{FAST} -k {folder}", "start")
        try:
            run("createdb", "-h", folder, "-U", "weft", "weft")
            yield folder
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-s", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(program: str, *arguments: str | Path) -> None:
    """One of the server's programs; its output is shown where it fails."""
    command = [str(find(program)), *map(str, arguments)]
    if os.getuid() == 0:
        command = ["runuser", "-u", ACCOUNT, "--", *command]
    # A started server keeps what it was given as output open: a pipe would never end.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd="/", timeout=300)
        output.seek(0)
        assert done.returncode == 0, output.read().decode(errors="replace")


def find(program: str) -> Path:
    """The path of one of the server's programs, the newest version first; distributions keep them off the PATH."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), reverse=True)
    found = shutil.which(program)
    assert kept or found, f"no {program}: these tests need a PostgreSQL server: apt-get install postgresql"
    return kept[0] if kept else Path(str(found)).resolve()
