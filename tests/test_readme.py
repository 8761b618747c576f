"""Every command of the README's table runs: the pages, marks and programs that it names are here, made of the demo.

README.zh.md keeps up with README.md: the same commands, links, sections and figures.
"""

import json
import re
from pathlib import Path

from tests.doc_blocks import Reader
from tests.known_pages import write_known_pages
from weft.cli.demo import read_pages

ROOT = Path(__file__).parents[1]
CODE = re.compile(r"`([^`]*\bweft [^`]*)`")
PROGRAM = '[title, root, "*<title>#</title>*"]\n'
SERVERS = {"weft serve": " --port 8101 &", "weft studio pages/": " --port 8102 --no-browser &"}
MORE = {  # options that a test needs: the site is on this machine, training is short
    "https://example.org/": " --allow-private",
    "weft crawl": " --delay 0.01",
    "weft site http": " --delay 0.01",
    "weft train": " --trees 4 --type-trees 2 --folds 2 --threads 1",
    "weft mcp": " < /dev/null",
}
SITE = "http://localhost:8100/"


def test_the_table(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.partition("| you want | command |")[2].partition("\n\n")[0]
    commands = [prepared(code.replace("\\|", "|")) for code in CODE.findall(table)]
    assert len(commands) > 25
    write_inputs(tmp_path)
    lines = [
        "python -m http.server --directory pages 8100 &",
        f"weft crawl {SITE} -o crawl.warc.gz --allow-private --delay 0.01",
        *commands,
    ]
    faults = list(Reader(tmp_path, "README.md, the table").follow("```sh\n" + "\n".join(lines) + "\n```\n"))
    assert not faults, "\n".join(faults)


def prepared(command: str) -> str:
    """The command, with what it needs to run here."""
    more = "".join(option for sign, option in MORE.items() if sign in command)
    more += "".join(option for sign, option in SERVERS.items() if command == sign)
    return command.replace("https://example.org/", SITE) + more


def write_inputs(folder: Path) -> None:
    """The files that the table speaks of."""
    for name, _, data in read_pages():
        for place in ("pages", "new") + (("threads",) if name.startswith("thread") else ()):
            (folder / place).mkdir(exist_ok=True)
            (folder / place / name).write_bytes(data)
    links = "".join(f'<li><a href="{name}">{name}</a>' for name, _, _ in read_pages())
    (folder / "pages" / "index.html").write_text(f"<title>All pages</title><ul>{links}</ul>")
    for name, page in (("page", "canal-loom"), ("app", "canal-loom"), ("thread", "thread-tea")):
        (folder / f"{name}.html").write_bytes((folder / "pages" / f"{page}.html").read_bytes())
    (folder / "program.txt").write_text(PROGRAM)
    (folder / "marks.jsonl").write_text(json.dumps({"page_id": "pages/canal-loom.html", "rows": [40], "name": "body"}))
    write_known_pages(folder / "data" / "wcxb-dev")


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
