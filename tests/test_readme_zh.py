"""README.zh.md keeps up with README.md: the same commands, links, sections and figures."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGLISH, CHINESE = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh.md"))
TABLE = re.compile(r"<!-- results: .*?<!-- end of results -->", re.DOTALL)


def commands_of(text: str) -> list[str]:
    """The commands of the table of tasks, in order."""
    return re.findall(r"`(weft [^`]+)`", "\n".join(line for line in text.splitlines() if line.startswith("| ")))


def links_of(text: str) -> set[str]:
    """What is linked to or shown."""
    return set(re.findall(r"\]\(([^)]+)\)", text))


def rows_of(tables: str) -> list[str]:
    """The rows of all tables below their heads."""
    lines = tables.splitlines()
    heads = {place - 1 for place, line in enumerate(lines) if line.startswith("|---")}
    return [line for place, line in enumerate(lines) if re.match(r"\| \S", line) and place not in heads]


def test_the_same_commands() -> None:
    assert commands_of(ENGLISH)
    assert commands_of(CHINESE) == commands_of(ENGLISH)


def test_the_same_links() -> None:
    mutual = {"README.zh.md", "README.md", "docs/zh/tutorial.md"}
    assert links_of(CHINESE) - mutual == links_of(ENGLISH) - mutual
    assert "README.zh.md" in links_of(ENGLISH)
    assert "docs/zh/tutorial.md" in links_of(CHINESE)


def test_the_same_sections() -> None:
    english, chinese = ([line.count("#") for line in re.findall(r"^#+ ", text, re.M)] for text in (ENGLISH, CHINESE))
    assert chinese == english


def test_the_same_figures() -> None:
    english, chinese = (TABLE.findall(text) for text in (ENGLISH, CHINESE))
    assert len(english) == len(chinese) == 1
    rows = [rows_of(table) for table in (english[0], chinese[0])]
    assert rows[0]
    assert rows[0] == rows[1]
    numbers = [sorted(re.findall(r"\d\.\d{3}", table)) for table in (english[0], chinese[0])]
    assert numbers[0] == numbers[1]
