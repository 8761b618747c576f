"""`weft extract` as a user runs it.

What a command says of pages without content.
"""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.records.forum_pages import thread
from weft import EXTRACTORS, RENDERERS
from weft.cli import main
from weft.io.run_output import read_output

BODY = "The weaver put the last threads on the loom before it grew dark. "
DRAWN = ("vips", "visual_classifier")  # a browser must draw the page first
APP = f"""<title>Looms</title><body><div id=root></div><noscript>This needs JavaScript.</noscript>
<script>document.getElementById("root").innerHTML = "<h1>Looms</h1><p>{BODY * 4}</p>"</script>"""
PAGE = f"<title>Looms</title><nav><a href=/>Home</a></nav><article><h1>Looms</h1><p>{BODY * 3}</p></article>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "sub").mkdir(parents=True)
    (folder / "one.html").write_text(PAGE)
    (folder / "sub" / "two.html").write_text(PAGE.replace("weaver", "dyer"))
    return folder


def test_one_page_is_printed(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(pages / "one.html")]) == 0
    assert capsys.readouterr().out == (BODY * 3).strip() + "\n"


@pytest.mark.parametrize("format", RENDERERS)
@pytest.mark.parametrize("method", ["auto", *(name for name in EXTRACTORS if name not in DRAWN)])
def test_every_method_and_format(pages: Path, capsys: pytest.CaptureFixture[str], method: str, format: str) -> None:
    assert main(["extract", str(pages / "one.html"), "-m", method, "-f", format]) == 0
    out = capsys.readouterr().out
    assert "weaver" in out or method in ("cepr", "density", "node_classifier")  # they find no body on so small a page


@pytest.mark.parametrize("method", [name for name in EXTRACTORS if name in DRAWN])
def test_pages_are_drawn_for_methods_that_must_see_them(
    pages: Path, capsys: pytest.CaptureFixture[str], method: str
) -> None:
    assert main(["extract", str(pages), "-m", method]) == 0
    texts = [json.loads(line)["text"] for line in capsys.readouterr().out.splitlines()]
    assert ["weaver" in texts[0], "dyer" in texts[1]] == [True, True]


class TestBrowser:
    def test_scripts_run_where_they_build_the_page_and_were_asked_for(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "app.html").write_text(APP)
        assert main(["extract", str(tmp_path / "app.html"), "--browser", "--scripts", "-f", "json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["text"] == (BODY * 4).strip()
        assert "so it was drawn with them" in found["reason"]["detail"]

    def test_nothing_runs_unless_asked(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "app.html").write_text(APP)
        reasons = []
        for options in ([], ["--browser"]):
            assert main(["extract", str(tmp_path / "app.html"), "-f", "json", *options]) == 0
            found = json.loads(capsys.readouterr().out)
            assert found["text"] == ""
            reasons.append(found["reason"]["detail"])
        assert "browser=Browser(DrawOptions(scripts=True)) draws it, with pip install" in reasons[0]
        assert "DrawOptions(scripts=True) draws it with them" in reasons[1]

    def test_without_a_browser_it_goes_on_and_says_so(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("WEFT_CHROMIUM", str(tmp_path / "chromium"))
        (tmp_path / "app.html").write_text(APP)
        (tmp_path / "page.html").write_text(PAGE)
        assert main(["extract", str(tmp_path), "--scripts", "-f", "json"]) == 0
        app, page = (json.loads(line) for line in capsys.readouterr().out.splitlines())
        assert "it could not be drawn: WEFT_CHROMIUM=" in app["reason"]["detail"]
        assert "weaver" in page["text"]
        assert main(["extract", str(tmp_path), "-m", "vips"]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("no such program") == 1


def test_pages_of_a_folder_get_their_addresses(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(pages), "-f", "json", "--base-url", "https://weft.example/"]) == 0
    urls = [json.loads(line)["url"] for line in capsys.readouterr().out.splitlines()]
    assert urls == ["https://weft.example/one.html", "https://weft.example/sub/two.html"]


def test_several_pages_are_json_lines(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "three.html").write_bytes(b"")
    assert main(["extract", str(pages), "-f", "json"]) == 1
    captured = capsys.readouterr()
    lines = [json.loads(line) for line in captured.out.splitlines()]
    assert [line["status"] for line in lines] == ["ok", "ok", "failed"]
    assert sorted(Path(line["id"]).name for line in lines) == ["one.html", "three.html", "two.html"]
    assert lines[0]["title"] == "Looms"
    assert "three.html: empty" in captured.err
    assert "1 of 3 pages failed" in captured.err


def test_text_in_json_lines(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(pages / "one.html"), str(pages / "sub" / "two.html")]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[1]["text"].startswith("The dyer")


def test_output_file_lines_and_folder(pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["extract", str(pages / "one.html"), "-f", "markdown", "-o", str(out / "one.md")]) == 0
    assert main(["extract", str(pages), "-o", str(out / "all.jsonl")]) == 0
    assert main(["extract", str(pages), "-o", str(out / "texts")]) == 0
    assert main(["extract", str(pages / "one.html"), "-o", f"{out}/single/"]) == 0
    assert main(["extract", str(pages), "-o", f"{out}/named.txt/"]) == 0
    files = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
    named = ["named.txt/one.txt", "named.txt/sub/two.txt"]
    assert files == ["all.jsonl", *named, "one.md", "single/one.txt", "texts/one.txt", "texts/sub/two.txt"]
    assert len((out / "all.jsonl").read_text().splitlines()) == 2


def test_names_that_would_collide_are_numbered(pages: Path, tmp_path: Path) -> None:
    (pages / "one.htm").write_text(PAGE)
    assert main(["extract", str(pages), "-o", str(tmp_path / "texts")]) == 0
    assert sorted(path.name for path in (tmp_path / "texts").glob("*")) == ["one-2.txt", "one.txt", "sub"]


def test_a_failed_page_leaves_no_file(pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert main(["extract", str(pages / "one.html"), "--max-nodes", "3", "-o", str(out)]) == 1
    assert not out.exists()


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Piped:
        buffer = io.BytesIO(PAGE.encode())

        def isatty(self) -> bool:
            return False

    monkeypatch.setattr(sys, "stdin", Piped())
    assert main(["extract", "--url", "https://example.org/"]) == 0
    assert "weaver" in capsys.readouterr().out


def test_an_address_is_fetched(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", f"{server}/page"]) == 1
    assert "--allow-private" in capsys.readouterr().err
    assert main(["extract", f"{server}/page", "--allow-private", "-m", "whole_page"]) == 0
    assert "Schuß" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["extract", "no-such.html"], 1, "no such file"),
        (["extract", "{page}", "-m", "magic"], 2, "unknown method 'magic'; choose one of auto, block_classifier"),
        (["extract", "{page}", "--max-depth", "0"], 2, "more than 0"),
        (["extract", "{page}", "--max-depth", "2"], 1, "--max-depth"),
        (["extract", "{page}", "-o", "{page}/out.txt"], 1, "cannot be written"),
        (["extract", "{folder}", "-o", "{page}"], 2, "is a file; several pages need a folder"),
        (["extract", "{folder}", "-o", "{folder}/x.txt"], 2, "x.txt/) or a name that ends in .jsonl"),
        (["extract", "{folder}", "-f", "json", "-o", "{folder}/x.json"], 2, "is a name for the file of one page"),
        (["inspect", "{folder}"], 2, "one page at a time"),
    ],
)
def test_bad_input_says_what_to_do(
    pages: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    filled = [argument.format(page=pages / "one.html", folder=pages) for argument in arguments]
    assert main(filled) == code
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_usage_errors_exit_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["extract", "x", "-f", "word"], ["no-such-command"]):
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        assert stop.value.code == 2
    assert "invalid choice: 'word'" in capsys.readouterr().err


@pytest.mark.parametrize("command", [[], ["extract"], ["inspect"], ["demo"]])
def test_help_has_an_example(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*command, "--help"])
    assert stop.value.code == 0
    assert "example" in capsys.readouterr().out


def test_a_closed_pipe_is_no_error(pages: Path) -> None:
    many = [str(pages / "one.html")] * 3000
    command = [sys.executable, "-m", "weft", "extract", *many]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.parametrize("name", ["texts.jsonl", "texts.parquet", "texts.sqlite"])
def test_every_sink_has_a_line_for_every_page(pages: Path, tmp_path: Path, name: str) -> None:
    (pages / "empty.html").write_bytes(b"")
    out = tmp_path / name
    assert main(["extract", str(pages), "-o", str(out), "-f", "json"]) == 1
    lines = list(read_output(out))
    assert [line["status"] for line in lines] == ["failed", "ok", "ok"]
    assert ["weaver" in lines[1]["text"], "dyer" in lines[2]["text"]] == [True, True]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(name)] == [name]


class TestTitle:
    """Files and several pages have their title; one page on the terminal has it where it is asked for."""

    TITLED = f"# Looms\n\n{(BODY * 3).strip()}\n"

    def test_one_page_is_printed_without_it(self, pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
        command = ["extract", str(pages / "one.html"), "-f", "markdown"]
        assert main(command) == 0
        plain = capsys.readouterr().out
        assert main([*command, "--title"]) == 0
        assert (plain, capsys.readouterr().out) == ((BODY * 3).strip() + "\n", self.TITLED)

    def test_a_file_and_several_pages_have_it(self, pages: Path, tmp_path: Path) -> None:
        one, several = tmp_path / "one.md", tmp_path / "several.jsonl"
        assert main(["extract", str(pages / "one.html"), "-f", "markdown", "-o", str(one)]) == 0
        assert one.read_text(encoding="utf-8") == self.TITLED
        assert main(["extract", str(pages), "-f", "markdown", "-o", str(several)]) == 0
        assert [line["markdown"][:8] for line in read_output(several)] == ["# Looms\n"] * 2

    def test_several_pages_that_are_printed_have_it(self, pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["extract", str(pages), "-f", "markdown"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [json.loads(line)["markdown"][:8] for line in lines] == ["# Looms\n"] * 2

    def test_it_can_be_left_out(self, pages: Path, tmp_path: Path) -> None:
        one = tmp_path / "one.md"
        assert main(["extract", str(pages / "one.html"), "-f", "markdown", "--no-title", "-o", str(one)]) == 0
        assert one.read_text(encoding="utf-8") == (BODY * 3).strip() + "\n"


@pytest.mark.parametrize("command", ["extract", "run", "site"])
def test_front_matter_and_records_are_options_of_every_command(command: str, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "thread.html").write_text(thread("div"), encoding="utf-8")
    for value, is_headed in (("on", True), ("off", False)):
        output = tmp_path / value
        words = ["-f", "markdown", "--front-matter", "--records", value, "-o", f"{output}/"]
        assert main([command, str(tmp_path / "pages"), *words]) == 0
        shown = next(output.rglob("*.md")).read_text(encoding="utf-8")
        assert shown.startswith('---\ntitle: "Which loom?"\n')
        assert "\n---\n\n# Which loom?\n\n" in shown
        assert ("### Ann, 2022-09-04 06:38" in shown) is is_headed


def test_the_survey_asks_the_templates_of_a_site_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, site = tmp_path / "demo", tmp_path / "site.json"
    assert main(["demo", "--write", str(folder)]) == 0
    assert main(["learn", str(folder), "-o", str(site)]) == 0
    capsys.readouterr()
    assert main(["extract", str(folder), "-m", "survey", "--site", str(site), "-f", "json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    regular = [line for line in lines if line["chosen_by"] == "template"]
    assert regular
    assert all(line["reason"]["detail"].startswith("regular: ") for line in regular)
    assert any(line["reason"]["detail"].startswith("not regular: ") for line in lines)
    assert main(["extract", str(folder), "-m", "density", "--site", str(site)]) == 2
    assert "a site chooses by its templates" in capsys.readouterr().err


APPLICATION = "<div id=root></div><script src=a.js></script>"
MENU = "<nav><a href=/a>Home</a></nav>"
LONG_MENU = "<nav>" + "<a href=/x>Home page link</a> " * 40 + "</nav>"
GOOD = "<article><h1>Looms</h1>" + "<p>The weaver put the last threads on the loom before it grew dark.</p>" * 9


def errors(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["extract", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("html", "options", "wanted"),
    [
        (APPLICATION, [], "no content: scripts build the page; draw it with --browser --scripts"),
        (MENU, [], "no content: it shows few words and has no content as data; see its blocks with weft inspect"),
        (LONG_MENU, [], "no content: nothing on it surely is content; let a browser draw it with --browser, or see"),
        (APPLICATION, ["-m", "density"], "no content: density chose nothing; leave -m out, or try another method"),
    ],
)
def test_one_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], html: str, options: list[str], wanted: str
) -> None:
    page = tmp_path / "page.html"
    page.write_text(html)
    code, out, err = errors(capsys, str(page), *options)
    assert (code, out.strip()) == (0, "")
    assert err.startswith(f"weft: {page}: {wanted}")
    assert err.count("\n") == 1


def test_a_page_with_content_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(GOOD)
    assert errors(capsys, str(page))[2] == ""


def test_several_pages_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, html in {"a": APPLICATION, "b": MENU, "c": GOOD, "d": MENU}.items():
        (tmp_path / f"{name}.html").write_text(html)
    code, out, err = errors(capsys, str(tmp_path))
    assert (code, out.count("\n")) == (0, 4)
    assert (
        err == "weft: 3 of 4 pages without content (2 few_words, 1 scripts); -f json and lines have a reason for each\n"
    )


def test_a_name_with_spaces_is_quoted_in_the_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "my page.html"
    page.write_text(MENU)
    assert f"weft inspect '{page}'" in errors(capsys, str(page))[2]
