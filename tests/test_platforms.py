"""What only some systems have: the base and the engines work without it, and one place each asks for it."""

import ast
import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import weft
from weft.engines.local import count_cores
from weft.errors import ConfigError
from weft.io import safe_files

SOURCE = Path(weft.__file__).parent

# As on Windows: modules and names that it lacks are gone, also in processes that are started, and `msvcrt` is there.
# Its lock is one of the bytes from where the file is, which POSIX can do, too.
WITHOUT_POSIX = """
import fcntl, os, signal, subprocess, sys, types  # subprocess asks which system this is when it is imported

def locking(number, mode, count):
    try:
        fcntl.lockf(number, fcntl.LOCK_EX | (fcntl.LOCK_NB if mode == 2 else 0), count, 0, os.SEEK_CUR)
    except BlockingIOError as error:
        raise PermissionError(13, "Permission denied") from error

windows = types.ModuleType("msvcrt")
windows.locking, windows.LK_LOCK, windows.LK_NBLCK = locking, 1, 2
sys.modules["msvcrt"] = windows
for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None
for name in ("sched_getaffinity", "pread", "pwrite", "geteuid", "O_NOFOLLOW", "O_CLOEXEC", "killpg"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("pthread_sigmask", "SIGHUP"):  # and SIGKILL, which multiprocessing needs on this system
    delattr(signal, name)
"""

ELSEWHERE = {
    "fcntl": {"io/safe_files.py"},
    "msvcrt": {"io/safe_files.py"},
    "O_CLOEXEC": set(),  # by getattr
    "O_NOFOLLOW": set(),
    "SIGKILL": set(),
    "nice": {"studio/making.py"},  # where there is one
    "geteuid": {"browser/chromium.py"},  # on Linux alone
    "pthread_sigmask": {"engines/worker.py"},  # where there is one
    "sched_getaffinity": {"engines/local.py"},  # where there is one
    "resource": {"studio/trials.py"},  # where it can be imported
    "sysconf": {"engines/worker.py", "studio/trials.py"},  # after a file of /proc was read
}
"""Names that Windows or macOS lack, and the files that may say them because they ask first."""
NOWHERE = {
    *("fork", "forkpty", "getgid", "getpgid", "getpgrp", "getuid", "killpg", "mkfifo", "mknod", "openpty"),
    *("pread", "pwrite", "setgid", "setpgid", "setsid", "setuid", "wait3", "wait4", "waitid"),
    *("SIGALRM", "SIGCHLD", "SIGHUP", "SIGUSR1", "SIGUSR2", "alarm", "setitimer", "sigwait", "AF_UNIX"),
    *("grp", "pty", "pwd", "termios", "tty"),
}


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """The environment of a process without POSIX; on Windows it is as it is."""
    if os.name == "nt":
        return dict(os.environ)
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_POSIX, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), str(SOURCE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    return os.environ | {"PYTHONPATH": path}


def run(elsewhere: dict[str, str], *arguments: str, code: int = 0) -> str:
    done = subprocess.run([sys.executable, *arguments], env=elsewhere, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


def test_the_base_works_without_posix(elsewhere, tmp_path):
    pages = tmp_path / "demo"
    run(elsewhere, "-m", "weft", "demo", "--write", str(pages))
    assert "canal" in run(elsewhere, "-m", "weft", "extract", str(pages / "canal-loom.html"))
    run(elsewhere, "-m", "weft", "site", str(pages), "-o", str(tmp_path / "site.jsonl"))
    run(elsewhere, "-m", "weft", "records", str(pages), "-o", str(tmp_path / "records.jsonl"))
    assert (tmp_path / "site.jsonl").read_text(encoding="utf-8").count("\n") == 12
    assert (tmp_path / "records.jsonl").stat().st_size > 0


def test_a_run_writes_the_same_without_posix(elsewhere, tmp_path):
    pages, ours, theirs = tmp_path / "demo", tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl"
    run(elsewhere, "-m", "weft", "demo", "--write", str(pages))
    run(elsewhere, "-m", "weft", "run", str(pages), "-o", str(theirs), "--workers", "2")
    run(dict(os.environ), "-m", "weft", "run", str(pages), "-o", str(ours), "--workers", "2")
    assert ours.read_bytes() == theirs.read_bytes()
    assert not theirs.with_name("theirs.jsonl.run").exists()


def test_two_processes_do_not_hold_one_file_without_posix(elsewhere, tmp_path):
    held = tmp_path / "held"
    script = (
        "import subprocess, sys\n"
        "from weft.io.safe_files import hold, remove_held\n"
        "from pathlib import Path\n"
        "path = Path(sys.argv[1])\n"
        "file = open(path, 'a+b', buffering=0)\n"
        "file.write(b'data')\n"
        "hold(file)\n"
        "assert file.tell() == 4\n"
        "other = 'import sys; from weft.io.safe_files import hold; hold(open(sys.argv[1], \"a+b\", buffering=0))'\n"
        "done = subprocess.run([sys.executable, '-c', other, sys.argv[1]], capture_output=True, text=True)\n"
        "print('BlockingIOError' in done.stderr, done.returncode)\n"
        "remove_held(file, path)\n"
        "print(path.exists(), file.closed)\n"
    )
    assert run(elsewhere, "-c", script, str(held)).split() == ["True", "1", "False", "True"]


def test_a_link_in_the_place_of_an_output_is_not_followed_without_posix(elsewhere, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "target")
    script = (
        "import os, sys\n"
        "from weft.io.sinks.sink import open_no_link\n"
        "try:\n"
        "    open_no_link(sys.argv[1], os.O_WRONLY | os.O_CREAT)\n"
        "except OSError as error:\n"
        "    print(error.errno)\n"
    )
    assert run(elsewhere, "-c", script, str(tmp_path / "link")).split() == [str(errno.ELOOP)]
    assert not (tmp_path / "target").exists()


def test_without_any_lock_a_run_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(safe_files, "fcntl", None)
    monkeypatch.setattr(safe_files, "msvcrt", None)
    with open(tmp_path / "file", "wb") as file, pytest.raises(ConfigError, match="no locks of files"):
        safe_files.hold(file)


def test_cores_without_affinity(monkeypatch):
    assert 1 <= count_cores() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert count_cores() == os.cpu_count()


def names_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from (node.module or "", *(alias.name for alias in node.names))
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) in {"os", "signal", "socket"}:
            yield node.attr


@pytest.mark.parametrize(
    "part", sorted(path.name for path in SOURCE.iterdir() if path.is_dir() or path.suffix == ".py")
)
def test_what_other_systems_lack_is_asked_for_in_known_places(part):
    paths = [SOURCE / part] if part.endswith(".py") else sorted((SOURCE / part).rglob("*.py"))
    for path in paths:
        name = path.relative_to(SOURCE).as_posix()
        said = set(names_of(path))
        assert not said & NOWHERE, name
        assert not [word for word, files in ELSEWHERE.items() if word in said and name not in files], name
