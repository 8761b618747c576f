"""The examples in the documentation run, as `tests/doc_blocks.py` says."""

import argparse
import pkgutil
import re
import textwrap
from pathlib import Path

import pytest

from tests.doc_blocks import FENCE, SHELLS, Reader, read_blocks, read_commands
from weft.cli.main import COMMANDS, make_parser
from weft.extractors.features import FEATURES

ROOT = Path(__file__).parents[1]
FRONT = [path for name in ("README.md", "README.zh.md", "CONTRIBUTING.md") if (path := ROOT / name).exists()]
PAGES = [*FRONT, *sorted((ROOT / "docs").rglob("*.md"))]

# What these pages show and a test cannot do, by how the command begins.
NOT_RUN = {
    "make demo": "builds weft again",
    "make test": "runs these tests",
    "make hooks": "changes the clone",
    "pip install": "reaches the network",
}
LANGUAGES = {"python", "console", "sh", "text", "json", "toml", "yaml", "html", "rust", "csv", "xml", "markdown"}
OTHER_HOST = re.compile(r"https?://(?!localhost|127\.0\.0\.1|[\w.-]+\.example\b|[\w.]*…)[^\s'\")]*")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# A short example may leave a file to the collector, as readers do; Python does not tell them either.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_examples(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path in FRONT:  # these are read in a clone
        for name in ("src", "docs", "bench", "tests", "Makefile", "pyproject.toml", ".venv"):
            (tmp_path / name).symlink_to(ROOT / name)
    reader = Reader(tmp_path, name_of(path), NOT_RUN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", reader.environment()["PATH"])
    wrong = list(reader.follow(path.read_text(encoding="utf-8")))
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_no_example_hides_from_the_tests(path: Path) -> None:
    for block in read_blocks(path.read_text(encoding="utf-8")):
        place = f"{name_of(path)}:{block.line}"
        assert block.language in LANGUAGES, f"{place}: ```{block.language}; use one of {', '.join(sorted(LANGUAGES))}"
        if block.language == "text" and not block.title:
            commands = re.findall(r"^(?:\$ |weft |python -m ).*", block.code, re.MULTILINE)
            assert not commands, f"{place}: a command in ```text is not run, use ```console or ```sh: {commands[0]}"
        if block.language in SHELLS:
            for command in read_commands(block):
                host = OTHER_HOST.search(command.text)
                assert not host, f"{name_of(path)}:{command.line}: no test may ask {host[0] if host else ''}"


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_commands_in_sentences_are_commands(path: Path, parser: argparse.ArgumentParser) -> None:
    prose = FENCE.sub("", path.read_text(encoding="utf-8"))
    named = [command.replace("\\|", "|") for command in re.findall(r"`(weft [^`]+)`", prose)]
    wrong = [f"`{command}`: {word}" for command in named for word in strange_words(command, parser)]
    assert not wrong, f"{name_of(path)}: {wrong}"


@pytest.fixture(scope="module")
def parser() -> argparse.ArgumentParser:
    return make_parser(COMMANDS)


def strange_words(command: str, parser: argparse.ArgumentParser) -> list[str]:
    """The words of a command that are neither its subcommands nor its options, where one must be."""
    first, *words = command.split()[1:]
    strange = [] if first in COMMANDS or first.startswith(("-", "…")) or first.isupper() else [first]
    for word in (first, *words):
        below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
        if below and word in below[0].choices:
            parser = below[0].choices[word]
        elif re.match(r"--?[a-z]", word) and word.split("=")[0].rstrip(",") not in parser._option_string_actions:
            strange.append(word)
    return strange


def test_strange_words_are_found(parser: argparse.ArgumentParser) -> None:
    assert strange_words("weft extract page.html -f json --url=x", parser) == []
    assert strange_words("weft wrap ontology find contact pages/ -f csv", parser) == []
    assert strange_words("weft extrakt page.html", parser) == ["extrakt"]
    assert strange_words("weft extract --markdown", parser) == ["--markdown"]


def test_every_word_has_its_home() -> None:
    text = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
    homes = [line.split(" | ")[-1].rstrip(" |") for line in text.splitlines() if line.startswith("| ")][2:]
    names = [name for home in homes for name in re.findall(r"`([^`]+)`|\]\(([^)]+)\)", home)]
    assert len(names) > 60
    missing = [
        name or link for name, link in names if not (has_home(name) if name else (ROOT / "docs" / link).exists())
    ]
    assert not missing, f"no such place: {missing}"


def has_home(name: str) -> bool:
    """Whether a name of the glossary is a path of the repository, a feature, or something of weft's."""
    if "/" in name or name in FEATURES:
        return "/" not in name or (ROOT / name).exists()
    for whole in (name, f"weft.{name}"):
        try:
            pkgutil.resolve_name(whole)
        except (ImportError, AttributeError):
            holder, _, field = whole.rpartition(".")
            try:
                if field in getattr(pkgutil.resolve_name(holder), "__annotations__", {}):
                    return True
            except (ImportError, AttributeError, ValueError):
                continue
        else:
            return True
    return False


def test_homes_that_are_none_are_found() -> None:
    assert has_home("Document.keep")
    assert has_home("weft.studio.frame")
    assert not has_home("Document.kept")
    assert not has_home("weft.frame")


def test_only_what_is_shown_is_left_out() -> None:
    blocks = [block for path in PAGES for block in read_blocks(path.read_text(encoding="utf-8")) if not block.title]
    shown = [command.text for block in blocks if block.language in SHELLS for command in read_commands(block)]
    assert [start for start in NOT_RUN if not any(text.startswith(start) for text in shown)] == []
    assert len(shown) > 100


def test_the_readme_has_examples_and_both_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert any(block.language == "python" for block in read_blocks(text))
    assert "make demo" in text
    assert "make test" in text


def follow(tmp_path: Path, text: str) -> list[str]:
    return list(Reader(tmp_path, "page.md", {"never": "a reason"}).follow(textwrap.dedent(text)))


def test_shell_blocks_run_in_order_and_keep_their_folder(tmp_path: Path) -> None:
    wrong = follow(tmp_path, """
        ```sh
        mkdir -p inner && cd inner
        export COLOUR=red
        never run this
        for name in a b
        do echo $COLOUR > $name
        done
        ```
        ```text title="inner/c"
        blue
        ```
        ```console
        $ cat a b \\
            c
        red
        ...
        blue
        $ cat <<'END'; false
        two
        lines
        END
        two
        lines
        [exit 1]
        ```
    """)  # fmt: skip
    assert wrong == []


def test_what_is_not_as_shown_is_told_with_its_place(tmp_path: Path) -> None:
    wrong = follow(tmp_path, """
        ```console
        $ echo one
        two
        $ false
        ```
        ```python
        >>> 1 + 1
        3
        ```
        ```python
        raise ValueError("no")
        ```
    """)  # fmt: skip
    assert [message.splitlines()[0] for message in wrong[:2]] == ["page.md:3: $ echo one", "page.md:5: $ false"]
    assert "two" in wrong[0]
    assert "one" in wrong[0]
    assert "exit code 1, expected 0" in wrong[1]
    assert 'File "page.md", line 8' in wrong[2]
    assert "ValueError: no" in wrong[3]


def test_a_server_gets_a_free_port_and_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reader = Reader(tmp_path, "page.md")
    wrong = list(reader.follow(textwrap.dedent("""
        ```console
        $ echo hello > file
        $ python -m http.server 8000 --bind 127.0.0.1 &
        $ echo 8000
        8000
        ```
        ```python
        >>> import urllib.request
        >>> with urllib.request.urlopen("http://localhost:8000/file") as answer:
        ...     answer.read()
        b'hello\\n'
        ```
    """)))  # fmt: skip
    assert wrong == []
    assert [server.poll() is not None for server in reader.servers] == [True]


def test_a_server_that_does_not_come_up_is_told(tmp_path: Path) -> None:
    (message,) = follow(tmp_path, "```sh\necho 8000 is taken && false &\n```\n")
    assert "does not listen" in message
    assert "is taken" in message
